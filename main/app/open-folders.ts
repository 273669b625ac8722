import { dialog } from 'electron';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { FolderServers } from '../mcp/config/folder/folder-servers.ts';
import { SessionFolders } from '../sessions/session-folders.ts';
import { TrustedFolders } from '../storage/trusted-folders.ts';
import type { ConsentDesk } from './consent/consent-desk.ts';
import type { MainWindow } from './window/main-window.ts';

/** Working folders of sessions, with the system's dialog and main's consent view. */
export function openFolders(parts: {
  readonly paths: ProfilePaths;
  readonly window: MainWindow;
  readonly consent: ConsentDesk;
  readonly servers: FolderServers;
  readonly log: Log;
}): SessionFolders {
  const { paths, window, consent, servers, log } = parts;
  // Whatever becomes of its servers, the folder can be used.
  const tell = (failure: unknown): void => {
    log('warn', 'The servers of a folder could not be taken over.', {
      reason: messageOf(failure),
    });
  };
  return new SessionFolders({
    trusted: new TrustedFolders(paths.root),
    pick: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window.window, {
        title: folderTexts.dialogTitle,
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? undefined : filePaths[0];
    },
    review: (question, signal) => consent.reviewFolder(question, signal),
    servers: {
      offer: (folder, signal) => servers.offer(folder, signal).catch(tell),
      sync: (folder) => servers.sync(folder).catch(tell),
    },
  });
}
