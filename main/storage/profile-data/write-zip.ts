import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a zip: its name in it, and its content as text or as a file on disk. */
export type ZipEntry =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly path: string };

/**
 * Writes a zip beside its place and moves it there once it is whole; resolves with its size in bytes. Rejects as the file system
 * does, or when `signal` aborts, and leaves nothing then.
 */
export async function writeZip(
  target: string,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<number> {
  const zip = new ZipFile();
  const draft = `${target}.part`;
  const trouble = new AbortController();
  const either = AbortSignal.any([signal, trouble.signal]);
  const fail = (failure: unknown): void => {
    trouble.abort(failure);
  };
  zip.on('error', fail);
  const filled = fill(zip, entries, either).catch(fail);
  try {
    // What is replaced is gone by then, so the new one is on the disk first.
    const file = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(zip.outputStream, file, { signal: either });
    await filled;
    either.throwIfAborted();
    const { size } = await stat(draft);
    await rename(draft, target);
    return size;
  } catch (failure) {
    fail(failure);
    await filled;
    await rm(draft, { force: true });
    // The first of them is the reason; the others come of it.
    throw trouble.signal.reason instanceof Error ? trouble.signal.reason : failure;
  }
}

async function fill(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const entry of entries) {
    signal.throwIfAborted();
    if ('text' in entry) zip.addBuffer(Buffer.from(entry.text), entry.name, { mode: 0o100600 });
    else await addFile(zip, entry);
  }
  zip.end();
}

/** Only what is in the file now: a transcript may grow while it is read. One that is gone is left out. */
async function addFile(
  zip: ZipFile,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return;
  const options = { mode: 0o100600, mtime: found.mtime };
  if (found.size === 0) {
    zip.addBuffer(Buffer.alloc(0), name, options);
    return;
  }
  zip.addReadStreamLazy(name, { ...options, size: found.size }, (give) => {
    const content = createReadStream(path, { start: 0, end: found.size - 1 });
    content.on('error', (failure) => zip.emit('error', failure));
    give(null, content);
  });
}
