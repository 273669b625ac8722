import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Gives a file of the person's own work new content; after a crash it holds the old or the new one. Keeps its mode, or gives it
 * `mode`. Makes missing folders. A file with several names, or one of somebody else, is written in place, so that its other names
 * and its owner stay. What Parley itself keeps is written by `replaceWholeFile`.
 */
export async function replaceFile(path: string, content: Uint8Array, mode?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const before = await stat(path).catch(() => undefined);
  const isOurs = before === undefined || before.uid === process.getuid?.();
  if (before && (before.nlink > 1 || !isOurs)) {
    await writeInPlace(path, content);
    return;
  }
  const draft = join(dirname(path), `.${randomUUID()}.parley-tmp`);
  try {
    const wanted = mode ?? before?.mode;
    const file = await open(draft, 'wx', wanted ?? 0o666);
    try {
      await file.writeFile(content);
      // The mode of `open` is lessened by the process's own mask.
      if (wanted !== undefined) await file.chmod(wanted & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

/** A disk that is full takes the old content back, since room for that was just given free. */
async function writeInPlace(path: string, content: Uint8Array): Promise<void> {
  const old = await readFile(path);
  try {
    await writeFile(path, content);
  } catch (error) {
    await writeFile(path, old).catch(() => undefined);
    throw error;
  }
}
