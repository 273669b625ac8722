import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { CanUseToolContext } from './callbacks.ts';
import type { Options } from './options.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import { ScriptedRuntime } from './testing/scripted-runtime.ts';

async function open(
  options: Options,
): Promise<{ query: Query; runtime: ScriptedRuntime; clock: ManualClock }> {
  const clock = new ManualClock();
  const runtime = new ScriptedRuntime({
    onHostFrame: (frame, peer) => {
      if (frame['type'] === 'control_request') peer.answer(frame, {});
    },
  });
  const query = startQuery(
    { prompt: 'hello', options: { provider: 'offline', transport: runtime, ...options } },
    { clock, environment: {} },
  );
  await query.initializationResult();
  return { query, runtime, clock };
}

function question(extra: JsonObject = {}): JsonObject {
  return {
    subtype: 'can_use_tool',
    tool_name: 'mcp__kb__write',
    tool_use_id: 'call-1',
    input: { text: 'x' },
    server_name: 'kb',
    server_tool_name: 'write',
    annotations: { readOnly: false },
    reason: 'No rule allows it.',
    ...extra,
  };
}

describe('canUseTool', () => {
  it('gets the call with what is known of it, and its answers go back whole [SDK-17.context]', async () => {
    const asked: { name: string; input: unknown; context: CanUseToolContext }[] = [];
    const { query, runtime } = await open({
      canUseTool: (name, input, context) => {
        asked.push({ name, input, context });
        return { behavior: 'allow', updatedInput: { text: 'y' } };
      },
    });
    const answer = await runtime.request(question());
    expect(answer).toMatchObject({
      subtype: 'success',
      response: { behavior: 'allow', updatedInput: { text: 'y' } },
    });
    expect(asked[0]).toMatchObject({
      name: 'mcp__kb__write',
      input: { text: 'x' },
      context: {
        toolUseId: 'call-1',
        serverName: 'kb',
        serverToolName: 'write',
        annotations: { readOnly: false },
        reason: 'No rule allows it.',
        suggestions: [],
      },
    });
    await query.close();
  });

  it('denies with the words of the host [SDK-17.deny]', async () => {
    const { query, runtime } = await open({
      canUseTool: async () => ({ behavior: 'deny', message: 'Not today.', interrupt: true }),
    });
    expect(await runtime.request(question())).toMatchObject({
      response: { behavior: 'deny', message: 'Not today.', interrupt: true },
    });
    await query.close();
  });

  it('denies when the callback throws, answers nonsense or does not exist, and says why [SDK-17.throws]', async () => {
    const broken: [Options, RegExp][] = [
      [{ canUseTool: () => Promise.reject(new Error('the dialog broke')) }, /the dialog broke/],
      [{ canUseTool: () => ({ behavior: 'maybe' }) as never }, /unusable/],
      [{}, /canUseTool/],
    ];
    for (const [options, words] of broken) {
      const { query, runtime } = await open(options);
      const answer = await runtime.request(question());
      expect(answer).toMatchObject({ subtype: 'success', response: { behavior: 'deny' } });
      expect(JSON.stringify(answer)).toMatch(words);
      await query.close();
    }
  });

  it('aborts the signal of a question that the runtime withdraws, and answers it no more [RT-6.cancel]', async () => {
    let settle: (() => void) | undefined;
    const signals: AbortSignal[] = [];
    const { query, runtime } = await open({
      canUseTool: (_name, _input, { signal }) => {
        signals.push(signal);
        return new Promise((resolve) => {
          settle = () => resolve({ behavior: 'allow' });
        });
      },
    });
    const id = runtime.ask(question());
    runtime.emit({ type: 'control_cancel_request', request_id: id });
    expect(signals[0]?.aborted).toBe(true);
    settle?.();
    await query.getContextUsage().catch(() => undefined);
    expect(JSON.stringify(runtime.received)).not.toContain(id);
  });

  it('aborts pending questions on interrupt, after the interrupt is on its way [SDK-36.interrupt]', async () => {
    const order: string[] = [];
    const { query, runtime } = await open({
      canUseTool: (_name, _input, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            order.push('aborted');
            resolve({ behavior: 'deny', message: 'gone' });
          });
        }),
    });
    runtime.ask(question());
    await query.interrupt();
    await runtime.host((frame) => frame['type'] === 'control_response');
    const kinds = runtime.received.map(
      (frame) => (frame['request'] as JsonObject | undefined)?.['subtype'] ?? frame['type'],
    );
    expect(order).toEqual(['aborted']);
    expect(kinds.indexOf('interrupt')).toBeLessThan(kinds.indexOf('control_response'));
    await query.close();
  });

  it('answers a question without the agreed fields, or of an unknown kind, with an error [RT-6.unknown]', async () => {
    const { query, runtime } = await open({ canUseTool: () => ({ behavior: 'allow' }) });
    expect(await runtime.request({ subtype: 'can_use_tool' })).toMatchObject({
      subtype: 'error',
      error: { code: 'invalid-request' },
    });
    expect(await runtime.request({ subtype: 'tell_a_joke' })).toMatchObject({
      subtype: 'error',
      error: { code: 'unknown-subtype' },
    });
    await query.close();
  });
});

