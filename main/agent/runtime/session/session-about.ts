import type { ContextUsageResponse, Spent } from '../../../../shared/agent/about-frames.ts';
import type { ListModelsResponse } from '../../../../shared/agent/frames.ts';
import type { SDKMessage, SDKResultMessage } from '../../../../shared/agent/messages.ts';
import { PRICES_OF } from '../../../../shared/agent/model-prices.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { SessionContext } from '../context/session-context.ts';
import type { LoopDependencies } from '../loop/loop-dependencies.ts';
import type { ConversationMessage } from '../loop/model-history.ts';
import type { CurrentModel } from './current-model.ts';
import { supportedModels } from './supported-models.ts';
import { suggestTitle } from './suggest-title.ts';

interface SessionAboutParts {
  readonly context: SessionContext;
  readonly model: CurrentModel;
  readonly history: readonly ConversationMessage[];
  readonly loop: () => Pick<LoopDependencies, 'tools' | 'spending'>;
  /** What is stored of the session. */
  readonly stored: readonly SDKMessage[];
  readonly clock: Clock;
}

const usageFields = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

/** What can be told about a session besides its messages: how full it is, what it took, what it may be called. */
export class SessionAbout {
  readonly #parts: SessionAboutParts;
  #turn: Spent | undefined;
  #session: Spent = { tokens: 0, cost_usd: 0 };

  constructor(parts: SessionAboutParts) {
    this.#parts = parts;
    for (const message of parts.stored) if (message.type === 'result') this.count(message);
  }

  /** Counts what a turn took. */
  count(result: SDKResultMessage): void {
    const took = spentOf(result);
    this.#turn = took;
    this.#session = {
      tokens: sum(this.#session.tokens, took.tokens),
      cost_usd: sum(this.#session.cost_usd, took.cost_usd),
    };
  }

  contextUsage(): ContextUsageResponse {
    const { context, model, history, loop } = this.#parts;
    return {
      ...context.usage(model, loop().tools, history),
      spent: { ...(this.#turn ? { turn: this.#turn } : {}), session: this.#session },
      prices_of: PRICES_OF,
    };
  }

  /** The models that can be chosen, as the provider tells them. */
  models(signal: AbortSignal): Promise<ListModelsResponse> {
    const { model, context, clock } = this.#parts;
    return supportedModels(model, context, clock, signal);
  }

  /** A title by the model; undefined where it gives none. Its cost is told with the next turn. Rejects like the model. */
  async title(signal: AbortSignal): Promise<string | undefined> {
    const { model, history, loop } = this.#parts;
    if (model.kind === 'offline') return undefined;
    const asked = model.model;
    const { title, usage } = await suggestTitle(asked, history, signal);
    loop().spending?.addOfSubAgent(asked.id, usage);
    return title;
  }
}

/** A turn that asked nothing took nothing; one whose provider reports no numbers took what is not known. */
function spentOf({ usage, num_turns: requests, total_cost_usd: cost }: SDKResultMessage): Spent {
  const counts = usageFields.flatMap((field) => usage[field] ?? []);
  const isUnknown = counts.length === 0 && requests > 0;
  return {
    tokens: isUnknown ? null : counts.reduce((left, right) => left + right, 0),
    cost_usd: cost,
  };
}

function sum(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right;
}
