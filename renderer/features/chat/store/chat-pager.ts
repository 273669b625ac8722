import type { FoundInSession, PlaceInSession } from '../../../../shared/ipc/routes/sessions.ts';
import type { Ipc } from '../../../lib/ipc.ts';
import type { ChatStore } from './chat-store.ts';
import { noPages, onlyPage, withEarlier, withLater } from './loaded-pages.ts';

/** Loads what comes before the newest messages of a session. One page at a time. */
export interface ChatPager {
  /** Loads the page before what is loaded, where there is one. Rejects with a CallError. */
  loadEarlier(): Promise<void>;
  /** Loads the page after the pages, where the newest messages do not follow yet. */
  loadLater(): Promise<void>;
  /** Loads the page with a place and lets go of the others. */
  showAround(cursor: number): Promise<void>;
  /** Lets go of all pages: the newest messages alone are left. */
  showLatest(): void;
  find(words: string): Promise<FoundInSession>;
  /** Where a message is; null when it is not there any more. */
  locate(messageUuid: string): Promise<PlaceInSession | null>;
  /** Loads what a place needs to be drawn, where it is not loaded. */
  showPlace(place: PlaceInSession): void;
}

export function createChatPager(ipc: Ipc, sessionId: string, { state }: ChatStore): ChatPager {
  let loading: Promise<void> | undefined;
  /** What was asked for before this is out of date. */
  let generation = 0;
  const once = (load: () => Promise<void>): Promise<void> => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const older = () => state.getState().older;
  const showAround = async (cursor: number): Promise<void> => {
    const mine = (generation += 1);
    const page = await ipc.call('sessions.page', { sessionId, at: { around: cursor } });
    if (mine === generation) state.setState((chat) => ({ older: onlyPage(chat.older, page) }));
  };
  const showLatest = (): void => {
    generation += 1;
    if (older().gap !== undefined)
      state.setState((chat) => ({ older: noPages(chat.older.end, chat.older.place + 1) }));
  };
  return {
    loadEarlier: () =>
      once(async () => {
        const { earlier } = older();
        if (earlier === undefined) return;
        const mine = generation;
        const page = await ipc.call('sessions.page', { sessionId, at: { before: earlier } });
        if (mine !== generation || older().earlier !== earlier) return;
        state.setState((chat) => ({ older: withEarlier(chat.older, page) }));
      }),
    loadLater: () =>
      once(async () => {
        const { gap } = older();
        if (gap === undefined) return;
        const mine = generation;
        const page = await ipc.call('sessions.page', { sessionId, at: { after: gap } });
        if (mine !== generation || older().gap !== gap) return;
        state.setState((chat) => ({ older: withLater(chat.older, page) }));
      }),
    showAround,
    showLatest,
    find: (words) => ipc.call('sessions.find', { sessionId, words }),
    locate: (messageUuid) => ipc.call('sessions.locate', { sessionId, messageUuid }),
    showPlace: ({ itemId, cursor }) => {
      const { gap, items } = older();
      if (cursor === undefined) {
        if (gap !== undefined) showLatest();
      } else if (items[itemId] === undefined) void showAround(cursor);
    },
  };
}
