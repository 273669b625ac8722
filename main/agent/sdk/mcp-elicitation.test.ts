import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { SDKMessage, SDKUserMessageInput } from '../../../shared/agent/messages.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { systemClock } from '../../lib/clock.ts';
import { runtimeBundle } from '../../lib/testing/runtime-bundle.ts';
import type { ElicitationRequest, HookInput, HookOutput } from './callbacks.ts';
import { Deferred } from './deferred.ts';
import type { Options } from './options.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';

const servers = join(import.meta.dirname, '../../../e2e/servers/mcp');
const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const filled = {
  name: 'Spring',
  owner: 'ada@example.com',
  freeze: '2026-06-01',
  days: 2,
  channel: 'stable',
  platforms: ['Linux'],
};

let root = '';
let program = '';
let count = 0;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-elicitation-'));
  program = (await runtimeBundle()).program;
}, 60_000);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A session whose model calls the tools of one asking server. */
async function open(options: Options, server = 'asking-stdio.mjs', ...switches: string[]) {
  const model = await startModelServer();
  closers.push(() => model.dispose());
  count += 1;
  const log = join(root, `answers-${String(count)}`);
  const input = new AsyncQueue<SDKUserMessageInput>();
  const stderr: string[] = [];
  const query: Query = startQuery(
    {
      prompt: input,
      options: {
        pathToRuntime: program,
        provider: { kind: 'openai-compatible', baseUrl: model.url },
        model: 'm',
        configRoot: join(root, 'profile'),
        cwd: root,
        allowedTools: ['mcp__own'],
        stderr: (line: string) => stderr.push(line),
        mcpServers: {
          own: {
            command: process.execPath,
            args: [join(servers, server), `--log=${log}`, ...switches],
          },
        },
        ...options,
      },
    },
    { clock: systemClock, environment },
  );
  closers.push(() => query.close());
  const messages: SDKMessage[] = [];
  /** Gives what the tool said. */
  const call = async (tool: string): Promise<string> => {
    const id = crypto.randomUUID();
    const name = `mcp__own__${tool}`;
    model.push(
      { kind: 'answer', parts: [{ tool: { id, name, input: {} } }] },
      { kind: 'answer', parts: [{ text: 'seen' }] },
    );
    input.push({
      type: 'user',
      message: { role: 'user', content: 'go' },
      parent_tool_use_id: null,
    });
    for (;;) {
      const next = await query.next();
      if (next.done) throw new Error('The session ended too soon.');
      messages.push(next.value);
      if (next.value.type === 'result') return JSON.stringify(model.requests.at(-1)?.body);
    }
  };
  const completed = () =>
    messages.flatMap((one) =>
      one.type === 'system' && one.subtype === 'elicitation_complete'
        ? [`${one.mcp_server_name} ${one.elicitation_id}`]
        : [],
    );
  const declared = async (): Promise<unknown> =>
    JSON.parse((await readFile(log, 'utf8')).split('\n')[0] ?? '');
  /** What the server got to hear. */
  const answers = async (): Promise<unknown[]> => {
    const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n');
    return lines.slice(1).map((line): unknown => JSON.parse(line));
  };
  return { query, call, stderr, messages, completed, declared, answers };
}

