import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import { dialog } from 'electron';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
import { replaceWholeFile } from '../lib/whole-file.ts';

/** Characters that no file name should have: those of paths, of control, and hidden ones. */
const unfit = /[\p{C}\\/:*?"<>|]+/gu;

/** A name that may be suggested for a file, whatever was given. */
export function suggestedName(name: string): string {
  const plain = basename(name.replace(unfit, '-')).replace(/^\.+/, '').trim().slice(0, 120);
  return plain === '' ? 'file' : plain;
}

/**
 * Asks where to save something and writes it there; false when the person chose nothing. Paths come from the dialog only, which
 * says `title` where something else than the person began it.
 */
export function createFileSaver(
  window: () => BrowserWindow,
): (name: string, bytes: Uint8Array, title?: string) => Promise<boolean> {
  return async (name, bytes, title) => {
    const { canceled, filePath } = await dialog.showSaveDialog(window(), {
      defaultPath: suggestedName(name),
      ...(title === undefined ? {} : { title, message: title }),
    });
    if (canceled || filePath === '') return false;
    try {
      await replaceWholeFile(filePath, bytes, 0o666);
    } catch (failure) {
      throw new ParleyError('storage.failed', messageOf(failure), { cause: failure });
    }
    return true;
  };
}
