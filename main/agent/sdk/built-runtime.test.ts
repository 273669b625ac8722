import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerPart } from '../../../e2e/servers/model/model-script.ts';
import { startModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../../e2e/servers/model/model-server.ts';
import { createHandServer, result } from '../../../e2e/servers/mcp/hand-http.ts';
import { createScriptedHttpServer } from '../../../e2e/servers/mcp/scripted-http.ts';
import type { SDKMessage, SDKUserMessageInput } from '../../../shared/agent/messages.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { systemClock } from '../../lib/clock.ts';
import { runtimeBundle } from '../../lib/testing/runtime-bundle.ts';
import type { Options } from './options.ts';
import { ProcessTransport } from './process-transport.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import { createSdkMcpServer } from './sdk-mcp-server.ts';

const scriptedServer = join(import.meta.dirname, '../../../e2e/servers/mcp/scripted-stdio.mjs');
const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

let root = '';
let program = '';
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-built-'));
  program = (await runtimeBundle()).program;
}, 60_000);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A real runtime that notes what the host writes to it. */
class NotingTransport extends ProcessTransport {
  readonly sent: string[] = [];
  override send(frame: unknown): Promise<void> {
    this.sent.push(JSON.stringify(frame));
    return super.send(frame);
  }
}

async function serveModel(): Promise<ModelServer> {
  const service = await startModelServer();
  closers.push(() => service.dispose());
  return service;
}

/** A session with a real runtime, one turn after the other. */
function open(options: Options) {
  const input = new AsyncQueue<SDKUserMessageInput>();
  const stderr: string[] = [];
  const transport = new NotingTransport({ pathToRuntime: program, env: environment });
  const query: Query = startQuery(
    {
      prompt: input,
      options: {
        transport,
        configRoot: join(root, 'profile'),
        cwd: root,
        stderr: (line: string) => stderr.push(line),
        ...options,
      },
    },
    { clock: systemClock, environment },
  );
  closers.push(() => query.close());
  const messages: SDKMessage[] = [];
  const ask = async (content: string): Promise<Extract<SDKMessage, { type: 'result' }>> => {
    input.push({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null });
    for (;;) {
      const next = await query.next();
      if (next.done) throw new Error('The session ended too soon.');
      messages.push(next.value);
      if (next.value.type === 'result') return next.value;
    }
  };
  return { query, transport, stderr, messages, ask };
}

const says = (text: string) => ({ kind: 'answer', parts: [{ text }] }) as const;
const keysAt = (service: ModelServer) =>
  service.requests.map(({ headers }) => headers['x-api-key'] ?? headers['authorization']);

describe('setModel', () => {
  it('brings a new key to a new provider and the old one to nobody else [RT-5.renewal, SDK-20]', async () => {
    const [left, right] = [await serveModel(), await serveModel()];
    left.push(says('from the left'), says('left again'));
    right.push(says('from the right'), says('keyless'));
    const compatible = { kind: 'openai-compatible', id: 'left', baseUrl: left.url } as const;
    const session = open({ provider: compatible, model: 'm', auth: { apiKey: 'sk-left' } });
    expect(await session.ask('one')).toMatchObject({ result: 'from the left' });

    await session.query.setModel('claude', {
      provider: { kind: 'anthropic', id: 'right', baseUrl: right.url },
      auth: { apiKey: 'sk-right' },
    });
    expect(await session.ask('two')).toMatchObject({ result: 'from the right' });
    // The conversation goes on, only the model is another one.
    expect(right.requests[0]?.body).toMatchObject({ model: 'claude' });
    expect(JSON.stringify(right.requests[0]?.body['messages'])).toContain('from the left');

    await session.query.setModel('m2', {
      provider: { kind: 'openai-compatible', id: 'left', baseUrl: right.url },
    });
    expect(await session.ask('three')).toMatchObject({ result: 'keyless' });
    expect(keysAt(left)).toEqual(['Bearer sk-left']);
    expect(keysAt(right)).toEqual(['sk-right', undefined]);
    await session.query.close();
    expect(session.transport.sent.join() + session.stderr.join()).not.toMatch(/sk-(left|right)/);
    const files = await readdir(join(root, 'profile'), { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile()))
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toMatch(
        /sk-(left|right)/,
      );
  });

  it('rejects for a missing key and goes on with the model it has [RT-5.renewal]', async () => {
    const left = await serveModel();
    left.push(says('one'), says('two'));
    const provider = { kind: 'anthropic', baseUrl: left.url } as const;
    const session = open({ provider, model: 'm', auth: { apiKey: 'sk-left' } });
    await session.ask('one');
    await expect(
      session.query.setModel('gpt', { provider: 'openai-compatible' }),
    ).rejects.toMatchObject({ name: 'CredentialsError' });
    expect(await session.ask('two')).toMatchObject({ result: 'two' });
    expect(keysAt(left)).toEqual(['sk-left', 'sk-left']);
  });
});

