import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { ProviderTest, providerCalls } from '../../../shared/ipc/routes/providers.ts';
import { ParleyError } from '../../../shared/lib/errors.ts';
import type { ProviderStore, ResolvedProvider } from '../../storage/provider-store.ts';
import type { Caller } from '../caller.ts';

/** Sends a small request to a provider and reports its real answer. */
export type TestProvider = (
  provider: ResolvedProvider,
  model: string,
  signal: AbortSignal,
) => Promise<ProviderTest>;

/** Handlers of `providers.*`. Keys go in and never come out. */
export function providerHandlers(
  store: ProviderStore,
  testProvider: TestProvider,
): Handlers<typeof providerCalls, Caller> {
  return {
    'providers.list': () => ({ providers: [...store.list()] }),
    'providers.add': (draft) => store.add(draft),
    'providers.update': ({ providerId, draft }) => store.update(providerId, draft),
    'providers.remove': ({ providerId }) => store.remove(providerId),
    'providers.setKey': ({ providerId, key }) => store.setKey(providerId, key),
    'providers.clearKey': ({ providerId }) => store.clearKey(providerId),
    'providers.test': async ({ providerId, model }, { signal }) => {
      const provider = await store.resolve(providerId);
      if (!provider) {
        throw new ParleyError('provider.not-found', 'This provider does not exist any more.');
      }
      return testProvider(provider, model, signal);
    },
  };
}
