import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forkSession } from '../agent/sdk/sessions/change-sessions.ts';
import { systemClock } from '../lib/clock.ts';
import { silentLog } from '../lib/logger.ts';
import { profilePaths, queuePath } from '../lib/profile-paths.ts';
import { WrittenTranscript } from '../storage/session-index/testing/written-transcripts.ts';
import {
  acquireTranscriptLock,
  transcriptLockPath,
} from '../storage/transcript/transcript-lock.ts';
import { readTranscript } from '../storage/transcript/read-transcript.ts';
import { readSessionMeta } from '../storage/transcript/session-meta-file.ts';
import { BookBench } from './permissions/testing/scripted-tools.ts';
import type { SessionArchive } from './session-archive.ts';
import type { SessionStart } from './session-query.ts';
import { DesktopSessions } from './session-service.ts';
import { ScriptedQuery } from './testing/scripted-query.ts';
import { transcriptArchive } from './transcript-archive.ts';
import { TurnEditor } from './turn-editor.ts';

const offline = { provider_id: 'offline', id: 'offline' };
const png = { type: 'image', media_type: 'image/png', data: 'AAAA', name: 'a.png' } as const;

let root: string;
let starts: { readonly start: SessionStart; readonly query: ScriptedQuery }[];
let bench: BookBench;
let ends: (() => Promise<void>)[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-turns-'));
  starts = [];
  ends = [];
  bench = await BookBench.open();
});
afterEach(async () => {
  for (const end of ends) await end();
  await bench.close();
  await rm(root, { recursive: true, force: true });
});

/** `onRead` is called when a conversation is read, before that. */
async function opened(onRead: () => Promise<void> = () => Promise.resolve()) {
  const paths = profilePaths({ PARLEY_CONFIG_DIR: root });
  const stored = transcriptArchive(paths);
  const archive: SessionArchive = {
    ...stored,
    read: async (path) => {
      await onRead();
      return stored.read(path);
    },
  };
  const directory = {
    resolve: async (id: string) =>
      id === 'offline'
        ? { config: { id, kind: 'offline' as const, label: 'Offline' } }
        : id === 'keyless'
          ? { config: { id, kind: 'anthropic' as const, label: 'Anthropic' } }
          : undefined,
  };
  const sessions = new DesktopSessions({
    paths,
    clock: systemClock,
    log: silentLog,
    directory,
    facades: () => new Map(),
    permissions: bench.book,
    isTrusted: () => Promise.resolve(false),
    archive,
    startQuery: (start) => {
      const query = new ScriptedQuery(start);
      starts.push({ start, query });
      return query;
    },
    instructionsRevision: () => 0,
    defaultModel: () => offline,
    modelTitles: () => false,
    events: { messages: () => undefined, changed: () => undefined, prompts: () => undefined },
  });
  ends.push(() => sessions.dispose());
  await sessions.start();
  const turns = new TurnEditor({
    sessions,
    directory,
    fork: async (sessionId, upToMessageId) => {
      const made = await forkSession(sessionId, { configRoot: root, upToMessageId });
      const stored = await archive.one(made.sessionId);
      if (!stored) throw new Error('The fork is not there.');
      sessions.shelf.put([stored]);
      return (await sessions.open(made.sessionId)).summary;
    },
    wrote: () => undefined,
  });
  return { sessions, turns };
}

async function started(count = 1) {
  return vi.waitFor(() => {
    const found = starts[count - 1];
    if (!found) throw new Error('No runtime yet.');
    return found;
  });
}

/** Three questions with their answers. */
async function written() {
  const made = await new WrittenTranscript(root).begin('one', 'first');
  await made.finish('success');
  await made.say('two', 'second');
  await made.finish('success');
  await made.say('three', 'third');
  await made.finish('success');
  const [, , second] = made.uuids;
  const first = made.uuids[0];
  if (first === undefined || second === undefined) throw new Error('Nothing was written.');
  return { ...made.file, first, second };
}

const wordsOf = async (path: string) =>
  (await readTranscript(path)).messages.flatMap((message) => {
    if (message.type !== 'user' && message.type !== 'assistant') return [];
    const { content } = message.message;
    return typeof content === 'string'
      ? [content]
      : content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  });

