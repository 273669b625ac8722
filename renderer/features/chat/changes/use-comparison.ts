import { useEffect, useState } from 'react';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { compareTexts, type Compared } from './compare-texts.ts';

export interface ComparisonQuestion {
  readonly sessionId: string;
  readonly path: string;
  /** Message before which the file is looked at; absent: before the session. */
  readonly since?: string | undefined;
  /** Another one reads the file again. */
  readonly version?: unknown;
  /** What it would become by going back, instead of what became of it. */
  readonly isBackwards?: boolean;
}

/** What changed in a file; undefined until it is read. */
export function useComparison({
  sessionId,
  path,
  since,
  version,
  isBackwards = false,
}: ComparisonQuestion):
  Compared | { readonly kind: 'failed'; readonly error: ReadableError } | undefined {
  const ipc = useIpc();
  const [answer, setAnswer] = useState<ReturnType<typeof useComparison>>(undefined);
  useEffect(() => {
    let isStale = false;
    const input = { sessionId, path, ...(since === undefined ? {} : { since }) };
    ipc
      .call('changes.compare', input)
      .then(({ before, now }) =>
        compareTexts(isBackwards ? { before: now, now: before } : { before, now }),
      )
      .catch((error: unknown) => ({ kind: 'failed' as const, error: readableError(error) }))
      .then(
        (next) => {
          if (!isStale) setAnswer(next);
        },
        () => undefined,
      );
    return () => {
      isStale = true;
    };
  }, [ipc, sessionId, path, since, version, isBackwards]);
  return answer;
}
