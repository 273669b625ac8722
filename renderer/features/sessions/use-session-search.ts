import { useEffect, useRef, useState } from 'react';
import type { SessionSearch } from '../../../shared/ipc/routes/session-list.ts';
import { useIpc } from '../../lib/ipc-context.tsx';

/** How long the person must pause before something is looked for, in ms. */
const PAUSE_MS = 120;

export interface FoundSessions {
  /** The query that `search` answers. */
  readonly query: string;
  readonly search: SessionSearch;
}

/** What main finds for a query; what was found before stays until the next answer is there. */
export function useSessionSearch(
  query: string,
  archived: boolean,
): { readonly found: FoundSessions | undefined; readonly more: () => void } {
  const ipc = useIpc();
  const [found, setFound] = useState<FoundSessions | undefined>(undefined);
  const [round, setRound] = useState(0);
  const asked = useRef(0);
  useEffect(() => ipc.on('sessionList.indexed', () => setRound((before) => before + 1)), [ipc]);
  useEffect(() => {
    asked.current += 1;
    const mine = asked.current;
    if (query === '') {
      setFound(undefined);
      return;
    }
    const timer = setTimeout(() => {
      ipc.call('sessionList.search', { query, archived }).then(
        (search) => {
          if (asked.current === mine) setFound({ query, search });
        },
        // Main's log has the reason; the next letter asks again.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ipc, query, archived, round]);
  const more = () => {
    const before = found?.search.before;
    if (found === undefined || before === undefined) return;
    const mine = asked.current;
    ipc.call('sessionList.search', { query, archived, before }).then(
      (next) => {
        if (asked.current !== mine) return;
        const known = new Set(found.search.hits.map(({ sessionId }) => sessionId));
        const hits = next.hits.filter(({ sessionId }) => !known.has(sessionId));
        setFound({
          query,
          search: {
            ...withoutPlace(found.search),
            hits: [...found.search.hits, ...hits],
            ...(next.before === undefined ? {} : { before: next.before }),
          },
        });
      },
      () => undefined,
    );
  };
  return { found, more };
}

function withoutPlace({ before: _, ...rest }: SessionSearch): Omit<SessionSearch, 'before'> {
  return rest;
}
