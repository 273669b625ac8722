import type { SDKMessage, SDKUserMessage } from '../../../../../shared/agent/messages.ts';
import type { LoopDependencies } from '../../loop/loop-dependencies.ts';
import type { ConversationMessage } from '../../loop/model-history.ts';
import { runTurn } from '../../loop/run-turn.ts';
import type { Model } from '../../model/model-contract.ts';
import { matchesAny } from '../../tools/tool-patterns.ts';
import { restricted } from '../../tools/tool-registry.ts';
import type { AvailableTool } from '../../tools/tool-registry.ts';
import type { AgentDefinition } from './agent-definitions.ts';

/** What no sub-agent has: it starts no others, and talks to nobody but the agent that it works for. */
const withheld = new Set(['Agent', 'AskUser']);

export interface SubAgentRun {
  /** The session's own loop. */
  readonly loop: LoopDependencies;
  readonly definition: AgentDefinition;
  readonly agentType: string;
  readonly model: Model;
  readonly prompt: string;
  readonly maxTurns: number;
  /** The call that it works for. */
  readonly toolUseId: string;
  readonly signal: AbortSignal;
  /** Gets each message of it, also when the host does not. */
  readonly onMessage: (message: ConversationMessage) => void;
}

export interface SubAgentEnd {
  readonly isError: boolean;
  /** Its last words, and what kept it from ending well. */
  readonly text: string;
}

/** Runs a sub-agent to its end: one turn with a conversation of its own (RT-26). Rejects with the signal's reason. */
export async function runSubAgent(run: SubAgentRun): Promise<SubAgentEnd> {
  const history: ConversationMessage[] = [];
  const message: SDKUserMessage = {
    type: 'user',
    uuid: crypto.randomUUID(),
    session_id: run.loop.sessionId,
    parent_tool_use_id: run.toolUseId,
    timestamp: new Date(run.loop.clock.now()).toISOString(),
    message: { role: 'user', content: run.prompt },
  };
  const result = await runTurn(childLoop(run), history, message, run.signal);
  run.signal.throwIfAborted();
  if (result.subtype === 'success')
    return { isError: false, text: result.result || '(The sub-agent ended without a word.)' };
  const last = lastText(history);
  const words = last === '' ? '' : ` What it said last:\n${last}`;
  return {
    isError: true,
    text: `The sub-agent did not end well: ${result.errors.join(' ')}${words}`,
  };
}

function childLoop(run: SubAgentRun): LoopDependencies {
  const { loop, toolUseId } = run;
  const own = { parent_tool_use_id: toolUseId };
  return {
    ...loop,
    model: () => run.model,
    system: () => run.definition.prompt,
    tools: {
      current: () => restricted(loop.tools.current(), (tool) => mayUse(run.definition, tool)),
      hasUnsettled: false,
      settle: () => Promise.resolve([]),
    },
    hooks: {
      run: (event, input, call) =>
        loop.hooks.run(
          event === 'UserPromptSubmit'
            ? 'SubagentStart'
            : event === 'Stop'
              ? 'SubagentStop'
              : event,
          { ...input, ...own, agent_type: run.agentType },
          call,
        ),
    },
    emit: (message) => {
      if (message.type === 'user' || message.type === 'assistant') run.onMessage(message);
      const told = ofChild(message, toolUseId);
      if (told) loop.emit(told);
    },
    transcript: {
      append: (message, options) => {
        const kept = ofChild(message, toolUseId);
        return kept ? loop.transcript.append(kept, options) : Promise.resolve();
      },
      toolStart: (id, input) => loop.transcript.toolStart(id, input),
      // What a crash cuts off of a sub-agent is of no use: it does not go on.
      delta: () => undefined,
    },
    spending: loop.spending && spendingOfChild(loop.spending),
    maxTurns: run.maxTurns,
    output: undefined,
    announce: () => undefined,
  };
}

/** The session pays: its limit holds, and its next result tells what the sub-agent took. */
function spendingOfChild(
  spending: NonNullable<LoopDependencies['spending']>,
): NonNullable<LoopDependencies['spending']> {
  return {
    add: (model, usage) => spending.addOfSubAgent(model, usage),
    addOfSubAgent: (model, usage) => spending.addOfSubAgent(model, usage),
    takeOfSubAgents: () => [],
    refusal: (model) => spending.refusal(model),
  };
}

/** A message of the sub-agent as the host sees it; undefined for what is about its turn and not about the session's. */
function ofChild(message: SDKMessage, toolUseId: string): SDKMessage | undefined {
  switch (message.type) {
    case 'user':
    case 'assistant':
    case 'stream_event':
      return { ...message, parent_tool_use_id: toolUseId };
    case 'result':
      return undefined;
    case 'system':
      return message.subtype === 'status' || message.subtype === 'compact_boundary'
        ? undefined
        : message;
  }
}

function mayUse(definition: AgentDefinition, tool: AvailableTool): boolean {
  if (tool.serverName === undefined && withheld.has(tool.toolName)) return false;
  if (definition.tools && !matchesAny(definition.tools, tool)) return false;
  return !matchesAny(definition.disallowedTools ?? [], tool);
}

function lastText(history: readonly ConversationMessage[]): string {
  const last = history.findLast((message) => message.type === 'assistant');
  if (last?.type !== 'assistant') return '';
  return last.message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
