import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SDKMessage, SDKUserMessageInput } from '../../shared/agent/messages.ts';
import type { PermissionResult } from '../../shared/agent/frames.ts';
import type { PermissionPrompt, SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { silentLog } from '../lib/logger.ts';
import { profilePaths, transcriptPath } from '../lib/profile-paths.ts';
import { RuntimeStartError } from '../agent/sdk/errors.ts';
import { IDLE_RELEASE_MS } from './runtime-lease.ts';
import type { SessionArchive } from './session-archive.ts';
import type { SessionStart, StartSessionQuery } from './session-query.ts';
import type { Facades } from './session-facades.ts';
import type { ProviderDirectory } from './session-service-contract.ts';
import { DesktopSessions } from './session-service.ts';
import { BookBench, listedTool } from './permissions/testing/scripted-tools.ts';
import { ScriptedQuery } from './testing/scripted-query.ts';

const offline = { provider_id: 'offline', id: 'offline' };
const server: ServerRecord = {
  id: '11111111-1111-4111-8111-111111111111',
  key: 'notes',
  name: 'Notes',
  definition: { type: 'builtin', module: 'notes' },
  enabled: true,
  startTimeoutMs: 1000,
  trustedHash: 'h1',
  createdAt: '2026-01-01T00:00:00.000Z',
  settings: {
    scope: { kind: 'user' },
    sharing: 'shared',
    trustHints: false,
    tools: {},
    signIn: {},
  },
};

let root: string;
let starts: { readonly start: SessionStart; readonly query: ScriptedQuery }[];
let batches: { id: string; sequence: number; messages: readonly SDKMessage[] }[];
let prompts: readonly PermissionPrompt[];
let summaries: readonly SessionSummary[];
let facades: Facades;
let revision = 0;
let services: DesktopSessions[];
let bench: BookBench;
let trusted: Set<string>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-sessions-'));
  starts = [];
  batches = [];
  prompts = [];
  summaries = [];
  services = [];
  trusted = new Set();
  bench = await BookBench.open();
  bench.tools.put(server);
  bench.tools.list(server.id, listedTool('write_note'), listedTool('read_note'));
  facades = new Map([['notes', { record: server, server: { connect: () => Promise.resolve() } }]]);
});
afterEach(async () => {
  for (const service of services) await service.dispose();
  await bench.close();
  await rm(root, { recursive: true, force: true });
});

const nothingStored: SessionArchive = {
  list: () => Promise.resolve([]),
  files: () => Promise.resolve([]),
  one: () => Promise.resolve(undefined),
  read: () => Promise.resolve({ messages: [], holder: undefined }),
  page: () => Promise.resolve({ messages: [], earlier: undefined, later: undefined }),
  find: () => Promise.resolve({ hits: [], isCut: false }),
  locate: () => Promise.resolve(undefined),
};

async function serviceWith(
  options: {
    archive?: SessionArchive;
    clock?: Clock;
    startQuery?: StartSessionQuery;
    resolve?: ProviderDirectory['resolve'];
    modelTitles?: boolean;
  } = {},
): Promise<DesktopSessions> {
  const service = new DesktopSessions({
    paths: profilePaths({ PARLEY_CONFIG_DIR: root }),
    clock: options.clock ?? systemClock,
    log: silentLog,
    directory: {
      resolve:
        options.resolve ??
        ((id) =>
          Promise.resolve(
            id === 'offline'
              ? { config: { id, kind: 'offline', label: 'Offline' } }
              : id === 'keyless'
                ? { config: { id, kind: 'anthropic', label: 'Anthropic' } }
                : undefined,
          )),
    },
    facades: () => facades,
    permissions: bench.book,
    isTrusted: (folder) => Promise.resolve(trusted.has(folder)),
    archive: options.archive ?? nothingStored,
    startQuery:
      options.startQuery ??
      ((start) => {
        const query = new ScriptedQuery(start);
        starts.push({ start, query });
        return query;
      }),
    instructionsRevision: () => revision,
    defaultModel: () => offline,
    modelTitles: () => options.modelTitles ?? true,
    events: {
      messages: (id, sequence, messages) => {
        batches.push({ id, sequence, messages });
      },
      changed: () => {
        summaries = service.list();
      },
      prompts: (open) => {
        prompts = open;
      },
    },
  });
  services.push(service);
  await service.start();
  return service;
}

function only<T>(values: readonly T[], index = 0): T {
  const value = values[index];
  if (value === undefined)
    throw new Error(`Nothing at ${String(index)} of ${String(values.length)}`);
  return value;
}

