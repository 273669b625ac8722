import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SDKUserMessage } from '../../../../shared/agent/messages.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { readTranscript } from '../../../storage/transcript/read-transcript.ts';
import { TranscriptLockedError } from '../../../storage/transcript/transcript-lock.ts';
import { openTranscript, TranscriptStateError } from './open-transcript.ts';
import type { OpenTranscript } from './open-transcript.ts';

const sessionId = '11111111-1111-4111-8111-111111111111';
let root = '';
let cwd = '';
let clock = new ManualClock();
const opened: OpenTranscript[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-open-'));
  cwd = join(root, 'work');
  await mkdir(cwd);
  clock = new ManualClock();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await rm(root, { recursive: true, force: true });
});

async function open(resume = false): Promise<OpenTranscript> {
  const one = await openTranscript({
    configRoot: join(root, 'profile'),
    cwd,
    sessionId,
    resume,
    model: { provider_id: 'offline', id: 'offline' },
    appVersion: '1',
    program: 'test',
    clock,
  });
  opened.push(one);
  return one;
}

const user = (text: string): SDKUserMessage => ({
  type: 'user',
  uuid: crypto.randomUUID(),
  session_id: sessionId,
  parent_tool_use_id: null,
  message: { role: 'user', content: text },
});

async function records(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('openTranscript', () => {
  it('writes a private file of chained records and reads it back on resume [RT-40]', async () => {
    const first = await open();
    await first.writer.append(user('a'), { sync: true });
    await first.writer.append(user('b'));
    await first.close();
    const written = await records(first.path);
    expect(written.map((record) => record['type'])).toEqual(['session', 'message', 'message']);
    expect(written.map((record) => record['parentUuid'])).toEqual([
      null,
      written[0]?.['uuid'],
      written[1]?.['uuid'],
    ]);
    expect((await stat(first.path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(first.path))).mode & 0o777).toBe(0o700);
    const again = await open(true);
    expect(again.messages).toHaveLength(2);
    expect(again.losses).toEqual([]);
    await again.writer.append(user('c'));
    await again.close();
    expect((await records(first.path)).at(-1)?.['parentUuid']).toBe(written[2]?.['uuid']);
  });

  it('cuts a torn tail off into a file beside it before appending, and tells of it once [RT-42.torn-tail]', async () => {
    const first = await open();
    await first.writer.append(user('a'));
    await first.close();
    const torn = '{"type":"message","mess';
    await writeFile(first.path, torn, { flag: 'a' });
    const second = await open(true);
    expect(second.losses).toMatchObject([{ lostBytes: torn.length }]);
    const kept = second.losses[0]?.keptIn ?? '';
    expect(kept.startsWith(`${first.path}.corrupt-`)).toBe(true);
    expect(await readFile(kept, 'utf8')).toBe(torn);
    await second.writer.append(user('b'));
    await second.close();
    expect((await readTranscript(first.path)).problems).toEqual([]);
    expect((await open(true)).losses).toEqual([]);
  });

  it('keeps a last record that lacks only its line end [RT-42.torn-tail]', async () => {
    const first = await open();
    await first.writer.append(user('a'));
    await first.close();
    const text = await readFile(first.path, 'utf8');
    await writeFile(first.path, text.trimEnd());
    const second = await open(true);
    expect(second.messages).toHaveLength(1);
    expect(second.losses).toEqual([]);
    await second.writer.append(user('b'));
    await second.close();
    expect((await readTranscript(first.path)).messages).toHaveLength(2);
  });

  it('refuses a second writer and names who holds it [RT-43]', async () => {
    await open();
    const failure: unknown = await open(true).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TranscriptLockedError);
    expect(failure).toMatchObject({ holder: { pid: process.pid, program: 'test' } });
  });

  it('takes over the lock of a process that is gone, or is another one now [RT-43.stale]', async () => {
    const first = await open();
    await first.close();
    const lock = first.path.replace('.jsonl', '.lock');
    await writeFile(lock, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null, program: 'old' }));
    await (await open(true)).close();
    await writeFile(
      lock,
      JSON.stringify({ pid: process.pid, startedAt: 'boot:1', program: 'old' }),
    );
    if (process.platform === 'linux') await (await open(true)).close();
    expect((await readdir(dirname(first.path))).filter((name) => name.includes('lock'))).toEqual(
      process.platform === 'linux' ? [] : [`${sessionId}.lock`],
    );
  });

  it('says which session is missing or exists already, and leaves no lock [RT-44]', async () => {
    await expect(open(true)).rejects.toBeInstanceOf(TranscriptStateError);
    const first = await open();
    await first.writer.append(user('a'));
    await first.close();
    await expect(open()).rejects.toMatchObject({ code: 'session-exists' });
    expect((await open(true)).messages).toHaveLength(1);
  });

  it('writes streamed text in batches of a second, and not at all when the message came whole [RT-41.batches]', async () => {
    const { writer, path, close } = await open();
    const delta = (messageUuid: string, text: string) => {
      writer.delta({ messageUuid, index: 0, kind: 'text', text, model: 'm' });
    };
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    delta(one, 'hel');
    clock.advance(999);
    delta(one, 'lo');
    await writer.append(user('x'));
    delta(one, ' you');
    clock.advance(1000);
    await writer.append(user('y'), { sync: true });
    delta(two, 'whole');
    await writer.append({ ...user('z'), uuid: two });
    await close();
    const texts = (await records(path)).filter((record) => record['type'] === 'delta');
    expect(texts.map((record) => record['text'])).toEqual(['hello', ' you']);
    expect(clock.waiting).toBe(0);
  });
});
