const prefix = 'parley.draft.';
const memory = new Map<string, string>();

/** The unsent text of a session or of the start page, kept over a reload of the window. */
export function readDraft(key: string): string {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(prefix + key) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(key: string, text: string): void {
  memory.set(key, text);
  try {
    if (text === '') localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
  } catch {
    // Storage that is full or absent: the draft lives in memory until the window is reloaded.
  }
}
