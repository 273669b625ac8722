import type { Clock } from '../../lib/clock.ts';

export interface BoundedCall<T> {
  readonly run: (signal: AbortSignal) => T | Promise<T>;
  /** Aborts the call from outside; `run` decides how it ends then. */
  readonly signal: AbortSignal;
  /** Milliseconds; 0 = no limit. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The outcome when the time is over. The signal of `run` aborts as well. */
  readonly onTimeout: () => T;
}

/** Runs something that may never answer. Resolves or rejects like `run`, or with `onTimeout()` when the time is over. */
export function runBounded<T>(call: BoundedCall<T>): Promise<T> {
  const timeUp = new AbortController();
  const signal = AbortSignal.any([call.signal, timeUp.signal]);
  return new Promise<T>((resolve, reject) => {
    const stopTimer =
      call.timeoutMs > 0
        ? call.clock.after(call.timeoutMs, () => {
            resolve(call.onTimeout());
            timeUp.abort(new Error(`The call took longer than ${call.timeoutMs} ms.`));
          })
        : undefined;
    // Starting inside a promise turns a synchronous throw into a rejection.
    void Promise.resolve()
      .then(() => call.run(signal))
      .then(resolve, reject)
      .finally(() => stopTimer?.());
  });
}
