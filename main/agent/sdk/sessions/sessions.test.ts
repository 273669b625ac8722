import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transcriptPath } from '../../../lib/profile-paths.ts';
import {
  acquireTranscriptLock,
  transcriptLockPath,
} from '../../../storage/transcript/transcript-lock.ts';
import {
  archiveSession,
  deleteSession,
  forkSession,
  getSessionInfo,
  getSessionMessages,
  InvalidOptionsError,
  listSessions,
  renameSession,
  SessionLockedError,
  SessionNotFoundError,
  tagSession,
} from '../index.ts';

let configRoot = '';
beforeEach(async () => {
  configRoot = await mkdtemp(join(tmpdir(), 'parley-sessions-'));
});
afterEach(() => rm(configRoot, { recursive: true, force: true }));

const signed = { anthropic: { signature: 'c2lnbmVk' } };
const MINUTE = 60_000;
const START = Date.parse('2026-01-02T03:04:05.000Z');
const store = () => ({ configRoot });

/** Lines of a transcript of one question and one answer. */
function lines(id: string, cwd: string, minute: number, prompt: string): string {
  const timestamp = new Date(START + minute * MINUTE).toISOString();
  const envelope = { sessionId: id, timestamp, version: 1 };
  const [header, question, answer] = [1, 2, 3].map(() => crypto.randomUUID());
  const records = [
    {
      type: 'session',
      cwd,
      model: { provider_id: 'p', id: 'm' },
      appVersion: '1',
      uuid: header,
      parentUuid: null,
      ...envelope,
    },
    {
      type: 'message',
      message: {
        type: 'user',
        uuid: question,
        session_id: id,
        parent_tool_use_id: null,
        timestamp,
        message: { role: 'user', content: prompt },
      },
      uuid: question,
      parentUuid: header,
      ...envelope,
    },
    {
      type: 'message',
      message: {
        type: 'assistant',
        uuid: answer,
        session_id: id,
        parent_tool_use_id: null,
        message: {
          role: 'assistant',
          model: 'm',
          content: [
            { type: 'thinking', thinking: 'hm', provider_metadata: signed },
            { type: 'text', text: `About ${prompt}` },
          ],
          stop_reason: 'end_turn',
          usage: {},
        },
      },
      uuid: answer,
      parentUuid: question,
      ...envelope,
    },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

async function write(minute: number, prompt: string, cwd = '/work/a'): Promise<string> {
  const id = crypto.randomUUID();
  const path = transcriptPath(configRoot, cwd, id);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, lines(id, cwd, minute, prompt));
  return id;
}

describe('listSessions', () => {
  it('gives the newest first, by pages, by folder and by tag [SDK-7, SDK-7.list]', async () => {
    const ids = [];
    for (let minute = 0; minute < 5; minute += 1)
      ids.unshift(await write(minute, `question ${String(minute)}`));
    const elsewhere = await write(9, 'elsewhere', '/work/b');
    await tagSession(elsewhere, 'later', store());
    const all = await listSessions(store());
    expect(all.map((one) => one.sessionId)).toEqual([elsewhere, ...ids]);
    expect(all[1]).toMatchObject({
      title: 'question 4',
      hasOwnTitle: false,
      folder: '/work/a',
      model: 'm',
      createdAt: START + 4 * MINUTE,
      lastModified: START + 4 * MINUTE,
      archived: false,
    });
    const page = await listSessions({ ...store(), folder: '/work/a', limit: 2, offset: 1 });
    expect(page.map((one) => one.sessionId)).toEqual(ids.slice(1, 3));
    expect(await listSessions({ ...store(), folder: '/work/none' })).toEqual([]);
    const tagged = await listSessions({ ...store(), tag: 'later' });
    expect(tagged).toMatchObject([{ sessionId: elsewhere, tag: 'later' }]);
  });

  it(
    'lists thousands by their heads and tails alone [SDK-7.many]',
    { timeout: 20_000 },
    async () => {
      const count = 5_000;
      const last = crypto.randomUUID();
      const folder = dirname(transcriptPath(configRoot, '/work/a', last));
      await mkdir(folder, { recursive: true });
      const batch = 200;
      for (let from = 0; from < count; from += batch)
        await Promise.all(
          Array.from({ length: batch }, (_, index) => {
            const id = crypto.randomUUID();
            return writeFile(
              join(folder, `${id}.jsonl`),
              lines(id, '/work/a', from + index, `n ${String(from + index)}`),
            );
          }),
        );
      // A long one: what lies between head and tail is never read, so damage there costs nothing.
      const middle = `${'x'.repeat(1024)}\n`.repeat(4_096);
      const end = lines(last, '/work/a', count + 1, 'again');
      await writeFile(
        join(folder, `${last}.jsonl`),
        lines(last, '/work/a', 0, 'long') + middle + end,
      );
      const found = await listSessions({ ...store(), limit: 3 });
      expect(found.map((one) => one.title)).toEqual(['long', 'n 4999', 'n 4998']);
    },
  );

  it('names the wrong field before it reads anything [SDK-7, SDK-21]', async () => {
    await expect(listSessions({ limit: 0 })).rejects.toMatchObject({
      name: 'InvalidOptionsError',
      path: 'limit',
    });
    await expect(listSessions({ dir: '/' } as never)).rejects.toMatchObject({ path: 'dir' });
    await expect(listSessions({ configRoot: 'relative' })).rejects.toMatchObject({
      path: 'configRoot',
    });
    await expect(getSessionMessages('../../etc')).rejects.toBeInstanceOf(InvalidOptionsError);
  });
});

describe('one session', () => {
  it('is read by id, by pages, and unknown ids are said [SDK-7]', async () => {
    const id = await write(0, 'hello');
    expect(await getSessionInfo(id, store())).toMatchObject({ sessionId: id, title: 'hello' });
    expect(await getSessionInfo(crypto.randomUUID(), store())).toBeUndefined();
    const messages = await getSessionMessages(id, store());
    expect(messages.map((message) => message.type)).toEqual(['user', 'assistant']);
    expect(await getSessionMessages(id, { ...store(), offset: 1, limit: 1 })).toEqual([
      messages[1],
    ]);
    const failure = getSessionMessages(crypto.randomUUID(), store());
    await expect(failure).rejects.toBeInstanceOf(SessionNotFoundError);
  });

  it('is renamed, tagged and archived beside its conversation [SDK-7.change]', async () => {
    const id = await write(0, 'hello');
    const before = await readFile(transcriptPath(configRoot, '/work/a', id), 'utf8');
    // At the same time, and no change is lost.
    await Promise.all([
      renameSession(id, '  A title ', store()),
      tagSession(id, 'red', store()),
      archiveSession(id, store()),
    ]);
    expect(await listSessions(store())).toEqual([]);
    expect(await listSessions({ ...store(), includeArchived: true })).toMatchObject([
      { title: 'A title', hasOwnTitle: true, firstPrompt: 'hello', tag: 'red', archived: true },
    ]);
    await renameSession(id, null, store());
    await tagSession(id, null, store());
    await archiveSession(id, { ...store(), archived: false });
    const info = await getSessionInfo(id, store());
    expect(info).toMatchObject({ title: 'hello', hasOwnTitle: false, archived: false });
    expect(info?.tag).toBeUndefined();
    expect(await readFile(transcriptPath(configRoot, '/work/a', id), 'utf8')).toBe(before);
    await expect(renameSession(id, 7 as never, store())).rejects.toMatchObject({ path: 'title' });
  });

  it('that another program writes is read, renamed and forked, and never deleted [SDK-7.held, RT-43]', async () => {
    const id = await write(0, 'held');
    const path = transcriptPath(configRoot, '/work/a', id);
    const lock = await acquireTranscriptLock(transcriptLockPath(path), 'Some program');
    try {
      const before = await readFile(path, 'utf8');
      expect(await getSessionInfo(id, store())).toMatchObject({
        openIn: expect.stringContaining('Some program') as string,
      });
      expect(await getSessionMessages(id, store())).toHaveLength(2);
      await renameSession(id, 'While it is held', store());
      await forkSession(id, store());
      await expect(deleteSession(id, store())).rejects.toBeInstanceOf(SessionLockedError);
      expect(await readFile(path, 'utf8')).toBe(before);
    } finally {
      await lock.release();
    }
    await deleteSession(id, store());
    expect(await getSessionInfo(id, store())).toBeUndefined();
  });

  it('goes with everything that was kept for it [SDK-7.delete]', async () => {
    const id = await write(0, 'gone');
    const other = await write(1, 'stays');
    await renameSession(id, 'Gone', store());
    const folder = dirname(transcriptPath(configRoot, '/work/a', id));
    await writeFile(join(folder, `${id}.jsonl.corrupt-1`), 'x');
    await writeFile(join(folder, `${id}.queue.json`), '{}');
    await mkdir(join(configRoot, 'results', id), { recursive: true });
    await writeFile(join(configRoot, 'results', id, 'r.json'), '{}');
    await deleteSession(id, store());
    const left = (await readdir(configRoot, { recursive: true })).filter((name) =>
      name.includes(id),
    );
    expect(left).toEqual([]);
    expect(await listSessions(store())).toMatchObject([{ sessionId: other }]);
    await expect(deleteSession(id, store())).rejects.toBeInstanceOf(SessionNotFoundError);
  });
});

describe('deleteSession of a session without a folder of the person', () => {
  it('takes its working folder along, unless a copy works there, too [SDK-7, RT-44.kept]', async () => {
    const id = crypto.randomUUID();
    const scratch = join(configRoot, 'scratch', id);
    await mkdir(scratch, { recursive: true });
    const cwd = await realpath(scratch);
    const path = transcriptPath(configRoot, cwd, id);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, lines(id, cwd, 0, 'hello'));
    const { sessionId } = await forkSession(id, store());
    await deleteSession(id, store());
    expect(await readdir(scratch)).toEqual([]);
    await deleteSession(sessionId, store());
    expect(await readdir(join(configRoot, 'scratch'))).toEqual([]);
  });
});

