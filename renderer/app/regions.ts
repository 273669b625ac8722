/** The regions in the order of Tab. */
const regionOrder = ['sidebar', 'top-bar', 'transcript', 'prompt', 'composer', 'page', 'panel'];

/** Moves the focus to the next region that has something to focus. */
export function moveRegion(step: 1 | -1): void {
  const regions = regionOrder.flatMap((name) => {
    const element = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
    const first = element === null ? undefined : firstFocusable(element);
    return element === null || first === undefined ? [] : [{ element, first }];
  });
  // The innermost region counts: the page holds others.
  const at = regions.reduce(
    (found, region, index) =>
      region.element.contains(document.activeElement) &&
      (found === -1 || regions[found]?.element.contains(region.element))
        ? index
        : found,
    -1,
  );
  const next =
    at === -1 && step === -1 ? regions.length - 1 : (at + step + regions.length) % regions.length;
  regions[next]?.first.focus();
}

function firstFocusable(region: HTMLElement): HTMLElement | undefined {
  const inside = [
    ...region.querySelectorAll<HTMLElement>(
      'textarea:not(:disabled), [aria-current="page"], button:not(:disabled), input:not(:disabled), [tabindex="0"]',
    ),
  ].filter((element) => element.tabIndex >= 0);
  // Where a region names what is begun with, such as the safe answer.
  const start = inside.find((element) => element.hasAttribute('data-region-start'));
  return start ?? inside[0] ?? (region.tabIndex >= 0 ? region : undefined);
}
