import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FRAME_CAP_BYTES, runtimeFrame } from '../../../../shared/agent/frames.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { readTranscript } from '../../../storage/transcript/read-transcript.ts';
import { ModelRequestError } from '../model/model-contract.ts';
import type { ModelEvent } from '../model/model-contract.ts';
import { callAnswer, ScriptedHost, textAnswer } from '../testing/scripted-host.ts';
import type { ScriptedHostOptions } from '../testing/scripted-host.ts';

let root = '';
const hosts: ScriptedHost[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-host-'));
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.runtime.end();
  await rm(root, { recursive: true, force: true });
});

function start(options: ScriptedHostOptions = {}): ScriptedHost {
  const host = new ScriptedHost(options);
  hosts.push(host);
  return host;
}

const place = () => ({ config_root: join(root, 'profile'), cwd: root });
const tool = (name: string, readOnly?: boolean) => ({
  name,
  inputSchema: { type: 'object' },
  ...(readOnly === undefined ? {} : { annotations: { readOnlyHint: readOnly } }),
});
const files = (call: (name: string) => Promise<object> | object, ...tools: object[]) => ({
  files: {
    tools: tools as Record<string, unknown>[],
    call: async (name: string) => ({ ...(await call(name)) }),
  },
});
const withFiles = { sdk_servers: [{ name: 'files' }] };
const ok = (text: string) => ({ content: [{ type: 'text', text }] });

function latch() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A stream that says something and then hangs, whatever happens to its signal. */
async function* hanging(text: string, reached: () => void): AsyncGenerator<ModelEvent> {
  yield { type: 'text-delta', text };
  reached();
  await new Promise(() => undefined);
}

