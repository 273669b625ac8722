import { useCallback, useState } from 'react';

const memory = new Map<string, unknown>();

/**
 * State that is there again when the person comes back to the page: what was chosen and typed. Held in memory only, since it
 * may be secret. Give the component a key where `key` changes.
 */
export function useRemembered<T>(key: string, initial: () => T): [T, (value: T) => void] {
  const [state, setState] = useState<T>(() => {
    if (!memory.has(key)) return initial();
    return memory.get(key) as T;
  });
  const change = useCallback(
    (value: T) => {
      memory.set(key, value);
      setState(value);
    },
    [key],
  );
  return [state, change];
}

/** Sets what a component remembers before it is there. */
export function remember(key: string, value: unknown): void {
  memory.set(key, value);
}