describe('hooks', () => {
  it('are registered with event, matcher and time, and each is called by its own id [SDK-19]', async () => {
    const { query, runtime } = await open({
      hooks: {
        PreToolUse: [
          {
            matcher: 'mcp__.*',
            timeout: 1_000,
            hooks: [
              (input, toolUseId) => ({
                systemMessage: `${input['tool_name']} ${toolUseId}`,
              }),
              () => undefined,
            ],
          },
        ],
        Stop: [{ hooks: [() => Promise.reject(new Error('hook broke'))] }],
      },
    });
    const { request } = await runtime.hostRequest('initialize');
    const hooks = request['hooks'] as { event: string; callback_ids: string[] }[];
    expect(hooks).toMatchObject([
      { event: 'PreToolUse', matcher: 'mcp__.*', timeout_ms: 1_000 },
      { event: 'Stop' },
    ]);
    const call = (id: string | undefined): Promise<JsonObject> =>
      runtime.request({
        subtype: 'hook_callback',
        callback_id: id,
        input: { hook_event_name: 'PreToolUse', tool_name: 'mcp__kb__write' },
        tool_use_id: 'call-1',
      });
    const [first, second] = hooks[0]?.callback_ids ?? [];
    expect(await call(first)).toMatchObject({
      response: { systemMessage: 'mcp__kb__write call-1' },
    });
    expect(await call(second)).toMatchObject({ subtype: 'success', response: {} });
    expect(await call(hooks[1]?.callback_ids[0])).toMatchObject({
      subtype: 'error',
      error: { message: 'hook broke' },
    });
    expect(await call('hook-99')).toMatchObject({ error: { code: 'unknown-hook' } });
    await query.close();
  });
});

describe('hooks of the end', () => {
  it('are heard when the session is closed, before the link ends, and no longer than the grace [SDK-19.callbacks-of-end, SDK-36.close]', async () => {
    const heard: unknown[] = [];
    const runtime: ScriptedRuntime = new ScriptedRuntime({
      onHostFrame: (frame, peer) => {
        if (frame['type'] !== 'control_request') return;
        const { subtype } = frame['request'] as JsonObject;
        if (subtype !== 'end_session') {
          peer.answer(frame, {});
          return;
        }
        void peer
          .request({
            subtype: 'hook_callback',
            callback_id: 'hook-1',
            input: { hook_event_name: 'SessionEnd', reason: 'close' },
          })
          .then(() => peer.answer(frame, {}));
      },
    });
    const hooks = { SessionEnd: [{ hooks: [(input: unknown) => void heard.push(input)] }] };
    const ends = startQuery(
      { prompt: 'hello', options: { provider: 'offline', transport: runtime, hooks } },
      { clock: new ManualClock(), environment: {} },
    );
    await ends.initializationResult();
    await ends.close();
    expect(heard).toMatchObject([{ reason: 'close' }]);

    const deaf = new ScriptedRuntime({
      onHostFrame: (frame, peer) => {
        const { subtype } = (frame['request'] ?? {}) as JsonObject;
        if (frame['type'] === 'control_request' && subtype !== 'end_session')
          peer.answer(frame, {});
      },
    });
    const clock = new ManualClock();
    const hangs = startQuery(
      { prompt: 'hello', options: { provider: 'offline', transport: deaf, hooks } },
      { clock, environment: {} },
    );
    await hangs.initializationResult();
    const closed = hangs.close();
    await deaf.hostRequest('end_session');
    clock.advance(2_000);
    await closed;
    expect((await hangs.next()).done).toBe(true);
  });
});

