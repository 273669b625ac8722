import { describe, expect, it } from 'vitest';
import type { SDKMessage, SDKUserMessageInput } from '../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import {
  AbortError,
  ControlRequestError,
  ControlRequestTimeoutError,
  CredentialsError,
  InvalidOptionsError,
  ProtocolError,
  RuntimeExitedError,
  RuntimeStartError,
} from './errors.ts';
import type { Options } from './options.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import { resultOf, ScriptedRuntime, SESSION } from './testing/scripted-runtime.ts';
import type { ScriptedRuntimeOptions } from './testing/scripted-runtime.ts';
import type { Prompt } from './user-input.ts';

/** Answers each user message with a result, and every control request with an empty answer. */
const obedient: ScriptedRuntimeOptions = {
  onHostFrame: (frame, runtime) => {
    if (frame['type'] === 'user') runtime.emit(resultOf('done'));
    else if (frame['type'] === 'control_request') runtime.answer(frame, {});
  },
};

function start(
  options: Options = {},
  runtimeOptions: ScriptedRuntimeOptions = obedient,
  prompt: Prompt = 'hello',
): { query: Query; runtime: ScriptedRuntime; clock: ManualClock } {
  const runtime = new ScriptedRuntime(runtimeOptions);
  const clock = new ManualClock();
  const query = startQuery(
    { prompt, options: { provider: 'offline', transport: runtime, ...options } },
    { clock, environment: {} },
  );
  return { query, runtime, clock };
}

async function collect(query: Query): Promise<SDKMessage[]> {
  const messages: SDKMessage[] = [];
  for await (const message of query) messages.push(message);
  return messages;
}

function userMessage(content: string): SDKUserMessageInput {
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
}

const silence: ScriptedRuntimeOptions = {};

