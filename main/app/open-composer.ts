import type { ComposerHandlerParts } from '../ipc/handlers/composer.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import { ComposerDesk } from '../sessions/composer/composer-desk.ts';
import { FolderFiles } from '../sessions/composer/folder-files.ts';
import { SessionContexts } from '../sessions/composer/session-contexts.ts';
import type { SessionFolders } from '../sessions/session-folders.ts';
import type { Engines } from './open-engines.ts';

interface ComposerContext extends Pick<Engines, 'hub' | 'permissions' | 'sessionList' | 'drafts'> {
  readonly folders: SessionFolders;
  readonly clock: Clock;
  readonly log: Log;
}

/** What helps with writing a message, over sessions, hub and folders. It holds nothing open. */
export function openComposer(context: ComposerContext): ComposerHandlerParts {
  const { hub, permissions, folders, drafts, clock, log } = context;
  const sessions = context.sessionList.service;
  return {
    desk: new ComposerDesk({
      files: new FolderFiles({ clock, log }),
      hub,
      sessions,
      requireFolder: (folder) => folders.require(folder),
    }),
    contexts: new SessionContexts({ hub, permissions: permissions.book, sessions }),
    drafts,
    hasSession: (sessionId) => sessions.placeOf(sessionId) !== undefined,
  };
}
