import { useCallback, useSyncExternalStore } from 'react';

const prefix = 'parley.draft.';
const memory = new Map<string, string>();
const listeners = new Set<() => void>();
/** Of each letter, by the key of the draft. */
const readers = new Map<string, Set<() => void>>();

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
  for (const reader of readers.get(key) ?? []) reader();
  if (had !== (text !== '')) for (const listener of listeners) listener();
}

/** Adds words behind what is written there. */
export function addToDraft(key: string, text: string): void {
  writeDraft(key, [readDraft(key), text].filter((part) => part.trim() !== '').join('\n\n'));
}

/** The unsent text, also when another place writes it. */
export function useDraft(key: string): string {
  const subscribeTo = useCallback(
    (reader: () => void) => {
      const known = readers.get(key) ?? new Set();
      readers.set(key, known.add(reader));
      return () => known.delete(reader);
    },
    [key],
  );
  return useSyncExternalStore(subscribeTo, () => readDraft(key));
}

/** Whether there is unsent text. */
export function useHasDraft(key: string): boolean {
  return useSyncExternalStore(subscribe, () => readDraft(key).trim() !== '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
