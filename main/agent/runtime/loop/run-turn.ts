import type { ToolUseBlock } from '../../../../shared/agent/content.ts';
import type {
  SDKAssistantMessage,
  SDKResultMessage,
  SDKUserMessage,
} from '../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { TurnInterrupted } from './interruption.ts';
import type { LoopDependencies } from './loop-dependencies.ts';
import { compactWishes } from '../context/compact-command.ts';
import { isTooLong } from '../context/too-long.ts';
import { repairRequest } from '../context/output-check.ts';
import { untakenNotes } from '../model/user-part.ts';
import type { Model } from '../model/model-contract.ts';
import { modelHistory } from './model-history.ts';
import type { ConversationMessage } from './model-history.ts';
import { requestModel } from './request-model.ts';
import { runTools } from './run-tools.ts';
import { TurnTally } from './turn-tally.ts';

type TurnEnd = Pick<SDKResultMessage, 'subtype' | 'errors' | 'structured_output'>;

/** How often the Stop hooks may send the model back to work in one turn. */
const MOST_STOP_REFUSALS = 8;
/** How often the model is asked again for an answer of the wanted form. */
const MOST_REPAIRS = 3;

/**
 * One turn: from a message of the person to the result, which is also emitted and saved (RT-20). `history` grows by what is said.
 * Never rejects; what goes wrong is in the result. When `signal` aborts the turn ends as interrupted, with the text so far kept.
 */
export async function runTurn(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  message: SDKUserMessage,
  signal: AbortSignal,
): Promise<SDKResultMessage> {
  const tally = new TurnTally(dependencies.clock.now());
  let end: TurnEnd;
  try {
    await say(dependencies, history, message);
    end = await converse(dependencies, history, message, tally, signal);
  } catch (error) {
    end = signal.aborted
      ? { subtype: 'interrupted', errors: [] }
      : { subtype: 'error_during_execution', errors: [messageOf(error)] };
  }
  for (const { model, usage, cost } of dependencies.spending?.takeOfSubAgents() ?? [])
    tally.addUsage(model, usage, cost);
  const result = tally.result(dependencies.sessionId, dependencies.clock.now(), end);
  try {
    await dependencies.transcript.append(result, { sync: true });
  } catch (error) {
    result.errors.push(`The end of this turn could not be saved: ${messageOf(error)}`);
  }
  dependencies.emit(result);
  return result;
}

/** Saves a message on the disk, then tells of it: nothing is shown that a crash could take back (RT-41). */
async function say(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  message: ConversationMessage,
): Promise<void> {
  await dependencies.transcript.append(message, { sync: true });
  history.push(message);
  dependencies.emit(message);
}

async function converse(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  message: SDKUserMessage,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const refusal = await submitHooks(dependencies, history, message, signal);
  if (refusal !== undefined) return { subtype: 'error_during_execution', errors: [refusal] };
  const wishes = compactWishes(message);
  if (wishes !== undefined) return compactNow(dependencies, history, wishes, tally, signal);
  await awaitServers(dependencies, signal);
  let stopRefusals = 0;
  let repairs = 0;
  for (;;) {
    const limit = limitReached(dependencies, tally);
    if (limit) return limit;
    dependencies.announce(tally.requests === 0);
    await makeRoom(dependencies, history, tally, { trigger: 'auto' }, signal);
    const answer = await askModel(dependencies, history, tally, signal);
    const calls = answer.message.content.filter((block) => block.type === 'tool_use');
    if (calls.length > 0) {
      await callTools(dependencies, history, calls, tally, signal);
      continue;
    }
    const checked = dependencies.output?.(tally.finalText);
    if (checked?.problem !== undefined) {
      if (repairs >= MOST_REPAIRS) return outputFailure(checked.problem);
      repairs += 1;
      history.push(hookContext(dependencies, repairRequest(checked.problem)));
    } else if (stopRefusals >= MOST_STOP_REFUSALS || (await mayStop(dependencies, history, signal)))
      return {
        subtype: 'success',
        errors: [],
        ...(checked ? { structured_output: checked.value } : {}),
      };
    else stopRefusals += 1;
  }
}

function limitReached(dependencies: LoopDependencies, tally: TurnTally): TurnEnd | undefined {
  const { maxTurns, spending } = dependencies;
  if (maxTurns !== undefined && tally.requests >= maxTurns)
    return {
      subtype: 'error_max_turns',
      errors: [`The limit of ${String(maxTurns)} model requests was reached.`],
    };
  const refusal = spending?.refusal(dependencies.model().id);
  return refusal && { subtype: refusal.subtype, errors: [refusal.error] };
}

function outputFailure(problem: string): TurnEnd {
  return {
    subtype: 'error_max_structured_output_retries',
    errors: [
      `The model gave no answer of the wanted form in ${String(MOST_REPAIRS + 1)} attempts. ${problem}`,
    ],
  };
}

/** Gives true when old messages were left out. */
async function makeRoom(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  tally: TurnTally,
  why: Parameters<NonNullable<LoopDependencies['makeRoom']>>[2],
  signal: AbortSignal,
): Promise<boolean> {
  const made = await dependencies.makeRoom?.(dependencies, history, why, signal);
  if (!made) return false;
  const model = dependencies.model().id;
  tally.requestMs += made.requestMs;
  if (made.requestMs > 0 || Object.keys(made.usage).length > 0)
    tally.addUsage(model, made.usage, dependencies.spending?.add(model, made.usage));
  return true;
}

