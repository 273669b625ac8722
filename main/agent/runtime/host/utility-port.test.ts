import { describe, expect, it } from 'vitest';
import { FRAME_CAP_BYTES } from '../../../../shared/agent/frames.ts';
import { UTILITY_WINDOW_BYTES } from '../../../../shared/agent/utility-envelope.ts';
import { FrameTooLargeError } from '../../../lib/jsonl.ts';
import { openUtilityPort } from './utility-port.ts';

function open() {
  const posted: Record<string, unknown>[] = [];
  const log: unknown[] = [];
  let message: (event: { readonly data: unknown }) => void = () => undefined;
  let close: () => void = () => undefined;
  const port = openUtilityPort(
    {
      postMessage: (envelope) => posted.push(envelope as Record<string, unknown>),
      on(event: string, listener: unknown) {
        if (event === 'message') message = listener as typeof message;
        else close = listener as typeof close;
      },
    },
    {
      onFrame: (frame) => log.push(frame),
      onDiagnostic: () => log.push('diagnostic'),
      onEnd: () => log.push('end'),
    },
    (credentials) => log.push(credentials),
  );
  return { port, posted, log, receive: (data: unknown) => message({ data }), close: () => close() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('openUtilityPort', () => {
  it('takes credentials, frames and the end, and acknowledges each frame [RT-1, RT-5]', () => {
    const { log, posted, receive, close } = open();
    receive({ credentials: { modelKey: 'k', servers: {} } });
    receive({ frame: { a: 1 }, size: 7 });
    receive('nonsense');
    receive({ end: true });
    close();
    expect(log).toEqual([{ modelKey: 'k', servers: {} }, { a: 1 }, 'diagnostic', 'end']);
    expect(posted).toEqual([{ ack: 7 }]);
  });

  it('keeps back what is over the window until the host has taken the rest in [RT-1.window]', async () => {
    const { port, posted, receive } = open();
    const half = 'x'.repeat(UTILITY_WINDOW_BYTES / 2 + 1);
    await port.send(half);
    const second = port.send(half);
    await settle();
    expect(posted).toHaveLength(1);
    receive({ ack: posted[0]?.['size'] });
    await second;
    expect(posted).toHaveLength(2);
  });

  it('refuses a frame over the cap before posting, and waiting ones when the host is gone [RT-2.cap]', async () => {
    const { port, posted, close } = open();
    await expect(port.send('x'.repeat(FRAME_CAP_BYTES))).rejects.toBeInstanceOf(FrameTooLargeError);
    await port.send('x'.repeat(UTILITY_WINDOW_BYTES));
    const waiting = port.send('y').catch((error: unknown) => error);
    close();
    expect(await waiting).toBeInstanceOf(Error);
    expect(posted).toHaveLength(1);
  });
});