describe('forkSession', () => {
  it('has long results of its own, by its own path, which stay when the other one is deleted [SDK-7.fork, RT-44.kept]', async () => {
    const id = crypto.randomUUID();
    const kept = join(configRoot, 'results', id, 'call.txt');
    await mkdir(dirname(kept), { recursive: true });
    await writeFile(kept, 'all of it');
    const path = transcriptPath(configRoot, '/work/a', id);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, lines(id, '/work/a', 0, `The whole result is in ${kept}.`));
    const { sessionId } = await forkSession(id, store());
    await deleteSession(id, store());
    const [question] = await getSessionMessages(sessionId, store());
    const said = JSON.stringify(question);
    const own = /is in (.+?)\."/.exec(said)?.[1] ?? '';
    expect(own).toContain(sessionId);
    expect(await readFile(own, 'utf8')).toBe('all of it');
  });

  it('makes a file of its own with new uuids, the origin and what providers attached [SDK-7.fork, RT-44, RT-45]', async () => {
    const id = await write(0, 'origin');
    await renameSession(id, 'Titled', store());
    const source = await getSessionMessages(id, store());
    const { sessionId } = await forkSession(id, store());
    const copy = await getSessionMessages(sessionId, store());
    expect(copy.map((message) => message.session_id)).toEqual([sessionId, sessionId]);
    const uuids = new Set([...source, ...copy].map((message) => message.uuid));
    expect(uuids.size).toBe(4);
    expect(copy[1]).toMatchObject({
      message: { content: [{ provider_metadata: signed }, { text: 'About origin' }] },
    });
    expect(await getSessionInfo(sessionId, store())).toMatchObject({
      title: 'Titled (fork)',
      folder: '/work/a',
      forkedFrom: { sessionId: id, messageId: source[1]?.uuid },
    });
    expect(await getSessionMessages(id, store())).toEqual(source);
  });

  it('takes over what came until a message, and says when there is none [SDK-7.fork]', async () => {
    const id = await write(0, 'origin');
    const [first] = await getSessionMessages(id, store());
    const { sessionId } = await forkSession(id, {
      ...store(),
      upToMessageId: first?.uuid,
      title: 'Other way',
      folder: '/work/c',
    });
    expect(await getSessionMessages(sessionId, store())).toHaveLength(1);
    expect(await listSessions({ ...store(), folder: '/work/c' })).toMatchObject([
      { sessionId, title: 'Other way' },
    ]);
    const unknown = forkSession(id, { ...store(), upToMessageId: crypto.randomUUID() });
    await expect(unknown).rejects.toBeInstanceOf(SessionNotFoundError);
    expect(await listSessions(store())).toHaveLength(2);
  });
});
