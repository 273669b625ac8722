import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import type { TranscriptRecord } from '../../../shared/agent/transcript-record.ts';
import { messagesFromRecords } from './read-transcript.ts';
import { salvageRecords } from './salvage-records.ts';

/** A part of a transcript that stands for itself: no tool call has its result in another part. */
export interface TranscriptPage {
  readonly messages: readonly SDKMessage[];
  /** Byte offset of its first record; undefined when nothing comes before it. */
  readonly earlier: number | undefined;
  /** Byte offset of what comes after it; undefined when nothing does. */
  readonly later: number | undefined;
}

/** How much a page holds. */
export interface PageSize {
  /** From so many messages on a page ends where a turn begins, from four times as many where the model is asked again. */
  readonly messages: number;
}

const LF = 0x0a;
const CHUNK = 128 * 1024;
/** Bytes that count as much as the number of messages. */
const ENOUGH_BYTES = 512 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;

interface PlacedRecord {
  readonly record: TranscriptRecord;
  readonly offset: number;
}

/** The page that ends before `end`; the last of the file without one. An unterminated tail is no part of it. */
export async function readPageBefore(
  path: string,
  end: number | undefined,
  size: PageSize,
): Promise<TranscriptPage> {
  const file = await open(path);
  try {
    const limit = end ?? (await file.stat()).size;
    const found: PlacedRecord[] = [];
    const filling = new Filling(size);
    for await (const line of linesBackwards(file, limit)) {
      for (const record of recordsOf(line).toReversed()) {
        const newer = found.at(-1)?.record;
        found.push({ record, offset: line.offset });
        if (newer !== undefined) filling.note(newer);
      }
      filling.bytes = limit - line.offset;
      const oldest = found.at(-1)?.record;
      if (line.offset > 0 && oldest !== undefined && filling.mayBeginWith(oldest)) {
        // The text of an answer that streamed lies before it.
        if (!(await followsDelta(file, line.offset, oldest)))
          return pageOf(found.toReversed(), line.offset, end);
      }
    }
    return pageOf(found.toReversed(), undefined, end);
  } finally {
    await file.close();
  }
}

/** The page that begins at `start`, which a page gave as its end, and ends before `limit` at the latest. */
export async function readPageAfter(
  path: string,
  start: number,
  limit: number | undefined,
  size: PageSize,
): Promise<TranscriptPage> {
  const file = await open(path);
  try {
    const end = limit ?? (await file.stat()).size;
    const found: PlacedRecord[] = [];
    const filling = new Filling(size);
    let isStreamed = false;
    for await (const line of linesForwards(file, start, end)) {
      for (const record of recordsOf(line)) {
        const begins = record.type === 'delta' ? !isStreamed && filling.isOver : !isStreamed;
        if (found.length > 0 && begins && filling.mayBeginWith(record))
          return pageOf(found, start === 0 ? undefined : start, line.offset);
        isStreamed = record.type === 'delta';
        found.push({ record, offset: line.offset });
        filling.note(record);
        filling.bytes = line.offset - start;
      }
    }
    return pageOf(found, start === 0 ? undefined : start, limit);
  } finally {
    await file.close();
  }
}

/** The page with the record at `offset`. */
export async function readPageAround(
  path: string,
  offset: number,
  limit: number | undefined,
  size: PageSize,
): Promise<TranscriptPage> {
  const file = await open(path);
  let start = 0;
  try {
    const after = await lineEndAfter(file, offset);
    for await (const line of linesBackwards(file, after)) {
      start = line.offset;
      if (recordsOf(line).some(isPrompt)) break;
    }
  } finally {
    await file.close();
  }
  return readPageAfter(path, start, limit, size);
}

/** Counts what a page holds and tells where it may be cut. */
class Filling {
  bytes = 0;
  #messages = 0;

  constructor(private readonly size: PageSize) {}

  note(record: TranscriptRecord): void {
    if (record.type === 'message') this.#messages += 1;
  }

  get isOver(): boolean {
    return this.#messages >= this.size.messages * 4 || this.bytes >= MOST_BYTES;
  }

  mayBeginWith(record: TranscriptRecord): boolean {
    const isEnough = this.#messages + 1 >= this.size.messages || this.bytes >= ENOUGH_BYTES;
    if (isEnough && isPrompt(record)) return true;
    // All results are there before the model is asked again.
    return this.isOver && (isOwnAnswer(record) || record.type === 'delta');
  }
}

function isPrompt(record: TranscriptRecord): boolean {
  if (record.type !== 'message' || record.message.type !== 'user') return false;
  const { parent_tool_use_id: parent, message } = record.message;
  return (
    parent === null &&
    (typeof message.content === 'string' ||
      message.content.some((block) => block.type !== 'tool_result'))
  );
}

function isOwnAnswer(record: TranscriptRecord): boolean {
  return (
    record.type === 'message' &&
    record.message.type === 'assistant' &&
    record.message.parent_tool_use_id === null
  );
}

async function followsDelta(
  file: FileHandle,
  offset: number,
  record: TranscriptRecord,
): Promise<boolean> {
  if (isPrompt(record)) return false;
  for await (const line of linesBackwards(file, offset))
    return recordsOf(line).at(-1)?.type === 'delta';
  return false;
}

function pageOf(
  placed: readonly PlacedRecord[],
  earlier: number | undefined,
  later: number | undefined,
): TranscriptPage {
  const { messages } = messagesFromRecords(placed.map(({ record }) => record));
  return { messages, earlier, later };
}

interface Line {
  readonly offset: number;
  /** With its line end. */
  readonly bytes: Buffer;
}

function recordsOf({ bytes }: Line): TranscriptRecord[] {
  return salvageRecords(bytes).records.map(({ record }) => record);
}

/** Whole lines that end at or before `end`, the last first. */
async function* linesBackwards(file: FileHandle, end: number): AsyncGenerator<Line> {
  let begin = end;
  let rest: Buffer = Buffer.alloc(0);
  let isLast = true;
  while (begin > 0) {
    // A line that is longer than a chunk is read in steps that grow.
    const step = Math.min(begin, Math.max(CHUNK, rest.length));
    begin -= step;
    rest = Buffer.concat([await readBytes(file, begin, step), rest]);
    if (isLast) {
      const whole = rest.lastIndexOf(LF) + 1;
      if (whole === 0) continue;
      rest = rest.subarray(0, whole);
      isLast = false;
    }
    while (rest.length > 0) {
      const before = rest.length === 1 ? -1 : rest.lastIndexOf(LF, rest.length - 2);
      if (before === -1 && begin > 0) break;
      yield { offset: begin + before + 1, bytes: rest.subarray(before + 1) };
      rest = rest.subarray(0, before + 1);
    }
  }
}

/** Whole lines from `start` on that end at or before `end`. */
export async function* linesForwards(
  file: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Line> {
  let offset = start;
  let rest: Buffer = Buffer.alloc(0);
  for (let position = start; position < end;) {
    const bytes = await readBytes(
      file,
      position,
      Math.min(end - position, Math.max(CHUNK, rest.length)),
    );
    if (bytes.length === 0) return;
    position += bytes.length;
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let from = 0;
    for (let at = rest.indexOf(LF); at !== -1; at = rest.indexOf(LF, from)) {
      yield { offset: offset + from, bytes: rest.subarray(from, at + 1) };
      from = at + 1;
    }
    offset += from;
    rest = rest.subarray(from);
  }
}

async function lineEndAfter(file: FileHandle, offset: number): Promise<number> {
  const { size } = await file.stat();
  for await (const line of linesForwards(file, offset, size)) return offset + line.bytes.length;
  return size;
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
