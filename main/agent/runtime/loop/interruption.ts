/** The turn was stopped. The reason that a turn's signal aborts with. */
export class TurnInterrupted extends Error {
  override readonly name = 'TurnInterrupted';
  constructor() {
    super('The turn was interrupted.');
  }
}

/** Settles with `work`, or rejects with the signal's reason as soon as it aborts, whatever `work` does then (RT-25). */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(reasonOf(signal));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** The items of `source`, ending with the signal's reason as soon as it aborts. */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a source that hangs must not hold the turn.
    void iterator.return?.().catch(() => undefined);
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new TurnInterrupted();
}
