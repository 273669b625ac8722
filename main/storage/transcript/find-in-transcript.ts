import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import { blockItemId } from '../../../shared/agent/transcript.ts';
import { recordFromText } from './salvage-records.ts';
import { linesForwards } from './transcript-pages.ts';

/** An item of a conversation that holds the words. */
export interface TranscriptHit {
  /** Id of the item as the window draws it. */
  readonly itemId: string;
  /** Byte offset of the record that it begins with. */
  readonly offset: number;
}

export interface FoundInTranscript {
  /** In the order of the conversation. */
  readonly hits: readonly TranscriptHit[];
  /** There are more than `most`. */
  readonly isCut: boolean;
}

/** After so many bytes others have their turn. */
const BREATH = 1024 * 1024;

/** Searches a transcript for words, letter case apart. Reads it from begin to end without keeping it. */
export async function findInTranscript(
  path: string,
  words: string,
  most: number,
): Promise<FoundInTranscript> {
  const wanted = words.toLowerCase();
  // As the words are written in JSON; what does not hold them is not parsed.
  const written = JSON.stringify(wanted).slice(1, -1);
  const hits = new Map<string, TranscriptHit>();
  const lines = messagesWith(path, (line) => line.toLowerCase().includes(written));
  for await (const { message, placeOf } of lines) {
    for (const [itemId, text] of textsOf(message)) {
      if (hits.has(itemId) || !text.toLowerCase().includes(wanted)) continue;
      hits.set(itemId, { itemId, offset: placeOf(itemId) });
      if (hits.size > most) return { hits: [...hits.values()].slice(0, most), isCut: true };
    }
  }
  return { hits: [...hits.values()], isCut: false };
}

/** Where the item of a message is, by the uuid of the message or of its record; undefined when it is not there. */
export async function locateInTranscript(
  path: string,
  uuid: string,
): Promise<TranscriptHit | undefined> {
  for await (const found of messagesWith(path, (line) => line.includes(uuid))) {
    const { message, recordUuid, placeOf } = found;
    if (recordUuid !== uuid && message.uuid !== uuid) continue;
    const items = [...textsOf(message)].map(([itemId]) => itemId);
    const words = wordsOf(message);
    const itemId = items.find((id) => words.has(id)) ?? items[0];
    if (itemId !== undefined) return { itemId, offset: placeOf(itemId) };
  }
  return undefined;
}

interface FoundMessage {
  readonly message: SDKMessage;
  readonly recordUuid: string;
  /** Byte offset of the record that an item of it begins with. */
  readonly placeOf: (itemId: string) => number;
}

/** The messages of the lines that are wanted; the others are not parsed. */
async function* messagesWith(
  path: string,
  isWanted: (line: string) => boolean,
): AsyncGenerator<FoundMessage> {
  const begins = new Map<string, number>();
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let breath = BREATH;
    for await (const { offset, bytes } of linesForwards(file, 0, size)) {
      if (offset > breath) {
        breath = offset + BREATH;
        await setImmediate();
      }
      const line = bytes.toString('utf8');
      if (line.includes('"tool_use"')) noteToolUses(line, offset, begins);
      if (!isWanted(line)) continue;
      const record = recordFromText(line.trim());
      if (typeof record !== 'object' || record.type !== 'message') continue;
      yield {
        message: record.message,
        recordUuid: record.uuid,
        placeOf: (itemId) => begins.get(itemId) ?? offset,
      };
    }
  } finally {
    await file.close();
  }
}

/** Items of a message that hold its own words. */
function wordsOf(message: SDKMessage): ReadonlySet<string> {
  if (message.type !== 'assistant') return new Set();
  return new Set(
    message.message.content.flatMap((block, index) =>
      block.type === 'text' ? [blockItemId(message.uuid, index)] : [],
    ),
  );
}

/** A result stands in the card of its call, which lies before it. */
function noteToolUses(line: string, offset: number, begins: Map<string, number>): void {
  for (const [, id] of line.matchAll(/"type":"tool_use","id":"([^"\\]+)"/g))
    if (id !== undefined && !begins.has(id)) begins.set(id, offset);
}

/** What a message shows, by the id of its item. */
function* textsOf(message: SDKMessage): Generator<readonly [string, string]> {
  if (message.type === 'user') {
    const { content } = message.message;
    if (typeof content === 'string') yield [message.uuid, content];
    else
      for (const block of content) {
        if (block.type === 'text') yield [message.uuid, block.text];
        else if (block.type === 'tool_result')
          for (const part of block.content)
            if (typeof part['text'] === 'string') yield [block.tool_use_id, part['text']];
      }
  } else if (message.type === 'assistant') {
    for (const [index, block] of message.message.content.entries()) {
      if (block.type === 'text') yield [blockItemId(message.uuid, index), block.text];
      else if (block.type === 'thinking') yield [blockItemId(message.uuid, index), block.thinking];
      else
        yield [
          block.id,
          `${block.title ?? block.tool_name ?? block.name}\n${inputText(block.input)}`,
        ];
    }
  }
}

function inputText(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return String(input);
  return Object.values(input).map(inputText).join('\n');
}
