import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BACKUP_FILES, BACKUP_FOLDERS } from './backup-format.ts';
import { profileParts } from './profile-parts.ts';

/** Where a backup is unpacked to before it takes effect. */
export const RESTORE_FOLDER = 'restore';
/** Files that a restored one took the place of. */
export const REPLACED_FOLDER = 'before-restore';
const PENDING_FILE = 'pending-change.json';

const pendingChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('erase') }),
  z.strictObject({ kind: z.literal('restore'), at: z.number() }),
]);
/** What happens to a profile when nothing of it is open: at the next start, before anything is read. */
export type PendingChange = z.infer<typeof pendingChange>;

/** Notes down what is to happen at the next start. Throws as the file system does. */
export function planChange(root: string, change: PendingChange): void {
  const path = join(root, PENDING_FILE);
  writeFileSync(`${path}.tmp`, JSON.stringify(change), { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

/**
 * Does what was planned. It may be cut off anywhere: the next start goes on with it. Throws as the file system does, with the
 * plan still standing.
 */
export function doPlannedChange(root: string): PendingChange['kind'] | undefined {
  const path = join(root, PENDING_FILE);
  if (!existsSync(path)) return undefined;
  const plan = readPlan(path);
  if (plan?.kind === 'erase') erase(root);
  if (plan?.kind === 'restore') restore(root, plan.at);
  rmSync(path, { force: true });
  return plan?.kind;
}

function readPlan(path: string): PendingChange | undefined {
  try {
    return pendingChange.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Deletes what is known to be Parley's, and nothing else that lies in the same folder. */
function erase(root: string): void {
  const names = [...Object.values(profileParts).flat(), RESTORE_FOLDER, REPLACED_FOLDER];
  for (const name of names.filter((one) => one !== 'desktop'))
    rmSync(join(root, name), { recursive: true, force: true });
  // Electron's own folder, but for what tells that this program has it.
  for (const name of namesIn(join(root, 'desktop'))) {
    if (!/^singleton|^lockfile$/i.test(name))
      rmSync(join(root, 'desktop', name), { recursive: true, force: true });
  }
  // Copies that were kept aside of files that could not be read.
  for (const name of readdirSync(root)) {
    if (names.some((known) => name.startsWith(`${known}.corrupt-`)))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function restore(root: string, at: number): void {
  const staged = join(root, RESTORE_FOLDER);
  const replaced = join(root, REPLACED_FOLDER, new Date(at).toISOString().replaceAll(':', '-'));
  for (const name of BACKUP_FILES) {
    const from = join(staged, name);
    if (!existsSync(from)) continue;
    const target = join(root, name);
    if (existsSync(target)) {
      mkdirSync(replaced, { recursive: true, mode: 0o700 });
      renameSync(target, join(replaced, name));
    }
    renameSync(from, target);
  }
  for (const folder of BACKUP_FOLDERS) merge(join(staged, folder), join(root, folder));
  rmSync(staged, { recursive: true, force: true });
}

/** Moves files to where nothing stands yet; what is there is newer or the same, and stays. */
function merge(from: string, target: string): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const place = join(target, entry.name);
    if (entry.isDirectory()) {
      merge(source, place);
      continue;
    }
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    try {
      linkSync(source, place);
    } catch {
      renameSync(source, place);
    }
  }
}
