import { link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const holderSchema = z.object({
  pid: z.number().int().positive(),
  /** Tells this process from a later one of the same number; null where the system does not say. */
  startedAt: z.string().nullable(),
  program: z.string(),
});
export type LockHolder = z.infer<typeof holderSchema>;

/** Another process writes this transcript (RT-43). */
export class TranscriptLockedError extends Error {
  override readonly name = 'TranscriptLockedError';
  constructor(readonly holder: LockHolder) {
    super(
      `This session is open in another program (${holder.program}, process ${String(holder.pid)}). Close it there to go on here.`,
    );
  }
}

export interface TranscriptLock {
  /** Gives the lock back. May be repeated; never rejects. */
  release(): Promise<void>;
}

/** A lock file without a holder in it is taken over once it is this old: its maker died between making and writing it. */
const UNREADABLE_AGE_MS = 10_000;
const ATTEMPTS = 5;

/**
 * Takes the lock at `path`, exclusively over all processes of this machine. A lock whose process is gone, or is a different one now, is taken over.
 * Rejects with `TranscriptLockedError` when it is held. The caller owns it and releases it.
 */
export async function acquireTranscriptLock(
  path: string,
  program: string,
): Promise<TranscriptLock> {
  const mine = JSON.stringify({
    pid: process.pid,
    startedAt: await processStart(process.pid),
    program,
  } satisfies LockHolder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(path, mine)) return { release: () => release(path, mine) };
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder ? await isAlive(holder) : !(await isOld(path)))
      throw new TranscriptLockedError(holder ?? unknownHolder);
    await removeStale(path, text);
  }
  throw new TranscriptLockedError(unknownHolder);
}

/** Who writes the transcript now; undefined when nobody does. Takes nothing and changes nothing. */
export async function transcriptLockHolder(path: string): Promise<LockHolder | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const holder = text === undefined ? undefined : parseHolder(text);
  return holder && (await isAlive(holder)) ? holder : undefined;
}

/** Path of the lock of a transcript. */
export function transcriptLockPath(transcript: string): string {
  return transcript.replace(/\.jsonl$/, '.lock');
}

const unknownHolder: LockHolder = { pid: 1, startedAt: null, program: 'unknown' };

/** Creates the file with its content in one step, so that nobody sees it empty. */
async function create(path: string, content: string): Promise<boolean> {
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(temporary, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return await createWithoutLink(path, content);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** For file systems without hard links. */
async function createWithoutLink(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the file away first: of two that saw the same stale lock, the second must not remove the lock of the first. */
async function removeStale(path: string, seen: string): Promise<void> {
  const aside = `${path}.${crypto.randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== seen) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function release(path: string, mine: string): Promise<void> {
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === mine) await rm(path, { force: true }).catch(() => undefined);
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function isAlive(holder: LockHolder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const started = await processStart(holder.pid);
  return holder.startedAt === null || started === null || holder.startedAt === started;
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined || Date.now() - found.mtimeMs > UNREADABLE_AGE_MS;
}

/** Boot and start time of a process, from /proc; null elsewhere. */
async function processStart(pid: number): Promise<string | null> {
  try {
    const [boot, line] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${String(pid)}/stat`, 'utf8'),
    ]);
    // The name in brackets may hold anything; field 22 is counted from behind it.
    const ticks = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? null : `${boot.trim()}:${ticks}`;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
