import { useEffect, useState } from 'react';
import type { BenchRun } from '../../../../shared/mcp/bench.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import type { Ipc } from '../../../lib/ipc.ts';

/** The result of a run as it came. */
export type RunResult =
  | { readonly state: 'none' | 'loading' }
  | { readonly state: 'failed'; readonly error: ReadableError }
  | { readonly state: 'ready'; readonly text: string; readonly value: JsonObject };

/** Fetches the result of a run, part by part. */
export function useResult(run: BenchRun | undefined): RunResult {
  const ipc = useIpc();
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly result: RunResult }>();
  const id = run?.state === 'answered' ? run.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    let isOver = false;
    fetchAll(ipc, id, () => isOver).then(
      (text) => {
        if (!isOver) setLoaded({ id, result: parsed(text) });
      },
      (failure: unknown) => {
        if (!isOver) setLoaded({ id, result: { state: 'failed', error: readableError(failure) } });
      },
    );
    return () => {
      isOver = true;
    };
  }, [ipc, id]);
  if (id === undefined) return { state: 'none' };
  return loaded?.id === id ? loaded.result : { state: 'loading' };
}

async function fetchAll(ipc: Ipc, runId: string, isOver: () => boolean): Promise<string> {
  let text = '';
  for (let total = 1; text.length < total && !isOver();) {
    const part = await ipc.call('bench.result', { runId, offset: text.length });
    ({ total } = part);
    if (part.text === '') break;
    text += part.text;
  }
  return text;
}

function parsed(text: string): RunResult {
  try {
    const value: unknown = JSON.parse(text);
    return { state: 'ready', text, value: isJsonObject(value) ? value : {} };
  } catch (failure) {
    return { state: 'failed', error: readableError(failure) };
  }
}
