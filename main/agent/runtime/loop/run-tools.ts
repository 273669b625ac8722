import type { ToolResultBlock, ToolUseBlock } from '../../../../shared/agent/content.ts';
import type { PermissionDenial } from '../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { canonicalJson, isDeeperThan, isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { RawToolResult } from '../../../mcp/client/connection.ts';
import { encodeJsonLine, FrameTooLargeError } from '../../../lib/jsonl.ts';
import type { AvailableTool, ToolSet } from '../tools/tool-registry.ts';
import { orAborted } from './interruption.ts';
import type { LoopDependencies } from './loop-dependencies.ts';
import { longResult } from './shorten-result.ts';
import { interruptedResult } from './model-history.ts';

const LARGEST_RESULT_BYTES = 8 * 1024 * 1024;
/** All results of one message of the model, which cross in one frame. */
const LARGEST_ROUND_BYTES = 24 * 1024 * 1024;
/** What is nested deeper cannot be written or sent everywhere. */
const DEEPEST_RESULT = 256;

export interface ToolRound {
  readonly results: readonly ToolResultBlock[];
  readonly denials: readonly PermissionDenial[];
}

/** What the calls of one message share. */
interface Round {
  readonly denials: PermissionDenial[];
  /** Bytes that further results may take. */
  left: number;
}

interface FoundCall {
  readonly call: ToolUseBlock;
  readonly tool: AvailableTool | undefined;
}

/**
 * Runs the calls of one message: read-only ones that follow each other side by side, others in order (SDK-61).
 * Never rejects: each call has a result at its place; after an interrupt those that had not ended are `interrupted`.
 */
export async function runTools(
  dependencies: LoopDependencies,
  calls: readonly ToolUseBlock[],
  tools: ToolSet,
  signal: AbortSignal,
): Promise<ToolRound> {
  const round: Round = { denials: [], left: LARGEST_ROUND_BYTES };
  const results: ToolResultBlock[] = [];
  const found = calls.map((call) => ({ call, tool: tools.find(tools.modelNameOf(call)) }));
  for (const batch of batches(found)) {
    const settled = await Promise.all(
      batch.map((entry) => runCall(dependencies, entry, round, signal)),
    );
    results.push(...settled);
  }
  return { results, denials: round.denials };
}

/** A hint orders calls and never skips a prompt. */
function batches(calls: readonly FoundCall[]): FoundCall[][] {
  const groups: FoundCall[][] = [];
  let isOpen = false;
  for (const entry of calls) {
    const isReader = entry.tool?.annotations.readOnly === true;
    const last = groups.at(-1);
    if (isReader && isOpen && last) last.push(entry);
    else groups.push([entry]);
    isOpen = isReader;
  }
  return groups;
}

async function runCall(
  dependencies: LoopDependencies,
  { call, tool }: FoundCall,
  round: Round,
  signal: AbortSignal,
): Promise<ToolResultBlock> {
  if (signal.aborted) return interruptedResult(call.id);
  if (!tool) return refusal(call, `There is no tool "${call.name}" in this session.`, 'error');
  if (!isJsonObject(call.input))
    return refusal(call, 'The arguments are no valid JSON object. Send them as one.', 'error');
  try {
    const proposed = { id: call.id, tool, input: call.input };
    const decision = await orAborted(dependencies.permissions.decide(proposed, signal), signal);
    if (decision.behavior === 'deny')
      return await deny(dependencies, call, decision, round.denials, signal);
    return await execute(dependencies, { call, tool, input: decision.input }, round, signal);
  } catch (error) {
    return hasStopped(signal)
      ? interruptedResult(call.id)
      : refusal(call, messageOf(error), 'error');
  }
}

/** A call of its own, because the compiler takes an earlier look at `aborted` for the last word. */
function hasStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

async function deny(
  dependencies: LoopDependencies,
  call: ToolUseBlock,
  decision: { readonly reason: string; readonly interrupt: boolean },
  denials: PermissionDenial[],
  signal: AbortSignal,
): Promise<ToolResultBlock> {
  const { reason } = decision;
  denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input, reason });
  dependencies.emit({
    type: 'system',
    subtype: 'permission_denied',
    uuid: crypto.randomUUID(),
    session_id: dependencies.sessionId,
    tool_name: call.name,
    tool_use_id: call.id,
    reason,
  });
  const result = refusal(call, `The call was denied and did not run: ${reason}`, 'denied');
  if (decision.interrupt) dependencies.interrupt();
  else
    await dependencies.hooks.run(
      'PermissionDenied',
      { tool_name: call.name, tool_input: call.input, tool_use_id: call.id, reason },
      { matchValue: call.name, toolUseId: call.id, signal },
    );
  return result;
}