async function started(
  count = 1,
): Promise<{ readonly start: SessionStart; readonly query: ScriptedQuery }> {
  await vi.waitFor(() => {
    expect(starts.length).toBeGreaterThanOrEqual(count);
  });
  return only(starts, count - 1);
}

describe('sending', () => {
  it('acknowledges a message once it is in the queue file, and empties the file when the runtime has recorded it', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    const { messageUuid } = await service.send(id, 'Hello there');
    const { start, query } = await started();
    const queueFile = transcriptPath(root, start.cwd, id).replace(/jsonl$/, 'queue.json');
    expect(await readFile(queueFile, 'utf8')).toContain(messageUuid);
    expect((await service.open(id)).queued).toEqual([{ uuid: messageUuid, text: 'Hello there' }]);
    const input = await query.nextInput();
    expect(input).toMatchObject({
      uuid: messageUuid,
      message: { role: 'user', content: 'Hello there' },
    });
    query.echo(input);
    await vi.waitFor(async () => {
      await expect(readFile(queueFile, 'utf8')).rejects.toThrow('ENOENT');
    });
    expect((await service.open(id)).queued).toEqual([]);
    expect(only(summaries)).toMatchObject({ id, title: 'Hello there', state: 'running' });
    query.finish('success');
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('idle');
    });
  });

  it('gives the runtime one message a turn and keeps the others in order', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    await service.send(id, 'two');
    const { query } = await started();
    const first = await query.nextInput();
    query.echo(first);
    expect(query.pendingInputs).toBe(0);
    query.finish('success');
    expect((await query.nextInput()).message.content).toBe('two');
  });

  it('refuses a message for a provider without a key and starts nothing', async () => {
    const service = await serviceWith();
    const { id } = await service.create({ provider_id: 'keyless', id: 'm' });
    await expect(service.send(id, 'x')).rejects.toMatchObject({ code: 'provider.no-key' });
    expect(starts).toHaveLength(0);
  });

  it('refuses to write a session that another process holds, names the holder, and takes messages once it is free [RT-43]', async () => {
    let holder: string | undefined = 'parley (process 42)';
    const stored = {
      id: '22222222-2222-4222-8222-222222222222',
      path: join(root, 'x.jsonl'),
      cwd: root,
      folder: null,
      title: 't',
      model: offline,
      createdAt: 1,
      updatedAt: 2,
    };
    const service = await serviceWith({
      archive: {
        ...nothingStored,
        list: () => Promise.resolve([stored]),
        read: () => Promise.resolve({ messages: [], holder }),
      },
    });
    expect((await service.open(stored.id)).summary.readOnly).toEqual({
      holder: 'parley (process 42)',
    });
    await expect(service.send(stored.id, 'x')).rejects.toMatchObject({
      code: 'session.read-only',
      message: expect.stringContaining('process 42') as string,
    });
    holder = undefined;
    expect((await service.open(stored.id)).summary).not.toHaveProperty('readOnly');
    await service.send(stored.id, 'x');
    expect((await started()).start.sessionId).toBe(stored.id);
  });
});

describe('a runtime that dies', () => {
  it('is said in the session, which then takes the next message with a new runtime that goes on with the transcript', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'work');
    const first = await started();
    first.query.echo(await first.query.nextInput());
    first.query.die();
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('interrupted');
    });
    const said = batches
      .flatMap((batch) => batch.messages)
      .find((message) => message.type === 'system' && message.subtype === 'runtime_exited');
    expect(said).toMatchObject({
      reason: 'It was ended by the signal SIGKILL.',
      stderr: ['last words'],
    });
    await service.send(id, 'again');
    const second = await started(2);
    expect(second.start.resume).toBe(true);
    expect((await second.query.nextInput()).message.content).toBe('again');
  });

  it('ten times over makes no session, and neither does one that nobody wrote in [RE-12.report-39]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    for (let count = 1; count <= 10; count += 1) {
      await service.send(id, `again ${String(count)}`);
      const { query } = await started(count);
      query.echo(await query.nextInput());
      query.die();
      await vi.waitFor(() => {
        expect(only(summaries).state).toBe('interrupted');
      });
    }
    expect(service.list().map((summary) => summary.id)).toEqual([id]);
    expect(new Set(starts.map(({ start }) => start.sessionId))).toEqual(new Set([id]));
  });

  it('sends a message again that was not recorded, once, and then waits for the person', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'lost?');
    (await started(1)).query.die();
    const second = await started(2);
    expect((await second.query.nextInput()).message.content).toBe('lost?');
    second.query.die();
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('interrupted');
    });
    expect(starts).toHaveLength(2);
    expect((await service.open(id)).queued).toMatchObject([{ text: 'lost?' }]);
  });

  it('says when it could not even start, and keeps the message without trying again at once', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'kept');
    (await started(1)).query.die(new RuntimeStartError('No runtime is there.'));
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('interrupted');
    });
    const snapshot = await service.open(id);
    expect(snapshot.messages.at(-1)).toMatchObject({
      subtype: 'runtime_exited',
      at_start: true,
      reason: 'No runtime is there.',
    });
    expect(snapshot.queued).toMatchObject([{ text: 'kept' }]);
    expect(starts).toHaveLength(1);
  });

  it('withdraws the prompts of the session', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'work');
    const { query } = await started();
    const answer = query.ask({ toolName: 'mcp__notes__write_note', input: { name: 'a' } });
    await vi.waitFor(() => {
      expect(prompts).toHaveLength(1);
    });
    query.die();
    expect(await answer).toMatchObject({ behavior: 'deny' });
    expect(prompts).toHaveLength(0);
  });
});

