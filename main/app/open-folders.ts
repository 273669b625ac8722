import { dialog } from 'electron';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { SessionFolders } from '../sessions/session-folders.ts';
import { TrustedFolders } from '../storage/trusted-folders.ts';
import type { ConsentDesk } from './consent/consent-desk.ts';
import type { MainWindow } from './window/main-window.ts';

/** Working folders of sessions, with the system's dialog and main's consent view. */
export function openFolders(parts: {
  readonly paths: ProfilePaths;
  readonly window: MainWindow;
  readonly consent: ConsentDesk;
}): SessionFolders {
  const { paths, window, consent } = parts;
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
  });
}
