import { useEffect, useState } from 'react';
import type { BenchApp, BenchRun } from '../../../../shared/mcp/bench.ts';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

export type OpenedApp = BenchApp | { readonly state: 'failed'; readonly error: ReadableError };

/** The app of the tool that a run called, while its result is shown. */
export function useApp(run: BenchRun | undefined): OpenedApp {
  const ipc = useIpc();
  const [app, setApp] = useState<OpenedApp>({ state: 'none' });
  const id = run?.state === 'answered' && run.request.kind === 'tool' ? run.id : undefined;
  useEffect(() => {
    setApp({ state: 'none' });
    if (id === undefined) return;
    let isOver = false;
    let appId: string | undefined;
    const close = () => {
      if (appId !== undefined) ipc.call('bench.closeApp', { appId }).catch(() => undefined);
    };
    ipc.call('bench.openApp', { runId: id }).then(
      (opened) => {
        if (opened.state === 'open') appId = opened.id;
        if (isOver) close();
        else setApp(opened);
      },
      (failure: unknown) => {
        if (!isOver) setApp({ state: 'failed', error: readableError(failure) });
      },
    );
    return () => {
      isOver = true;
      close();
    };
  }, [ipc, id]);
  return app;
}
