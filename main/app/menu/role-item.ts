import type { MenuItemConstructorOptions } from 'electron';
import { appMenuTexts } from '../../../shared/texts/en/app-menu.ts';

export type MenuRole = keyof typeof appMenuTexts.roles;

/** An item that the system knows what to do with, in the language of the app: by itself Electron names it in English. */
export function roleItem(
  role: MenuRole,
  more: MenuItemConstructorOptions = {},
): MenuItemConstructorOptions {
  return { role, label: appMenuTexts.roles[role], ...more };
}
