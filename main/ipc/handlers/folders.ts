import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { folderCalls } from '../../../shared/ipc/routes/folders.ts';
import type { SessionFolders } from '../../sessions/session-folders.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** Handlers of `folders.*`. No page opens the system's dialog by itself (SE-5). */
export function folderHandlers(
  folders: SessionFolders,
  requireGesture: RequireGesture,
): Handlers<typeof folderCalls, Caller> {
  return {
    'folders.choose': (_input, caller) => {
      requireGesture(caller);
      return folders.choose(caller.signal);
    },
    'folders.useTrusted': ({ folder }, caller) => {
      requireGesture(caller);
      return folders.useTrusted(folder);
    },
    'folders.trusted': async () => ({ folders: await folders.list() }),
    'folders.revoke': async ({ folder }) => ({ folders: await folders.revoke(folder) }),
  };
}