describe('start', () => {
  it('starts, hands over credentials, waits for ready, initializes, and only then sends the prompt [RT-4.order, SDK-1]', async () => {
    const { query, runtime } = start();
    await collect(query);
    expect(runtime.events).toEqual(['start', 'credentials', 'initialize', 'user', 'close']);
    expect(runtime.undelivered).toBe(0);
  });

  it('handshakes before anybody iterates, and pulls no prompt until then [SDK-1.not-pulled, SDK-30.initialization]', async () => {
    let pulled = 0;
    async function* prompt(): AsyncGenerator<SDKUserMessageInput> {
      pulled += 1;
      yield userMessage('one');
    }
    const { query, runtime } = start({}, obedient, prompt());
    const result = await query.initializationResult();
    expect(result.runtimeVersion).toBe('9.9.9');
    expect(pulled).toBe(0);
    expect(runtime.events).not.toContain('user');
    await collect(query);
    expect(pulled).toBe(1);
  });

  it('keeps messages that come before the first iteration [SDK-1.buffered]', async () => {
    const { query, runtime } = start();
    await query.initializationResult();
    runtime.emit({
      type: 'system',
      subtype: 'status',
      status: 'idle',
      uuid: crypto.randomUUID(),
      session_id: SESSION,
    });
    const messages = await collect(query);
    expect(messages.map((message) => message.type)).toEqual(['system', 'result']);
  });

  it('says in initialize what the options say, and nothing secret [SDK-20.carried, SDK-18, RT-5.frames]', async () => {
    const { query, runtime } = start({
      sessionId: SESSION,
      cwd: '/work',
      configRoot: '/profile',
      tools: ['Read'],
      allowedTools: ['mcp__kb__search'],
      disallowedTools: ['Bash'],
      permissionMode: 'plan',
      systemPrompt: 'Be short.',
      maxTurns: 3,
      includePartialMessages: true,
      persistSession: false,
      canUseTool: () => ({ behavior: 'deny', message: 'no' }),
      allowedMcpServerNames: ['remote'],
      provider: { kind: 'openai-compatible', id: 'lab', baseUrl: 'http://localhost:1/v1' },
      model: 'tiny',
      auth: { apiKey: 'sk-secret-1' },
      env: { VISIBLE: 'yes', LEAK: 'sk-secret-1' },
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'files'], env: { TOKEN: 'secret-2' } },
        remote: { type: 'http', url: 'https://mcp.test/', headers: { Authorization: 'secret-3' } },
      },
    });
    const { request } = await runtime.hostRequest('initialize');
    expect(request).toMatchObject({
      session_id: SESSION,
      resume: false,
      cwd: '/work',
      config_root: '/profile',
      tools: ['Read'],
      allowed_tools: ['mcp__kb__search'],
      disallowed_tools: ['Bash'],
      permission_mode: 'plan',
      system_prompt: 'Be short.',
      max_turns: 3,
      include_partial_messages: true,
      persist_session: false,
      has_can_use_tool: true,
      has_elicitation: false,
      model: { provider_id: 'lab', id: 'tiny' },
      provider: { id: 'lab', kind: 'openai-compatible', base_url: 'http://localhost:1/v1' },
      env: { VISIBLE: 'yes' },
      servers: [
        { name: 'files', disabled: true, definition: { type: 'stdio', args: ['-y', 'files'] } },
        { name: 'remote', disabled: false, definition: { type: 'http', url: 'https://mcp.test/' } },
      ],
    });
    expect(JSON.stringify(runtime.received)).not.toMatch(/secret/);
    expect(runtime.credentials).toEqual([
      {
        modelKey: 'sk-secret-1',
        servers: {
          files: { env: { TOKEN: 'secret-2' } },
          remote: { headers: { Authorization: 'secret-3' } },
        },
      },
    ]);
    await query.close();
  });

  it('goes on with a stored session [SDK-20.resume]', async () => {
    const { query, runtime } = start({ resume: SESSION });
    const { request } = await runtime.hostRequest('initialize');
    expect(request).toMatchObject({ session_id: SESSION, resume: true });
    await query.close();
  });

  it('rejects initialize with CredentialsError and starts nothing when no key is found [SDK-20.no-key, SDK-51.credentials]', async () => {
    const { query, runtime } = start({ provider: 'anthropic' });
    await expect(query.initializationResult()).rejects.toBeInstanceOf(CredentialsError);
    await expect(collect(query)).rejects.toThrow(/ANTHROPIC_API_KEY/);
    expect(runtime.events).toEqual(['close']);
  });

  it('takes the key from the usual variable, and from the one that auth names [SDK-20.key]', async () => {
    const environment = { ANTHROPIC_API_KEY: 'usual', MY_KEY: 'mine' };
    for (const [auth, key] of [
      [undefined, 'usual'],
      [{ environmentVariable: 'MY_KEY' }, 'mine'],
    ] as const) {
      const runtime = new ScriptedRuntime();
      const query = startQuery(
        { prompt: '', options: { transport: runtime, auth } },
        { clock: new ManualClock(), environment },
      );
      await query.initializationResult();
      expect(runtime.credentials[0]?.modelKey).toBe(key);
      const { request } = await runtime.hostRequest('initialize');
      expect(request['provider']).toMatchObject({ kind: 'anthropic' });
      await query.close();
    }
  });

  it('refuses a runtime of another major version, naming both [RT-3.major]', async () => {
    const { query, runtime } = start({}, { ...silence, protocolVersion: '2.4' });
    const failure: unknown = await query.initializationResult().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProtocolError);
    expect(String(failure)).toMatch(/2\.4.*1\.0/);
    await query.close();
    expect(runtime.closed).toBe(true);
  });

  it('works with a newer minor version [RT-3.minor]', async () => {
    const { query } = start({}, { ...obedient, protocolVersion: '1.7' });
    expect((await query.initializationResult()).protocolVersion).toBe('1.7');
    await query.close();
  });

  it('leaves out what only a newer minor version knows, and nothing else [RT-3.minor, RT-6.malformed]', async () => {
    const diagnostics: string[] = [];
    const { query, runtime } = start(
      { stderr: (line) => diagnostics.push(line) },
      { protocolVersion: '1.7' },
    );
    await query.initializationResult();
    const next = query.next();
    runtime.emit({ type: 'weather', sky: 'blue' });
    runtime.emit({ ...resultOf('x'), type: 'system', subtype: 'weather_changed' });
    runtime.emit(resultOf('still here'));
    expect((await next).value).toMatchObject({ result: 'still here' });
    expect(diagnostics).toHaveLength(2);
    await query.close();

    const strict = start({}, { protocolVersion: '1.7' });
    await strict.query.initializationResult();
    const broken = strict.query.next();
    strict.runtime.emit({ ...resultOf('x'), duration_ms: 'long' });
    await expect(broken).rejects.toBeInstanceOf(ProtocolError);
  });

  it('gives up on a runtime that never says ready [SDK-51, SDK-15]', async () => {
    const { query, runtime, clock } = start(
      { initializeTimeoutMs: 500 },
      { protocolVersion: null },
    );
    const iteration = collect(query);
    iteration.catch(() => undefined);
    clock.advance(499);
    expect(runtime.closed).toBe(false);
    expect(runtime.events).not.toContain('initialize');
    clock.advance(1);
    await expect(query.initializationResult()).rejects.toBeInstanceOf(RuntimeStartError);
    await expect(iteration).rejects.toThrow(/500 ms/);
    expect(runtime.closed).toBe(true);
  });

  it('gives up on a runtime that never answers initialize [SDK-15]', async () => {
    const { query, runtime, clock } = start({}, { answersInitialize: false });
    await runtime.hostRequest('initialize');
    clock.advance(60_000);
    await expect(query.initializationResult()).rejects.toBeInstanceOf(ControlRequestTimeoutError);
    await expect(query.mcpServerStatus()).rejects.toBeInstanceOf(ControlRequestTimeoutError);
    expect(runtime.closed).toBe(true);
    expect(runtime.undelivered).toBe(0);
  });

  it('passes on what the runtime finds wrong with the credentials, and with everything else [SDK-51]', async () => {
    for (const [code, kind] of [
      ['credentials', CredentialsError],
      ['session-locked', ControlRequestError],
    ] as const) {
      const { query, runtime } = start({}, { answersInitialize: false });
      const request = await runtime.hostRequest('initialize');
      runtime.answerError(request, code, 'It cannot be used.');
      const failure: unknown = await query.initializationResult().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(kind);
      expect(String(failure)).toMatch(/It cannot be used\./);
      expect(runtime.closed).toBe(true);
    }
  });

  it('passes on why a transport could not start [SDK-51.start]', async () => {
    const startError = new RuntimeStartError('There is no such host.');
    const { query } = start({}, { startError });
    await expect(query.initializationResult()).rejects.toBe(startError);
  });

  it('refuses a first frame that is not ready [RT-3.first]', async () => {
    const { query, runtime } = start({}, { protocolVersion: null });
    runtime.emit(resultOf('too early'));
    runtime.ready('1.0');
    await expect(query.initializationResult()).rejects.toThrow(ProtocolError);
  });
});

