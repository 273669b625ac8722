import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { sessionListCalls } from '../../../shared/ipc/routes/session-list.ts';
import { KEPT_DAYS, type SessionLibrary } from '../../sessions/session-library.ts';
import type { SessionFinder } from '../../sessions/session-search.ts';
import type { SessionShelf } from '../../sessions/session-shelf.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** Sessions in one answer. */
export const LIST_PAGE = 500;

export interface SessionListParts {
  readonly shelf: SessionShelf;
  readonly library: SessionLibrary;
  readonly finder: SessionFinder;
  /** Asks the person where to save something; false when nowhere. */
  readonly saveFile: (name: string, bytes: Uint8Array) => Promise<boolean>;
  /** Asks the person which file to import; undefined for none. */
  readonly chooseFile: () => Promise<string | undefined>;
}

/** Handlers of `sessionList.*`. What leaves the profile or takes something away needs a key press or click (SE-5). */
export function sessionListHandlers(
  { shelf, library, finder, saveFile, chooseFile }: SessionListParts,
  requireGesture: RequireGesture,
): Handlers<typeof sessionListCalls, Caller> {
  return {
    'sessionList.page': ({ after }) => wirePage(shelf.page(after, LIST_PAGE)),
    'sessionList.search': (question) => finder.search(question),
    'sessionList.view': ({ sessionId }) => library.view(sessionId ?? undefined),
    'sessionList.rename': ({ sessionId, title }) => library.rename(sessionId, title),
    'sessionList.mark': ({ sessionIds, ...marks }) => library.mark(sessionIds, marks),
    'sessionList.fork': ({ sessionId, upToMessageId }) => library.fork(sessionId, upToMessageId),
    'sessionList.delete': async ({ sessionIds }, caller) => {
      requireGesture(caller);
      return { deleted: await library.delete(sessionIds), keptDays: KEPT_DAYS };
    },
    'sessionList.restore': ({ sessionIds }) => library.restore(sessionIds),
    'sessionList.export': async ({ sessionId, format, redact }, caller) => {
      requireGesture(caller);
      const { name, text } = await library.export(sessionId, format, redact);
      return { saved: await saveFile(name, Buffer.from(text)) };
    },
    'sessionList.import': async (_, caller) => {
      requireGesture(caller);
      const file = await chooseFile();
      return file === undefined ? null : library.import(file);
    },
  };
}

/** A page as it goes to the window. */
export function wirePage({ sessions, next }: ReturnType<SessionShelf['page']>) {
  return { sessions: [...sessions], ...(next === undefined ? {} : { next }) };
}
