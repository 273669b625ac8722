import { useCallback, useRef, useState } from 'react';
import { readableError, type ReadableError } from './error-sentence.ts';

/** One action of a person: busy while it runs, and its error until the next try. */
export interface Action<Args extends unknown[]> {
  /** Starts it; presses while it runs are ignored. Never rejects. Resolves to true when it succeeded. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
  readonly error: ReadableError | undefined;
  readonly clearError: () => void;
}

export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReadableError | undefined>(undefined);
  const running = useRef(false);
  const latest = useRef(act);
  latest.current = act;
  const run = useCallback(async (...args: Args) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await latest.current(...args);
      return true;
    } catch (thrown) {
      setError(readableError(thrown));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  const clearError = useCallback(() => setError(undefined), []);
  return { run, busy, error, clearError };
}