/** The turn of `/compact`: the model is asked for a summary and for nothing else. */
async function compactNow(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  wishes: string,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<TurnEnd> {
  // The command is no part of the conversation.
  history.splice(0, history.length, ...history.filter((one) => compactWishes(one) === undefined));
  if (await makeRoom(dependencies, history, tally, { trigger: 'manual', wishes }, signal))
    return { subtype: 'success', errors: [] };
  const error = 'There is nothing to sum up yet: the conversation is short, or a hook refused it.';
  return { subtype: 'error_during_execution', errors: [error] };
}

async function awaitServers(dependencies: LoopDependencies, signal: AbortSignal): Promise<void> {
  const { tools, clock, serverWaitMs } = dependencies;
  if (!tools.hasUnsettled) return;
  status(dependencies, 'waiting_for_servers');
  const late = await tools.settle(serverWaitMs, clock, signal);
  if (late.length > 0)
    status(
      dependencies,
      'waiting_for_servers',
      `Going on without ${late.join(', ')}: not connected after ${String(serverWaitMs)} ms.`,
    );
}

async function askModel(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  tally: TurnTally,
  signal: AbortSignal,
  mayRetry = true,
): Promise<SDKAssistantMessage> {
  signal.throwIfAborted();
  // Model and tools of one moment: the tools are adapted to the model's provider.
  const model = dependencies.model();
  const tools = dependencies.tools.current();
  status(dependencies, 'requesting', attachmentNotes(model, history));
  tally.requests += 1;
  const answer = await requestModel(
    dependencies,
    model,
    {
      system: dependencies.system(),
      messages: modelHistory(history, (call) => tools.modelNameOf(call)),
      tools: tools.tools.map((tool) => ({
        name: tool.modelName,
        description: tool.description,
        inputSchema: tool.inputSchema,
        toolName: tool.toolName,
        serverName: tool.serverName,
        title: tool.title,
      })),
      signal,
    },
    tools,
  );
  tally.requestMs += answer.requestMs;
  const { usage } = answer.message.message;
  tally.addUsage(model.id, usage, dependencies.spending?.add(model.id, usage));
  tally.stopReason = answer.message.message.stop_reason;
  const { content } = answer.message.message;
  if (
    mayRetry &&
    isTooLong(answer.failure) &&
    (await makeRoom(dependencies, history, tally, { trigger: 'refused' }, signal))
  )
    return askModel(dependencies, history, tally, signal, false);
  if (content.length > 0) await say(dependencies, history, answer.message);
  tally.finalText = content
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('');
  if (answer.failure !== undefined) throw asError(answer.failure);
  return answer.message;
}

async function callTools(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  calls: readonly ToolUseBlock[],
  tally: TurnTally,
  signal: AbortSignal,
): Promise<void> {
  const round = await runTools(dependencies, calls, dependencies.tools.current(), signal);
  tally.denials.push(...round.denials);
  await say(dependencies, history, {
    type: 'user',
    uuid: crypto.randomUUID(),
    session_id: dependencies.sessionId,
    parent_tool_use_id: null,
    timestamp: new Date(dependencies.clock.now()).toISOString(),
    message: { role: 'user', content: [...round.results] },
  });
  signal.throwIfAborted();
}

/** What this model is not sent of the messages that it has not answered yet; hooks may have said something behind the person. */
function attachmentNotes(
  model: Model,
  history: readonly ConversationMessage[],
): string | undefined {
  const takes = model.takes ?? { images: false, pdf: false };
  const unanswered = history.slice(history.findLastIndex(({ type }) => type === 'assistant') + 1);
  const notes = unanswered.flatMap((one) =>
    one.type === 'user' && typeof one.message.content !== 'string'
      ? untakenNotes(one.message.content, takes)
      : [],
  );
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** Gives the reason when a hook refuses the message. */
async function submitHooks(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  message: SDKUserMessage,
  signal: AbortSignal,
): Promise<string | undefined> {
  const hook = await dependencies.hooks.run(
    'UserPromptSubmit',
    { prompt: textOf(message) },
    { matchValue: '', signal },
  );
  if (hook.stop !== undefined) return hook.stop;
  if (hook.blocked) return hook.reason ?? 'A hook refused this message.';
  if (hook.additionalContext.length > 0)
    history.push(hookContext(dependencies, hook.additionalContext.join('\n')));
  return undefined;
}

async function mayStop(
  dependencies: LoopDependencies,
  history: ConversationMessage[],
  signal: AbortSignal,
): Promise<boolean> {
  const hook = await dependencies.hooks.run('Stop', {}, { matchValue: '', signal });
  if (!hook.blocked || hook.stop !== undefined) return true;
  history.push(
    hookContext(dependencies, hook.reason ?? 'A hook wants the work to go on before it ends.'),
  );
  return false;
}

/** What a hook tells the model. It is context of this session and not something that the person said, so it is not in the transcript. */
function hookContext(dependencies: LoopDependencies, text: string): SDKUserMessage {
  return {
    type: 'user',
    uuid: crypto.randomUUID(),
    session_id: dependencies.sessionId,
    parent_tool_use_id: null,
    message: { role: 'user', content: text },
  };
}

function status(
  dependencies: LoopDependencies,
  value: 'waiting_for_servers' | 'requesting',
  detail?: string,
): void {
  dependencies.emit({
    type: 'system',
    subtype: 'status',
    uuid: crypto.randomUUID(),
    session_id: dependencies.sessionId,
    status: value,
    ...(detail === undefined ? {} : { detail }),
  });
}

function textOf(message: SDKUserMessage): string {
  const { content } = message.message;
  return typeof content === 'string'
    ? content
    : content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new TurnInterrupted();
}
