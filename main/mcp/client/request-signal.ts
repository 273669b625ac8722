import { onAbort } from './abort-relay.ts';

/** A signal for one HTTP request, and what lets go of the longer-lived one it follows. */
export interface RequestSignal {
  readonly signal: AbortSignal;
  /** Ends this request alone. */
  readonly abort: () => void;
  readonly release: () => void;
}

/**
 * Follows a signal that outlives many requests. The built-in fetch leaves a listener on the signal it is given until that
 * request is collected as garbage, and looks through all of them with each new one. Call `release` when the answer has
 * been read.
 */
export function followSignal(long: AbortSignal): RequestSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(long.reason);
  if (long.aborted) abort();
  const release = long.aborted ? (): void => undefined : onAbort(long, abort);
  return { signal: controller.signal, abort, release };
}
