import { useCallback, useEffect, useMemo, useState } from 'react';
import type { BenchRequest, BenchRun } from '../../../../shared/mcp/bench.ts';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

/** Requests of the bench to one server, and how to make more. */
export interface Runs {
  /** Oldest first. */
  readonly list: readonly BenchRun[];
  /** Resolves to the run that began; undefined when main refused, which `error` tells. */
  readonly start: (request: BenchRequest, timeoutMs: number) => Promise<BenchRun | undefined>;
  readonly cancel: (runId: string) => void;
  readonly error: ReadableError | undefined;
  readonly clearError: () => void;
}

/** Follows the runs of one server. Those of before a reload of the window are there again. */
export function useRuns(serverId: string): Runs {
  const ipc = useIpc();
  const [runs, setRuns] = useState<ReadonlyMap<string, BenchRun>>(new Map());
  const [error, setError] = useState<ReadableError | undefined>(undefined);
  const take = useCallback((news: readonly BenchRun[]) => {
    setRuns((known) => {
      const next = new Map(known);
      for (const run of news)
        if ((next.get(run.id)?.sequence ?? -1) < run.sequence) next.set(run.id, run);
      return next;
    });
  }, []);
  useEffect(() => {
    setRuns(new Map());
    let isOver = false;
    const end = ipc.on('bench.run', (run) => {
      if (run.serverId === serverId) take([run]);
    });
    ipc.call('bench.runs', { serverId }).then(
      ({ runs: known }) => {
        if (!isOver) take(known);
      },
      (failure: unknown) => {
        if (!isOver) setError(readableError(failure));
      },
    );
    return () => {
      isOver = true;
      end();
    };
  }, [ipc, serverId, take]);
  const start = useCallback(
    async (request: BenchRequest, timeoutMs: number) => {
      setError(undefined);
      try {
        const run = await ipc.call('bench.start', { serverId, request, timeoutMs });
        take([run]);
        return run;
      } catch (failure) {
        setError(readableError(failure));
        return undefined;
      }
    },
    [ipc, serverId, take],
  );
  const cancel = useCallback(
    (runId: string) => {
      // A run that is not kept any more has ended.
      ipc.call('bench.cancel', { runId }).catch(() => undefined);
    },
    [ipc],
  );
  const clearError = useCallback(() => setError(undefined), []);
  const list = useMemo(
    () => [...runs.values()].sort((one, other) => one.startedAt - other.startedAt),
    [runs],
  );
  return { list, start, cancel, error, clearError };
}
