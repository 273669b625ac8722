/** Keeps `data-contrast` at what the person chose in Parley (main wrote it into the page), else in the system. */
export function followContrast(root: HTMLElement): void {
  const more = window.matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const choice = root.dataset['contrastChoice'];
    if (choice === 'high' || (choice !== 'normal' && more.matches))
      root.dataset['contrast'] = 'high';
    else delete root.dataset['contrast'];
  };
  apply();
  more.addEventListener('change', apply);
}
