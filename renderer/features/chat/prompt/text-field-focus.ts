const writable = new Set([
  'text',
  'search',
  'url',
  'email',
  'tel',
  'password',
  'number',
  'date',
  'datetime-local',
  'time',
]);

/** True when the person may be writing there. */
export function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement) return writable.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}
