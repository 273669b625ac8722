import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useAppData } from '../../lib/app-data-context.tsx';
import { listEntries } from './list-entries.ts';
import type { SessionViewStore } from './session-view.ts';

/** Ids of the sessions as they stand in the list, for keys that go to the next or the nth. */
export function useSessionOrder(view: SessionViewStore): readonly string[] {
  const sessions = useAppData((data) => data.sessions);
  const grouping = useStore(view, (state) => state.grouping);
  return useMemo(
    () =>
      listEntries(
        sessions.filter((session) => session.archived !== true),
        grouping,
        Date.now(),
      ).flatMap((entry) => (entry.kind === 'session' ? [entry.session.id] : [])),
    [sessions, grouping],
  );
}
