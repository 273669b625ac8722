import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type {
  ProviderDraft,
  ProviderState,
  ProviderTest,
} from '../../shared/ipc/routes/providers.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { StoreClient } from './store-client.ts';
import type { LoadPhase } from './servers-store.ts';

export type { ProviderState } from '../../shared/ipc/routes/providers.ts';

export interface ProvidersState {
  readonly phase: LoadPhase;
  /** The reason of `failed`, a sentence. */
  readonly error: string | null;
  readonly providers: readonly ProviderState[];
}

/**
 * The model providers as main knows them. A key goes to main once and is never held here.
 * Actions reject with an `Error` whose message is a sentence. `dispose` ends the subscription.
 */
export interface ProvidersStore {
  readonly state: StoreApi<ProvidersState>;
  /** Never rejects; call it again to try again. */
  load(): Promise<void>;
  add(draft: ProviderDraft): Promise<ProviderState>;
  update(providerId: string, draft: ProviderDraft): Promise<ProviderState>;
  remove(providerId: string): Promise<void>;
  setKey(providerId: string, key: string): Promise<ProviderState>;
  clearKey(providerId: string): Promise<ProviderState>;
  test(providerId: string, model: string): Promise<ProviderTest>;
  dispose(): void;
}

export function createProvidersStore(client: StoreClient): ProvidersStore {
  const state = createStore<ProvidersState>(() => ({
    phase: 'loading',
    error: null,
    providers: [],
  }));
  // An event is always newer than a list that was asked for before it came.
  let events = 0;
  const accept = (providers: readonly ProviderState[]): void =>
    state.setState({ phase: 'ready', error: null, providers });
  const dispose = client.on('providers.changed', (payload) => {
    events += 1;
    accept(payload.providers);
  });

  return {
    state,
    async load() {
      state.setState((before) => (before.phase === 'failed' ? { phase: 'loading' } : before));
      const before = events;
      try {
        const { providers } = await client.call('providers.list');
        if (events === before) accept(providers);
      } catch (error) {
        if (events === before) state.setState({ phase: 'failed', error: messageOf(error) });
      }
    },
    add: (draft) => client.call('providers.add', draft),
    update: (providerId, draft) => client.call('providers.update', { providerId, draft }),
    remove: async (providerId) => {
      await client.call('providers.remove', { providerId });
    },
    setKey: (providerId, key) => client.call('providers.setKey', { providerId, key }),
    clearKey: (providerId) => client.call('providers.clearKey', { providerId }),
    test: (providerId, model) => client.call('providers.test', { providerId, model }),
    dispose,
  };
}