describe('a runtime that comes and goes', () => {
  /** A session after its first turn, whose runtime takes its time to go. */
  async function resting(): Promise<{
    service: DesktopSessions;
    id: string;
    query: ScriptedQuery;
    letGo: () => void;
  }> {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    const { query } = await started();
    query.echo(await query.nextInput());
    query.finish('success');
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('idle');
    });
    let letGo = (): void => undefined;
    query.end = new Promise((resolve) => {
      letGo = resolve;
    });
    return { service, id, query, letGo };
  }

  /** Longer than a start takes: its file work goes through the same queue. */
  async function starting(): Promise<void> {
    for (let step = 0; step < 30; step += 1) await readdir(root);
  }

  it('is gone before the next one starts, since both would write the transcript [RT-43]', async () => {
    const { service, id, letGo } = await resting();
    const changed = service.setModel(id, { ...offline, id: 'other' });
    await service.send(id, 'two');
    await starting();
    expect(starts).toHaveLength(1);
    letGo();
    await changed;
    const { start } = await started(2);
    expect(start.model.id).toBe('other');
  });

  it('that died while it was idle takes no message down that came meanwhile [RE-12]', async () => {
    const { service, id, query, letGo } = await resting();
    query.die();
    await vi.waitFor(() => {
      expect(query.closed).toBe(true);
    });
    await service.send(id, 'two');
    await starting();
    letGo();
    const { query: next } = await started(2);
    next.echo(await next.nextInput());
    next.finish('success');
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('idle');
    });
    expect(starts).toHaveLength(2);
    expect(next.closed).toBe(false);
    const messages = batches.flatMap((batch) => batch.messages);
    expect(messages.filter((message) => message.type === 'system')).toEqual([]);
  });

  it('is replaced after its turn when the model was changed while it started', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    const changed = service.setModel(id, { ...offline, id: 'other' });
    const { query } = await started();
    await changed;
    query.echo(await query.nextInput());
    query.finish('success');
    await service.send(id, 'two');
    expect((await started(2)).start.model.id).toBe('other');
  });

  it('stops a turn that was stopped before it began, as soon as it begins [RT-25]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    await service.interrupt(id);
    const { query } = await started();
    const input = await query.nextInput();
    expect(query.interrupts).toBe(0);
    query.echo(input);
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('interrupted');
    });
    expect(query.interrupts).toBe(1);
  });

  it('is not given a message again at once that it could not record [RT-41, RE-3]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    const { query } = await started();
    const first = await query.nextInput();
    query.finish('error_during_execution');
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('failed');
    });
    await starting();
    expect(query.pendingInputs).toBe(0);
    await service.send(id, 'two');
    expect(await query.nextInput()).toMatchObject({ uuid: first.uuid });
  });
});

