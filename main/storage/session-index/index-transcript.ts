import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import { salvageRecords } from '../transcript/salvage-records.ts';
import type { IndexedMessage, SearchDatabase, TakenSession } from './search-database.ts';

const CHUNK = 1024 * 1024;
/** Messages that go in together: searches are answered between two such steps. */
const AT_ONCE = 200;
const TAIL = 64;
/** Of one message, in UTF-16 units. */
const LONGEST_TEXT = 100_000;
/** A record that is larger than this is left out, in bytes. */
const LARGEST_RECORD = 64 * 1024 * 1024;

export interface TranscriptFile {
  readonly id: string;
  readonly path: string;
}

/**
 * Takes into the index what is new in a transcript. What was taken in before counts as long as the bytes before it are the
 * same; else all of it is taken in anew. A transcript that is gone is forgotten. Gives true when something changed.
 */
export async function indexTranscript(
  database: SearchDatabase,
  file: TranscriptFile,
  known: TakenSession | undefined,
): Promise<boolean> {
  const handle = await open(file.path, 'r').catch(() => undefined);
  if (!handle) return known !== undefined && (await forgetSession(database, file.id));
  try {
    const { size, mtimeMs: modified } = await handle.stat();
    if (known?.path === file.path && known.size === size && known.modified === modified)
      return false;
    let taken = known?.taken ?? 0;
    if (known && (size < taken || (await tailBefore(handle, taken)) !== known.tail)) {
      await forgetSession(database, file.id);
      taken = 0;
    }
    await takeFrom(database, handle, { ...file, taken, size, modified });
    return true;
  } finally {
    await handle.close();
  }
}

/** Takes a session out, a few messages at a time. */
export async function forgetSession(database: SearchDatabase, sessionId: string): Promise<true> {
  while (!database.forget(sessionId, AT_ONCE)) await setImmediate();
  return true;
}

async function takeFrom(
  database: SearchDatabase,
  handle: FileHandle,
  start: Omit<TakenSession, 'tail'>,
): Promise<void> {
  let { taken } = start;
  let chunk = CHUNK;
  for (;;) {
    const bytes = await readAt(handle, taken, Math.min(chunk, start.size - taken));
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end === 0) {
      const isWhole = taken + bytes.length >= start.size;
      if (isWhole || chunk > LARGEST_RECORD) break;
      chunk *= 4;
      continue;
    }
    chunk = CHUNK;
    taken += end;
    // Until the end of the file is reached, it counts as changed.
    const size = taken >= start.size ? start.size : -1;
    await addAll(database, handle, { ...start, taken, size }, messagesIn(bytes.subarray(0, end)));
    if (taken >= start.size) return;
  }
  // Nothing but an unterminated tail is left, which belongs to whoever writes it.
  database.add({ ...start, taken, tail: await tailBefore(handle, taken) }, []);
}

async function addAll(
  database: SearchDatabase,
  handle: FileHandle,
  session: Omit<TakenSession, 'tail'>,
  messages: readonly IndexedMessage[],
): Promise<void> {
  const tail = await tailBefore(handle, session.taken);
  // Until the last step the session counts as unfinished, so that a crash takes it in anew.
  const unfinished = { ...session, size: -1, tail: 'unfinished' };
  for (let index = 0; index + AT_ONCE < messages.length; index += AT_ONCE) {
    database.add(unfinished, messages.slice(index, index + AT_ONCE));
    await setImmediate();
  }
  const rest = messages.length === 0 ? 0 : Math.floor((messages.length - 1) / AT_ONCE) * AT_ONCE;
  database.add({ ...session, tail }, messages.slice(rest));
  await setImmediate();
}

function messagesIn(bytes: Uint8Array): IndexedMessage[] {
  return salvageRecords(bytes).records.flatMap(({ record }) => {
    const text = record.type === 'message' ? textOf(record.message) : '';
    return text === '' ? [] : [{ uuid: record.uuid, text }];
  });
}

/** What a person reads of a message: its own words, not the tools'. */
function textOf(message: SDKMessage): string {
  if (message.type !== 'user' && message.type !== 'assistant') return '';
  const { content } = message.message;
  if (typeof content === 'string') return content.slice(0, LONGEST_TEXT);
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .slice(0, LONGEST_TEXT);
}

async function tailBefore(handle: FileHandle, end: number): Promise<string> {
  const start = Math.max(0, end - TAIL);
  return createHash('sha256')
    .update(await readAt(handle, start, end - start))
    .digest('hex');
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, length));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
  return buffer.subarray(0, bytesRead);
}