describe('RuntimeHost', () => {
  it('greets with ready and its protocol version [RT-3]', async () => {
    const host = start();
    await host.runtime.sayReady();
    expect(host.frames[0]).toMatchObject({ type: 'ready', protocol_version: '1.0' });
  });

  it('names the field of a wrong initialize, and takes a right one after it [RT-4.early, RT-6]', async () => {
    const host = start();
    await expect(host.initialize({ ...place(), max_turns: 'many' as never })).rejects.toMatchObject(
      {
        code: 'invalid-request',
        message: expect.stringContaining('max_turns'),
      },
    );
    await expect(host.control.request({ subtype: 'mcp_status' })).rejects.toMatchObject({
      code: 'not-initialized',
    });
    await expect(host.initialize(place())).resolves.toMatchObject({
      transcript_path: expect.stringContaining('.jsonl'),
    });
    await expect(host.initialize(place())).rejects.toMatchObject({ code: 'already-initialized' });
  });

  it('lives on after a malformed frame and tells of it without its content [RT-6.malformed]', async () => {
    const host = start({ script: [() => textAnswer('still here')] });
    await host.initialize(place());
    host.runtime.receive({ type: 'user', message: 'secret' });
    host.runtime.receive(42);
    host.say('hello');
    expect(await host.result()).toMatchObject({ subtype: 'success', result: 'still here' });
    expect(host.diagnostics).toHaveLength(2);
    expect(host.diagnostics.join()).not.toContain('secret');
  });

  it('writes only frames of the contract, echoes the message and tells of itself before the first request [SDK-50.order]', async () => {
    const host = start({ script: [() => textAnswer('hi')] });
    await host.initialize({ ...place(), include_partial_messages: true });
    host.say('hello');
    await host.result();
    for (const frame of host.frames) expect(runtimeFrame.safeParse(frame).error).toBeUndefined();
    expect(
      host.messages.map((message) => ('subtype' in message ? message.subtype : message.type)),
    ).toEqual(['user', 'init', 'status', 'stream_event', 'stream_event', 'assistant', 'success']);
  });

  it('asks for a call, runs what is allowed and tells the model its result [RT-22, RT-41]', async () => {
    const asked: unknown[] = [];
    const host = start({
      script: [
        () => callAnswer({ id: 'c1', name: 'mcp__files__write', input: { path: 'a' } }),
        () => textAnswer('done'),
      ],
      servers: files(() => ok('written'), { ...tool('write'), title: 'Write a file' }),
      handlers: {
        can_use_tool: (request) => {
          asked.push(request);
          return { behavior: 'allow', updatedInput: { path: 'b' } };
        },
      },
    });
    await host.initialize({ ...place(), ...withFiles, has_can_use_tool: true });
    host.say('write it');
    expect(await host.result()).toMatchObject({
      subtype: 'success',
      result: 'done',
      num_turns: 2,
      usage: { input_tokens: 15 },
    });
    expect(asked).toMatchObject([
      {
        tool_name: 'mcp__files__write',
        tool_use_id: 'c1',
        input: { path: 'a' },
        server_name: 'files',
        server_tool_name: 'write',
        title: 'Write a file',
      },
    ]);
    expect(host.rpc.find((message) => message['method'] === 'tools/call')).toMatchObject({
      params: { name: 'write', arguments: { path: 'b' } },
    });
    expect(host.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          outcome: 'ok',
          content: [
            {
              text: 'The arguments were changed before this call ran. What was sent: {"path":"b"}',
            },
            { text: 'written' },
          ],
        },
      ],
    });
    // What was sent is told to the window, too, beside what the model had asked for.
    expect(
      host.messages.filter(
        (message) => 'subtype' in message && message.subtype === 'tool_progress',
      ),
    ).toMatchObject([{ tool_use_id: 'c1', sent_input: { path: 'b' } }]);
    const path = join(root, 'profile', 'projects');
    const { messages } = await readTranscript(await onlyTranscript(path));
    expect(messages.map((message) => message.type)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'result',
    ]);
  });

  it('tells model and host why a call was denied and does not run it [RT-22.denied]', async () => {
    const host = start({
      script: [
        () => callAnswer({ id: 'c1', name: 'mcp__files__write' }),
        () => textAnswer('a pity'),
      ],
      servers: files(() => ok('never'), tool('write')),
      handlers: { can_use_tool: () => ({ behavior: 'deny', message: 'Not on a Sunday.' }) },
    });
    await host.initialize({ ...place(), ...withFiles, has_can_use_tool: true });
    host.say('write it');
    expect((await host.result()).permission_denials).toMatchObject([
      { tool_use_id: 'c1', reason: 'Not on a Sunday.' },
    ]);
    expect(host.rpc.some((message) => message['method'] === 'tools/call')).toBe(false);
    expect(
      host.messages.some(
        (message) => message.type === 'system' && message.subtype === 'permission_denied',
      ),
    ).toBe(true);
    expect(host.requests[1]?.messages.at(-1)).toMatchObject({
      content: [{ outcome: 'denied', content: [{ text: expect.stringContaining('Sunday') }] }],
    });
  });

  it.each([
    ['nonsense', () => ({ behavior: 'maybe' })],
    ['nothing', () => null],
    [
      'an error',
      () => {
        throw new Error('The window is gone.');
      },
    ],
  ])(
    'denies a call when the host answers %s, says so and goes on [RT-6.answers, SDK-17]',
    async (_name, answer) => {
      const host = start({
        script: [() => callAnswer({ id: 'c1', name: 'mcp__files__write' }), () => textAnswer('on')],
        servers: files(() => ok('never'), tool('write')),
        handlers: { can_use_tool: answer },
      });
      await host.initialize({ ...place(), ...withFiles, has_can_use_tool: true });
      host.say('write it');
      const result = await host.result();
      expect(result).toMatchObject({ subtype: 'success', result: 'on' });
      expect(result.permission_denials).toHaveLength(1);
      expect(result.permission_denials[0]?.reason).toMatch(/\w/);
      expect(host.rpc.some((message) => message['method'] === 'tools/call')).toBe(false);
    },
  );

  it('tells of answers to nothing, answers unknown requests with an error, and goes on [RT-6.stray, RT-6.unknown]', async () => {
    const host = start({ script: [() => textAnswer('still here')] });
    await host.initialize(place());
    const stray = { subtype: 'success', request_id: 'nobody-asked', response: {} };
    host.runtime.receive({ type: 'control_response', response: stray });
    host.runtime.receive({ type: 'control_cancel_request', request_id: 'nobody-asked' });
    await expect(host.control.request({ subtype: 'make_coffee' })).rejects.toMatchObject({
      code: 'unknown-subtype',
    });
    host.say('hello');
    expect(await host.result()).toMatchObject({ result: 'still here' });
    expect(host.diagnostics.join()).toContain('nobody-asked');
  });

  it('allows for the session what the person said yes to for it [SDK-17]', async () => {
    let questions = 0;
    const host = start({
      script: [
        () => callAnswer({ id: 'c1', name: 'mcp__files__write' }),
        () => callAnswer({ id: 'c2', name: 'mcp__files__write' }),
        () => textAnswer('ok'),
      ],
      servers: files(() => ok('x'), tool('write')),
      handlers: {
        can_use_tool: () => {
          questions += 1;
          return {
            behavior: 'allow',
            updatedPermissions: [
              {
                type: 'addRules',
                behavior: 'allow',
                rules: ['mcp__files__write'],
                destination: 'session',
              },
            ],
          };
        },
      },
    });
    await host.initialize({ ...place(), ...withFiles, has_can_use_tool: true });
    host.say('go');
    await host.result();
    expect(questions).toBe(1);
  });

  it('lets a hook deny, and asks when a hook fails [SDK-19, RT-22.hooks]', async () => {
    const asked: string[] = [];
    const host = start({
      script: [
        () =>
          callAnswer(
            { id: 'c1', name: 'mcp__files__write' },
            { id: 'c2', name: 'mcp__files__drop' },
          ),
        () => textAnswer('ok'),
      ],
      servers: files(() => ok('x'), tool('write'), tool('drop')),
      handlers: {
        can_use_tool: (request) => {
          asked.push(String(request['tool_use_id']));
          return { behavior: 'deny', message: 'no' };
        },
        hook_callback: (request) => {
          if (request['callback_id'] === 'broken') throw new Error('hook exploded');
          return {
            hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'frozen' },
          };
        },
      },
    });
    await host.initialize({
      ...place(),
      ...withFiles,
      has_can_use_tool: true,
      allowed_tools: ['mcp__files'],
      hooks: [
        { event: 'PreToolUse', matcher: '.*__write', callback_ids: ['deny'] },
        { event: 'PreToolUse', matcher: 'mcp__files__drop', callback_ids: ['broken'] },
      ],
    });
    host.say('go');
    expect((await host.result()).permission_denials.map((denial) => denial.reason)).toEqual([
      'frozen',
      'no',
    ]);
    expect(asked).toEqual(['c2']);
  });

  it('runs readers side by side and others in order [SDK-61.read-only]', async () => {
    const log: string[] = [];
    const gate = latch();
    let readers = 0;
    const host = start({
      script: [
        () =>
          callAnswer(
            ...['read', 'read', 'write', 'read'].map((name, index) => ({
              id: `c${String(index)}`,
              name: `mcp__files__${name}`,
            })),
          ),
        () => textAnswer('ok'),
      ],
      servers: files(
        async (name) => {
          log.push(`start ${name}`);
          if (name === 'read' && (readers += 1) === 2) gate.open();
          await gate.opened;
          log.push(`end ${name}`);
          return ok(name);
        },
        tool('read', true),
        tool('write', false),
      ),
    });
    await host.initialize({ ...place(), ...withFiles, allowed_tools: ['mcp__files'] });
    host.say('go');
    await host.result();
    expect(log).toEqual([
      'start read',
      'start read',
      'end read',
      'end read',
      'start write',
      'end write',
      'start read',
      'end read',
    ]);
  });

  it('gives the model the words of a tool that throws and of one that does not exist [SDK-4]', async () => {
    const host = start({
      script: [
        () =>
          callAnswer(
            { id: 'c1', name: 'mcp__files__read' },
            { id: 'c2', name: 'nope' },
            { id: 'c3', name: 'mcp__files__read', input: '{broken' },
          ),
        () => textAnswer('ok'),
      ],
      servers: files(() => Promise.reject(new Error('disk on fire')), tool('read')),
    });
    await host.initialize({ ...place(), ...withFiles, allowed_tools: ['mcp__files'] });
    host.say('go');
    expect(await host.result()).toMatchObject({ subtype: 'success' });
    expect(host.requests[1]?.messages.at(-1)).toMatchObject({
      content: [
        { is_error: true, content: [{ text: expect.stringContaining('disk on fire') }] },
        { is_error: true, content: [{ text: expect.stringContaining('nope') }] },
        { is_error: true, content: [{ text: expect.stringContaining('JSON') }] },
      ],
    });
  });

  it('stops a model that hangs, keeps the text so far and takes the next message [RT-25.session, RT-8]', async () => {
    const reached = latch();
    const host = start({
      script: [() => hanging('half a sent', reached.open), () => textAnswer('fresh')],
    });
    await host.initialize(place());
    host.say('one');
    await reached.opened;
    expect(await host.control.request({ subtype: 'mcp_status' })).toEqual({ servers: [] });
    expect(await host.control.request({ subtype: 'interrupt' })).toEqual({ interrupted: true });
    expect(await host.result()).toMatchObject({ subtype: 'interrupted', is_error: false });
    expect(host.messages.find((message) => message.type === 'assistant')).toMatchObject({
      message: { stop_reason: 'interrupted', content: [{ text: 'half a sent' }] },
    });
    host.say('two');
    expect(await host.result(2)).toMatchObject({ subtype: 'success', result: 'fresh' });
    expect(host.requests[1]?.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });

  it('stops a tool that hangs, tells its server and answers every call [RT-25.tools]', async () => {
    const reached = latch();
    const host = start({
      script: [
        () =>
          callAnswer(
            { id: 'c1', name: 'mcp__files__slow' },
            { id: 'c2', name: 'mcp__files__slow' },
          ),
        () => textAnswer('next'),
      ],
      servers: files(() => {
        reached.open();
        return new Promise(() => undefined);
      }, tool('slow')),
    });
    await host.initialize({ ...place(), ...withFiles, allowed_tools: ['mcp__files'] });
    host.say('one');
    await reached.opened;
    await host.control.request({ subtype: 'interrupt' });
    expect(await host.result()).toMatchObject({ subtype: 'interrupted' });
    expect(host.rpc.filter((message) => message['method'] === 'tools/call')).toHaveLength(1);
    expect(host.rpc.some((message) => message['method'] === 'notifications/cancelled')).toBe(true);
    host.say('two');
    await host.result(2);
    expect(host.requests[1]?.messages[2]).toMatchObject({
      content: [{ outcome: 'interrupted' }, { outcome: 'interrupted' }, { text: 'two' }],
    });
  });

  it('tries again on what passes, honours the wait and tells of it [RT-24]', async () => {
    const clock = new ManualClock();
    const failing =
      (details: { status?: number; retryAfterMs?: number }): (() => ModelEvent[]) =>
      () => {
        throw new ModelRequestError('The service is busy.', {
          provider: 'P',
          retryable: true,
          ...details,
        });
      };
    const host = start({
      clock,
      script: [
        failing({ status: 429, retryAfterMs: 7000 }),
        failing({}),
        () => textAnswer('at last'),
      ],
    });
    await host.initialize(place());
    host.say('go');
    const retries = () =>
      host.messages.filter(
        (message) => message.type === 'system' && message.subtype === 'api_retry',
      );
    await host.until(() => retries().length === 1);
    clock.advance(6999);
    expect(host.requests).toHaveLength(1);
    clock.advance(1);
    await host.until(() => retries().length === 2);
    clock.advance(1000);
    expect(await host.result()).toMatchObject({ result: 'at last' });
    expect(retries()).toMatchObject([
      { attempt: 1, delay_ms: 7000, status: 429 },
      { attempt: 2, delay_ms: 1000 },
    ]);
  });

  it('ends the turn with the words of the provider on anything else [RT-24.fatal]', async () => {
    const host = start({
      script: [
        () => {
          throw new ModelRequestError('P refused: your key is a teapot', {
            provider: 'P',
            retryable: false,
            status: 401,
          });
        },
        () => textAnswer('again'),
      ],
    });
    await host.initialize(place());
    host.say('one');
    expect(await host.result()).toMatchObject({
      subtype: 'error_during_execution',
      is_error: true,
      errors: ['P refused: your key is a teapot'],
    });
    host.say('two');
    expect(await host.result(2)).toMatchObject({ subtype: 'success' });
  });

  it('tells the end of a turn whose answer fits into no frame [RT-20, RT-2]', async () => {
    const host = start({
      script: [() => textAnswer('x'.repeat(FRAME_CAP_BYTES)), () => textAnswer('short')],
    });
    await host.initialize({ ...place(), persist_session: false });
    host.say('one');
    const result = await host.result();
    expect(result).toMatchObject({ subtype: 'error_during_execution', is_error: true });
    expect(result.errors.join()).toContain('bytes');
    host.say('two');
    expect(await host.result(2)).toMatchObject({ result: 'short' });
  });

  it('stops at the limit of requests [RT-20.limit]', async () => {
    const host = start({
      script: Array(5).fill(() =>
        callAnswer({ id: crypto.randomUUID(), name: 'mcp__files__read' }),
      ),
      servers: files(() => ok('x'), tool('read')),
    });
    await host.initialize({
      ...place(),
      ...withFiles,
      allowed_tools: ['mcp__files'],
      max_turns: 2,
    });
    host.say('go');
    expect(await host.result()).toMatchObject({ subtype: 'error_max_turns', num_turns: 2 });
  });

  it('shows only tools that are listed, by names the provider takes, and reports what it leaves out [RT-28, SDK-13]', async () => {
    const long = 'x'.repeat(90);
    const host = start({
      script: [
        (request) =>
          callAnswer({
            id: 'c1',
            name: request.tools.find((one) => one.toolName === long)?.name ?? '',
          }),
        () => textAnswer('ok'),
      ],
      servers: files((name) => ok(name), tool(long), {
        name: 'odd',
        inputSchema: { type: 'string' },
      }),
    });
    await host.initialize({
      ...place(),
      ...withFiles,
      tools: ['mcp__files'],
      allowed_tools: [`mcp__files__${long}`],
    });
    host.say('go');
    await host.result();
    expect(host.requests[0]?.tools.map((one) => one.name.length <= 64)).toEqual([true]);
    expect(host.rpc.find((message) => message['method'] === 'tools/call')).toMatchObject({
      params: { name: long },
    });
    expect(host.requests[1]?.messages[1]).toMatchObject({
      content: [{ name: host.requests[0]?.tools[0]?.name }],
    });
    expect(
      host.messages.find(
        (message) => message.type === 'system' && message.subtype === 'tools_changed',
      ),
    ).toMatchObject({ added: [], left_out: [{ name: 'mcp__files__odd' }] });

    const empty = start({
      script: [() => textAnswer('none')],
      servers: files(() => ok(''), tool('read')),
    });
    await empty.initialize({ ...place(), ...withFiles, tools: [], persist_session: false });
    empty.say('go');
    await empty.result();
    expect(empty.requests[0]?.tools).toEqual([]);
  });

  it('goes on without a server that takes too long [RT-10]', async () => {
    const clock = new ManualClock();
    const host = start({
      clock,
      script: [() => textAnswer('alone')],
      servers: { files: { tools: [], silent: true } },
    });
    await host.initialize({ ...place(), ...withFiles, server_wait_ms: 5000 });
    host.say('go');
    await host.until((message) => message.type === 'system' && message.subtype === 'status');
    clock.advance(5000);
    expect(await host.result()).toMatchObject({ result: 'alone' });
    expect(
      host.messages.find((message) => message.type === 'system' && message.subtype === 'init'),
    ).toMatchObject({ mcp_servers: [{ name: 'files', status: 'connecting' }] });
  });

  it('goes on with a session whose runtime died inside a call [RT-42, RT-44]', async () => {
    const first = start({
      script: [() => callAnswer({ id: 'c1', name: 'gone' }), () => textAnswer('never')],
    });
    await first.initialize(place());
    first.say('one');
    await first.result();
    await first.runtime.end();
    const path = await onlyTranscript(join(root, 'profile', 'projects'));
    const lines = (await readFile(path, 'utf8')).split('\n');
    const cut = lines.findIndex((line) => line.includes('"tool_use"'));
    const { writeFile } = await import('node:fs/promises');
    await writeFile(path, `${lines.slice(0, cut + 1).join('\n')}\n{"type":"mess`);

    const second = start({ script: [() => textAnswer('back')] });
    await second.initialize({ ...place(), resume: true });
    second.say('two');
    expect(await second.result()).toMatchObject({ result: 'back' });
    expect(second.messages[0]).toMatchObject({ subtype: 'transcript_repaired', lost_bytes: 13 });
    expect(second.messages[1]).toMatchObject({
      type: 'user',
      message: { content: [{ tool_use_id: 'c1', outcome: 'interrupted' }] },
    });
    expect(second.requests[0]?.messages).toMatchObject([
      { role: 'user', content: [{ text: 'one' }] },
      { role: 'assistant', content: [{ id: 'c1' }] },
      { role: 'user', content: [{ tool_use_id: 'c1', outcome: 'interrupted' }, { text: 'two' }] },
    ]);
  });

  it('says that another process holds the session [RT-43]', async () => {
    const first = start();
    await first.initialize(place());
    const second = start();
    await expect(second.initialize({ ...place(), resume: true })).rejects.toMatchObject({
      code: 'session-locked',
    });
  });

  it('measures the context and says that it is an estimate [RT-27]', async () => {
    const host = start();
    await host.initialize({ ...place(), tools: [], system_prompt: 'x'.repeat(400) });
    expect(await host.control.request({ subtype: 'get_context_usage' })).toMatchObject({
      estimated: true,
      parts: [
        { name: 'system', tokens: 100, characters: 400 },
        { name: 'tools', tokens: 0 },
        { name: 'messages', tokens: 0 },
      ],
    });
  });
});

async function onlyTranscript(projects: string): Promise<string> {
  const { readdir } = await import('node:fs/promises');
  const names = await readdir(projects, { recursive: true });
  return join(projects, names.find((name) => name.endsWith('.jsonl')) ?? '');
}