async function execute(
  dependencies: LoopDependencies,
  {
    call,
    tool,
    input,
  }: { readonly call: ToolUseBlock; readonly tool: AvailableTool; readonly input: JsonObject },
  round: Round,
  signal: AbortSignal,
): Promise<ToolResultBlock> {
  await dependencies.transcript.toolStart(call.id, input);
  const started = dependencies.clock.now();
  const sent = canonicalJson(input) === canonicalJson(call.input) ? {} : { sent_input: input };
  emitProgress(dependencies, call.id, 0, {}, sent);
  const answer = await orAborted(
    tool
      .call(input, {
        signal,
        origin: call.id,
        onProgress: (progress) => {
          const elapsed = dependencies.clock.now() - started;
          if (!signal.aborted) emitProgress(dependencies, call.id, elapsed, progress);
        },
      })
      .catch((error: unknown) => failedCall(tool, error)),
    signal,
  );
  const durationMs = dependencies.clock.now() - started;
  const hook = await afterCall(dependencies, call, input, answer, signal);
  const kept = await fitted(dependencies, call, answer, round);
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: [
      ...kept.content.map((block) => ({ ...block })),
      ...hook.map((text) => ({ type: 'text', text })),
    ],
    ...(kept.structuredContent === undefined ? {} : { structured_content: kept.structuredContent }),
    is_error: kept.isError === true,
    outcome: kept.isError === true ? 'error' : 'ok',
    duration_ms: durationMs,
    ...sent,
  };
}

/** A result that is too long for the conversation, or would not fit into a frame, goes into a file, and the conversation holds its path (SDK-62, RT-2). */
async function fitted(
  dependencies: LoopDependencies,
  call: ToolUseBlock,
  answer: RawToolResult,
  round: Round,
): Promise<RawToolResult> {
  if (isDeeperThan(answer, DEEPEST_RESULT))
    return failed(
      `The result is nested deeper than ${String(DEEPEST_RESULT)} levels, so it was dropped.`,
    );
  const long = longResult(answer);
  if (long) {
    const file = await dependencies.spill(call.id, long.whole, long.kind);
    return fitted(dependencies, call, long.shortened(file), round);
  }
  const most = Math.min(LARGEST_RESULT_BYTES, round.left);
  try {
    round.left -= Buffer.byteLength(encodeJsonLine(answer, most));
    return answer;
  } catch (error) {
    if (!(error instanceof FrameTooLargeError)) throw error;
  }
  const path = await dependencies.spill(call.id, JSON.stringify(answer));
  const text = `The result is too large for the conversation. It is kept whole in ${path}.`;
  return {
    content: [{ type: 'text', text }],
    ...(answer.isError === true ? { isError: true } : {}),
  };
}

/** What the PostToolUse hooks want the model to be told besides. */
async function afterCall(
  dependencies: LoopDependencies,
  call: ToolUseBlock,
  input: JsonObject,
  answer: RawToolResult,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const hook = await dependencies.hooks.run(
    answer.isError === true ? 'PostToolUseFailure' : 'PostToolUse',
    {
      tool_name: call.name,
      tool_input: input,
      tool_use_id: call.id,
      tool_response: answer.content,
    },
    { matchValue: call.name, toolUseId: call.id, signal },
  );
  if (hook.stop !== undefined) dependencies.interrupt();
  return [
    ...(hook.blocked && hook.reason !== undefined ? [hook.reason] : []),
    ...hook.additionalContext,
  ];
}

function failedCall(tool: AvailableTool, error: unknown): RawToolResult {
  return failed(`The tool "${tool.toolName}" failed: ${messageOf(error)}`);
}

function failed(text: string): RawToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function emitProgress(
  dependencies: LoopDependencies,
  toolUseId: string,
  elapsedMs: number,
  progress: {
    readonly progress?: number | undefined;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  },
  sent: { readonly sent_input?: unknown } = {},
): void {
  dependencies.emit({
    type: 'system',
    subtype: 'tool_progress',
    uuid: crypto.randomUUID(),
    session_id: dependencies.sessionId,
    tool_use_id: toolUseId,
    ...progress,
    elapsed_ms: elapsedMs,
    ...sent,
  });
}

function refusal(call: ToolUseBlock, text: string, outcome: 'error' | 'denied'): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: [{ type: 'text', text }],
    is_error: true,
    outcome,
  };
}
