import type { SessionMeta } from '../../shared/agent/transcript-record.ts';
import { sessionMode, type SessionMode } from '../../shared/ipc/routes/sessions.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { StoredConversation } from './session-archive.ts';

/** Of another program may be a mode that the app does not offer: then each call is asked for. */
export function modeOf(meta: SessionMeta): SessionMode {
  return sessionMode.safeParse(meta.mode).data ?? 'default';
}

/** Says in words that a transcript is gone; throws all else as it is. */
export function notFoundWhenGone(failure: unknown): never {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')
    throw new ParleyError('session.not-found', `The transcript is gone: ${failure.message}.`);
  throw failure;
}

/** A conversation of which nothing is stored any more has not begun; throws all else as it is. */
export function nothingLeft(failure: unknown): StoredConversation {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')
    return { messages: [], holder: undefined };
  throw failure;
}
