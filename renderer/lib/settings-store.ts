import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Settings } from '../../shared/ipc/routes/settings.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { StoreClient } from './store-client.ts';
import type { LoadPhase } from './servers-store.ts';

export type { Settings } from '../../shared/ipc/routes/settings.ts';

export interface SettingsState {
  readonly phase: LoadPhase;
  /** Why the settings could not be read or the last change not be saved, a sentence. */
  readonly error: string | null;
  /** Null until main answered. */
  readonly settings: Settings | null;
}

/**
 * The settings of the app. A change shows at once and goes back when main refuses it.
 * `dispose` ends the subscription.
 */
export interface SettingsStore {
  readonly state: StoreApi<SettingsState>;
  /** Never rejects; call it again to try again. */
  load(): Promise<void>;
  /** Never rejects: a change that could not be saved is undone, with the reason in `error`. */
  set(patch: Partial<Settings>): Promise<void>;
  dispose(): void;
}

export function createSettingsStore(client: StoreClient): SettingsStore {
  const state = createStore<SettingsState>(() => ({
    phase: 'loading',
    error: null,
    settings: null,
  }));
  // What main last said; changes that are still under way are laid over it.
  let confirmed: Settings | null = null;
  let pending: readonly Partial<Settings>[] = [];
  const show = (error: string | null): void => {
    if (confirmed === null) return;
    const settings = pending.reduce<Settings>((all, patch) => ({ ...all, ...patch }), confirmed);
    state.setState({ phase: 'ready', error, settings });
  };
  const dispose = client.on('settings.changed', (settings) => {
    confirmed = settings;
    show(state.getState().error);
  });

  return {
    state,
    async load() {
      state.setState((before) => (before.phase === 'failed' ? { phase: 'loading' } : before));
      try {
        const settings = await client.call('settings.get');
        confirmed ??= settings;
        show(null);
      } catch (error) {
        if (confirmed === null) state.setState({ phase: 'failed', error: messageOf(error) });
      }
    },
    async set(patch) {
      pending = [...pending, patch];
      show(null);
      let error: string | null = null;
      try {
        confirmed = await client.call('settings.set', patch);
      } catch (thrown) {
        error = messageOf(thrown);
      }
      pending = pending.filter((item) => item !== patch);
      show(error);
    },
    dispose,
  };
}
