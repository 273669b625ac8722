import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { settingsCalls } from '../../../shared/ipc/routes/settings.ts';
import type { NetworkSettings } from '../../../shared/lib/network-settings.ts';
import type { SettingsStore } from '../../storage/settings-store.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** Asks the person and changes how the network is reached; false when they said no. Rejects with what is wrong with it. */
export type ChangeNetwork = (network: NetworkSettings, signal: AbortSignal) => Promise<boolean>;

/** Handlers of `settings.*`. */
export function settingsHandlers(
  store: SettingsStore,
  changeNetwork: ChangeNetwork,
  requireGesture: RequireGesture,
): Handlers<typeof settingsCalls, Caller> {
  return {
    'settings.get': () => store.get(),
    'settings.set': (patch) => store.set(patch),
    'settings.setNetwork': async (network, caller) => {
      requireGesture(caller);
      const changed = await changeNetwork(network, caller.signal);
      return { changed, settings: store.get() };
    },
  };
}