describe('onElicitation', () => {
  const request: JsonObject = {
    subtype: 'elicitation',
    server_name: 'kb',
    message: 'Which shelf?',
    mode: 'form',
    requested_schema: { type: 'object' },
  };

  it('is announced, asked and answered [SDK-16, SDK-40.fields]', async () => {
    const seen: unknown[] = [];
    const { query, runtime } = await open({
      onElicitation: (asked) => {
        seen.push(asked);
        return { action: 'accept', content: { shelf: 'top' } };
      },
    });
    const initialize = await runtime.hostRequest('initialize');
    expect(initialize.request['has_elicitation']).toBe(true);
    expect(await runtime.request(request)).toMatchObject({
      response: { action: 'accept', content: { shelf: 'top' } },
    });
    expect(seen[0]).toMatchObject({ serverName: 'kb', message: 'Which shelf?', mode: 'form' });
    await query.close();
  });

  it('must answer a page within the limit of requests, and a form when the person does [SDK-15.pages, SDK-16]', async () => {
    const signals: AbortSignal[] = [];
    const diagnostics: string[] = [];
    const { query, runtime, clock } = await open({
      controlRequestTimeoutMs: 5_000,
      stderr: (line) => diagnostics.push(line),
      onElicitation: (asked, { signal }) => {
        signals.push(signal);
        return new Promise((resolve) => {
          if (asked.mode === 'form')
            clock.after(60_000, () => resolve({ action: 'accept', content: { shelf: 'top' } }));
        });
      },
    });
    const page = runtime.request({ ...request, mode: 'url', url: 'https://x.example/' });
    await expect.poll(() => signals.length).toBe(1);
    clock.advance(5_000);
    expect(await page).toMatchObject({ response: { action: 'cancel' } });
    expect(signals[0]?.aborted).toBe(true);
    expect(diagnostics.join()).toMatch(/did not answer for "kb" within 5000 ms/);
    const form = runtime.request(request);
    await expect.poll(() => signals.length).toBe(2);
    clock.advance(60_000);
    expect(await form).toMatchObject({ response: { action: 'accept' } });
    await query.close();
  });

  it('cancels without a callback, and when the callback throws or answers nonsense [SDK-16, SDK-45]', async () => {
    const diagnostics: string[] = [];
    for (const options of [
      {},
      { onElicitation: () => Promise.reject(new Error('no dialog')) },
      { onElicitation: () => ({ action: 'accept', content: { deep: {} } }) as never },
    ] satisfies Options[]) {
      const { query, runtime } = await open({
        ...options,
        stderr: (line) => diagnostics.push(line),
      });
      expect(await runtime.request(request)).toMatchObject({ response: { action: 'cancel' } });
      await query.close();
    }
    expect(diagnostics).toHaveLength(2);
  });
});

describe('get_credential', () => {
  it('sends the key again beside the frames [RT-5]', async () => {
    const { query, runtime } = await open({
      provider: 'anthropic',
      auth: { apiKey: 'sk-once-more' },
    });
    const answer = await runtime.request({ subtype: 'get_credential', name: 'model' });
    expect(answer).toMatchObject({ response: { credential_file: '/renewal/2' } });
    expect(runtime.credentials[1]?.modelKey).toBe('sk-once-more');
    expect(JSON.stringify(runtime.received)).not.toContain('sk-once-more');
    await query.close();
  });
});
