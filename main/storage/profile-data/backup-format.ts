import { z } from 'zod';

export const BACKUP_FORMAT = 'parley-backup';
export const BACKUP_VERSION = 1;
/** The first file of a backup: what it is. */
export const BACKUP_MANIFEST = 'parley-backup.json';

export const backupManifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.number().int().positive(),
  appVersion: z.string().max(100),
  createdAt: z.iso.datetime(),
  sessions: z.number().int().nonnegative(),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Folders whose files go into a backup as they are, and come back where nothing stands in their place. */
export const BACKUP_FOLDERS = ['projects', 'results', 'notes'] as const;
/** Files that go in without what is secret or trusted, and take the place of those that are there. */
export const BACKUP_FILES = [
  'settings.json',
  'providers.json',
  'servers.json',
  'bench.json',
] as const;
export type BackupFile = (typeof BACKUP_FILES)[number];

/**
 * What belongs to this moment alone: half written files, and beside transcripts locks, messages that wait, and what was kept
 * aside. Takes a path from the profile on, with slashes; names of folders and of the person's own files may be any.
 */
export function isLeftOut(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('.')) return true;
  return path.startsWith('projects/') && /\.(?:lock|queue\.json)(?:\.|$)|\.corrupt-/.test(name);
}
