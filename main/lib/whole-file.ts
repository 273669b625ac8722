import { randomUUID } from 'node:crypto';
import { open, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file as a whole: after a crash or a refusal at any moment it is the old or the new one, and nothing else is left
 * beside it (RE-3). A link stays a link: its target is replaced. The folder must be there. Writes to one file must not overlap.
 * @param mode of the new file, lessened by the process's mask
 */
export async function replaceWholeFile(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  const temporary = join(folder, `.${basename(target).slice(0, 100)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (failure) {
    await unlink(temporary).catch(() => undefined);
    throw failure;
  }
  // The new content is in force by now, also where its name cannot be made durable.
  await syncFolder(folder).catch(() => undefined);
}

/** Makes a rename durable. Windows cannot open folders and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
