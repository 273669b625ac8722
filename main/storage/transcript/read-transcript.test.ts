import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTranscript, listTranscripts } from './list-transcripts.ts';
import { readTranscript } from './read-transcript.ts';
import { salvageRecords } from './salvage-records.ts';

const sessionId = '11111111-1111-4111-8111-111111111111';
let count = 0;
const id = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
const envelope = () => ({
  uuid: id(),
  parentUuid: null,
  sessionId,
  timestamp: '2026-01-02T03:04:05.678Z',
  version: 1,
});
const model = { provider_id: 'offline', id: 'offline' };
const header = (cwd = '/work') => ({ type: 'session', cwd, model, appVersion: '1', ...envelope() });
const said = (content: string) => ({
  type: 'message',
  message: {
    type: 'user',
    uuid: id(),
    session_id: sessionId,
    parent_tool_use_id: null,
    message: { role: 'user', content },
  },
  ...envelope(),
});
const grown = (messageUuid: string, index: number, text: string) => ({
  type: 'delta',
  messageUuid,
  index,
  kind: 'text',
  text,
  model: 'm',
  ...envelope(),
});
const answered = (uuid: string, text: string) => ({
  type: 'message',
  message: {
    type: 'assistant',
    uuid,
    session_id: sessionId,
    parent_tool_use_id: null,
    message: {
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: {},
    },
  },
  ...envelope(),
});
const lines = (...records: unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-read-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function read(content: string | Uint8Array) {
  const path = join(folder, 'one.jsonl');
  await writeFile(path, content);
  const { messages, problems, header: found } = await readTranscript(path);
  const texts = messages.map((message) => {
    if (message.type !== 'user' && message.type !== 'assistant') return message.type;
    const { content: blocks } = message.message;
    return typeof blocks === 'string'
      ? blocks
      : blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('|');
  });
  return { messages, texts, kinds: problems.map((problem) => problem.kind), header: found };
}

describe('readTranscript', () => {
  it('reads what was said and ignores a tail that is not whole [RT-42.torn-tail]', async () => {
    const {
      texts,
      kinds,
      header: found,
    } = await read(`${lines(header(), said('a'), said('b'))}{"type":"mess`);
    expect(found?.cwd).toBe('/work');
    expect(texts).toEqual(['a', 'b']);
    expect(kinds).toEqual(['torn-tail']);
  });

  it('makes an interrupted message of text that was never finished, at its place [RT-25, RT-41]', async () => {
    const [open, done] = [id(), id()];
    const { messages, texts } = await read(
      lines(
        header(),
        said('q'),
        grown(open, 1, 'there'),
        grown(open, 0, 'hel'),
        grown(open, 0, 'lo'),
        said('next'),
        grown(done, 0, 'par'),
        answered(done, 'whole'),
      ),
    );
    expect(texts).toEqual(['q', 'hello|there', 'next', 'whole']);
    expect(messages[1]).toMatchObject({
      type: 'assistant',
      message: { stop_reason: 'interrupted' },
    });
  });

  it('survives NUL blocks, fused records, a byte order mark, bad bytes and unknown records [RT-42]', async () => {
    const a = lines(said('a'));
    const content = Buffer.concat([
      Buffer.from(`\u{FEFF}${lines(header())}`),
      Buffer.alloc(4096),
      Buffer.from(a),
      Buffer.from(lines(said('b')).trim() + lines(said('c'))),
      Buffer.from(`{"type":"message","message":{"type":"us${lines(said('d'))}`),
      Buffer.from(lines(said('e')).replace('"e"', '"@"')).map((byte) =>
        byte === 0x40 ? 0xff : byte,
      ),
      Buffer.from(lines({ type: 'hologram', version: 9 }, { ...header(), version: 2 })),
      Buffer.from('not json\n'),
      Buffer.from(lines(said('f'))),
    ]);
    const { texts, kinds } = await read(content);
    expect(texts).toEqual(['a', 'b', 'c', 'd', '\u{FFFD}', 'f']);
    expect(kinds).toEqual([
      'byte-order-mark',
      'nul-block',
      'fused-records',
      'fused-records',
      'invalid-utf8',
      'unknown-record',
      'unknown-record',
      'unreadable',
    ]);
  });

  it('never fails for any bytes, and never loses a whole line beside them [RT-42]', () => {
    const record = Buffer.from(lines(said('kept')));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ maxLength: 50 }),
        (before, after) => {
          const bytes = Buffer.concat([before, Buffer.from('\n'), record, after]);
          expect(salvageRecords(bytes).records.length).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });
});

describe('listTranscripts', () => {
  async function put(slug: string, name: string, content: string): Promise<string> {
    await mkdir(join(folder, 'projects', slug), { recursive: true });
    const path = join(folder, 'projects', slug, name);
    await writeFile(path, content);
    return path;
  }

  it('gives title, folder, model and times from head and tail, newest first [RT-40]', async () => {
    const late = { ...said('last'), timestamp: '2026-05-06T07:08:09.000Z' };
    await put(
      'a',
      `${sessionId}.jsonl`,
      lines(header('/home/me/app'), said('\n  First line \nsecond'), late),
    );
    const other = '22222222-2222-4222-8222-222222222222';
    const path = await put('b', `${other}.jsonl`, lines(header(join(folder, 'scratch', other))));
    await put('b', 'notes.jsonl', 'x');
    await put('b', `${other}.lock`, 'x');
    const listed = await listTranscripts(folder);
    expect(listed).toMatchObject([
      {
        id: sessionId,
        folder: '/home/me/app',
        title: 'First line',
        model,
        createdAt: Date.parse('2026-01-02T03:04:05.678Z'),
        updatedAt: Date.parse('2026-05-06T07:08:09.000Z'),
      },
      { id: other, folder: null, title: '' },
    ]);
    expect(await findTranscript(folder, other)).toBe(path);
    expect(await findTranscript(folder, '33333333-3333-4333-8333-333333333333')).toBeUndefined();
  });

  it('survives an empty file and a folder in the place of one, and reads a record of 20 MB [RE-2.sessions]', async () => {
    const [empty, blocked, large] = [1, 2, 3].map((n) => sessionId.replaceAll('1', String(n + 3)));
    await put('a', `${empty ?? ''}.jsonl`, '');
    await mkdir(join(folder, 'projects', 'a', `${blocked ?? ''}.jsonl`));
    const path = await put(
      'a',
      `${large ?? ''}.jsonl`,
      lines(header('/work'), said('q'), said('x'.repeat(20_000_000)), said('end')),
    );
    expect(await listTranscripts(folder)).toMatchObject([{ id: empty }, { id: large, title: 'q' }]);
    const { messages, problems } = await readTranscript(path);
    expect(messages).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  it('finds the title behind a first message larger than what is read at once [RT-40]', async () => {
    const text = `Long story${' '.repeat(200_000)}\nend`;
    await put('a', `${sessionId}.jsonl`, lines(header(), said(text)));
    expect(await listTranscripts(folder)).toMatchObject([{ title: 'Long story' }]);
  });

  it('shows a transcript without its first record and a profile without any', async () => {
    expect(await listTranscripts(join(folder, 'nowhere'))).toEqual([]);
    const path = await put('a', `${sessionId}.jsonl`, 'rubbish\n');
    await utimes(path, 1_700_000_000, 1_700_000_000);
    expect(await listTranscripts(folder)).toMatchObject([
      { id: sessionId, model: undefined, updatedAt: 1_700_000_000_000 },
    ]);
  });
});