describe('turns', () => {
  it('ends the iteration and the runtime after the result of a text prompt [SDK-1.text]', async () => {
    const { query, runtime } = start();
    const messages = await collect(query);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ type: 'result', result: 'done' });
    expect(runtime.closed).toBe(true);
  });

  it('stays open until every message of an iterable has its result [SDK-1.iterable]', async () => {
    async function* prompt(): AsyncGenerator<SDKUserMessageInput> {
      yield userMessage('one');
      yield userMessage('two');
    }
    const answers: string[] = [];
    const { query, runtime } = start(
      {},
      {
        onHostFrame: (frame, peer) => {
          if (frame['type'] !== 'user') return;
          answers.push((frame['message'] as JsonObject)['content'] as string);
          if (answers.length === 2) for (const text of answers) peer.emit(resultOf(text));
        },
      },
      prompt(),
    );
    const messages = await collect(query);
    expect(messages.map((message) => message.type === 'result' && message.result)).toEqual([
      'one',
      'two',
    ]);
    expect(runtime.closed).toBe(true);
  });

  it('sends what streamInput gives, after the prompt has been started by it [SDK-1.stream-input, SDK-53]', async () => {
    const { query, runtime } = start();
    async function* more(): AsyncGenerator<SDKUserMessageInput> {
      yield userMessage('more');
    }
    await query.streamInput(more());
    await collect(query);
    const texts = runtime.received
      .filter((frame) => frame['type'] === 'user')
      .map((frame) => (frame['message'] as JsonObject)['content']);
    expect(texts.sort()).toEqual(['hello', 'more']);
  });

  it('refuses a user message of another shape, naming the field [SDK-53]', async () => {
    const { query } = start({}, silence);
    async function* wrong(): AsyncGenerator<SDKUserMessageInput> {
      yield {
        type: 'user',
        message: { role: 'user', content: 7 },
      } as unknown as SDKUserMessageInput;
    }
    await expect(query.streamInput(wrong())).rejects.toThrow(/content/);
    await query.close();
  });

  it('throws what the prompt iterable throws, and ends the session [SDK-1.prompt-throws]', async () => {
    const failure = new Error('no more words');
    async function* prompt(): AsyncGenerator<SDKUserMessageInput> {
      yield userMessage('one');
      throw failure;
    }
    const { query, runtime } = start({}, silence, prompt());
    await expect(collect(query)).rejects.toBe(failure);
    await query.close();
    expect(runtime.closed).toBe(true);
  });

  it('ends the session when the loop is left, and tells the prompt to return [SDK-36.leave]', async () => {
    let returns = 0;
    const steps = [userMessage('one'), userMessage('two')];
    const prompt: AsyncIterable<SDKUserMessageInput> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          const value = steps.shift();
          return value ? Promise.resolve({ done: false, value }) : new Promise(() => undefined);
        },
        return: () => {
          returns += 1;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
    const { query, runtime } = start({}, obedient, prompt);
    for await (const message of query) if (message.type === 'result') break;
    expect(runtime.closed).toBe(true);
    await expect(query.interrupt()).rejects.toBeInstanceOf(AbortError);
    expect(returns).toBe(1);
  });

  it('closes although the prompt iterable never answers again [SDK-36]', async () => {
    async function* prompt(): AsyncGenerator<SDKUserMessageInput> {
      yield userMessage('one');
      await new Promise(() => undefined);
    }
    const { query, runtime } = start({}, obedient, prompt());
    await query.next();
    await query.return(undefined);
    await query.close();
    expect(runtime.closed).toBe(true);
  });
});

