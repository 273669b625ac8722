import type { SessionMeta } from '../../shared/agent/transcript-record.ts';
import { sessionMode, type SessionMode } from '../../shared/ipc/routes/sessions.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import { writeSessionMeta } from '../storage/transcript/session-meta-file.ts';
import type { LiveSession } from './live-session.ts';
import type { SessionFacts } from './session-facts.ts';
import type { StoredConversation, StoredSession } from './session-archive.ts';

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

/** Writes what the person chose for a session beside its transcript. */
export async function keepWishes({ transcript, mode, instructions }: SessionFacts): Promise<void> {
  const chosen = {
    ...(mode === 'default' ? {} : { mode }),
    ...(instructions === '' ? {} : { instructions }),
  };
  if (Object.keys(chosen).length > 0) await writeSessionMeta(transcript, chosen);
}

/** What is known of a session once it is closed. */
export function closedSession(session: LiveSession): StoredSession {
  const { id, transcript: path, cwd, folder, title, model, createdAt, updatedAt } = session.facts;
  // A turn that runs ends with its runtime.
  const resting = session.running ? 'interrupted' : session.summary().state;
  const hasBegun = session.recorded;
  return { id, path, cwd, folder, title, model, createdAt, updatedAt, resting, hasBegun };
}
