import type {
  FoundInSession,
  PlaceInSession,
  SessionPage,
} from '../../shared/ipc/routes/sessions.ts';
import type { LiveSession } from './live-session.ts';
import type { MessageLog } from './message-log.ts';
import type { PagePlace, SessionArchive } from './session-archive.ts';
import { notFoundWhenGone } from './stored-facts.ts';

/** A page of what comes before the newest messages of a session. */
export async function pageOf(
  archive: SessionArchive,
  { facts, log }: LiveSession,
  at: PagePlace,
): Promise<SessionPage> {
  const page = await archive.page(facts.transcript, at, log.earlier).catch(notFoundWhenGone);
  return {
    messages: [...page.messages],
    ...(page.earlier === undefined ? {} : { earlier: page.earlier }),
    ...(page.later === undefined ? {} : { later: page.later }),
  };
}

/** Items of the whole conversation that hold these words. */
export async function findIn(
  archive: SessionArchive,
  { facts, log }: LiveSession,
  words: string,
): Promise<FoundInSession> {
  if (!log.hasBegun) return { hits: [], isCut: false };
  const { hits, isCut } = await archive.find(facts.transcript, words).catch(notFoundWhenGone);
  return { hits: hits.map((hit) => placeOf(hit, log)), isCut };
}

/** Where a message is; undefined when it is not in the conversation. */
export async function locateIn(
  archive: SessionArchive,
  { facts, log }: LiveSession,
  messageUuid: string,
): Promise<PlaceInSession | undefined> {
  if (!log.hasBegun) return undefined;
  const hit = await archive.locate(facts.transcript, messageUuid).catch(notFoundWhenGone);
  return hit && placeOf(hit, log);
}

function placeOf(
  { itemId, offset }: { readonly itemId: string; readonly offset: number },
  { earlier = 0 }: MessageLog,
): PlaceInSession {
  return { itemId, ...(offset < earlier ? { cursor: offset } : {}) };
}
