import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { folderCalls } from '../../../shared/ipc/routes/folders.ts';
import type { SessionFolders } from '../../sessions/session-folders.ts';
import type { Caller } from '../caller.ts';

/** Handlers of `folders.*`. */
export function folderHandlers(folders: SessionFolders): Handlers<typeof folderCalls, Caller> {
  return {
    'folders.choose': (_input, { signal }) => folders.choose(signal),
    'folders.trusted': async () => ({ folders: await folders.list() }),
    'folders.revoke': async ({ folder }) => ({ folders: await folders.revoke(folder) }),
  };
}
