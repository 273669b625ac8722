import type { Clock } from '../../lib/clock.ts';
import { McpError } from './mcp-error.ts';

export interface AttemptLimit {
  /** Aborts when the attempt is over. */
  readonly signal: AbortSignal;
  /** Rejects when the attempt has taken too long or is given up. */
  readonly over: Promise<never>;
  /** Stops the clock. */
  end(): void;
}

/** Bounds one attempt to connect by a time in ms (0 = none) and a signal. */
export function attemptLimit(options: {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}): AttemptLimit {
  const { clock, timeoutMs, signal } = options;
  const controller = new AbortController();
  let fail: (reason: McpError) => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    fail = (reason) => {
      controller.abort(reason.message);
      reject(reason);
    };
  });
  over.catch(() => undefined);
  const late = `The server did not answer within ${timeoutMs / 1_000} seconds of its start.`;
  const cancel =
    timeoutMs === 0
      ? () => undefined
      : clock.after(timeoutMs, () => fail(new McpError('timeout', late)));
  const abort = (): void => fail(new McpError('aborted', 'The connection attempt was given up.'));
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    over,
    end: () => {
      cancel();
      signal?.removeEventListener('abort', abort);
    },
  };
}
