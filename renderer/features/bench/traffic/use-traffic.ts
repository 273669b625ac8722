import { useCallback, useEffect, useRef, useState } from 'react';
import type { TrafficEntry } from '../../../../shared/mcp/traffic.ts';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

/** Messages that the table holds at most. */
const MOST_ENTRIES = 5_000;

export interface Traffic {
  readonly entries: readonly TrafficEntry[];
  readonly isPaused: boolean;
  /** Messages that came during the pause. */
  readonly held: number;
  readonly error: ReadableError | undefined;
  readonly setPaused: (isPaused: boolean) => void;
  readonly clear: () => Promise<void>;
}

interface State {
  readonly shown: readonly TrafficEntry[];
  readonly held: readonly TrafficEntry[];
}

function merged(one: readonly TrafficEntry[], other: readonly TrafficEntry[]): TrafficEntry[] {
  const last = one.at(-1)?.seq ?? 0;
  const first = other[0]?.seq ?? 0;
  if (first > last) return [...one, ...other].slice(-MOST_ENTRIES);
  const all = new Map([...one, ...other].map((entry) => [entry.seq, entry]));
  return [...all.values()].sort((a, b) => a.seq - b.seq).slice(-MOST_ENTRIES);
}

/** Follows what goes over the wire of a server. */
export function useTraffic(serverId: string): Traffic {
  const ipc = useIpc();
  const [state, setState] = useState<State>({ shown: [], held: [] });
  const [isPaused, setIsPaused] = useState(false);
  const [error, setError] = useState<ReadableError | undefined>(undefined);
  const paused = useRef(false);
  useEffect(() => {
    setState({ shown: [], held: [] });
    const end = ipc.on('bench.traffic', (news) => {
      if (news.serverId !== serverId) return;
      setState(({ shown, held }) =>
        paused.current
          ? { shown, held: merged(held, news.entries) }
          : { shown: merged(shown, news.entries), held },
      );
    });
    ipc.call('bench.traffic', { serverId }).then(
      ({ entries }) => setState(({ shown, held }) => ({ shown: merged(entries, shown), held })),
      (failure: unknown) => setError(readableError(failure)),
    );
    return end;
  }, [ipc, serverId]);
  const setPaused = useCallback((next: boolean) => {
    paused.current = next;
    setIsPaused(next);
    if (!next) setState(({ shown, held }) => ({ shown: merged(shown, held), held: [] }));
  }, []);
  const clear = useCallback(async () => {
    await ipc.call('bench.clearTraffic', { serverId });
    setState({ shown: [], held: [] });
  }, [ipc, serverId]);
  return { entries: state.shown, isPaused, held: state.held.length, error, setPaused, clear };
}