describe('permission prompts', () => {
  async function asking(): Promise<{
    service: DesktopSessions;
    id: string;
    query: ScriptedQuery;
    answer: Promise<PermissionResult>;
  }> {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'work');
    const { query } = await started();
    query.echo(await query.nextInput());
    const answer = query.ask({
      toolName: 'mcp__notes__write_note',
      input: { name: 'a', text: '1' },
    });
    await vi.waitFor(() => {
      expect(prompts).toHaveLength(1);
    });
    return { service, id, query, answer };
  }

  it('shows exactly what will be sent and sends exactly what was shown [SE-40]', async () => {
    const { service, id, answer } = await asking();
    const prompt = only(prompts);
    expect(prompt).toMatchObject({
      sessionId: id,
      serverName: 'Notes',
      serverId: server.id,
      input: { name: 'a', text: '1' },
    });
    expect(only(summaries).state).toBe('waiting');
    await service.answerPermission(
      {
        promptId: prompt.promptId,
        argumentsHash: prompt.argumentsHash,
        answer: { behavior: 'allow', scope: 'once' },
      },
      Date.now(),
    );
    expect(await answer).toEqual({ behavior: 'allow', updatedInput: { name: 'a', text: '1' } });
    await expect(
      service.answerPermission(
        {
          promptId: prompt.promptId,
          argumentsHash: prompt.argumentsHash,
          answer: { behavior: 'deny' },
        },
        Date.now(),
      ),
    ).rejects.toMatchObject({ code: 'session.no-prompt' });
  });

  it('takes an allow only with the hash that was sent and soon after a real input [SE-5, SE-41]', async () => {
    const { service, answer } = await asking();
    const prompt = only(prompts);
    const allow = { behavior: 'allow', scope: 'once' } as const;
    await expect(
      service.answerPermission(
        { promptId: prompt.promptId, argumentsHash: 'other', answer: allow },
        Date.now(),
      ),
    ).rejects.toMatchObject({ code: 'session.prompt-mismatch' });
    await expect(
      service.answerPermission(
        { promptId: prompt.promptId, argumentsHash: prompt.argumentsHash, answer: allow },
        Date.now() - 60_000,
      ),
    ).rejects.toMatchObject({ code: 'session.no-gesture' });
    expect(prompts).toHaveLength(1);
    await service.answerPermission(
      {
        promptId: prompt.promptId,
        argumentsHash: prompt.argumentsHash,
        answer: { behavior: 'deny' },
      },
      0,
    );
    expect(await answer).toMatchObject({ behavior: 'deny' });
  });

  it('asks no more for a tool that was allowed for the session, until its server is another [SE-40.session]', async () => {
    const { service, query, answer } = await asking();
    const prompt = only(prompts);
    const second = query.ask({ toolName: 'mcp__notes__write_note', input: { name: 'b' } });
    const otherTool = query.ask({ toolName: 'mcp__notes__delete_note', input: { name: 'b' } });
    await service.answerPermission(
      {
        promptId: prompt.promptId,
        argumentsHash: prompt.argumentsHash,
        answer: { behavior: 'allow', scope: 'session' },
      },
      Date.now(),
    );
    expect(await answer).toMatchObject({ behavior: 'allow' });
    expect(await second).toEqual({ behavior: 'allow', updatedInput: { name: 'b' } });
    expect(
      await query.ask({ toolName: 'mcp__notes__write_note', input: { name: 'c' } }),
    ).toMatchObject({ behavior: 'allow' });
    expect(prompts.map((open) => open.toolName)).toEqual(['mcp__notes__delete_note']);
    const last = only(prompts);
    await service.answerPermission(
      { promptId: last.promptId, argumentsHash: last.argumentsHash, answer: { behavior: 'deny' } },
      Date.now(),
    );
    await otherTool;
  });
});

