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

/** True when the person has begun to write there. An empty field is left for what is more urgent. */
export function isWriting(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== '';
  if (element instanceof HTMLInputElement)
    return writable.has(element.type) && element.value !== '';
  return (
    element instanceof HTMLElement && element.isContentEditable && element.textContent.trim() !== ''
  );
}

/** True for what the person may write in, empty or not: nothing that comes by itself takes the focus from there (UI-6). */
export function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement) return writable.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}
