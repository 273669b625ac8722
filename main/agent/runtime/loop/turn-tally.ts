import type {
  PermissionDenial,
  SDKResultMessage,
  Usage,
} from '../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';

const usageFields = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

/** Counts what a turn took. */
export class TurnTally {
  readonly denials: PermissionDenial[] = [];
  requests = 0;
  requestMs = 0;
  finalText = '';
  stopReason: string | null = null;
  #total: Usage = {};
  readonly #byModel: SDKResultMessage['model_usage'] = {};
  #cost: number | null = 0;
  readonly #started: number;

  constructor(started: number) {
    this.#started = started;
  }

  /** @param cost in dollars; null when it is not known, and then that of the turn is not either */
  addUsage(model: string, usage: Usage, cost: number | null = null): void {
    this.#total = sum(this.#total, usage);
    this.#cost = this.#cost === null || cost === null ? null : this.#cost + cost;
    const before = Object.hasOwn(this.#byModel, model) ? this.#byModel[model] : undefined;
    const costBefore = before === undefined ? 0 : (before.cost_usd ?? null);
    this.#byModel[model] = {
      ...sum(before ?? {}, usage),
      cost_usd: costBefore === null || cost === null ? null : costBefore + cost,
    };
  }

  result(
    sessionId: string,
    now: number,
    end: {
      readonly subtype: SDKResultMessage['subtype'];
      readonly errors: readonly string[];
      readonly structured_output?: unknown;
    },
  ): SDKResultMessage {
    const isError = end.subtype !== 'success' && end.subtype !== 'interrupted';
    return {
      type: 'result',
      uuid: crypto.randomUUID(),
      session_id: sessionId,
      subtype: end.subtype,
      is_error: isError,
      ...(end.subtype === 'success' ? { result: this.finalText } : {}),
      ...(end.structured_output === undefined ? {} : { structured_output: end.structured_output }),
      errors: [...end.errors],
      stop_reason: this.stopReason,
      duration_ms: now - this.#started,
      duration_api_ms: this.requestMs,
      num_turns: this.requests,
      usage: this.#total,
      model_usage: this.#byModel,
      total_cost_usd: this.#cost,
      permission_denials: this.denials,
      timestamp: new Date(now).toISOString(),
    };
  }
}

/** The result of a turn that ended in a way that the loop does not know. */
export function failedTurn(sessionId: string, now: number, error: unknown): SDKResultMessage {
  const errors = [`The turn ended unexpectedly: ${messageOf(error)}`];
  return new TurnTally(now).result(sessionId, now, { subtype: 'error_during_execution', errors });
}

/** A number that no provider reported stays unknown. */
function sum(left: Usage, right: Usage): Usage {
  const total: Usage = {};
  for (const field of usageFields) {
    if (left[field] === undefined && right[field] === undefined) continue;
    total[field] = (left[field] ?? 0) + (right[field] ?? 0);
  }
  return total;
}