describe('what servers ask of people', { timeout: 30_000 }, () => {
  it('is asked in a form, whose answer reaches the server checked [SDK-16, SDK-40.form, SDK-41.declared]', async () => {
    const asked: ElicitationRequest[] = [];
    const session = await open({
      onElicitation: (request) => {
        asked.push(request);
        return { action: 'accept', content: filled };
      },
    });
    expect(await session.call('create_release')).toContain('ada@example.com');
    expect(asked).toMatchObject([
      { serverName: 'own', mode: 'form', requestedSchema: { type: 'object' } },
    ]);
    expect(await session.declared()).toMatchObject({
      declared: { elicitation: { form: {}, url: {} } },
    });
    expect(await session.query.mcpServerStatus()).toMatchObject([{ elicitation: 'form-and-url' }]);
  });

  it('is not declared when nobody answers, and cancelled when only a hook is there and passes [SDK-16.undeclared, SDK-16.passed-on]', async () => {
    const nobody = await open({});
    await nobody.call('create_release');
    expect(await nobody.declared()).toEqual({ declared: {} });
    const hooked = await open({ hooks: { Elicitation: [{ hooks: [() => undefined] }] } });
    expect(await hooked.call('create_release')).toContain('cancel');
  });

  it('passes hook, callback, hook and notification in this order, and a hook may answer or block [SDK-43.order, SDK-42.once]', async () => {
    const order: string[] = [];
    const noted = (name: string, output: HookOutput = {}) => [
      {
        hooks: [
          (input: HookInput) => {
            order.push(
              `${name} ${JSON.stringify(input['mcp_server_name'])} ${JSON.stringify(input['action'] ?? null)}`,
            );
            return output;
          },
        ],
      },
    ];
    const session = await open(
      {
        onElicitation: () => {
          order.push('callback');
          return { action: 'accept' };
        },
        hooks: {
          Elicitation: noted('before'),
          ElicitationResult: noted('after'),
          Notification: noted('notice'),
        },
      },
      'asking-stdio.mjs',
      '--completes',
    );
    expect(await session.call('open_page')).toContain('accept');
    await expect
      .poll(() => order)
      .toEqual(['before "own" null', 'callback', 'after "own" "accept"', 'notice "own" null']);
    // Unknown and finished ids are nothing new.
    expect(session.completed()).toEqual(['own page-1']);

    const answering = await open({
      onElicitation: () => ({ action: 'accept', content: filled }),
      hooks: { Elicitation: noted('early', { action: 'decline' }) },
    });
    expect(await answering.call('create_release')).toContain('decline');
    const blocking = await open({
      onElicitation: () => ({ action: 'accept', content: filled }),
      hooks: { ElicitationResult: noted('late', { decision: 'block' }) },
    });
    expect(await blocking.call('create_release')).toContain('decline');
  });

  it('is cancelled by a callback that throws or breaks the form, the host hears why, and the session goes on [SDK-45]', async () => {
    let answer = (): { action: 'accept'; content: object } => {
      throw new Error('no dialog');
    };
    const session = await open({ onElicitation: () => answer() as { action: 'accept' } });
    expect(await session.call('create_release')).toContain('cancel');
    expect(session.stderr.join('\n')).toContain('no dialog');
    answer = () => ({ action: 'accept', content: { ...filled, days: 99 } });
    expect(await session.call('create_release')).toContain('cancel');
    await expect.poll(() => session.stderr.join('\n')).toContain('does not fit its form');
  });

  it('stops the clock of the call while the person thinks, and waits for who must be done first [SDK-44, SDK-42]', async () => {
    const gate = join(root, 'gate');
    const session = await open(
      {
        onElicitation: () => {
          writeFileSync(gate, '');
          return { action: 'accept' };
        },
      },
      'asking-stdio.mjs',
      `--gate=${gate}`,
    );
    expect(await session.call('connect_account')).toContain('connected');
    expect(existsSync(gate)).toBe(true);
    expect(session.completed()).toEqual(['own acc-1']);
  });

  it('of a page blocks no request meanwhile, and its server is connected and wants no sign-in [SDK-46, RT-8]', async () => {
    const gate = join(root, 'gate-later');
    const [opened, asked] = [new Deferred<undefined>(), new Deferred<undefined>()];
    const session = await open(
      {
        onElicitation: async () => {
          asked.resolve(undefined);
          await opened.promise;
          writeFileSync(gate, '');
          return { action: 'accept' };
        },
      },
      'asking-stdio.mjs',
      `--gate=${gate}`,
    );
    const answer = session.call('connect_account');
    await asked.promise;
    const [own] = await session.query.mcpServerStatus();
    expect(own).toMatchObject({ name: 'own', status: 'connected' });
    await expect(session.query.getContextUsage()).resolves.toMatchObject({ model: 'm' });
    opened.resolve(undefined);
    expect(await answer).toContain('connected');
  });

  it('is asked from the handshake on, before any message and outside of calls [SDK-47, SDK-47.before-message]', async () => {
    const asked: string[] = [];
    const session = await open(
      {
        onElicitation: ({ serverName, mode }) => {
          asked.push(`${serverName} ${mode ?? 'form'}`);
          return { action: 'accept', content: filled };
        },
      },
      'asking-stdio.mjs',
      '--early',
    );
    await session.query.initializationResult();
    await expect.poll(() => asked, { timeout: 10_000 }).toEqual(['own form']);
    await expect
      .poll(() => session.answers(), { timeout: 10_000 })
      .toMatchObject([{ action: 'accept', content: { owner: 'ada@example.com' } }]);
    expect(await session.call('create_release')).toContain('ada@example.com');
  });

  it('may be withdrawn: the signal of the callback aborts when the session is closed [SDK-40.signal, SDK-36.callbacks]', async () => {
    const signals: AbortSignal[] = [];
    const session = await open(
      {
        onElicitation: (_request, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
      'asking-stdio.mjs',
      '--early',
    );
    await expect.poll(() => signals.length, { timeout: 10_000 }).toBe(1);
    await session.query.close();
    expect(signals[0]?.aborted).toBe(true);
  });

  it('is withdrawn with its turn: the signal aborts at an interrupt and the session goes on [SDK-40.signal, SDK-36.interrupt]', async () => {
    const asked = new Deferred<AbortSignal>();
    let isFirst = true;
    const session = await open({
      onElicitation: (_request, { signal }) => {
        if (!isFirst) return { action: 'accept', content: filled };
        isFirst = false;
        asked.resolve(signal);
        return new Promise(() => undefined);
      },
    });
    const turn = session.call('create_release');
    const signal = await asked.promise;
    await session.query.interrupt();
    await turn;
    expect(signal.aborted).toBe(true);
    expect(session.messages.at(-1)).toMatchObject({ type: 'result', subtype: 'interrupted' });
    // This turn gets the answer that the other one left over.
    await session.call('create_release');
    expect(await session.call('create_release')).toContain('ada@example.com');
  });

  it('is told as forms only to a server that refuses the modes [SDK-41.fallback]', async () => {
    const session = await open(
      { onElicitation: () => ({ action: 'accept', content: filled }) },
      'asking-stdio.mjs',
      '--forms-only',
    );
    expect(await session.call('create_release')).toContain('Spring');
    expect(await session.query.mcpServerStatus()).toMatchObject([
      { status: 'connected', elicitation: 'form' },
    ]);
  });

  it('works in the modern era, where ids and ends of pages are made here [SDK-41, SDK-42]', async () => {
    const asked: ElicitationRequest[] = [];
    const session = await open(
      {
        onElicitation: (request) => {
          asked.push(request);
          return request.mode === 'url'
            ? { action: 'accept' }
            : { action: 'accept', content: { name: 'Grace' } };
        },
      },
      'two-era-server.mjs',
    );
    expect(await session.call('ask')).toContain('Grace');
    expect(await session.query.mcpServerStatus()).toMatchObject([{ era: 'modern' }]);
    expect(await session.call('visit')).toContain('visited');
    expect(asked[1]).toMatchObject({ mode: 'url', url: 'https://example.com/connect' });
    expect(session.completed()).toEqual([`own ${asked[1]?.elicitationId ?? ''}`]);
  });
});
