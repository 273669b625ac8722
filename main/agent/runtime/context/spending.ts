import type { Usage } from '../../../../shared/agent/messages.ts';
import type { ModelPrice } from './price-table.ts';
import { PRICES_OF } from '../../../../shared/agent/model-prices.ts';

/** A request of a sub-agent, with its dollars where they are known. */
export interface SpentRequest {
  readonly model: string;
  readonly usage: Usage;
  readonly cost: number | null;
}

/** What a session has cost, and what it may cost. Sub-agents share the one of their session. */
export class Spending {
  readonly #limit: number | undefined;
  readonly #price: (model: string) => ModelPrice | undefined;
  #spent = 0;
  readonly #ofSubAgents: SpentRequest[] = [];

  /** @param price of a model of the provider that is asked now */
  constructor(limit: number | undefined, price: (model: string) => ModelPrice | undefined) {
    this.#limit = limit;
    this.#price = price;
  }

  /** Counts a request; gives its dollars, or null when they are not known. */
  add(model: string, usage: Usage): number | null {
    const cost = this.#price(model)?.cost(usage) ?? null;
    this.#spent += cost ?? 0;
    return cost;
  }

  /** Counts a request of a sub-agent, which the next result of the session tells as well. */
  addOfSubAgent(model: string, usage: Usage): number | null {
    const cost = this.add(model, usage);
    this.#ofSubAgents.push({ model, usage, cost });
    return cost;
  }

  /** What sub-agents took since this was asked last: of the turn that ends now, and in the background since the one before. */
  takeOfSubAgents(): readonly SpentRequest[] {
    return this.#ofSubAgents.splice(0);
  }

  /** Why no further request may be made, or undefined when it may. */
  refusal(
    model: string,
  ):
    | { readonly subtype: 'error_max_budget' | 'error_during_execution'; readonly error: string }
    | undefined {
    if (this.#limit === undefined) return undefined;
    if (!this.#price(model))
      return {
        subtype: 'error_during_execution',
        error: `The price of the model "${model}" is not known to this version, so the limit of $${String(this.#limit)} cannot be kept and nothing was asked. Leave out \`maxBudgetUsd\` or choose a model of known price.`,
      };
    if (this.#spent < this.#limit) return undefined;
    return {
      subtype: 'error_max_budget',
      error: `The limit of $${String(this.#limit)} was reached: $${this.#spent.toFixed(4)} were spent, by prices of ${PRICES_OF}.`,
    };
  }
}