describe('a server that the runtime starts', () => {
  const calls = (tool: string, input: object): AnswerPart => ({
    tool: { id: crypto.randomUUID(), name: `mcp__own__${tool}`, input },
  });
  async function openWithServer(...args: string[]) {
    const model = await serveModel();
    const session = open({
      provider: { kind: 'openai-compatible', baseUrl: model.url },
      model: 'm',
      allowedTools: ['mcp__own'],
      mcpServers: {
        own: {
          command: process.execPath,
          args: [scriptedServer, ...args],
          env: { TOKEN: 'canary-value' },
        },
      },
    });
    const call = async (tool: string, input: object = {}): Promise<string> => {
      model.push({ kind: 'answer', parts: [calls(tool, input)] }, says('seen'));
      await session.ask('go');
      return JSON.stringify(model.requests.at(-1)?.body['messages']);
    };
    return { ...session, call };
  }
  const isGone = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  };
  const started = async (file: string): Promise<number> => Number(await readFile(file, 'utf8'));

  it('is connected, called, given its values beside the frames, and gone with the session [SDK-10.env, RT-5.servers, RT-9]', async () => {
    const pidFile = join(root, 'one.pid');
    const session = await openWithServer(`--starts=${pidFile}`);
    const answer = await session.call('process');
    expect(await session.query.mcpServerStatus()).toMatchObject([
      { name: 'own', status: 'connected', serverInfo: { name: 'scripted' } },
    ]);
    // The server has the value, and no frame of ours had it.
    expect(answer).toContain('canary-value');
    expect(session.transport.sent.join()).not.toContain('canary-value');
    const pid = await started(pidFile);
    expect(isGone(pid)).toBe(false);
    await session.query.close();
    expect(isGone(pid)).toBe(true);
  });

  it('is failed with the reason when it dies in a call, and the turn goes on [RT-10, SDK-31]', async () => {
    const session = await openWithServer();
    const answer = await session.call('die', { code: 9 });
    expect(answer).toContain('exit code 9');
    expect(await session.query.mcpServerStatus()).toMatchObject([
      { status: 'failed', error: expect.stringContaining('exit code 9') as string },
    ]);
    expect(session.messages.at(-1)).toMatchObject({ type: 'result', subtype: 'success' });
  });

  it('is failed with the reason when it cannot start, and the first request waits for that only [RT-10]', async () => {
    const session = await openWithServer('--exit=3');
    await session.call('echo', { text: 'hi' });
    expect(session.messages.find(({ type }) => type === 'system')).toBeDefined();
    const init = session.messages.find((one) => one.type === 'system' && one.subtype === 'init');
    expect(init).toMatchObject({ mcp_servers: [{ name: 'own', status: 'failed' }] });
    expect(JSON.stringify(init)).not.toContain('mcp__own__');
  });

  it('does not outlive a runtime that is killed [RT-9]', async () => {
    const pidFile = join(root, 'two.pid');
    const session = await openWithServer(`--starts=${pidFile}`);
    await session.call('process');
    const pid = await started(pidFile);
    process.kill(session.transport.pid ?? 0, 'SIGKILL');
    await expect(session.query.next()).rejects.toMatchObject({ name: 'RuntimeExitedError' });
    await expect.poll(() => isGone(pid), { timeout: 10_000 }).toBe(true);
  });
});

/** A server of the older transport: answers go out on the stream that a client opened first. */
function createSseServer() {
  const streams: { write(text: string): void }[] = [];
  const answers: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-03-26',
      capabilities: { tools: {} },
      serverInfo: { name: 'old', version: '1' },
    },
    'tools/list': { tools: [] },
  };
  return createHandServer((request, response) => {
    if (request.method === 'GET') {
      streams.push(response);
      return { events: ['event: endpoint\ndata: /messages\n\n'], open: true };
    }
    const answer = answers[String(request.message?.method)] ?? {};
    if (request.message?.id !== undefined)
      streams.at(-1)?.write(`data: ${JSON.stringify(result(request, answer))}\n\n`);
    return { status: 202 };
  });
}

