import { app } from 'electron';
import type { AppInfo } from '../../shared/ipc/routes/app.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { SecretStore } from '../storage/secret-store.ts';

/** What the window may know about the app itself. */
export function appFacts(paths: ProfilePaths, secrets: SecretStore): Omit<AppInfo, 'notices'> {
  return {
    version: app.getVersion(),
    platform: platformOf(process.platform),
    profileFolder: paths.root,
    secretStorage: secrets.storage,
  };
}

function platformOf(platform: NodeJS.Platform): AppInfo['platform'] {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}