describe('a query', () => {
  it('tells of servers and signs in to them, and has no method that changes which there are [SDK-39]', async () => {
    const { query } = start();
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(query));
    const ofServers = methods.filter((name) => /server|mcp|connect|sign|tool/i.test(name));
    expect(ofServers.sort()).toEqual([
      'mcpAuthenticate',
      'mcpServerStatus',
      'mcpSubmitOAuthCallbackUrl',
    ]);
    await query.close();
  });
});

describe('requests of the host', () => {
  it('gets answers in any order while many are open [RT-6.in-flight, SDK-30.context-usage]', async () => {
    const held: JsonObject[] = [];
    const { query, runtime } = start(
      {},
      {
        onHostFrame: (frame) => {
          if (frame['type'] === 'control_request') held.push(frame);
        },
      },
    );
    await query.initializationResult();
    const mode = query.setPermissionMode('plan');
    const usage = query.getContextUsage();
    await runtime.hostRequest('get_context_usage');
    const [first, second] = held;
    if (!first || !second) throw new Error('Two requests were expected.');
    runtime.answer(second, { total_tokens: 7, estimated: true, parts: [] });
    expect(await usage).toEqual({ total_tokens: 7, estimated: true, parts: [] });
    runtime.answer(first, {});
    await mode;
    await query.close();
  });

  it('tells the models of the runtime, and on stderr why it had to guess them [SDK-30.models]', async () => {
    const told: string[] = [];
    const { query, runtime } = start({ stderr: (line) => told.push(line) }, silence);
    await query.initializationResult();
    const models = query.supportedModels();
    const request = await runtime.hostRequest('list_models');
    const model = { id: 'm', label: 'M' };
    runtime.answer(request, { models: [model], problem: 'The service is away.' });
    expect(await models).toEqual([{ ...model, source: 'table' }]);
    expect(told).toEqual(['The service is away.']);
    await query.close();
  });

  it('cancels a request that is not answered in time, and survives the late answer [SDK-15, RT-6]', async () => {
    const { query, runtime, clock } = start({ controlRequestTimeoutMs: 20 }, silence);
    await query.initializationResult();
    const status = query.mcpServerStatus();
    status.catch(() => undefined);
    const request = await runtime.hostRequest('mcp_status');
    clock.advance(20);
    await expect(status).rejects.toBeInstanceOf(ControlRequestTimeoutError);
    const cancel = await runtime.host((frame) => frame['type'] === 'control_cancel_request');
    expect(cancel['request_id']).toBe(request.request_id);
    runtime.answer(request, { servers: [] });
    expect(await query.supportedCommands()).toHaveLength(1);
    await query.close();
  });

  it('waits without limit when the limit is 0 [SDK-15]', async () => {
    const { query, runtime, clock } = start({ controlRequestTimeoutMs: 0 }, silence);
    await query.initializationResult();
    const status = query.mcpServerStatus();
    const request = await runtime.hostRequest('mcp_status');
    clock.advance(10_000_000);
    runtime.answer(request, { servers: [] });
    expect(await status).toEqual([]);
    await query.close();
  });

  it('ignores a second answer and an answer to no request, with a diagnostic each [RT-6.stray]', async () => {
    const diagnostics: string[] = [];
    const { query, runtime } = start({ stderr: (line) => diagnostics.push(line) }, silence);
    await query.initializationResult();
    const mode = query.setPermissionMode('plan');
    const request = await runtime.hostRequest('set_permission_mode');
    runtime.answer(request, {});
    runtime.answer(request, {});
    runtime.answer({ request_id: 'nobody-asked' }, {});
    await mode;
    expect(diagnostics).toHaveLength(2);
    expect(diagnostics[1]).toMatch(/nobody-asked/);
    await query.close();
  });

  it('rejects with the code and words of an error answer [SDK-51.error-answer]', async () => {
    const { query } = start(
      {},
      {
        onHostFrame: (frame, peer) =>
          peer.answerError(frame, 'no-model', 'There is no such model.'),
      },
    );
    const failure: unknown = await query.setModel('big').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ControlRequestError);
    expect(failure).toMatchObject({ code: 'no-model', message: 'There is no such model.' });
    await query.close();
  });

  it('closes on an answer of another shape than agreed [SDK-51.answer-shape]', async () => {
    const { query, runtime } = start();
    await expect(query.mcpServerStatus()).rejects.toBeInstanceOf(ProtocolError);
    expect(runtime.closed).toBe(true);
  });

  it('reports servers from live state, without instances and secret values [SDK-31.config, SDK-32.only-declared, SDK-10.proxy]', async () => {
    const { query } = start(
      {
        mcpServers: {
          files: { command: 'files', env: { TOKEN: 'secret' }, isProxy: true },
          notes: { type: 'sdk', name: 'notes', instance: { connect: () => Promise.resolve() } },
        },
      },
      {
        onHostFrame: (frame, peer) =>
          peer.answer(frame, {
            servers: [
              { name: 'files', status: 'failed', config: {} },
              {
                name: 'notes',
                status: 'connected',
                config: {},
                tools: [
                  { name: 'list', annotations: { readOnly: true } },
                  { name: 'write', annotations: {} },
                ],
              },
            ],
          }),
      },
    );
    const [files, notes] = await query.mcpServerStatus();
    expect(files?.config).toEqual({
      type: 'stdio',
      command: 'files',
      args: [],
      envNames: ['TOKEN'],
      isProxy: true,
    });
    expect(files?.error).toMatch(/./);
    expect(notes?.config).toEqual({ type: 'sdk', name: 'notes' });
    expect(notes?.tools).toEqual([
      { name: 'list', annotations: { readOnly: true } },
      { name: 'write' },
    ]);
    await query.close();
  });

  it('changes the model with a new key beside the frames [SDK-30.set-model, RT-5]', async () => {
    const { query, runtime } = start();
    await query.setModel('bigger', {
      provider: { kind: 'openai-compatible', id: 'lab', baseUrl: 'http://localhost:1/v1' },
      auth: { apiKey: 'sk-new' },
    });
    const { request } = await runtime.hostRequest('set_model');
    expect(request).toMatchObject({
      model: { provider_id: 'lab', id: 'bigger' },
      provider: { kind: 'openai-compatible' },
      credential_file: '/renewal/2',
    });
    expect(runtime.credentials[1]?.modelKey).toBe('sk-new');
    expect(JSON.stringify(runtime.received)).not.toContain('sk-new');
    expect(runtime.undelivered).toBe(0);
    await query.close();
  });

  it('never lets the key of one change meet the request of another [RT-5.renewal]', async () => {
    const met: unknown[] = [];
    const { query, runtime } = start(
      {},
      {
        onHostFrame: (frame, peer) => {
          const { provider } = frame['request'] as { provider: { id: string } };
          met.push([provider.id, peer.credentials.at(-1)?.modelKey]);
          peer.answer(frame, {});
        },
      },
    );
    const change = (id: string) =>
      query.setModel('m', {
        provider: { kind: 'openai-compatible', id, baseUrl: 'http://localhost:1/v1' },
        auth: { apiKey: `key of ${id}` },
      });
    await query.initializationResult();
    const renewed = runtime.request({ subtype: 'get_credential', name: 'model' });
    await Promise.all([change('a'), change('b'), query.setModel('larger')]);
    expect(await renewed).toMatchObject({ subtype: 'success' });
    expect(met).toEqual([
      ['a', 'key of a'],
      ['b', 'key of b'],
      ['b', 'key of b'],
    ]);
    await query.close();
  });

  it('does not allow unasked tools later when that was not allowed at the start [SDK-18]', async () => {
    const { query, runtime } = start();
    await expect(query.setPermissionMode('bypassPermissions')).rejects.toBeInstanceOf(
      InvalidOptionsError,
    );
    await query.close();
    expect(JSON.stringify(runtime.received)).not.toContain('set_permission_mode');
  });

  it('names an in-process server that has another name than its key [SDK-10.name]', async () => {
    const { query } = start({
      mcpServers: {
        kb: { type: 'sdk', name: 'books', instance: { connect: async () => undefined } },
      },
    });
    const { notices } = await query.initializationResult();
    expect(notices.join()).toMatch(/"books".*"kb"/);
    await query.close();
  });
});

