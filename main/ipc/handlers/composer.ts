import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { composerCalls } from '../../../shared/ipc/routes/composer.ts';
import type { ComposerDesk } from '../../sessions/composer/composer-desk.ts';
import type { SessionContexts } from '../../sessions/composer/session-contexts.ts';
import type { DraftStore } from '../../storage/draft-store.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

export interface ComposerHandlerParts {
  readonly desk: ComposerDesk;
  readonly contexts: SessionContexts;
  readonly drafts: DraftStore;
  /** True for a session that exists. */
  readonly hasSession: (sessionId: string) => boolean;
}

/** Handlers of `composer.*`. What is read of files and servers needs a key press or click (SE-5). */
export function composerHandlers(
  { desk, contexts, drafts, hasSession }: ComposerHandlerParts,
  requireGesture: RequireGesture,
): Handlers<typeof composerCalls, Caller> {
  const isMeant = (caller: Caller): boolean => {
    try {
      requireGesture(caller);
      return true;
    } catch {
      return false;
    }
  };
  return {
    'composer.mentions': ({ place, query }) => desk.mentions(place, query),
    'composer.attach': ({ place, what }, caller) => {
      requireGesture(caller);
      return 'file' in what
        ? desk.attachFile(place, what.file)
        : desk.attachResource(place, what.serverId, what.uri);
    },
    // Without a person at the keys no runtime is started for it.
    'composer.commands': ({ place }, caller) => desk.commands(place, isMeant(caller)),
    'composer.prompt': ({ place, serverId, name, arguments: args }, caller) => {
      requireGesture(caller);
      return desk.prompt(place, serverId, { name, arguments: args });
    },
    'composer.context': ({ sessionId, wake }, caller) => {
      if (wake) requireGesture(caller);
      return contexts.of(sessionId, wake);
    },
    'composer.draftFiles': async ({ key }) => ({ attachments: await drafts.read(key) }),
    'composer.keepDraftFiles': async ({ key, attachments }) => {
      if (key === 'start' || hasSession(key)) await drafts.keep(key, attachments);
    },
  };
}
