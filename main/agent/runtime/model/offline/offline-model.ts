import { randomUUID } from 'node:crypto';
import { OFFLINE_MODEL_ID } from '../../../../../shared/agent/provider.ts';
import type { Model, ModelEvent, ModelRequest, StopReason } from '../model-contract.ts';
import { answerText, callText, helpText } from './offline-answers.ts';
import { planTurn } from './plan-turn.ts';
import { turnHistory } from './turn-history.ts';

export interface OfflineModelOptions {
  /** Makes the ids of tool calls; they are unique in a conversation. */
  readonly newId?: () => string;
}

/**
 * "Offline (no model)": plans by rules from the last message and the visible tools, one call a request, and says so.
 * Needs no network. Text comes word by word; between the words the event loop runs, so that a stop is noticed.
 */
export function createOfflineModel(options: OfflineModelOptions = {}): Model {
  const newId = options.newId ?? (() => `offline-${randomUUID()}`);
  return {
    id: OFFLINE_MODEL_ID,
    stream: (request) => streamAnswer(request, newId),
  };
}

async function* streamAnswer(
  request: ModelRequest,
  newId: () => string,
): AsyncGenerator<ModelEvent> {
  request.signal.throwIfAborted();
  const turn = turnHistory(request.messages);
  const plan = turn && planTurn(turn, request.tools);
  if (plan?.next?.kind === 'call') {
    const { tool, input } = plan.next;
    yield* streamText(callText(tool), request.signal);
    const id = newId();
    yield { type: 'tool-input-start', id, name: tool.name };
    yield { type: 'tool-input-delta', id, text: JSON.stringify(input) };
    yield { type: 'tool-call', id, name: tool.name, input };
    yield finish('tool_use');
    return;
  }
  const text = plan ? answerText(plan, request.tools) : helpText(request.tools);
  yield* streamText(text, request.signal);
  yield finish('end_turn');
}

/** No tokens are counted, because there are none. */
function finish(stopReason: StopReason): ModelEvent {
  return { type: 'finish', stopReason, usage: {} };
}

async function* streamText(text: string, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  for (const chunk of text.match(/\s*\S{1,40}\s*/gu) ?? []) {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    yield { type: 'text-delta', text: chunk };
  }
  yield { type: 'text-end' };
}