describe('ends', () => {
  it('rejects everything that waits when the runtime dies in a turn, with its last words [SDK-51.exit]', async () => {
    const { query, runtime } = start({}, silence);
    const iteration = collect(query);
    iteration.catch(() => undefined);
    await runtime.host((frame) => frame['type'] === 'user');
    const status = query.mcpServerStatus();
    status.catch(() => undefined);
    await runtime.hostRequest('mcp_status');
    runtime.die({ signal: 'SIGKILL', stderr: ['out of memory'] });
    await expect(iteration).rejects.toMatchObject({
      name: 'RuntimeExitedError',
      signal: 'SIGKILL',
      stderr: ['out of memory'],
    });
    await expect(status).rejects.toBeInstanceOf(RuntimeExitedError);
    await expect(query.getContextUsage()).rejects.toBeInstanceOf(RuntimeExitedError);
  });

  it('reports a runtime that ends before it is ready as a failed start, with exit code and stderr [SDK-51.before-ready]', async () => {
    const { query, runtime } = start({}, { protocolVersion: null });
    runtime.die({ code: 1, stderr: ['Cannot find module'] });
    const failure: unknown = await query.initializationResult().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RuntimeStartError);
    expect(String(failure)).toMatch(/code 1[^]*Cannot find module/);
  });

  it('turns nonsense of the runtime into ProtocolError, after what came before it [RT-6.malformed, SDK-51]', async () => {
    for (const speak of [
      (peer: ScriptedRuntime) => peer.emit({ type: 'no-such-frame' }),
      (peer: ScriptedRuntime) => peer.emit('text'),
      (peer: ScriptedRuntime) => peer.speakNonsense(new Error('A line is no JSON.')),
      (peer: ScriptedRuntime) => peer.ready('1.0'),
    ]) {
      async function* prompt(): AsyncGenerator<SDKUserMessageInput> {
        yield userMessage('one');
        yield userMessage('two');
      }
      const { query, runtime } = start({}, silence, prompt());
      const first = query.next();
      await runtime.host((frame) => frame['type'] === 'user');
      runtime.emit(resultOf('first'));
      speak(runtime);
      expect((await first).value).toMatchObject({ result: 'first' });
      await expect(query.next()).rejects.toBeInstanceOf(ProtocolError);
      expect((await query.next()).done).toBe(true);
      expect(runtime.closed).toBe(true);
    }
  });

  it('close ends the iteration without an error, and may be repeated [SDK-36.close, SDK-38]', async () => {
    const { query, runtime } = start({}, silence);
    const iteration = collect(query);
    await runtime.host((frame) => frame['type'] === 'user');
    await Promise.all([query.close(), query.close()]);
    expect(await iteration).toEqual([]);
    await query.close();
    await query[Symbol.asyncDispose]();
    expect(runtime.closed).toBe(true);
  });

  it('an abort ends the iteration with AbortError and aborts pending callbacks [SDK-36.abort]', async () => {
    const abortController = new AbortController();
    let signal: AbortSignal | undefined;
    const { query, runtime } = start(
      {
        abortController,
        canUseTool: (_name, _input, context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        },
      },
      silence,
    );
    const iteration = collect(query);
    iteration.catch(() => undefined);
    await query.initializationResult();
    runtime.ask(question());
    abortController.abort();
    await expect(iteration).rejects.toBeInstanceOf(AbortError);
    expect(signal?.aborted).toBe(true);
    expect(runtime.closed).toBe(true);
  });

  it('does not start at all when it is aborted before it begins [SDK-36.aborted-before]', async () => {
    const { query, runtime } = start({ abortController: abortedController() });
    await expect(query.initializationResult()).rejects.toBeInstanceOf(AbortError);
    await expect(collect(query)).rejects.toBeInstanceOf(AbortError);
    expect(runtime.events).not.toContain('start');
  });

  it('leaves no timer behind [SDK-36]', async () => {
    const { query, clock } = start();
    await collect(query);
    expect(clock.waiting).toBe(0);
  });
});

function abortedController(): AbortController {
  const controller = new AbortController();
  controller.abort();
  return controller;
}

function question(): JsonObject {
  return {
    subtype: 'can_use_tool',
    tool_name: 'mcp__kb__search',
    tool_use_id: 'call-1',
    input: { text: 'x' },
    reason: 'No rule allows it.',
  };
}
