import { createContext } from 'react';

/** Asks main to open an address; main shows it first. Links do nothing where nobody provides it. */
export const OpenLink = createContext<(url: string) => void>(() => undefined);
