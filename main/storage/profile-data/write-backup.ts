import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walkFiles } from '../../lib/walk-files.ts';
import {
  BACKUP_FILES,
  BACKUP_FOLDERS,
  BACKUP_FORMAT,
  BACKUP_MANIFEST,
  BACKUP_VERSION,
  isLeftOut,
  type BackupFile,
  type BackupManifest,
} from './backup-format.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

export interface BackupOptions {
  readonly root: string;
  /** Where the backup is written; what is there is replaced once the new one is whole. */
  readonly target: string;
  readonly appVersion: string;
  readonly now: number;
  /** Takes out of a file what is secret and what was trusted; undefined leaves the file out. */
  readonly clean: (file: BackupFile, text: string) => string | undefined;
  readonly signal: AbortSignal;
}

/** Writes a backup of a profile without its secrets; resolves with its size in bytes. */
export async function writeBackup(options: BackupOptions): Promise<number> {
  return writeZip(options.target, backupEntries(options), options.signal);
}

async function* backupEntries(options: BackupOptions): AsyncGenerator<ZipEntry> {
  const { root, signal } = options;
  const files: ZipEntry[] = [];
  for (const folder of BACKUP_FOLDERS) {
    for await (const path of walkFiles(join(root, folder), signal)) {
      const name = `${folder}/${path}`;
      if (!isLeftOut(name)) files.push({ name, path: join(root, ...name.split('/')) });
    }
  }
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    appVersion: options.appVersion,
    createdAt: new Date(options.now).toISOString(),
    sessions: files.filter(({ name }) => /^projects\/.+\.jsonl$/.test(name)).length,
  };
  yield { name: BACKUP_MANIFEST, text: `${JSON.stringify(manifest, null, 2)}\n` };
  for (const name of BACKUP_FILES) {
    const text = await readFile(join(root, name), 'utf8').catch(() => undefined);
    const clean = text === undefined ? undefined : options.clean(name, text);
    if (clean !== undefined) yield { name, text: clean };
  }
  yield* files;
}
