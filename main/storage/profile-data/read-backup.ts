import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { messageOf } from '../../../shared/lib/errors.ts';
import {
  BACKUP_FILES,
  BACKUP_FOLDERS,
  BACKUP_MANIFEST,
  BACKUP_VERSION,
  backupManifest,
  isLeftOut,
  type BackupFile,
  type BackupManifest,
} from './backup-format.ts';

/** A file that is no backup which can be restored. The message is a sentence for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const MOST_FILES = 1_000_000;
const MOST_BYTES = 64 * 1024 ** 3;
const LONGEST_TEXT = 64 * 1024 ** 2;

/** Names that a file may have here. A name that only differs in case is another file, but where the system says otherwise. */
const fit = process.platform === 'win32' ? /^[^\\:*?"<>|\u0000-\u001f]+$/ : /^[^\\\u0000]+$/;

/** What a backup holds besides the files that go back as they are. */
export interface ReadBackup {
  readonly manifest: BackupManifest;
  readonly files: ReadonlyMap<BackupFile, string>;
}

/** Reads what a backup is, and looks at every name in it. Rejects with `BackupError`. */
export async function readBackup(path: string): Promise<ReadBackup> {
  return withBackup(path, async (zip) => {
    const texts = new Map<string, string>();
    for await (const entry of checkedEntries(zip)) {
      const { fileName } = entry;
      if (fileName === BACKUP_MANIFEST || isBackupFile(fileName))
        texts.set(fileName, await textOf(zip, entry));
    }
    const manifest = manifestOf(texts.get(BACKUP_MANIFEST));
    texts.delete(BACKUP_MANIFEST);
    return { manifest, files: texts as Map<BackupFile, string> };
  });
}

/**
 * Unpacks a backup into a folder that is emptied before: its folders as they are, its files as `clean` gives them back. What
 * fails on the way leaves nothing. Rejects with `BackupError`.
 */
export async function unpackBackup(
  path: string,
  folder: string,
  clean: (file: BackupFile, text: string) => string | undefined,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await withBackup(path, async (zip) => {
      for await (const entry of checkedEntries(zip)) {
        const { fileName } = entry;
        if (fileName === BACKUP_MANIFEST || fileName.endsWith('/')) continue;
        const target = join(folder, ...fileName.split('/'));
        if (isBackupFile(fileName)) {
          const text = clean(fileName, await textOf(zip, entry));
          if (text !== undefined) await writeFile(target, text, { mode: 0o600 });
          continue;
        }
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        const file = createWriteStream(target, { flags: 'wx', mode: 0o600 });
        await pipeline(await zip.openReadStreamPromise(entry), file);
      }
    });
  } catch (failure) {
    await rm(folder, { recursive: true, force: true });
    throw failure;
  }
}

async function withBackup<T>(path: string, use: (zip: ZipFile) => Promise<T>): Promise<T> {
  try {
    const zip = await openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    try {
      return await use(zip);
    } finally {
      zip.close();
    }
  } catch (failure) {
    if (failure instanceof BackupError) throw failure;
    throw new BackupError(`This file cannot be read as a backup: ${messageOf(failure)}.`, {
      cause: failure,
    });
  }
}

async function* checkedEntries(zip: ZipFile): AsyncGenerator<Entry> {
  if (zip.entryCount > MOST_FILES) throw new BackupError('It holds more than 1,000,000 files.');
  const seen = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    if (!isExpected(entry) || seen.has(fileName))
      throw new BackupError(
        `The file ${JSON.stringify(fileName.slice(0, 200))} in it does not belong into a backup, so nothing was restored.`,
      );
    seen.add(fileName);
    bytes += entry.uncompressedSize;
    if (bytes > MOST_BYTES) throw new BackupError('Unpacked it is larger than 64 GB.');
    yield entry;
  }
}

function isExpected(entry: Entry): boolean {
  const { fileName } = entry;
  if (fileName === BACKUP_MANIFEST || isBackupFile(fileName)) return true;
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) return false;
  const [folder, ...rest] = fileName.split('/');
  const isPlain = rest.every(
    (part, index) =>
      // A folder's name ends with a slash.
      (part === '' && index === rest.length - 1) || (fit.test(part) && !/^\.\.?$/.test(part)),
  );
  return (
    rest.length > 0 &&
    isPlain &&
    !isLeftOut(fileName) &&
    (BACKUP_FOLDERS as readonly (string | undefined)[]).includes(folder)
  );
}

function isBackupFile(name: string): name is BackupFile {
  return (BACKUP_FILES as readonly string[]).includes(name);
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > LONGEST_TEXT)
    throw new BackupError(`The file ${entry.fileName} in it is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function manifestOf(text: string | undefined): BackupManifest {
  const parsed = backupManifest.safeParse(jsonOf(text));
  if (!parsed.success) throw new BackupError('This zip file is not a backup of Parley.');
  if (parsed.data.version > BACKUP_VERSION)
    throw new BackupError(
      `This backup was made by Parley ${parsed.data.appVersion}, which is newer than this one. Update Parley to restore it.`,
    );
  return parsed.data;
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
