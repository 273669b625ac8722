import type { Handlers } from '../../../shared/ipc/contract.ts';
import type {
  LocalModels,
  ModelListing,
  ProviderDraft,
  ProviderState,
  ProviderTest,
  providerCalls,
} from '../../../shared/ipc/routes/providers.ts';
import { messageOf, ParleyError } from '../../../shared/lib/errors.ts';
import { isMissingIn } from '../../sessions/model-list.ts';
import type { ProviderStore, ResolvedProvider } from '../../storage/provider-store.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** What is asked of services over the network. Nothing of it rejects; what failed is in the answer. */
export interface ProviderQuestions {
  /** Sends a small request to a provider and reports its real answer. */
  readonly test: (
    provider: ResolvedProvider,
    model: string,
    signal: AbortSignal,
  ) => Promise<ProviderTest>;
  readonly listModels: (provider: ResolvedProvider, signal: AbortSignal) => Promise<ModelListing>;
  readonly findLocal: (signal: AbortSignal) => Promise<LocalModels[]>;
}

export interface ProviderHandlerParts {
  readonly store: ProviderStore;
  readonly questions: ProviderQuestions;
  /** Asks the person, in main's own view, whether conversations may go there. */
  readonly review: (
    draft: ProviderDraft,
    previous: ProviderState | undefined,
    signal: AbortSignal,
  ) => Promise<boolean>;
}

type ProviderHandlers = Handlers<typeof providerCalls, Caller>;

/**
 * Handlers of `providers.*`. Keys go in and never come out. Where conversations go is asked in main's consent view; everything
 * else follows a key press or click.
 */
export function providerHandlers(
  parts: ProviderHandlerParts,
  requireGesture: RequireGesture,
): ProviderHandlers {
  const { store } = parts;
  return {
    ...addressHandlers(parts, requireGesture),
    ...questionHandlers(parts, requireGesture),
    'providers.list': () => ({ providers: [...store.list()] }),
    'providers.remove': ({ providerId }, caller) => {
      requireGesture(caller);
      return store.remove(providerId);
    },
    'providers.reorder': ({ order }, caller) => {
      requireGesture(caller);
      return store.reorder(order);
    },
    'providers.setKey': ({ providerId, key }, caller) => {
      requireGesture(caller);
      return store.setKey(providerId, key);
    },
    'providers.clearKey': ({ providerId }, caller) => {
      requireGesture(caller);
      return store.clearKey(providerId);
    },
    'providers.setModel': ({ providerId, model, settings }, caller) => {
      requireGesture(caller);
      return store.setModel(providerId, model, settings);
    },
  };
}

function addressHandlers(
  { store, review }: ProviderHandlerParts,
  requireGesture: RequireGesture,
): Pick<ProviderHandlers, 'providers.add' | 'providers.update'> {
  return {
    'providers.add': async ({ key, ...draft }, { signal }) => {
      store.check(draft);
      if (!(await review(draft, undefined, signal))) return { provider: null };
      const provider = await store.add(draft);
      if (key === undefined) return { provider };
      try {
        return { provider: await store.setKey(provider.id, key) };
      } catch (failure) {
        return { provider, keyError: messageOf(failure) };
      }
    },
    'providers.update': async ({ providerId, draft }, caller) => {
      requireGesture(caller);
      store.check(draft);
      if (store.isMoved(providerId, draft)) {
        const previous = store.list().find(({ id }) => id === providerId);
        if (!(await review(draft, previous, caller.signal))) return { provider: null };
      }
      return { provider: await store.update(providerId, draft) };
    },
  };
}

function questionHandlers(
  { store, questions }: ProviderHandlerParts,
  requireGesture: RequireGesture,
): Pick<ProviderHandlers, 'providers.test' | 'providers.listModels' | 'providers.findLocal'> {
  const resolved = async (id: string): Promise<ResolvedProvider> => {
    const provider = await store.resolve(id);
    if (provider) return provider;
    throw new ParleyError('provider.not-found', 'This provider does not exist any more.');
  };
  return {
    'providers.test': async ({ providerId, model }, caller) => {
      requireGesture(caller);
      const result = await questions.test(await resolved(providerId), model, caller.signal);
      await store.noteTest(providerId, result);
      return result;
    },
    'providers.listModels': async ({ providerId }, caller) => {
      requireGesture(caller);
      const listing = await questions.listModels(await resolved(providerId), caller.signal);
      if (listing.ok && listing.isWhole) {
        const ids = listing.models.map(({ id }) => id);
        await store.noteMissing(providerId, (model) => isMissingIn(ids, model));
      }
      return listing;
    },
    'providers.findLocal': async (_input, caller) => {
      requireGesture(caller);
      return { found: await questions.findLocal(caller.signal) };
    },
  };
}
