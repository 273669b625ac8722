import type { ListModelsResponse } from '../../../../shared/agent/frames.ts';
import type { ModelRef, ProviderConfig } from '../../../../shared/agent/provider.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { SessionContext } from '../context/session-context.ts';
import { knownModels } from '../model/known-models.ts';
import type { CurrentModel } from './current-model.ts';

/** How long a provider may take to tell its models, in ms. */
const LIMIT_MS = 10_000;

type Info = ListModelsResponse['models'][number];

/**
 * The models that a session can change to: those its provider tells, else those known of it. The session's own is always among
 * them, first where nobody lists it. Rejects only when `signal` aborts.
 */
export async function supportedModels(
  model: CurrentModel,
  context: Pick<SessionContext, 'describe'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<ListModelsResponse> {
  const { provider, ref } = model;
  const facts = (id: string): Info => context.describe({ provider, ref: named(ref, id) });
  if (provider.kind === 'offline') return { models: [facts(ref.id)] };
  const timeUp = new AbortController();
  const stop = clock.after(LIMIT_MS, () => {
    timeUp.abort(new Error(`it did not answer within ${String(LIMIT_MS / 1000)} s`));
  });
  try {
    const listed = await model.list(AbortSignal.any([signal, timeUp.signal]));
    const models = listed.map(({ id, label, contextWindow }): Info => {
      const window = contextWindow ?? facts(id).context_window;
      return {
        ...facts(id),
        label,
        ...(window === undefined ? {} : { context_window: window }),
        source: 'provider',
      };
    });
    return { models: withOwn(models, facts(ref.id)) };
  } catch (failure) {
    signal.throwIfAborted();
    return {
      models: withOwn(knownModels(provider).map(facts), facts(ref.id)),
      problem: notTold(provider, failure),
    };
  } finally {
    stop();
  }
}

function named(ref: ModelRef, id: string): ModelRef {
  return { ...ref, id };
}

function withOwn(models: Info[], own: Info): Info[] {
  return models.some(({ id }) => id === own.id) ? models : [own, ...models];
}

function notTold(provider: ProviderConfig, failure: unknown): string {
  return `${provider.label} did not tell its models, so these are the ones that this version knows: ${messageOf(failure)}`;
}
