import { useCallback, useEffect, useRef, useState } from 'react';
import type { SessionContextOf } from '../../../../shared/ipc/routes/composer.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useChat, useChatStore } from '../store/chat-context.tsx';

/** After something changed it is asked once this is quiet for so long, in ms. */
const QUIET_MS = 400;

/** What the next request carries, kept in the store of the open conversation for all who show it. */
export interface SessionContextFeed {
  readonly context: SessionContextOf | undefined;
  readonly error: ReadableError | undefined;
  /** Asks again; `wake` has a runtime started where none is there. */
  readonly refresh: (wake: boolean) => Promise<void>;
}

/** Follows the context of the open conversation: at its begin, as it grows, and as servers, tools and model change. */
export function useSessionContext(sessionId: string): SessionContextFeed {
  const ipc = useIpc();
  const { state } = useChatStore();
  const context = useChat((chat) => chat.context);
  const [error, setError] = useState<ReadableError>();
  const asked = useRef(0);
  const refresh = useCallback(
    async (wake: boolean) => {
      asked.current += 1;
      const turn = asked.current;
      try {
        const context = await ipc.call('composer.context', { sessionId, wake });
        if (asked.current !== turn) return;
        state.setState({ context });
        setError(undefined);
      } catch (thrown) {
        if (asked.current === turn) setError(readableError(thrown));
      }
    },
    [ipc, sessionId, state],
  );
  const isReady = useChat((chat) => chat.phase === 'ready');
  const length = useChat((chat) => chat.transcript.order.length);
  const ended = useChat((chat) => chat.transcript.lastResult?.uuid);
  const servers = useAppData((data) => data.servers);
  const permissions = useAppData((data) => data.permissions);
  const model = useAppData(
    (data) => data.sessions.find(({ id }) => id === sessionId)?.model.id ?? '',
  );
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => void refresh(false), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isReady, length, ended, servers, permissions, model, refresh]);
  return { context, error, refresh };
}
