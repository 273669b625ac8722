import { useCallback, useEffect, useState } from 'react';
import type { ChangedFile } from '../../../../shared/ipc/routes/changes.ts';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

export interface SessionChanges {
  /** Undefined until they are read. */
  readonly files: readonly ChangedFile[] | undefined;
  readonly error: ReadableError | undefined;
  /** Grows with each reading. */
  readonly version: number;
  readonly reload: () => void;
}

/** The files that a session changed, read again when they may be different. Give it a key of the session. */
export function useChanges(sessionId: string): SessionChanges {
  const ipc = useIpc();
  const [state, setState] = useState<Omit<SessionChanges, 'reload'>>({
    files: undefined,
    error: undefined,
    version: 0,
  });
  const reload = useCallback(() => {
    ipc.call('changes.list', { sessionId }).then(
      ({ files }) => setState(({ version }) => ({ files, error: undefined, version: version + 1 })),
      (error: unknown) => setState((before) => ({ ...before, error: readableError(error) })),
    );
  }, [ipc, sessionId]);
  useEffect(() => {
    reload();
    return ipc.on('changes.changed', ({ sessionIds }) => {
      if (sessionIds.includes(sessionId)) reload();
    });
  }, [ipc, sessionId, reload]);
  return { ...state, reload };
}

/** A path below the folder of its session, in two parts. */
export function namesOf(
  path: string,
  folder: string | null,
): { readonly name: string; readonly inside: string } {
  const isBelow =
    folder !== null && path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));
  const short = isBelow ? path.slice(folder.length + 1) : path;
  const cut = Math.max(short.lastIndexOf('/'), short.lastIndexOf('\\'));
  return { name: short.slice(cut + 1), inside: short.slice(0, Math.max(0, cut)) };
}
