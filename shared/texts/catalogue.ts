import { ui } from './en/ui.ts';

/** Every text a person reads, by area. Another language is an object of the same type. */
export const english = { ui };
export type Catalogue = typeof english;

/** The texts in use. */
export const text: Catalogue = english;