describe('asking again', () => {
  it('says how many messages go, takes them off, and sends the other words in the same session [UI-14.here]', async () => {
    const { id, path, second } = await written();
    const { sessions, turns } = await opened();
    const before = await readFile(path, 'utf8');
    expect(await turns.countBehind(id, second)).toBe(3);
    const ran = await turns.rerun({
      sessionId: id,
      messageUuid: second,
      text: 'two, but other',
      place: 'here',
    });
    expect(ran).toMatchObject({ id, state: 'running' });
    expect(await wordsOf(path)).toEqual(['one', 'first']);
    expect(before.startsWith(await readFile(path, 'utf8'))).toBe(true);
    const { start, query } = await started();
    expect(start).toMatchObject({ sessionId: id, resume: true });
    expect((await query.nextInput()).message.content).toBe('two, but other');
    const { messages, queued } = await sessions.open(id);
    expect(messages.map(({ type }) => type)).toEqual(['user', 'assistant', 'result']);
    expect(queued.map(({ text }) => text)).toEqual(['two, but other']);
  });

  it('begins a session anew from its first message, with the model that was chosen [UI-14.here]', async () => {
    const { id, first } = await written();
    const { turns } = await opened();
    await turns.rerun({ sessionId: id, messageUuid: first, place: 'here' });
    const { start, query } = await started();
    expect(start).toMatchObject({ sessionId: id, resume: false, model: offline });
    expect((await query.nextInput()).message.content).toBe('one');
  });

  it('leaves a session byte for byte when the message is asked in a fork [UI-14.fork]', async () => {
    const { id, path, second, first } = await written();
    const { sessions, turns } = await opened();
    const before = await readFile(path, 'utf8');
    const made = await turns.rerun({ sessionId: id, messageUuid: second, place: 'fork' });
    expect(made.id).not.toBe(id);
    expect(await readFile(path, 'utf8')).toBe(before);
    const { start, query } = await started();
    expect(start).toMatchObject({ sessionId: made.id, resume: true });
    expect((await query.nextInput()).message.content).toBe('two');
    expect(await wordsOf(sessions.placeOf(made.id)?.path ?? '')).toEqual(['one', 'first']);
    const fresh = await turns.rerun({
      sessionId: id,
      messageUuid: first,
      text: 'from the start',
      place: 'fork',
    });
    expect((await started(2)).start).toMatchObject({ sessionId: fresh.id, resume: false });
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('takes nothing off while a turn runs, without a key, or for a message that is not there [UI-14.here]', async () => {
    const { id, path, second } = await written();
    const { sessions, turns } = await opened();
    const before = await readFile(path, 'utf8');
    const rerun = { sessionId: id, messageUuid: second, place: 'here' } as const;
    await expect(turns.rerun({ ...rerun, messageUuid: crypto.randomUUID() })).rejects.toMatchObject(
      { code: 'session.not-found' },
    );
    await sessions.send(id, 'four');
    await expect(turns.rerun(rerun)).rejects.toMatchObject({ code: 'session.busy' });
    const { query } = await started();
    query.echo(await query.nextInput());
    query.finish('success');
    await vi.waitFor(() => expect(sessions.busy).toBe(false));
    (await sessions.live(id)).facts.model = { provider_id: 'keyless', id: 'm' };
    await expect(turns.rerun(rerun)).rejects.toMatchObject({ code: 'provider.no-key' });
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('has the words on disk before the session is there without its turns, so that a kill loses none [RE-1.rerun]', async () => {
    const { id, path, second } = await written();
    let queued = '';
    const { turns } = await opened(async () => {
      if ((await wordsOf(path)).length === 2) queued = await readFile(queuePath(path), 'utf8');
    });
    await turns.rerun({ sessionId: id, messageUuid: second, text: 'two, again', place: 'here' });
    expect(queued).toContain('two, again');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(queuePath(path))).mode & 0o777).toBe(0o600);
  });

  it('leaves all as it was, and nothing that waits, while another program writes the session [RE-1.rerun]', async () => {
    const { id, path, second } = await written();
    const { sessions, turns } = await opened();
    await sessions.open(id);
    const before = await readFile(path, 'utf8');
    const lock = await acquireTranscriptLock(transcriptLockPath(path), 'another');
    const rerun = turns.rerun({ sessionId: id, messageUuid: second, place: 'here' });
    await expect(rerun).rejects.toMatchObject({ code: 'session.read-only' });
    await lock.release();
    expect(await readFile(path, 'utf8')).toBe(before);
    expect((await sessions.open(id)).queued).toEqual([]);
    expect(starts).toEqual([]);
  });

  it('keeps what is fused with the message in one line [UI-14.here, RE-2.cut]', async () => {
    const { id, path, second } = await written();
    const lines = (await readFile(path, 'utf8')).split('\n');
    const at = lines.findIndex((line) => line.includes(second));
    await writeFile(
      path,
      [...lines.slice(0, at - 2), lines.slice(at - 2, at + 1).join('')].join('\n') + '\n',
    );
    const { turns } = await opened();
    await turns.rerun({ sessionId: id, messageUuid: second, place: 'here' });
    expect(await wordsOf(path)).toEqual(['one', 'first']);
    expect((await readTranscript(path)).problems).toEqual([]);
  });
});

describe('a session that has not begun', () => {
  it('is listed with the message that was taken in when the app was killed, and sends it [RE-1.first]', async () => {
    const killed = await opened();
    const { id } = await killed.sessions.create(undefined);
    const { messageUuid } = await killed.sessions.send(id, 'My first words', [png]);
    await started();
    const { sessions } = await opened();
    expect(sessions.list()).toMatchObject([
      { id, title: 'My first words', folder: null, model: offline, state: 'interrupted' },
    ]);
    expect(sessions.placeOf(id)?.isRecorded).toBe(false);
    const { queued, messages } = await sessions.open(id);
    expect({ queued, messages }).toEqual({
      queued: [{ uuid: messageUuid, text: 'My first words', attached: 1 }],
      messages: [],
    });
    const { start, query } = await started(2);
    expect(start).toMatchObject({ sessionId: id, resume: false, cwd: starts[0]?.start.cwd });
    expect(await query.nextInput()).toMatchObject({ uuid: messageUuid });
  });
});

describe('a session that is closed', () => {
  it('is still listed when it began in this run, and takes no message on the way [UI-1.archive]', async () => {
    const { sessions } = await opened();
    const { id } = await sessions.create(undefined);
    await sessions.send(id, 'Words');
    const { query } = await started();
    query.echo(await query.nextInput());
    query.finish('success');
    await vi.waitFor(() => expect(sessions.busy).toBe(false));
    const live = await sessions.live(id);
    await sessions.close(id);
    expect(sessions.list()).toMatchObject([{ id, title: 'Words', state: 'idle' }]);
    expect(sessions.placeOf(id)).toMatchObject({ isRecorded: true, isRunning: false });
    await expect(live.send('too late')).rejects.toMatchObject({ code: 'session.busy' });
    expect(live.queued).toEqual([]);
  });
});

describe('messages that wait', () => {
  async function waiting() {
    const { sessions, turns } = await opened();
    const { id } = await sessions.create(undefined);
    await sessions.send(id, 'now');
    const { query } = await started();
    query.echo(await query.nextInput());
    const later = await sessions.send(id, 'later');
    const last = await sessions.send(id, '', [png]);
    return { sessions, turns, id, query, later: later.messageUuid, last: last.messageUuid };
  }

  it('are changed and taken out in the queue file, and stay as they are once their turn began [UI-11.queue]', async () => {
    const { sessions, turns, id, query, later, last } = await waiting();
    await turns.changeQueued(id, later, 'later, but other');
    const stored = queuePath(sessions.placeOf(id)?.path ?? '');
    expect(await readFile(stored, 'utf8')).toContain('later, but other');
    expect((await sessions.open(id)).queued).toEqual([
      { uuid: later, text: 'later, but other' },
      { uuid: last, text: '', attached: 1 },
    ]);
    await turns.changeQueued(id, last, undefined);
    query.finish('success');
    const input = await query.nextInput();
    expect(input.message.content).toBe('later, but other');
    await expect(turns.changeQueued(id, later, 'too late')).rejects.toMatchObject({
      code: 'session.not-queued',
    });
    query.echo(input);
    query.finish('success');
    await vi.waitFor(() => expect(sessions.busy).toBe(false));
    expect(query.pendingInputs).toBe(0);
  });

  it('interrupt the turn that runs when they are sent now, before those that were first [UI-11.now]', async () => {
    const { turns, id, query, later, last } = await waiting();
    await turns.sendNow(id, last);
    expect(query.interrupts).toBe(1);
    const input = await query.nextInput();
    expect(input.uuid).toBe(last);
    expect(input.message.content).toEqual([png]);
    query.echo(input);
    query.finish('success');
    expect((await query.nextInput()).uuid).toBe(later);
  });
});

it('tells a permission mode to the runtime at once, and to the next one, over a restart [UI-17.mode]', async () => {
  const { id, path } = await written();
  const { sessions, turns } = await opened();
  await sessions.send(id, 'four');
  const { start, query } = await started();
  expect(start.mode).toBe('default');
  expect(await turns.setMode(id, 'plan')).toMatchObject({ mode: 'plan' });
  expect(query.modes).toEqual(['plan']);
  expect((await readSessionMeta(path)).mode).toBe('plan');
  await sessions.dispose();
  const later = await opened();
  expect((await later.sessions.open(id)).summary.mode).toBe('plan');
  expect((await started(2)).start.mode).toBe('plan');
});

it('instructions of a session are kept beside its transcript, and told to the next runtime [UI-17.instructions]', async () => {
  const { id, path } = await written();
  const { sessions, turns } = await opened();
  await sessions.send(id, 'four');
  const { start } = await started();
  expect(start.instructions).toBe('');
  await turns.setInstructions(id, 'Use tabs.');
  expect((await readSessionMeta(path)).instructions).toBe('Use tabs.');
  await sessions.dispose();
  const later = await opened();
  await later.sessions.open(id);
  expect(await later.turns.instructions(id)).toBe('Use tabs.');
  expect((await started(2)).start.instructions).toBe('Use tabs.');
  await later.turns.setInstructions(id, '');
  expect((await readSessionMeta(path)).instructions).toBeUndefined();
});