describe('runtimes', () => {
  it('replaces an idle runtime when the servers changed, since a running one keeps its set [SDK-39]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    const first = await started();
    first.query.echo(await first.query.nextInput());
    first.query.finish('success');
    facades = new Map([
      ...facades,
      [
        'files',
        {
          record: { ...server, id: '33333333-3333-4333-8333-333333333333', key: 'files' },
          server: { connect: () => Promise.resolve() },
        },
      ],
    ]);
    await service.send(id, 'two');
    const second = await started(2);
    expect([...second.start.servers.keys()]).toEqual(['notes', 'files']);
    expect(first.query.closed).toBe(true);
  });

  it('replaces an idle runtime when its folder is not trusted any more, so that nothing of the folder stays in force [UI-17.trust]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-trust-'));
    trusted.add(folder);
    const service = await serviceWith();
    const { id } = await service.create(undefined, folder);
    await service.send(id, 'one');
    const first = await started();
    first.query.echo(await first.query.nextInput());
    first.query.finish('success');
    trusted.delete(folder);
    await service.send(id, 'two');
    const second = await started(2);
    expect([first, second].map(({ start }) => start.hasOwnTools)).toEqual([true, false]);
    expect(first.query.closed).toBe(true);
    await rm(folder, { recursive: true });
  });

  it('replaces an idle runtime when the provider or the instructions are others, and tells the new one [UI-17.instructions, UI-17.settings]', async () => {
    let settings = {};
    const service = await serviceWith({
      resolve: () =>
        Promise.resolve({
          config: { id: 'offline', kind: 'offline', label: 'Offline', model_settings: settings },
        }),
    });
    const setInstructions = async (text: string): Promise<void> => {
      (await service.live(id)).facts.instructions = text;
    };
    const { id } = await service.create(undefined);
    await setInstructions('Only rhymes.');
    const changes: (() => unknown)[] = [
      () => undefined,
      () => setInstructions('No rhymes.'),
      () => (revision += 1),
      () => (settings = { offline: { temperature: 1 } }),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      await service.send(id, `message ${String(index)}`);
      const { query } = await started(index + 1);
      query.echo(await query.nextInput());
      query.finish('success');
    }
    expect(starts.map(({ start }) => start.instructions)).toEqual([
      'Only rhymes.',
      'No rhymes.',
      'No rhymes.',
      'No rhymes.',
    ]);
    expect(starts.at(-1)?.start.provider.model_settings).toEqual({ offline: { temperature: 1 } });
    expect(starts.slice(0, -1).every(({ query }) => query.closed)).toBe(true);
    const before = starts.length;
    await service.send(id, 'the same again');
    const { query } = await started(before);
    expect(starts).toHaveLength(before);
    query.echo(await query.nextInput());
  });

  it('gives an idle runtime back after a while and starts a new one for the next message', async () => {
    const timers: { ms: number; run: () => void; cancelled: boolean }[] = [];
    const clock: Clock = {
      now: () => 1_000_000,
      after: (ms, run) => {
        const timer = { ms, run, cancelled: false };
        timers.push(timer);
        return () => {
          timer.cancelled = true;
        };
      },
    };
    const service = await serviceWith({ clock });
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    const first = await started();
    first.query.echo(await first.query.nextInput());
    first.query.finish('success');
    await vi.waitFor(() => {
      expect(timers.some((timer) => timer.ms === IDLE_RELEASE_MS && !timer.cancelled)).toBe(true);
    });
    timers.find((timer) => timer.ms === IDLE_RELEASE_MS)?.run();
    await vi.waitFor(() => {
      expect(first.query.closed).toBe(true);
    });
    await service.send(id, 'two');
    expect((await started(2)).start.resume).toBe(true);
  });

  it('ends every runtime when the service is disposed [RE-10]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    await service.send(id, 'one');
    const { query } = await started();
    await service.dispose();
    expect(query.closed).toBe(true);
    await expect(service.open('44444444-4444-4444-8444-444444444444')).rejects.toMatchObject({
      code: 'session.not-found',
    });
  });
});

describe('opening', () => {
  const id = '55555555-5555-4555-8555-555555555555';
  const userMessage: SDKMessage = {
    type: 'user',
    uuid: '66666666-6666-4666-8666-666666666666',
    session_id: id,
    parent_tool_use_id: null,
    message: { role: 'user', content: 'hi' },
  };
  const stored = {
    id,
    path: '',
    cwd: '',
    folder: null,
    title: 'hi',
    model: offline,
    createdAt: 1,
    updatedAt: 2,
  };

  it('lists stored sessions newest first and opens one with everything in it', async () => {
    const newer = { ...stored, id: '77777777-7777-4777-8777-777777777777', updatedAt: 9 };
    const service = await serviceWith({
      archive: {
        ...nothingStored,
        list: () =>
          Promise.resolve([
            { ...stored, cwd: root },
            { ...newer, cwd: root },
          ]),
        read: () => Promise.resolve({ messages: [userMessage], holder: undefined }),
      },
    });
    expect(service.list().map((session) => session.id)).toEqual([newer.id, id]);
    const snapshot = await service.open(id);
    expect(snapshot.messages[0]).toEqual(userMessage);
    expect(snapshot.summary.state).toBe('interrupted');
    expect(snapshot.messages.at(-1)).toMatchObject({ subtype: 'runtime_exited' });
  });

  it('says which session cannot be opened because its transcript was removed, and keeps the others', async () => {
    const stored = (id: string) => ({
      id,
      path: join(root, `${id}.jsonl`),
      cwd: root,
      folder: null,
      title: 't',
      model: offline,
      createdAt: 1,
      updatedAt: 2,
    });
    const [gone, there] = [randomUUID(), randomUUID()];
    const service = await serviceWith({
      archive: {
        ...nothingStored,
        list: () => Promise.resolve([stored(gone), stored(there)]),
        read: async (path) => {
          if (path.includes(gone)) await readFile(path);
          return { messages: [], holder: undefined };
        },
      },
    });
    await expect(service.open(gone)).rejects.toMatchObject({ code: 'session.not-found' });
    expect((await service.open(there)).summary.id).toBe(there);
  });

  it('goes on with a message that was queued when the app ended, but never twice with a recorded one', async () => {
    const cwd = root;
    const path = join(root, `${id}.jsonl`);
    const first = await serviceWith({
      archive: {
        ...nothingStored,
        list: () => Promise.resolve([{ ...stored, cwd, path }]),
        read: () => Promise.resolve({ messages: [userMessage], holder: undefined }),
      },
    });
    await first.send(id, 'queued');
    await started(1);
    await first.dispose();
    const again = await serviceWith({
      archive: {
        ...nothingStored,
        list: () => Promise.resolve([{ ...stored, cwd, path }]),
        read: () => Promise.resolve({ messages: [userMessage], holder: undefined }),
      },
    });
    await again.open(id);
    const next = await started(2);
    const input: SDKUserMessageInput = await next.query.nextInput();
    expect(input.message.content).toBe('queued');
  });
});

