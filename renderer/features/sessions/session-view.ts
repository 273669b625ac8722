import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Grouping } from './list-entries.ts';

/** What the list of sessions shows in this window. */
export interface SessionView {
  readonly query: string;
  readonly showsArchived: boolean;
  readonly grouping: Grouping;
}

export type SessionViewStore = StoreApi<SessionView>;

const storageKey = 'parley.session-grouping';

/** How the list is grouped is kept for the next window. */
export function createSessionView(storage: Storage = localStorage): SessionViewStore {
  const store = createStore<SessionView>(() => ({
    query: '',
    showsArchived: false,
    grouping: storage.getItem(storageKey) === 'day' ? 'day' : 'folder',
  }));
  store.subscribe(({ grouping }, before) => {
    if (grouping !== before.grouping) storage.setItem(storageKey, grouping);
  });
  return store;
}