describe('servers of every kind in one query', () => {
  it('are connected with their headers, told by their states, and limited by name [SDK-10.headers, SDK-11.process-only, SDK-31.states]', async () => {
    const http = await createScriptedHttpServer();
    const guarded = await createScriptedHttpServer({ mode: 'unauthorized' });
    closers.push(http.close, guarded.close);
    const old = await createSseServer();
    closers.push(old.close);
    const model = await serveModel();
    const starts = join(root, 'off.pid');
    const stdio = (...args: string[]) => ({
      command: process.execPath,
      args: [scriptedServer, ...args],
    });
    const own = createSdkMcpServer({ name: 'own' });
    const headers = { Authorization: 'Bearer canary-header', 'X-Team': 'kb' };
    const session = open({
      provider: { kind: 'openai-compatible', baseUrl: model.url },
      model: 'm',
      mcpServers: {
        own,
        local: stdio(),
        remote: { type: 'http', url: http.url, headers, isProxy: true },
        old: { type: 'sse', url: old.url, headers: { 'X-Old': 'yes' } },
        guarded: { type: 'http', url: guarded.url },
        broken: stdio('--exit=3'),
        slow: stdio('--silent-initialize'),
        off: stdio(`--starts=${starts}`),
      },
      allowedMcpServerNames: ['local', 'remote', 'old', 'guarded', 'broken', 'slow'],
      allowedTools: ['mcp__remote'],
    });
    const states = async () =>
      Object.fromEntries(
        (await session.query.mcpServerStatus()).map(({ name, status }) => [name, status]),
      );
    // Asked before initialize is answered, it waits for that.
    expect(Object.keys(await states()).sort()).toEqual([
      'broken',
      'guarded',
      'local',
      'off',
      'old',
      'own',
      'remote',
      'slow',
    ]);
    await expect.poll(states, { timeout: 20_000 }).toEqual({
      own: 'connected',
      local: 'connected',
      remote: 'connected',
      old: 'connected',
      guarded: 'needs-auth',
      broken: 'failed',
      slow: 'connecting',
      off: 'disabled',
    });
    const told = await session.query.mcpServerStatus();
    const one = (name: string) => told.find((server) => server.name === name);
    expect(one('broken')?.error).toContain('exit code 3');
    expect(one('remote')).toMatchObject({
      config: { type: 'http', headerNames: ['Authorization', 'X-Team'], isProxy: true },
      serverInfo: { name: 'scripted' },
    });
    expect(one('off')?.tools ?? []).toEqual([]);
    expect(JSON.stringify(told)).not.toContain('canary-header');
    expect(await readFile(starts, 'utf8').catch(() => 'never started')).toBe('never started');
    expect(http.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer canary-header',
      'x-team': 'kb',
    });
    expect(old.requests.every((request) => request.headers['x-old'] === 'yes')).toBe(true);
    expect(session.transport.sent.join()).not.toContain('canary-header');
    await session.query.close();
  });

  it('a state is asked for while a turn runs, and no message tells of one [RT-8, SDK-31.while-running, SDK-31.never-pushed]', async () => {
    const model = await serveModel();
    const session = open({
      provider: { kind: 'openai-compatible', baseUrl: model.url },
      model: 'm',
      mcpServers: { local: { command: process.execPath, args: [scriptedServer] } },
    });
    model.push({ kind: 'hold', parts: [{ text: 'one ' }], rest: [{ text: 'two' }] });
    const turn = session.ask('go');
    await model.held();
    expect(await session.query.mcpServerStatus()).toMatchObject([{ status: 'connected' }]);
    await session.query.setPermissionMode('plan');
    expect(await session.query.getContextUsage()).toMatchObject({
      total_tokens: expect.any(Number) as number,
    });
    model.release();
    expect(await turn).toMatchObject({ result: 'one two' });
    const kinds = session.messages.flatMap((one) => (one.type === 'system' ? [one.subtype] : []));
    expect(kinds.filter((kind) => /mcp|server/.test(kind))).toEqual([]);
    await session.query.close();
  });
});
