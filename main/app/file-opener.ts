import { shell } from 'electron';
import { stat } from 'node:fs/promises';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { FileOpener } from '../ipc/handlers/changes.ts';
import { isOpenedAsText } from '../lib/harmless-files.ts';

/** Shows files by way of the system. What it might run instead of showing it is shown in its folder. */
export const fileOpener: FileOpener = {
  reveal: (path) => {
    shell.showItemInFolder(path);
  },
  open: async (path) => {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true)
      throw new ParleyError('storage.failed', `There is no file ${path} any more.`);
    if (!isOpenedAsText(path, found.mode)) {
      shell.showItemInFolder(path);
      return 'folder';
    }
    const problem = await shell.openPath(path);
    if (problem !== '') throw new ParleyError('storage.failed', `${path}: ${problem}`);
    return 'file';
  },
};
