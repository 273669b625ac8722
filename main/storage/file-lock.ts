import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../shared/lib/errors.ts';
import { delay, systemClock } from '../lib/clock.ts';

/** How often the holder shows that it lives, and after how much silence it counts as dead, in ms. */
const BEAT_MS = 2_000;
const SILENCE_MS = 12_000;
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 200;

/** The lock stayed with another process for too long, or its file cannot be made. */
export class FileLockError extends Error {
  override readonly name = 'FileLockError';
}

export interface FileLockOptions {
  /** How long to wait for it, in ms. */
  readonly patienceMs: number;
}

/**
 * Runs `work` while holding the lock file at `path`, exclusively over all processes of this machine. A lock whose holder
 * died or fell silent is taken over. Silence is measured in this process, so that no jump of the clock ends a lock.
 * Rejects with `FileLockError`, or as `work` does. Callers of one process must not overlap: put them in a row.
 */
export async function withFileLock<T>(
  path: string,
  options: FileLockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const mine = JSON.stringify({ pid: process.pid, id: randomUUID() });
  await acquire(path, mine, options);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await contentOf(path)) === mine) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** How long a change of a file that several programs write may wait for another one, in ms. */
const SHARED_FILE_PATIENCE_MS = 10_000;

/** Runs `work`, which reads and replaces the file at `path`, while no other program does the same. */
export function withSharedFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(`${path}.lock`, { patienceMs: SHARED_FILE_PATIENCE_MS }, work);
}

async function acquire(path: string, mine: string, options: FileLockOptions): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new FileLockError(`The lock ${path} cannot be made: ${messageOf(cause)}.`, { cause });
  });
  const start = performance.now();
  let pause = FIRST_PAUSE_MS;
  let seen: { readonly sign: string; readonly since: number } | undefined;
  while (!(await create(path, mine))) {
    const now = performance.now();
    const holder = await signOf(path);
    if (holder === undefined) {
      // Given back meanwhile; or something else stands there, as a folder does.
      if (now - start <= options.patienceMs) continue;
      throw new FileLockError(`The lock ${path} cannot be read. Move away what stands there.`);
    }
    if (seen?.sign !== holder.sign) seen = { sign: holder.sign, since: now };
    const isSilent = now - seen.since > SILENCE_MS;
    if (isSilent || isDead(holder.content)) await takeAway(path, holder.content);
    else if (now - start > options.patienceMs) {
      throw new FileLockError(
        `Another program holds ${path} for too long. Close it and try again.`,
      );
    } else {
      // Uneven, so that waiting processes do not move in step.
      await delay(systemClock, pause * (0.5 + Math.random()));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** Makes the file together with its content, so that nobody sees it empty. */
async function create(path: string, content: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, content, { mode: 0o600, flag: 'wx' });
    await link(temporary, path);
    return true;
  } catch (failure) {
    if (codeOf(failure) === 'EEXIST') return false;
    return await createWithoutLink(path, content, failure);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** For file systems without hard links. */
async function createWithoutLink(path: string, content: string, why: unknown): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    return true;
  } catch (failure) {
    if (codeOf(failure) === 'EEXIST') return false;
    throw new FileLockError(`The lock ${path} cannot be made: ${messageOf(why)}.`, {
      cause: failure,
    });
  }
}

/** What changes at each beat of the holder. */
async function signOf(path: string): Promise<{ sign: string; content: string } | undefined> {
  const [content, found] = await Promise.all([contentOf(path), stat(path).catch(() => undefined)]);
  if (content === undefined || !found) return undefined;
  return { content, sign: `${content}:${found.mtimeMs}` };
}

function isDead(content: string): boolean {
  const pid = Number(/"pid":(\d+)/.exec(content)?.[1]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (failure) {
    return codeOf(failure) === 'ESRCH';
  }
}

/** Moves the file aside first: of two that saw the same dead lock, the second must not remove the lock of the first. */
async function takeAway(path: string, seen: string): Promise<void> {
  if ((await contentOf(path)) !== seen) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return;
    throw new FileLockError(`The lock ${path} cannot be taken over: ${messageOf(failure)}.`);
  }
  if ((await contentOf(aside)) !== seen) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true }).catch(() => undefined);
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function codeOf(failure: unknown): string | undefined {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : undefined;
}
