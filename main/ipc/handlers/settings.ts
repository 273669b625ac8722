import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { settingsCalls } from '../../../shared/ipc/routes/settings.ts';
import type { SettingsStore } from '../../storage/settings-store.ts';
import type { Caller } from '../caller.ts';

/** Handlers of `settings.*`. */
export function settingsHandlers(store: SettingsStore): Handlers<typeof settingsCalls, Caller> {
  return {
    'settings.get': () => store.get(),
    'settings.set': (patch) => store.set(patch),
  };
}
