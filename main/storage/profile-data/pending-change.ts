import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../../shared/lib/errors.ts';
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

export interface DoneChange {
  readonly kind: PendingChange['kind'];
  /** What could not be done, as sentences. It is not tried again: by then there is something new in the profile. */
  readonly problem?: string;
}

/** Does what was planned. It may be cut off anywhere: the next start goes on with it. Never throws. */
export function doPlannedChange(root: string): DoneChange | undefined {
  const path = join(root, PENDING_FILE);
  if (!existsSync(path)) return undefined;
  const plan = readPlan(path);
  const problems: string[] = [];
  if (plan?.kind === 'erase') erase(root, problems);
  if (plan?.kind === 'restore') {
    const failure = failureOf(() => {
      restore(root, plan.at);
    });
    if (failure !== undefined)
      problems.push(
        `The backup was not restored as a whole: ${failure}. What was there before is kept in ${join(root, REPLACED_FOLDER)}. Restore it again.`,
      );
  }
  remove(path, problems);
  if (!plan) return undefined;
  return { kind: plan.kind, ...(problems.length === 0 ? {} : { problem: problems.join(' ') }) };
}

function failureOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (failure) {
    return messageOf(failure);
  }
}

function remove(path: string, problems: string[]): void {
  const failure = failureOf(() => {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  });
  if (failure !== undefined)
    problems.push(`${path} could not be deleted: ${failure}. Delete it by hand.`);
}

function readPlan(path: string): PendingChange | undefined {
  try {
    return pendingChange.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Deletes what is known to be Parley's, and nothing else that lies in the same folder. */
function erase(root: string, problems: string[]): void {
  const names = [...Object.values(profileParts).flat(), RESTORE_FOLDER, REPLACED_FOLDER];
  const isOurs = (name: string): boolean =>
    names.some((known) => name === known || isBeside(name, known));
  for (const name of namesIn(root)) {
    if (name !== 'desktop' && isOurs(name)) remove(join(root, name), problems);
  }
  // Electron's own folder, but for what tells that this program has it.
  for (const name of namesIn(join(root, 'desktop'))) {
    if (!/^singleton|^lockfile$/i.test(name)) remove(join(root, 'desktop', name), problems);
  }
}

/** Copies that were kept aside of files that could not be read, locks, and what a crash left half written. */
function isBeside(name: string, known: string): boolean {
  return (
    name.startsWith(`${known}.corrupt-`) ||
    name === `${known}.lock` ||
    (name.startsWith(`.${known}.`) && name.endsWith('.tmp'))
  );
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
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code === 'EXDEV') copyWhole(source, place);
      // For file systems without hard links.
      else renameSync(source, place);
    }
  }
}

/** For a folder of the profile that is a link to another disk. */
function copyWhole(source: string, place: string): void {
  const draft = join(dirname(place), `.${basename(place)}.tmp`);
  copyFileSync(source, draft);
  renameSync(draft, place);
}
