import { describe, expect, it } from 'vitest';
import {
  ControlChannel,
  ControlRequestError,
  ControlRequestTimeoutError,
} from './control-channel.ts';
import type { ControlChannelOptions, ControlFrame, ControlHandler } from './control-channel.ts';
import { ManualClock } from './testing/manual-clock.ts';

/** Two ends joined in memory; frames cross as JSON, as on a wire. */
function pair(
  handlers: Record<string, ControlHandler>,
  options: Partial<ControlChannelOptions> = {},
) {
  const clock = new ManualClock();
  const diagnostics: string[] = [];
  const sent: ControlFrame[] = [];
  const wire = (target: () => ControlChannel) => (frame: ControlFrame) => {
    sent.push(frame);
    const text = JSON.stringify(frame);
    queueMicrotask(() => target().receive(JSON.parse(text) as ControlFrame));
  };
  const left: ControlChannel = new ControlChannel({
    send: wire(() => right),
    handlers: {},
    clock,
    onDiagnostic: (message) => diagnostics.push(message),
    ...options,
  });
  const right: ControlChannel = new ControlChannel({
    send: wire(() => left),
    handlers,
    clock,
    onDiagnostic: (message) => diagnostics.push(message),
  });
  return { left, right, clock, diagnostics, sent };
}

function latch<T = void>() {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('ControlChannel', () => {
  it('keeps many requests in flight and takes answers in any order [RT-6.in-flight]', async () => {
    const gates = new Map<unknown, () => void>();
    const { left } = pair({
      work: async (request) => {
        const gate = latch();
        gates.set(request['n'], gate.open);
        await gate.opened;
        return { n: request['n'] };
      },
    });
    const order: unknown[] = [];
    const all = [1, 2, 3].map(async (n) => {
      const answer = await left.request({ subtype: 'work', n });
      order.push(n);
      return answer;
    });
    await settle();
    for (const n of [3, 1, 2]) {
      gates.get(n)?.();
      await settle();
    }
    expect(await Promise.all(all)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(order).toEqual([3, 1, 2]);
  });

  it('answers an unknown subtype with an error, also for names of Object [RT-6.unknown]', async () => {
    const { left } = pair({});
    await expect(left.request({ subtype: 'nope' })).rejects.toMatchObject({
      code: 'unknown-subtype',
    });
    await expect(left.request({ subtype: 'toString' })).rejects.toBeInstanceOf(ControlRequestError);
  });

  it('carries the code and the words of a handler that throws [RT-6]', async () => {
    const { left } = pair({
      refuse: () => {
        throw new ControlRequestError('locked', 'It is locked.');
      },
    });
    await expect(left.request({ subtype: 'refuse' })).rejects.toMatchObject({
      code: 'locked',
      message: 'It is locked.',
    });
  });

  it('aborts the handler of a cancelled request and gives no answer [RT-6.cancel]', async () => {
    const seen = latch<AbortSignal>();
    const finished = latch();
    const { left, sent, diagnostics } = pair({
      wait: async (_request, { signal }) => {
        seen.open(signal);
        await finished.opened;
        return 'late';
      },
    });
    const stop = new AbortController();
    const request = left.request({ subtype: 'wait' }, { signal: stop.signal });
    const signal = await seen.opened;
    stop.abort(new Error('changed my mind'));
    await expect(request).rejects.toThrow('changed my mind');
    await settle();
    expect(signal.aborted).toBe(true);
    finished.open();
    await settle();
    expect(sent.map((frame) => frame.type)).toEqual(['control_request', 'control_cancel_request']);
    expect(diagnostics).toEqual([]);
  });

  it('cancels and rejects when the time is over [SDK-15.timeout]', async () => {
    const { left, clock, sent } = pair({ wait: () => new Promise(() => undefined) });
    const request = left.request({ subtype: 'wait' }, { timeoutMs: 1000 });
    const failure = request.catch((error: unknown) => error);
    await settle();
    clock.advance(999);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    expect(await failure).toBeInstanceOf(ControlRequestTimeoutError);
    expect(sent[1]?.type).toBe('control_cancel_request');
  });

  it('tells of an answer to no request and of a second answer [RT-6.stray]', async () => {
    const { left, diagnostics, sent } = pair({ ping: () => 'pong' });
    await left.request({ subtype: 'ping' });
    const answer = sent.find((frame) => frame.type === 'control_response');
    if (answer) left.receive(answer);
    left.receive({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'unheard', response: 1 },
    });
    expect(diagnostics).toHaveLength(2);
    expect(diagnostics[1]).toContain('unheard');
  });

  it('rejects everything pending and aborts every handler when it is closed [RT-6.close]', async () => {
    const seen = latch<AbortSignal>();
    const { left, right } = pair({
      wait: (_request, { signal }) => {
        seen.open(signal);
        return new Promise(() => undefined);
      },
    });
    const pending = left.request({ subtype: 'wait' }).catch((error: unknown) => error);
    const signal = await seen.opened;
    const gone = new Error('The runtime died.');
    left.closeAll(gone);
    right.closeAll(gone);
    expect(await pending).toBe(gone);
    expect(signal.aborted).toBe(true);
    await expect(left.request({ subtype: 'wait' })).rejects.toBe(gone);
  });

  it('rejects a request that could not be written', async () => {
    const { left } = pair({}, { send: () => Promise.reject(new Error('pipe closed')) });
    await expect(left.request({ subtype: 'x' })).rejects.toThrow('pipe closed');
  });

  it('sends an error answer when the answer itself cannot be written [RT-2.cap]', async () => {
    const written: ControlFrame[] = [];
    const channel = new ControlChannel({
      send: (frame) => {
        if (frame.type === 'control_response' && frame.response.subtype === 'success')
          return Promise.reject(new Error('too large'));
        written.push(frame);
        return undefined;
      },
      handlers: { big: () => 'x' },
      clock: new ManualClock(),
      onDiagnostic: () => undefined,
    });
    channel.receive({ type: 'control_request', request_id: 'r', request: { subtype: 'big' } });
    await settle();
    expect(written).toMatchObject([
      { response: { subtype: 'error', request_id: 'r', error: { message: 'too large' } } },
    ]);
  });
});
