import { describe, expect, it } from 'vitest';
import type { SDKMessage, SDKUserMessageInput } from '../../../shared/agent/messages.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { AbortError, InvalidOptionsError, ProtocolError, RuntimeExitedError } from './errors.ts';
import type { Options } from './options.ts';
import { query as publicQuery, startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import { createSdkMcpServer } from './sdk-mcp-server.ts';
import { resultOf, ScriptedRuntime, SESSION } from './testing/scripted-runtime.ts';
import type { ScriptedRuntimeOptions } from './testing/scripted-runtime.ts';
import { tool } from './tool.ts';

async function* forever(): AsyncGenerator<SDKUserMessageInput> {
  yield { type: 'user', message: { role: 'user', content: 'go' }, parent_tool_use_id: null };
  await new Promise(() => undefined);
}

function start(options: Options = {}, script: ScriptedRuntimeOptions = {}) {
  const runtime = new ScriptedRuntime(script);
  const clock = new ManualClock();
  const diagnostics: string[] = [];
  const query = startQuery(
    {
      prompt: forever(),
      options: {
        provider: 'offline',
        transport: runtime,
        stderr: (line: string) => diagnostics.push(line),
        ...options,
      },
    },
    { clock, environment: {} },
  );
  return { query, runtime, clock, diagnostics };
}

/** Everything of a query that can wait, waiting. */
async function allWaiting(query: Query, runtime: ScriptedRuntime): Promise<Promise<unknown>[]> {
  await query.initializationResult();
  const waiting: Promise<unknown>[] = [
    query.next(),
    query.mcpServerStatus(),
    query.interrupt(),
    query.setPermissionMode('plan'),
    query.setModel('m'),
    query.getContextUsage(),
    query.rewindFiles(SESSION),
    query.stopTask('t'),
    query.streamInput(forever()),
  ];
  for (const one of waiting) one.catch(() => undefined);
  for (const subtype of ['mcp_status', 'interrupt', 'stop_task', 'set_model'])
    await runtime.hostRequest(subtype);
  await runtime.host((frame) => frame['type'] === 'user');
  return waiting;
}

async function expectNothingLeft(
  started: ReturnType<typeof start>,
  waiting: readonly Promise<unknown>[],
  reason: new (...args: never[]) => Error,
): Promise<void> {
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome.status).toBe('rejected');
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(reason);
  }
  expect(await started.query.next()).toEqual({ done: true, value: undefined });
  expect(started.clock.waiting).toBe(0);
  expect(started.runtime.closed).toBe(true);
  expect(started.runtime.undelivered).toBe(0);
}

