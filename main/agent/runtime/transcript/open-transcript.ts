import { mkdir, open, readFile, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { ModelRef } from '../../../../shared/agent/provider.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { transcriptPath } from '../../../lib/profile-paths.ts';
import { findTranscript } from '../../../storage/transcript/list-transcripts.ts';
import { messagesFromRecords } from '../../../storage/transcript/read-transcript.ts';
import { recordFromText, salvageRecords } from '../../../storage/transcript/salvage-records.ts';
import type { SalvagedTranscript } from '../../../storage/transcript/salvage-records.ts';
import {
  acquireTranscriptLock,
  transcriptLockPath,
} from '../../../storage/transcript/transcript-lock.ts';
import { describeProblems } from './transcript-problems.ts';
import type { TranscriptLoss } from './transcript-problems.ts';
import { TranscriptWriter } from './transcript-writer.ts';

/** The transcript is not there, or there already. */
export class TranscriptStateError extends Error {
  override readonly name = 'TranscriptStateError';
  constructor(
    readonly code: 'session-not-found' | 'session-exists',
    message: string,
  ) {
    super(message);
  }
}

export interface OpenTranscriptOptions {
  readonly configRoot: string;
  readonly cwd: string;
  readonly sessionId: string;
  readonly resume: boolean;
  readonly model: ModelRef;
  readonly appVersion: string;
  /** Named to whoever finds the lock held. */
  readonly program: string;
  readonly clock: Clock;
}

export interface OpenTranscript {
  readonly path: string;
  readonly writer: TranscriptWriter;
  /** What was said before. */
  readonly messages: readonly SDKMessage[];
  /** What was lost or repaired now and not told before (RT-42). */
  readonly losses: readonly TranscriptLoss[];
  /** Writes what waits, closes the file and gives the lock back. May be repeated. */
  close(): Promise<void>;
}

/**
 * Opens a session's transcript for writing: takes its lock, cuts a torn tail off into a file beside it, and reads what was said.
 * Rejects with `TranscriptLockedError`, `TranscriptStateError`, or the error of the file system; then nothing stays open.
 */
export async function openTranscript(options: OpenTranscriptOptions): Promise<OpenTranscript> {
  const path = await locate(options);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const lock = await acquireTranscriptLock(transcriptLockPath(path), options.program);
  let file: FileHandle | undefined;
  try {
    file = await open(path, options.resume ? 'r+' : await newFileFlags(path), 0o600);
    return await prepare(path, file, lock, options);
  } catch (error) {
    await file?.close().catch(() => undefined);
    await lock.release();
    throw error;
  }
}

async function newFileFlags(path: string): Promise<'r+' | 'wx+'> {
  return (await stat(path).catch(() => undefined)) ? 'r+' : 'wx+';
}

async function locate(options: OpenTranscriptOptions): Promise<string> {
  const { configRoot, cwd, sessionId } = options;
  const expected = transcriptPath(configRoot, await realpath(cwd), sessionId);
  if (!options.resume) return expected;
  if (await stat(expected).catch(() => undefined)) return expected;
  const found = await findTranscript(configRoot, sessionId);
  if (found !== undefined) return found;
  throw new TranscriptStateError(
    'session-not-found',
    `There is no session ${sessionId} to go on with in ${configRoot}.`,
  );
}

async function prepare(
  path: string,
  file: FileHandle,
  lock: { release(): Promise<void> },
  options: OpenTranscriptOptions,
): Promise<OpenTranscript> {
  const bytes = await readFile(path);
  const salvaged = salvageRecords(bytes);
  const tail = await settleTail(path, file, bytes, salvaged, options.clock);
  const records = salvaged.records.map((placed) => placed.record);
  if (tail.record) records.push(tail.record);
  const { messages } = messagesFromRecords(records);
  if (!options.resume && messages.length > 0)
    throw new TranscriptStateError(
      'session-exists',
      `The session ${options.sessionId} exists already; resume it or choose another id.`,
    );
  const parent = records.findLast(
    (record) => record.type === 'message' || record.type === 'session',
  );
  const writer = new TranscriptWriter({
    file,
    length: tail.length,
    sessionId: options.sessionId,
    parentUuid: parent?.uuid ?? null,
    clock: options.clock,
  });
  if (!records.some((record) => record.type === 'session'))
    await writer.header(await realpath(options.cwd), options.model, options.appVersion);
  const close = async (): Promise<void> => {
    try {
      await writer.close();
    } finally {
      await lock.release();
    }
  };
  let closing: Promise<void> | undefined;
  return {
    path,
    writer,
    messages,
    losses: describeProblems(salvaged, tail.keptIn, tail.record !== undefined),
    close: () => (closing ??= close()),
  };
}

interface SettledTail {
  readonly length: number;
  readonly keptIn: string | undefined;
  /** The tail was a whole record that only lacked its line end. */
  readonly record: Exclude<ReturnType<typeof recordFromText>, string> | undefined;
}

async function settleTail(
  path: string,
  file: FileHandle,
  bytes: Buffer,
  salvaged: SalvagedTranscript,
  clock: Clock,
): Promise<SettledTail> {
  const { tailOffset } = salvaged;
  if (tailOffset === bytes.length)
    return { length: bytes.length, keptIn: undefined, record: undefined };
  const tail = bytes.subarray(tailOffset);
  const record = recordFromText(tail.toString('utf8'));
  if (typeof record === 'object') {
    await file.write('\n', bytes.length);
    await file.datasync();
    return { length: bytes.length + 1, keptIn: undefined, record };
  }
  const keptIn = await keepAside(path, tail, clock);
  await file.truncate(tailOffset);
  await file.datasync();
  return { length: tailOffset, keptIn, record: undefined };
}

async function keepAside(path: string, tail: Uint8Array, clock: Clock): Promise<string> {
  const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  for (let count = 1; ; count += 1) {
    const name = `${path}.corrupt-${time}${count === 1 ? '' : `-${String(count)}`}`;
    try {
      const aside = await open(name, 'wx', 0o600);
      try {
        await aside.writeFile(tail);
        await aside.datasync();
      } finally {
        await aside.close();
      }
      return name;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
        throw new Error(`The damaged end of ${path} could not be kept aside: ${messageOf(error)}`, {
          cause: error,
        });
    }
  }
}
