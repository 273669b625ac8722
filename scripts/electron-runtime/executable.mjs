// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The executable of an unpacked Electron, if the folder holds one.
 * @param {string} folder
 */
export function executableIn(folder) {
  const names = {
    darwin: join('Electron.app', 'Contents', 'MacOS', 'Electron'),
    win32: 'electron.exe',
  };
  const name = names[/** @type {'darwin' | 'win32'} */ (process.platform)] ?? 'electron';
  const file = join(folder, name);
  return existsSync(file) ? file : undefined;
}
