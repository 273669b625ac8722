import { app, dialog, shell } from 'electron';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { dataTexts } from '../../../shared/texts/en/data.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProfilePaths } from '../../lib/profile-paths.ts';
import { forgetSignInKey, SIGN_IN_SERVICE } from '../../mcp/oauth/open-credential-store.ts';
import type { SessionLibrary } from '../../sessions/session-library.ts';
import type { ConsentDesk } from '../consent/consent-desk.ts';
import type { QuitControl } from '../quit.ts';
import { suggestedName } from '../save-file.ts';
import type { Stores } from '../stores.ts';
import type { MainWindow } from '../window/main-window.ts';
import { ProfileDataKeeper } from './profile-data.ts';

export interface DataContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly stores: Stores;
  readonly library: SessionLibrary;
  readonly servers: () => number;
  readonly consent: ConsentDesk;
  readonly window: MainWindow;
  readonly quit: QuitControl;
}

/** What is kept in the profile, with the system's dialogs, file manager and keychain. */
export function openData(context: DataContext): ProfileDataKeeper {
  const { paths, clock, stores, library, servers, consent, window, quit } = context;
  return new ProfileDataKeeper({
    paths,
    clock,
    library,
    servers,
    consent,
    appVersion: app.getVersion(),
    secrets: stores.secrets,
    keychain: () =>
      stores.secrets.storage === 'keychain'
        ? [`${app.getName()} Safe Storage`, SIGN_IN_SERVICE]
        : [],
    forgetKeychain: () => forgetSignInKey(paths.root),
    keepLastBackup: (bytes) => stores.settings.set({ lastBackup: { at: clock.now(), bytes } }),
    chooseTarget: async (name) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window.window, {
        title: dataTexts.chooseTarget,
        defaultPath: join(homedir(), suggestedName(name)),
        filters: [{ name: dataTexts.zipFiles, extensions: ['zip'] }],
      });
      return canceled || filePath === '' ? undefined : filePath;
    },
    chooseBackup: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window.window, {
        title: dataTexts.chooseBackup,
        properties: ['openFile'],
        filters: [{ name: dataTexts.zipFiles, extensions: ['zip'] }],
      });
      return canceled ? undefined : filePaths[0];
    },
    reveal: (path) => {
      shell.showItemInFolder(path);
    },
    restart: quit.restart,
  });
}
