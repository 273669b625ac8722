import { createContext, use, useState } from 'react';

/** What the person folded or unfolded, and which view they chose: rows that leave the view and come back are as they were. */
export const OpenStates = createContext<Map<string, unknown> | undefined>(undefined);

/** What is kept for an open conversation. */
export function useOpenStates(): Map<string, unknown> {
  const [states] = useState(() => new Map<string, unknown>());
  return states;
}

/** Like useState, kept under a name beyond the life of the row. */
export function useKept<T>(name: string): [T | undefined, (value: T) => void] {
  const states = use(OpenStates);
  const [value, setValue] = useState(() => states?.get(name) as T | undefined);
  return [
    value,
    (next) => {
      states?.set(name, next);
      setValue(next);
    },
  ];
}