describe('a malformed option', () => {
  /** A value of the wrong form for each option there is, and the path that the error must name. */
  const wrong: Readonly<Record<keyof Options, unknown>> = {
    mcpServers: 'files',
    strictMcpConfig: 'yes',
    allowedMcpServerNames: 'files',
    tools: [1],
    allowedTools: [''],
    disallowedTools: 'Bash',
    additionalDirectories: [''],
    settingSources: 'user',
    settings: 3,
    permissionMode: 'yolo',
    allowDangerouslySkipPermissions: 'yes',
    canUseTool: 'yes',
    hooks: { PreToolUse: {} },
    onElicitation: {},
    provider: 'nobody',
    auth: { apiKey: '' },
    model: '',
    cwd: 5,
    env: { A: 1 },
    systemPrompt: { type: 'preset', preset: 'other' },
    maxTurns: 0,
    agents: { helper: { prompt: 'x' } },
    enableFileCheckpointing: 1,
    maxBudgetUsd: -1,
    outputFormat: { type: 'xml' },
    skills: 'some',
    contextWindow: 1.5,
    resume: 'the last one',
    continue: 'yes',
    forkSession: 'yes',
    sessionId: 'mine',
    persistSession: 'no',
    includePartialMessages: 'no',
    abortController: new AbortController().signal,
    stderr: process.stderr,
    transport: { start: true },
    pathToRuntime: '',
    spawnRuntime: 'ssh',
    closeGraceMs: -1,
    controlRequestTimeoutMs: '60s',
    initializeTimeoutMs: Number.NaN,
    configRoot: 'relative/folder',
  };

  it.each(Object.entries(wrong))(
    '%s is named by its path before anything starts [SDK-21.every-option]',
    (name, value) => {
      const transport = new ScriptedRuntime();
      const options = { provider: 'offline', transport, [name]: value } as Options;
      let failure: unknown;
      try {
        void publicQuery({ prompt: 'x', options }).close();
      } catch (thrown) {
        failure = thrown;
      }
      expect(failure).toBeInstanceOf(InvalidOptionsError);
      const { path, message } = failure as InvalidOptionsError;
      expect(path.split('.')[0]).toBe(name);
      expect(message).toMatch(/[.!?]$/);
      expect(transport.events).toEqual([]);
    },
  );

  it.each([
    [{ mcpServers: { a: { command: '' } } }, 'mcpServers.a.command'],
    [{ mcpServers: { a: { command: 'x', args: [1] } } }, 'mcpServers.a.args.0'],
    [{ mcpServers: { a: { command: 'x', env: { B: 1 } } } }, 'mcpServers.a.env.B'],
    [{ mcpServers: { a: { command: 'x', timeout: -1 } } }, 'mcpServers.a.timeout'],
    [{ mcpServers: { a: { command: 'x', isProxy: 1 } } }, 'mcpServers.a.isProxy'],
    [{ mcpServers: { a: { type: 'sse' } } }, 'mcpServers.a.url'],
    [
      { mcpServers: { a: { type: 'http', url: 'http://x/', headers: { H: 1 } } } },
      'mcpServers.a.headers.H',
    ],
    [{ hooks: { Stop: [{ hooks: [], timeout: 0 }] } }, 'hooks.Stop.0.timeout'],
    [{ agents: { a: { description: 'd', prompt: 'p', maxTurns: 0 } } }, 'agents.a.maxTurns'],
    [{ provider: { kind: 'openai-compatible', baseUrl: 'x' } }, 'provider.baseUrl'],
  ])('is named down to its field: %j [SDK-21.every-option, SDK-10.fields]', (options, path) => {
    try {
      void publicQuery({ prompt: 'x', options: options as Options }).close();
    } catch (failure) {
      expect(failure).toBeInstanceOf(InvalidOptionsError);
      expect((failure as InvalidOptionsError).path).toBe(path);
      return;
    }
    throw new Error('These options were taken.');
  });

  it.each<[string, (query: Query) => Promise<unknown>]>([
    ['mode', (query) => query.setPermissionMode('yolo' as never)],
    ['model', (query) => query.setModel('')],
    ['provider', (query) => query.setModel('m', { provider: 'nobody' as never })],
    ['streamInput', (query) => query.streamInput(['x'] as never)],
    ['rewindFiles.userMessageId', (query) => query.rewindFiles('the first')],
    ['rewindFiles.options.dry', (query) => query.rewindFiles(SESSION, { dry: true } as never)],
    ['stopTask.taskId', (query) => query.stopTask(7 as never)],
    ['mcpAuthenticate.serverName', (query) => query.mcpAuthenticate('')],
    ['mcpAuthenticate.redirectUri', (query) => query.mcpAuthenticate('a', 'callback')],
    [
      'mcpSubmitOAuthCallbackUrl.callbackUrl',
      (query) => query.mcpSubmitOAuthCallbackUrl('a', 1 as never),
    ],
  ])(
    'of a method rejects with its path %s, and asks nobody [SDK-21.methods]',
    async (path, call) => {
      const { query, runtime } = start();
      await expect(call(query)).rejects.toMatchObject({ name: 'InvalidOptionsError', path });
      await query.close();
      expect(runtime.received.filter((one) => one['type'] === 'control_request')).toHaveLength(1);
    },
  );
});

