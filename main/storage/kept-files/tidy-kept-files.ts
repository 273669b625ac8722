import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuid } from '../../../shared/lib/ids.ts';
import { transcriptNames, waitingSessions } from '../transcript/list-transcripts.ts';
import { acquireTranscriptLock, transcriptLockPath } from '../transcript/transcript-lock.ts';
import type { KeptFilesLimits } from './kept-files-limits.ts';
import { FOLDER_KINDS, sessionFolder, sessionFolders } from './session-folders.ts';

const DAY_MS = 24 * 60 * 60_000;
const MEGABYTE = 1024 * 1024;
/**
 * What belongs to no stored session stays so long after it was last touched: a program may still read the results of one that
 * was not stored, and such a session touches its own every day while it lives.
 */
const ORPHAN_MS = 7 * DAY_MS;
/** However little room there is, what was in use a day ago stays. */
const RECENT_MS = DAY_MS;
const REMOVED = '.removed-';
const PROGRAM = 'Parley, tidying up';

export interface TidyOptions {
  readonly configRoot: string;
  readonly limits: KeptFilesLimits;
  /** Epoch ms. */
  readonly now: number;
  /** Stops the work between two sessions. */
  readonly signal: AbortSignal;
}

/**
 * Removes what was kept for sessions that are stored nowhere any more, and checkpoints of stored sessions beyond the limits,
 * those of the session that rests for longest first. Long results of stored sessions stay: their conversations name them. A
 * session that is being written is left alone. What cannot be removed stays for the next time; never rejects.
 */
export async function tidyKeptFiles(options: TidyOptions): Promise<void> {
  const { configRoot, signal } = options;
  const stored = new Map(
    [...(await transcriptNames(configRoot)), ...(await waitingSessions(configRoot))].map(
      ({ id, path }) => [id, path],
    ),
  );
  await finishRemovals(configRoot);
  const kept = new Set(
    (await Promise.all(FOLDER_KINDS.map((kind) => idsIn(configRoot, kind)))).flat(),
  );
  const owned = await ownedIds(configRoot).catch(() => undefined);
  for (const id of owned ? kept : []) {
    if (signal.aborted) return;
    if (owned?.has(id) === false) await removeOrphan(id, options).catch(() => undefined);
  }
  const resting: Resting[] = [];
  for (const id of await idsIn(configRoot, 'checkpoints')) {
    if (signal.aborted) return;
    const found = await restingOf(configRoot, id, stored.get(id));
    if (found) resting.push(found);
  }
  resting.sort((left, right) => left.usedAt - right.usedAt);
  let size = resting.reduce((sum, one) => sum + one.size, 0);
  for (const one of resting) {
    if (signal.aborted) return;
    if (!isBeyond(one, size, options)) continue;
    if (await clearCheckpoints(one, options).catch(() => false)) size -= one.size;
  }
}

/**
 * Ids of all sessions that are stored, that wait, or that are in the trash. Rejects when a folder of them cannot be read now:
 * what is in it would count as gone.
 */
async function ownedIds(configRoot: string): Promise<Set<string>> {
  const trash = join(configRoot, 'trash');
  // One that is on its way out of the trash has its folders back before it is stored again, so the trash is read on both sides.
  const ids = await namesIn(trash);
  const projects = join(configRoot, 'projects');
  for (const folder of await namesIn(projects))
    for (const name of await namesIn(join(projects, folder)))
      ids.push(...(/^([^.]+)\.(?:jsonl|queue\.json)$/.exec(name)?.slice(1) ?? []));
  return new Set([...ids, ...(await namesIn(trash))]);
}

/** None where nothing is, or a file. A link that leads nowhere now, such as to a disk that is away, is no such case. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (failure) {
    const isThere = await lstat(folder).then(
      (found) => !found.isFile(),
      (reason: unknown) => (reason as NodeJS.ErrnoException).code !== 'ENOENT',
    );
    if (isThere) throw failure;
    return [];
  }
}

/** Checkpoints of a stored session. */
interface Resting {
  readonly id: string;
  readonly transcript: string;
  readonly usedAt: number;
  /** Bytes. */
  readonly size: number;
}

function isBeyond({ usedAt }: Resting, size: number, { limits, now }: TidyOptions): boolean {
  const { checkpointDays, checkpointMegabytes } = limits;
  if (checkpointDays > 0 && usedAt < now - checkpointDays * DAY_MS) return true;
  return (
    checkpointMegabytes > 0 && size > checkpointMegabytes * MEGABYTE && usedAt < now - RECENT_MS
  );
}

async function restingOf(
  configRoot: string,
  id: string,
  transcript: string | undefined,
): Promise<Resting | undefined> {
  const used = transcript === undefined ? undefined : await stat(transcript).catch(() => undefined);
  if (transcript === undefined || !used) return undefined;
  const files = join(sessionFolder(configRoot, 'checkpoints', id), 'files');
  const sizes = await Promise.all(
    (await readdir(files).catch(() => [])).map(async (name) => {
      const found = await stat(join(files, name)).catch(() => undefined);
      return found?.size ?? 0;
    }),
  );
  // Where nothing is kept there is nothing to clear.
  if (sizes.length === 0) return undefined;
  return { id, transcript, usedAt: used.mtimeMs, size: sizes.reduce((sum, one) => sum + one, 0) };
}

/** Puts a mark in the place of a session's checkpoints. False when the session is in use. */
async function clearCheckpoints(one: Resting, { configRoot, now }: TidyOptions): Promise<boolean> {
  const folder = sessionFolder(configRoot, 'checkpoints', one.id);
  const aside = `${folder}${REMOVED}${randomUUID()}`;
  const lock = await acquireTranscriptLock(transcriptLockPath(one.transcript), PROGRAM);
  try {
    // Somebody may have gone on with it meanwhile.
    const { mtimeMs } = await stat(one.transcript);
    if (mtimeMs !== one.usedAt) return false;
    await rename(folder, aside);
    await mkdir(folder, { mode: 0o700 });
    const mark = JSON.stringify({ type: 'cleared', at: new Date(now).toISOString() });
    await writeFile(join(folder, 'index.jsonl'), `${mark}\n`, { mode: 0o600 });
  } finally {
    await lock.release();
  }
  await rm(aside, { recursive: true, force: true });
  return true;
}

async function removeOrphan(id: string, { configRoot, now }: TidyOptions): Promise<void> {
  const folders = sessionFolders(configRoot, id);
  const times = await Promise.all(folders.map(newestIn));
  if (Math.max(...times) > now - ORPHAN_MS) return;
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

/** When something in a folder was last written, in epoch ms; 0 when it is not there. */
async function newestIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    ['.', ...names].map(
      async (name) => (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs,
    ),
  );
  return Math.max(0, ...times.filter((time) => time !== undefined));
}

/** What a program was removing when it was ended. */
async function finishRemovals(configRoot: string): Promise<void> {
  const folder = join(configRoot, 'checkpoints');
  for (const name of await readdir(folder).catch(() => []))
    if (name.includes(REMOVED))
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
}

async function idsIn(configRoot: string, kind: (typeof FOLDER_KINDS)[number]): Promise<string[]> {
  const names = await readdir(join(configRoot, kind)).catch(() => []);
  return names.filter((name) => uuid.safeParse(name).success);
}
