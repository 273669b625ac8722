import { servers } from './en/servers.ts';
import { settings } from './en/settings.ts';
import { time } from './en/time.ts';
import { ui } from './en/ui.ts';

/** Every text a person reads, by area. Another language is an object of the same type. */
export const english = { servers, settings, time, ui };
export type Catalogue = typeof english;

/** The texts in use. */
export const text: Catalogue = english;