describe('a malformed user message', () => {
  const blocks = (...content: unknown[]) => ({ type: 'user', message: { role: 'user', content } });
  it.each<[string, unknown]>([
    ['prompt', 'hello'],
    ['prompt.type', { message: { role: 'user', content: 'x' } }],
    ['prompt.message.role', { type: 'user', message: { role: 'system', content: 'x' } }],
    ['prompt.message.content', { type: 'user', message: { role: 'user', content: 7 } }],
    [
      'prompt.message.content.1.media_type',
      blocks({ type: 'text', text: 'x' }, { type: 'image', data: 'AAAA', mimeType: 'image/png' }),
    ],
    ['prompt.message.content.0.type', blocks({ type: 'video' })],
    ['prompt.message.content.0', blocks({ type: 'file', media_type: 'text/plain' })],
    ['prompt.uuid', { ...blocks(), uuid: 'mine' }],
  ])('is named down to its field: %s [SDK-53.malformed, SDK-21.methods]', async (path, message) => {
    const { query, runtime } = start();
    async function* wrong(): AsyncGenerator<SDKUserMessageInput> {
      yield message as SDKUserMessageInput;
    }
    await expect(query.streamInput(wrong())).rejects.toMatchObject({
      name: 'InvalidOptionsError',
      path,
    });
    await query.close();
    // The prompt of the session itself may have gone out, this one has not.
    const sent = runtime.received.filter((one) => one['type'] === 'user');
    expect(JSON.stringify(sent)).not.toContain(JSON.stringify(message));
  });
});

describe('a runtime that breaks in the middle', () => {
  it.each<[string, unknown]>([
    ['no object', 7],
    ['no type', {}],
    ['an unknown type', { type: 'hallo' }],
    ['an unknown kind of system message', { type: 'system', subtype: 'hallo' }],
    ['a request without an id', { type: 'control_request', request: { subtype: 'elicitation' } }],
    ['a request without a kind', { type: 'control_request', request_id: 'r', request: {} }],
    ['an answer without its body', { type: 'control_response' }],
    ['an answer of no kind', { type: 'control_response', response: { request_id: 'r' } }],
    ['a cancellation of nothing', { type: 'control_cancel_request' }],
    ['a message without a session', { ...resultOf('x'), session_id: 7 }],
    [
      'a second ready',
      { type: 'ready', protocol_version: '1.0', runtime_version: '1', capabilities: [] },
    ],
  ])(
    'by a frame that is %s: ProtocolError everywhere, nothing left [RT-6.malformed, SDK-51.pending]',
    async (_name, frame) => {
      const started = start();
      const waiting = await allWaiting(started.query, started.runtime);
      started.runtime.emit(frame);
      await expectNothingLeft(started, waiting, ProtocolError);
    },
  );

  it('by something over the cap or no JSON: the same [RT-2.cap, SDK-51.pending]', async () => {
    const started = start();
    const waiting = await allWaiting(started.query, started.runtime);
    started.runtime.speakNonsense(new Error('A line is longer than 33554432 bytes.'));
    await expectNothingLeft(started, waiting, ProtocolError);
  });

  it('by ending: RuntimeExitedError everywhere, nothing left [SDK-51.exit, SDK-51.pending]', async () => {
    const started = start();
    const waiting = await allWaiting(started.query, started.runtime);
    started.runtime.die({ code: 1, stderr: ['boom'] });
    started.runtime.closed = true;
    await expectNothingLeft(started, waiting, RuntimeExitedError);
  });

  it('by answering nothing: each request ends by its limit and the session lives on [SDK-15, SDK-51.pending]', async () => {
    const started = start({ controlRequestTimeoutMs: 1_000 });
    const { query, runtime, clock } = started;
    await query.initializationResult();
    const waiting = [query.mcpServerStatus(), query.interrupt(), query.stopTask('t')];
    for (const one of waiting) one.catch(() => undefined);
    for (const subtype of ['mcp_status', 'interrupt', 'stop_task'])
      await runtime.hostRequest(subtype);
    clock.advance(1_000);
    for (const outcome of await Promise.allSettled(waiting))
      expect(outcome).toMatchObject({ reason: { name: 'ControlRequestTimeoutError' } });
    const cancelled = runtime.received.filter((one) => one['type'] === 'control_cancel_request');
    expect(cancelled).toHaveLength(3);
    const next = query.next();
    runtime.emit(resultOf('alive'));
    expect((await next).value).toMatchObject({ result: 'alive' });
    await query.close();
    expect(clock.waiting).toBe(0);
  });
});

