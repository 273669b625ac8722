/** Keeps `data-contrast` at what the person has set in the system. */
export function followContrast(root: HTMLElement): void {
  const more = window.matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    if (more.matches) root.dataset['contrast'] = 'high';
    else delete root.dataset['contrast'];
  };
  apply();
  more.addEventListener('change', apply);
}