it('a mode that a session begins with is there after a restart [UI-17.mode]', async () => {
  const service = await serviceWith();
  const { id } = await service.create(undefined, undefined, 'plan');
  await service.send(id, 'Hello');
  expect((await started()).start.mode).toBe('plan');
  const path = service.placeOf(id)?.path ?? '';
  expect(await readFile(path.replace(/jsonl$/, 'meta.json'), 'utf8')).toContain('"mode": "plan"');
});

describe('titles', () => {
  async function turn(service: DesktopSessions, id: string, query?: ScriptedQuery) {
    await service.send(id, 'Why is the order list slow?');
    const runtime = query ?? (await started(starts.length || 1)).query;
    runtime.echo(await runtime.nextInput());
    return runtime;
  }
  const titleOf = (service: DesktopSessions, id: string) =>
    service.list().find((session) => session.id === id)?.title;

  it('come from the model after a turn that succeeded, and are kept [UI-1.titles]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    const query = await turn(service, id);
    query.titles.push(new Error('The model is busy.'), 'Slow order list', 'Another');
    query.finish('success');
    await turn(service, id, query);
    expect(titleOf(service, id)).toBe('Why is the order list slow?');
    query.finish('success');
    await vi.waitFor(() => {
      expect(titleOf(service, id)).toBe('Slow order list');
    });
    const path = service.placeOf(id)?.path ?? '';
    expect(await readFile(path.replace(/jsonl$/, 'meta.json'), 'utf8')).toContain(
      '"autoTitle": "Slow order list"',
    );
    await turn(service, id, query);
    query.finish('success');
    await vi.waitFor(() => {
      expect(only(summaries).state).toBe('idle');
    });
    expect(query.titles).toEqual(['Another']);
  });

  it('are never written over one of the person, and none are asked for where it is off [UI-1.titles]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    const query = await turn(service, id);
    query.titles.push('By the model');
    service.shelf.mark(id, { title: 'Mine' });
    query.finish('success');
    const off = await serviceWith({ modelTitles: false });
    const other = await off.create(undefined);
    await off.send(other.id, 'First words');
    const second = (await started(2)).query;
    second.echo(await second.nextInput());
    second.titles.push('By the model');
    second.finish('success');
    await vi.waitFor(() => {
      expect(titleOf(off, other.id)).toBe('First words');
      expect(off.list()[0]?.state).toBe('idle');
    });
    expect(titleOf(service, id)).toBe('Mine');
    expect([...query.titles, ...second.titles]).toEqual(['By the model', 'By the model']);
  });
});

describe('asking about a session', () => {
  it('starts a runtime only when it is wanted; a message that comes meanwhile uses the same one [UI-16]', async () => {
    const service = await serviceWith();
    const { id } = await service.create(undefined);
    const session = await service.live(id);
    expect(await session.about(false)).toBeUndefined();
    const asked = session.about(true);
    await service.send(id, 'Hello');
    expect(await (await asked)?.contextUsage()).toMatchObject({ total_tokens: 0 });
    const { query } = await started();
    expect((await query.nextInput()).message.content).toBe('Hello');
    expect(starts).toHaveLength(1);
  });
});
