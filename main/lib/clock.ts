/** Time, injected so that tests need not wait. Milliseconds. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Calls `run` once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves after `ms`, or rejects with the signal's reason. */
export function delay(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      cancel();
      reject(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', fail);
      resolve();
    });
    if (signal?.aborted) fail();
    else signal?.addEventListener('abort', fail, { once: true });
  });
}
