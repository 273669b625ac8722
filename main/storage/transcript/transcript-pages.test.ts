import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssistantBlock } from '../../../shared/agent/content.ts';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import { findInTranscript, locateInTranscript } from './find-in-transcript.ts';
import { readTranscript } from './read-transcript.ts';
import { readPageAfter, readPageAround, readPageBefore } from './transcript-pages.ts';

const session = '11111111-1111-4111-8111-111111111111';
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let folder: string;
let path: string;
let count = 0;

const record = (part: object) =>
  `${JSON.stringify({ ...part, uuid: id((count += 1)), parentUuid: null, sessionId: session, timestamp: '2026-12-01T10:00:00.000Z', version: 1 })}\n`;
const message = (n: number, part: object) =>
  record({
    type: 'message',
    message: { uuid: id(n), session_id: session, parent_tool_use_id: null, ...part },
  });
const user = (n: number, content: unknown) =>
  message(n, { type: 'user', message: { role: 'user', content } });
const answer = (n: number, ...content: AssistantBlock[]) =>
  message(n, {
    type: 'assistant',
    message: { role: 'assistant', model: 'm', content, stop_reason: 'end_turn', usage: {} },
  });
const delta = (n: number, text: string) =>
  record({ type: 'delta', messageUuid: id(n), index: 0, kind: 'text', text, model: 'm' });
const call = (n: number): AssistantBlock => ({
  type: 'tool_use',
  id: `call${String(n)}`,
  name: 'Read',
  title: `Read part ${String(n)}`,
  input: { file_path: `/src/${String(n)}.ts` },
});
const result = (n: number, text: string) => ({
  type: 'tool_result',
  tool_use_id: `call${String(n)}`,
  content: [{ type: 'text', text }],
  is_error: false,
  outcome: 'ok',
});

/** A turn of four messages, the answer of which streamed. */
function turn(n: number): string {
  const at = 1_000 + n * 10;
  return [
    user(at, `Question ${String(n)}`),
    answer(at + 1, call(n)),
    user(at + 2, [result(n, `Line of ${String(n)} ärger 東京`)]),
    delta(at + 3, `Half of answer`),
    answer(at + 3, { type: 'text', text: `Answer ${String(n)} ${'x'.repeat(2_000)}` }),
  ].join('');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pages-'));
  path = join(folder, `${session}.jsonl`);
  const head = record({
    type: 'session',
    cwd: '/w',
    model: { provider_id: 'p', id: 'm' },
    appVersion: '1',
  });
  const turns = Array.from({ length: 200 }, (_, n) => turn(n));
  // One very long turn: only where the model is asked again may it be cut.
  const long = Array.from({ length: 60 }, (_, n) => {
    const at = 50_000 + n * 10;
    return [
      answer(at, call(1_000 + n)),
      user(at + 1, [result(1_000 + n, 'ok')]),
      delta(at + 10, 'Streaming'),
    ].join('');
  });
  await writeFile(
    path,
    [
      head,
      ...turns,
      user(40_000, 'Go on'),
      ...long,
      answer(50_600, { type: 'text', text: 'End' }),
    ].join(''),
  );
  await appendFile(path, '{"type":"message","torn');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { messages: 10 };
const ids = (messages: readonly SDKMessage[]) => messages.map(({ uuid }) => uuid);

/** No result without its call, no call without its result. */
function expectWhole(messages: readonly SDKMessage[]): void {
  const calls: string[] = [];
  const results: string[] = [];
  for (const one of messages) {
    if (one.type !== 'user' && one.type !== 'assistant') continue;
    if (typeof one.message.content === 'string') continue;
    for (const block of one.message.content) {
      if (block.type === 'tool_use') calls.push(block.id);
      if (block.type === 'tool_result') results.push(block.tool_use_id);
    }
  }
  expect(results).toEqual(calls);
}

describe('pages of a transcript', () => {
  it('give all of it, from the end to the begin and back, each standing for itself [UI-15.pages]', async () => {
    const { messages } = await readTranscript(path);
    const backwards: SDKMessage[][] = [];
    const cursors: (number | undefined)[] = [undefined];
    for (let end: number | undefined; ;) {
      const page = await readPageBefore(path, end, size);
      expectWhole(page.messages);
      expect(page.messages.length).toBeLessThan(60);
      backwards.unshift([...page.messages]);
      if (page.earlier === undefined) break;
      cursors.unshift((end = page.earlier));
    }
    expect(ids(backwards.flat())).toEqual(ids(messages));

    const forwards: SDKMessage[] = [];
    let at: number | undefined = 0;
    while (at !== undefined) {
      const page = await readPageAfter(path, at, undefined, size);
      expectWhole(page.messages);
      forwards.push(...page.messages);
      at = page.later;
    }
    expect(ids(forwards)).toEqual(ids(messages));
    // The text of answers is whole, not what had streamed of it.
    expect(JSON.stringify(forwards)).not.toContain('Half of');
  });

  it('end before the messages that the window has already [UI-15.pages]', async () => {
    const tail = await readPageBefore(path, undefined, size);
    const before = await readPageBefore(path, tail.earlier, size);
    const again = await readPageAfter(path, before.earlier ?? 0, tail.earlier, { messages: 1_000 });
    expect(ids(again.messages)).toEqual(ids(before.messages));
    expect(again.later).toBe(tail.earlier);
  });

  it('are found by where something is [UI-15.pages]', async () => {
    const bytes = await readFile(path);
    const offset = bytes.lastIndexOf(0x0a, bytes.indexOf('Line of 77 ')) + 1;
    const page = await readPageAround(path, offset, undefined, size);
    expectWhole(page.messages);
    expect(ids(page.messages)).toContain(id(1_772));
    const before = await readPageBefore(path, page.earlier, size);
    expect(ids(before.messages).at(-1)).toBe(id(1_763));
  });

  it('are found by words in any letter case, a result in the card of its call [UI-15.find]', async () => {
    const one = await findInTranscript(path, 'LINE OF 77 Ä', 100);
    expect(one.hits.map(({ itemId }) => itemId)).toEqual(['call77']);
    const [hit] = one.hits;
    expect(ids((await readPageAround(path, hit?.offset ?? 0, undefined, size)).messages)).toContain(
      id(1_771),
    );
    const many = await findInTranscript(path, '東京', 50);
    expect(many).toMatchObject({ isCut: true, hits: { length: 50 } });
    expect((await findInTranscript(path, 'Question 19', 100)).hits).toHaveLength(11);
    expect((await findInTranscript(path, 'nowhere', 100)).hits).toEqual([]);
    expect((await findInTranscript(path, '"type":"message"', 100)).hits).toEqual([]);
  });

  it('are found by a message, an answer by its words and a result by its call [UI-15.jump]', async () => {
    const asked = await locateInTranscript(path, id(1_771));
    const page = await readPageAround(path, asked?.offset ?? 0, undefined, size);
    expect(ids(page.messages)).toContain(id(1_771));
    expect((await locateInTranscript(path, id(1_772)))?.itemId).toBe('call77');
    expect(await locateInTranscript(path, id(999_999))).toBeUndefined();
  });
});
