import type { SDKAssistantMessage, StreamEvent } from '../../../../shared/agent/messages.ts';
import { delay } from '../../../lib/clock.ts';
import { ModelRequestError } from '../model/model-contract.ts';
import type { Model, ModelRequest } from '../model/model-contract.ts';
import type { ToolSet } from '../tools/tool-registry.ts';
import { CallIds } from './call-ids.ts';
import { untilAborted } from './interruption.ts';
import type { LoopDependencies } from './loop-dependencies.ts';
import { MessageAssembler } from './message-assembler.ts';

/** How often a request is made at most. */
const MOST_ATTEMPTS = 6;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A provider that wants a longer pause than this is told to the person instead of waited for, in ms. */
const LONGEST_RETRY_AFTER_MS = 300_000;

export interface ModelAnswer {
  readonly message: SDKAssistantMessage;
  /** What stopped the answer before its end; the message holds what came until then. */
  readonly failure: unknown;
  readonly requestMs: number;
}

/**
 * One answer of the model, with retries on what may pass (RT-24). Never rejects: an answer that did not come to its end is
 * given with `failure`, so that its text is not lost (RT-25).
 */
export async function requestModel(
  dependencies: LoopDependencies,
  model: Model,
  request: ModelRequest,
  tools: ToolSet,
): Promise<ModelAnswer> {
  // One uuid over all attempts: the answer that comes takes the place of the one that broke off.
  const uuid = crypto.randomUUID();
  const started = dependencies.clock.now();
  for (let attempt = 1; ; attempt += 1) {
    const assembler = new MessageAssembler(uuid, tools);
    const failure = await streamOnce(dependencies, model, request, assembler, uuid);
    const retryMs = retryDelay(failure, attempt);
    if (retryMs !== undefined && !request.signal.aborted) {
      announceRetry(dependencies, failure, attempt, retryMs);
      if (await waited(dependencies, retryMs, request.signal)) continue;
    }
    return {
      message: assistantMessage(dependencies, model, assembler, uuid, {
        isInterrupted: request.signal.aborted,
        hasFailed: failure !== undefined,
      }),
      failure: request.signal.aborted ? request.signal.reason : failure,
      requestMs: dependencies.clock.now() - started,
    };
  }
}

/** Streams one attempt into `assembler`; gives what ended it before its end. */
async function streamOnce(
  dependencies: LoopDependencies,
  model: Model,
  request: ModelRequest,
  assembler: MessageAssembler,
  uuid: string,
): Promise<unknown> {
  emitPartial(dependencies, { type: 'message_start', message_uuid: uuid, model: model.id });
  const ids = new CallIds(request.messages);
  try {
    for await (const event of untilAborted(model.stream(request), request.signal)) {
      const change = assembler.add(ids.apply(event));
      if (!change) continue;
      if (change.type === 'text_delta' || change.type === 'thinking_delta')
        dependencies.transcript.delta({
          messageUuid: uuid,
          index: change.index,
          kind: change.type === 'text_delta' ? 'text' : 'thinking',
          text: change.text,
          model: model.id,
        });
      emitPartial(dependencies, change);
    }
  } catch (error) {
    return error;
  }
  if (assembler.finish) return undefined;
  return new ModelRequestError('The answer of the model broke off before its end.', {
    provider: model.id,
    retryable: true,
  });
}

function emitPartial(dependencies: LoopDependencies, event: StreamEvent): void {
  if (!dependencies.includePartialMessages) return;
  dependencies.emit({
    type: 'stream_event',
    uuid: crypto.randomUUID(),
    session_id: dependencies.sessionId,
    parent_tool_use_id: null,
    event,
  });
}

function retryDelay(failure: unknown, attempt: number): number | undefined {
  if (!(failure instanceof ModelRequestError) || !failure.retryable) return undefined;
  if (attempt >= MOST_ATTEMPTS) return undefined;
  const { retryAfterMs } = failure;
  if (retryAfterMs !== undefined)
    return retryAfterMs <= LONGEST_RETRY_AFTER_MS ? retryAfterMs : undefined;
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
}

function announceRetry(
  dependencies: LoopDependencies,
  failure: unknown,
  attempt: number,
  delayMs: number,
): void {
  if (!(failure instanceof ModelRequestError)) return;
  dependencies.emit({
    type: 'system',
    subtype: 'api_retry',
    uuid: crypto.randomUUID(),
    session_id: dependencies.sessionId,
    attempt,
    max_attempts: MOST_ATTEMPTS,
    delay_ms: delayMs,
    ...(failure.status === undefined ? {} : { status: failure.status }),
    reason: failure.message,
  });
}

async function waited(
  dependencies: LoopDependencies,
  ms: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await delay(dependencies.clock, ms, signal);
    return true;
  } catch {
    return false;
  }
}

function assistantMessage(
  dependencies: LoopDependencies,
  model: Model,
  assembler: MessageAssembler,
  uuid: string,
  end: { readonly isInterrupted: boolean; readonly hasFailed: boolean },
): SDKAssistantMessage {
  const isWhole = !end.isInterrupted && !end.hasFailed;
  const content = assembler.content(isWhole);
  const hasCalls = content.some((block) => block.type === 'tool_use');
  const stopReason = hasCalls ? 'tool_use' : (assembler.finish?.stopReason ?? 'other');
  return {
    type: 'assistant',
    uuid,
    session_id: dependencies.sessionId,
    parent_tool_use_id: null,
    timestamp: new Date(dependencies.clock.now()).toISOString(),
    message: {
      role: 'assistant',
      model: model.id,
      content,
      stop_reason: end.isInterrupted ? 'interrupted' : end.hasFailed ? 'error' : stopReason,
      usage: assembler.finish?.usage ?? {},
    },
  };
}
