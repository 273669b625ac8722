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
  readonly #byModel: Record<string, Usage> = {};
  readonly #started: number;

  constructor(started: number) {
    this.#started = started;
  }

  addUsage(model: string, usage: Usage): void {
    this.#total = sum(this.#total, usage);
    const before = Object.hasOwn(this.#byModel, model) ? this.#byModel[model] : undefined;
    this.#byModel[model] = sum(before ?? {}, usage);
  }

  result(
    sessionId: string,
    now: number,
    end: { readonly subtype: SDKResultMessage['subtype']; readonly errors: readonly string[] },
  ): SDKResultMessage {
    const isError = end.subtype !== 'success' && end.subtype !== 'interrupted';
    return {
      type: 'result',
      uuid: crypto.randomUUID(),
      session_id: sessionId,
      subtype: end.subtype,
      is_error: isError,
      ...(end.subtype === 'success' ? { result: this.finalText } : {}),
      errors: [...end.errors],
      stop_reason: this.stopReason,
      duration_ms: now - this.#started,
      duration_api_ms: this.requestMs,
      num_turns: this.requests,
      usage: this.#total,
      model_usage: this.#byModel,
      total_cost_usd: null,
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
