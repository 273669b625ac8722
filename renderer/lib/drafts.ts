import { useSyncExternalStore } from 'react';

const prefix = 'parley.draft.';
const memory = new Map<string, string>();
const listeners = new Set<() => void>();

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
  const had = readDraft(key) !== '';
  memory.set(key, text);
  try {
    if (text === '') localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
  } catch {
    // Storage that is full or absent: the draft lives in memory until the window is reloaded.
  }
  if (had !== (text !== '')) for (const listener of listeners) listener();
}

/** Whether there is unsent text. */
export function useHasDraft(key: string): boolean {
  return useSyncExternalStore(subscribe, () => readDraft(key).trim() !== '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