describe('callbacks that never settle', () => {
  const never = (): Promise<never> => new Promise(() => undefined);

  it.each(['close', 'abort', 'interrupt', 'withdrawn'] as const)(
    'are aborted by %s and hold nothing up [SDK-36.callbacks, SDK-51.pending]',
    async (how) => {
      const signals: AbortSignal[] = [];
      const hang = (signal: AbortSignal): Promise<never> => {
        signals.push(signal);
        return never();
      };
      const abortController = new AbortController();
      const started = start(
        {
          abortController,
          canUseTool: (_name, _input, { signal }) => hang(signal),
          onElicitation: (_request, { signal }) => hang(signal),
          hooks: { Stop: [{ hooks: [(_input, _id, { signal }) => hang(signal)] }] },
        },
        {
          onHostFrame: (frame, peer) => {
            if (frame['type'] === 'control_request') peer.answer(frame, {});
          },
        },
      );
      const { query, runtime, clock } = started;
      await query.initializationResult();
      const ids = [
        { subtype: 'can_use_tool', tool_name: 'x', tool_use_id: 'c', input: {}, reason: 'r' },
        { subtype: 'elicitation', server_name: 's', message: 'm' },
        { subtype: 'hook_callback', callback_id: 'hook-1', input: {} },
      ].map((request) => runtime.ask(request));
      await expect.poll(() => signals.length).toBe(3);
      if (how === 'close') await query.close();
      else if (how === 'abort') abortController.abort();
      else if (how === 'interrupt') await query.interrupt();
      else for (const id of ids) runtime.emit({ type: 'control_cancel_request', request_id: id });
      expect(signals.map((signal) => signal.aborted)).toEqual([true, true, true]);
      await query.close();
      expect(clock.waiting).toBe(0);
      expect(runtime.closed).toBe(true);
      const answers = runtime.received.filter((one) => one['type'] === 'control_response');
      expect(answers).toEqual([]);
    },
  );

  it('of a tool in this process end with the session [SDK-36.in-process, SDK-4]', async () => {
    const seen: { signal?: AbortSignal } = {};
    const hang = tool('hang', 'Hangs.', {}, (_args, { signal }) => {
      seen.signal = signal;
      return never();
    });
    const { query, runtime } = start({
      mcpServers: { own: createSdkMcpServer({ name: 'own', tools: [hang], timeout: 0 }) },
    });
    await query.initializationResult();
    await runtime.rpcHandshake('own');
    await runtime.request({
      subtype: 'mcp_message',
      server_name: 'own',
      message: {
        jsonrpc: '2.0',
        id: 9,
        method: 'tools/call',
        params: { name: 'hang', arguments: {} },
      },
    });
    await expect.poll(() => seen.signal).toBeDefined();
    await query.close();
    expect(seen.signal?.aborted).toBe(true);
  });

  it('of the host’s diagnostics break nothing when they throw [SDK-20.stderr]', async () => {
    const { query, runtime } = start({
      stderr: () => {
        throw new Error('no terminal');
      },
    });
    await query.initializationResult();
    runtime.answer({ request_id: 'nobody-asked' }, {});
    const next: Promise<IteratorResult<SDKMessage, void>> = query.next();
    runtime.emit(resultOf('fine'));
    expect((await next).value).toMatchObject({ result: 'fine' });
    await query.close();
    await expect(query.interrupt()).rejects.toBeInstanceOf(AbortError);
  });
});
