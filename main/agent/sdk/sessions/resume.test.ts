import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../../../e2e/servers/model/model-server.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import { systemClock } from '../../../lib/clock.ts';
import { runtimeBundle } from '../../../lib/testing/runtime-bundle.ts';
import {
  acquireTranscriptLock,
  transcriptLockPath,
} from '../../../storage/transcript/transcript-lock.ts';
import {
  AbortError,
  getSessionInfo,
  getSessionMessages,
  InvalidOptionsError,
  listSessions,
  SessionExistsError,
  SessionLockedError,
  SessionNotFoundError,
} from '../index.ts';
import type { Options, Query } from '../index.ts';
import { startQuery } from '../query.ts';
import { startWarm } from '../startup.ts';

const outside = {
  clock: systemClock,
  environment: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
};
let root = '';
let program = '';
let configRoot = '';
let cwd = '';
let service: ModelServer;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-resume-')));
  program = (await runtimeBundle()).program;
}, 60_000);
beforeEach(async () => {
  const base = await mkdtemp(join(root, 'case-'));
  configRoot = join(base, 'profile');
  cwd = join(base, 'work');
  await mkdir(cwd);
  service = await startModelServer();
  closers.push(() => service.dispose());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

function options(more: Options = {}): Options {
  return {
    provider: { kind: 'anthropic', baseUrl: service.url },
    auth: { apiKey: 'sk-test' },
    model: 'm',
    pathToRuntime: program,
    configRoot,
    cwd,
    ...more,
  };
}

const says = (text: string) =>
  ({ kind: 'answer', parts: [{ thinking: 'hm', signature: 'c2ln' }, { text }] }) as const;

async function drain(query: Query): Promise<SDKMessage[]> {
  closers.push(() => query.close());
  const messages: SDKMessage[] = [];
  for await (const message of query) messages.push(message);
  return messages;
}

/** One turn; gives the session's id. */
async function ask(prompt: string, more: Options = {}): Promise<string> {
  service.push(says(`answer to ${prompt}`));
  const messages = await drain(startQuery({ prompt, options: options(more) }, outside));
  const last = messages.at(-1);
  if (last?.type !== 'result' || last.subtype !== 'success')
    throw new Error(`The turn failed: ${JSON.stringify(last)}`);
  return last.session_id;
}

const failureOf = (more: Options): Promise<unknown> => {
  const query = startQuery({ prompt: 'x', options: options(more) }, outside);
  closers.push(() => query.close());
  return query.initializationResult().catch((error: unknown) => error);
};
const lastRequest = () => JSON.stringify(service.requests.at(-1)?.body['messages']);

describe('a session that is gone on with', () => {
  it('keeps its id, all that was said and what the provider attached [RT-44, RT-45]', async () => {
    const first = await ask('one');
    expect(await ask('two', { resume: first })).toBe(first);
    expect(lastRequest()).toMatch(/"one".*"signature":"c2ln".*answer to one.*"two"/);
    expect(await listSessions({ configRoot })).toHaveLength(1);
  });

  it('is the newest of the folder with `continue`, or a new one [RT-44.continue, SDK-20]', async () => {
    const other = join(cwd, 'other');
    await mkdir(other);
    const older = await ask('older', { continue: true });
    const newer = await ask('newer');
    await ask('elsewhere', { cwd: other });
    expect(await ask('again', { continue: true })).toBe(newer);
    expect(lastRequest()).not.toContain('older');
    expect(lastRequest()).toContain('answer to newer');
    expect(older).not.toBe(newer);
    expect(await listSessions({ configRoot, folder: cwd })).toHaveLength(2);
  });

  it('is copied with `forkSession` and stays as it is [RT-44.fork, SDK-20]', async () => {
    const first = await ask('one');
    const before = await getSessionMessages(first, { configRoot });
    const sessionId = crypto.randomUUID();
    expect(await ask('two', { resume: first, forkSession: true, sessionId })).toBe(sessionId);
    expect(lastRequest()).toMatch(/"one".*"signature":"c2ln".*answer to one.*"two"/);
    const third = await ask('three', { continue: true, forkSession: true });
    expect(third).not.toBe(sessionId);
    expect(lastRequest()).toMatch(/"one".*"two".*"three"/);
    expect(await getSessionMessages(first, { configRoot })).toEqual(before);
    const last = before.at(-1)?.uuid;
    expect(await getSessionInfo(sessionId, { configRoot })).toMatchObject({
      forkedFrom: { sessionId: first, messageId: last },
    });
    const copied = await getSessionMessages(sessionId, { configRoot });
    const known = new Set(before.map((message) => message.uuid));
    expect(copied.filter((message) => known.has(message.uuid))).toEqual([]);
    const again = await failureOf({ resume: first, forkSession: true, sessionId });
    expect(again).toBeInstanceOf(SessionExistsError);
  });

  it('that is not there, or written by another program, is a typed error [RT-43, SDK-51]', async () => {
    expect(await failureOf({ resume: crypto.randomUUID() })).toBeInstanceOf(SessionNotFoundError);
    const unknown = { resume: crypto.randomUUID(), forkSession: true };
    expect(await failureOf(unknown)).toBeInstanceOf(SessionNotFoundError);
    const first = await ask('one');
    expect(await failureOf({ sessionId: first })).toBeInstanceOf(SessionExistsError);
    const path = (await getSessionInfo(first, { configRoot }))?.transcriptPath ?? '';
    const lock = await acquireTranscriptLock(transcriptLockPath(path), 'Some program');
    closers.push(() => lock.release());
    const locked = await failureOf({ continue: true });
    expect(locked).toBeInstanceOf(SessionLockedError);
    expect(String(locked)).toContain('Some program');
    // A copy reads only.
    await ask('beside', { resume: first, forkSession: true });
  });

  it('without a transcript leaves nothing behind and cannot be gone on with [SDK-20.persist, SDK-21]', async () => {
    await ask('unsaid', { persistSession: false });
    expect(await listSessions({ configRoot })).toEqual([]);
    for (const more of [
      { resume: crypto.randomUUID() },
      { continue: true },
      { resume: crypto.randomUUID(), forkSession: true },
    ])
      expect(() =>
        startQuery({ prompt: 'x', options: { ...more, persistSession: false } }, outside),
      ).toThrow(InvalidOptionsError);
    for (const [more, path] of [
      [{ forkSession: true }, 'forkSession'],
      [{ resume: crypto.randomUUID(), continue: true }, 'continue'],
      [{ outputFormat: { type: 'json_schema' } }, 'outputFormat.schema'],
      [{ maxBudgetUsd: 0 }, 'maxBudgetUsd'],
    ] as const)
      expect(() => startQuery({ prompt: 'x', options: more }, outside)).toThrow(
        expect.objectContaining({ path }) as Error,
      );
  });
});

describe('startup', () => {
  it('starts a runtime that one prompt uses, once [SDK-6]', async () => {
    service.push(says('warm answer'));
    const warm = await startWarm({ options: options() }, outside);
    closers.push(() => warm.close());
    expect(service.requests).toHaveLength(0);
    const messages = await drain(warm.query('at last'));
    expect(messages.at(-1)).toMatchObject({
      type: 'result',
      result: 'warm answer',
      session_id: warm.initializationResult.sessionId,
    });
    expect(() => warm.query('twice')).toThrow(AbortError);
  });

  it('is closed unused, and says what keeps it from starting [SDK-6.close]', async () => {
    const warm = await startWarm({ options: options() }, outside);
    expect(() => warm.query(7 as never)).toThrow(InvalidOptionsError);
    await warm.close();
    await warm.close();
    expect(() => warm.query('too late')).toThrow(AbortError);
    const resume = crypto.randomUUID();
    const failure = startWarm({ options: options({ resume }) }, outside);
    await expect(failure).rejects.toBeInstanceOf(SessionNotFoundError);
    await expect(startWarm({ options: { nothing: 1 } }, outside)).rejects.toMatchObject({
      path: 'nothing',
    });
  });
});
