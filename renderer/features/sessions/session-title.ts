import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';

/** The title, or a text of ours until the first message. */
export function sessionTitle(session: Pick<SessionSummary, 'title'> | undefined): string {
  return session === undefined || session.title.trim() === ''
    ? text.sessions.untitled
    : session.title;
}
