import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { sessionCalls } from '../../../shared/ipc/routes/sessions.ts';
import type { InboxHistory } from '../../sessions/inbox-history.ts';
import type { SessionFolders } from '../../sessions/session-folders.ts';
import type { SessionService } from '../../sessions/session-service-contract.ts';
import type { SessionShelf } from '../../sessions/session-shelf.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';
import { LIST_PAGE, wirePage } from './session-list.ts';

interface SessionHandlerParts {
  readonly shelf: SessionShelf;
  readonly history: Pick<InboxHistory, 'decided'>;
  readonly requireGesture: RequireGesture;
}

/** Handlers of `sessions.*`. */
export function sessionHandlers(
  service: SessionService,
  folders: Pick<SessionFolders, 'require'>,
  { shelf, history, requireGesture }: SessionHandlerParts,
): Handlers<typeof sessionCalls, Caller> {
  return {
    'sessions.list': () => ({
      ...wirePage(shelf.page(undefined, LIST_PAGE)),
      prompts: [...service.prompts],
    }),
    'sessions.create': ({ model, folder, mode }, caller) => {
      if (mode !== undefined) requireGesture(caller);
      const chosen = folder === undefined ? undefined : folders.require(folder);
      return service.create(model, chosen, mode);
    },
    'sessions.open': ({ sessionId }) => service.open(sessionId),
    'sessions.page': ({ sessionId, at }) => service.page(sessionId, at),
    'sessions.find': ({ sessionId, words }) => service.find(sessionId, words),
    'sessions.locate': async ({ sessionId, messageUuid }) =>
      (await service.locate(sessionId, messageUuid)) ?? null,
    'sessions.send': ({ sessionId, text, attachments }) =>
      service.send(sessionId, text, attachments),
    'sessions.interrupt': ({ sessionId }) => service.interrupt(sessionId),
    'sessions.setModel': ({ sessionId, model }) => service.setModel(sessionId, model),
    'sessions.answerPermission': async (answer, { lastInputAt }) => {
      const prompt = service.prompts.find(({ promptId }) => promptId === answer.promptId);
      await service.answerPermission(answer, lastInputAt);
      if (prompt) history.decided(prompt, answer.answer);
    },
  };
}
