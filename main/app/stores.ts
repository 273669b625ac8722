import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { InstructionsFile } from '../storage/instructions-file.ts';
import { ProviderStore } from '../storage/provider-store.ts';
import type { SecretStore } from '../storage/secret-store.ts';
import { openSecretStore } from '../storage/secret-store.ts';
import { SettingsStore } from '../storage/settings-store.ts';
import { VersionedFile } from '../storage/versioned-file.ts';
import { tellTrouble } from './data-trouble.ts';
import { openKeychain } from './keychain.ts';
import { onceKeysMatter } from './keys-matter.ts';
import type { Notices } from './notices.ts';
import type { SavedPlacement } from './window/window-placement.ts';
import { savedPlacement } from './window/window-placement.ts';

export interface Stores {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly providers: ProviderStore;
  readonly instructions: InstructionsFile;
  readonly placement: VersionedFile<SavedPlacement>;
}

/** Opens the files of the profile. Troubles become notices; rejects only when the file system refuses. */
export async function openStores(
  paths: ProfilePaths,
  clock: Clock,
  notices: Notices,
): Promise<Stores> {
  const keychain = openKeychain();
  const cipher = 'reason' in keychain ? undefined : keychain;
  const [settings, placement, secrets] = await Promise.all([
    SettingsStore.open({
      path: paths.settingsFile,
      isNew: ![paths.settingsFile, paths.projects].some(existsSync),
      clock,
      onTrouble: tellTrouble(notices, 'settings-corrupt'),
    }),
    VersionedFile.open<SavedPlacement>({
      path: join(paths.desktop, 'window.json'),
      schema: savedPlacement,
      version: 1,
      initial: {},
      clock,
      // Where the window was is not worth a notice.
      onTrouble: () => undefined,
    }),
    openSecretStore(
      { path: paths.secretsFile, clock, onTrouble: tellTrouble(notices, 'secrets-corrupt') },
      cipher,
    ),
  ]);
  const providers = await ProviderStore.open(
    { path: paths.providersFile, clock, onTrouble: tellTrouble(notices, 'providers-corrupt') },
    secrets,
  );
  if ('reason' in keychain) {
    onceKeysMatter(providers, () => {
      notices.add('keychain-unavailable', keychain.reason);
    });
  }
  const instructions = new InstructionsFile(join(paths.root, 'instructions.md'));
  return { settings, secrets, providers, instructions, placement };
}
