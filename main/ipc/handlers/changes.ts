import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { changeCalls } from '../../../shared/ipc/routes/changes.ts';
import type { SessionChanges } from '../../sessions/session-changes.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** What the system does with a file. */
export interface FileOpener {
  reveal(path: string): void;
  /** Resolves with what was shown: a file that would be run is shown in its folder. */
  open(path: string): Promise<'file' | 'folder'>;
}

export interface ChangeHandlerParts {
  readonly changes: SessionChanges;
  readonly opener: FileOpener;
}

/** Handlers of `changes.*`. What changes or opens files needs a key press or click (SE-5). */
export function changeHandlers(
  { changes, opener }: ChangeHandlerParts,
  requireGesture: RequireGesture,
): Handlers<typeof changeCalls, Caller> {
  return {
    'changes.branch': async ({ sessionId }) => (await changes.head(sessionId)) ?? null,
    'changes.list': ({ sessionId }) => changes.list(sessionId),
    'changes.compare': ({ sessionId, path, since }) => changes.compare(sessionId, path, since),
    'changes.preview': ({ sessionId, messageUuid }) => changes.preview(sessionId, messageUuid),
    'changes.rewind': ({ sessionId, messageUuid }, caller) => {
      requireGesture(caller);
      return changes.rewind(sessionId, { since: messageUuid });
    },
    'changes.revert': ({ sessionId, path }, caller) => {
      requireGesture(caller);
      return changes.rewind(sessionId, { path });
    },
    'changes.undo': ({ sessionId, undoId }, caller) => {
      requireGesture(caller);
      return changes.rewind(sessionId, { since: undoId });
    },
    'changes.reveal': async ({ sessionId, path }, caller) => {
      requireGesture(caller);
      await changes.requireChanged(sessionId, path);
      opener.reveal(path);
    },
    'changes.open': async ({ sessionId, path }, caller) => {
      requireGesture(caller);
      await changes.requireChanged(sessionId, path);
      return { opened: await opener.open(path) };
    },
  };
}
