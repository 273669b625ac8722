import type {
  AssistantBlock,
  ToolResultBlock,
  ToolUseBlock,
  UserBlock,
} from '../../../../shared/agent/content.ts';
import type {
  SDKAssistantMessage,
  SDKMessage,
  SDKUserMessage,
} from '../../../../shared/agent/messages.ts';
import type { ModelMessage } from '../model/model-contract.ts';
import { compactWishes } from '../context/compact-command.ts';
import { sinceBoundary } from './compact-boundary.ts';

export type ConversationMessage = SDKUserMessage | SDKAssistantMessage;

/** The messages that the model is told about: those of sub-agents are theirs alone, and `/compact` is none. */
export function conversationOf(messages: readonly SDKMessage[]): ConversationMessage[] {
  return sinceBoundary(messages).filter(
    (message) =>
      (message.type === 'user' || message.type === 'assistant') &&
      message.parent_tool_use_id === null &&
      compactWishes(message) === undefined,
  ) as ConversationMessage[];
}

/** Calls of the conversation that never got a result. */
export function danglingCalls(conversation: readonly ConversationMessage[]): ToolUseBlock[] {
  const answered = new Set<string>();
  const calls: ToolUseBlock[] = [];
  for (const message of conversation) {
    for (const block of blocksOf(message)) {
      if (block.type === 'tool_use') calls.push(block);
      else if (block.type === 'tool_result') answered.add(block.tool_use_id);
    }
  }
  return calls.filter((call) => !answered.has(call.id));
}

/** The result of a call that was stopped before it ended. */
export function interruptedResult(toolUseId: string): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: [{ type: 'text', text: 'This call was interrupted before it ended.' }],
    is_error: true,
    outcome: 'interrupted',
  };
}

/**
 * The conversation in the form that every provider takes: roles alternate, each call is followed by its result at once,
 * nothing is empty. A call without a result gets an interrupted one.
 */
export function modelHistory(
  conversation: readonly ConversationMessage[],
  modelNameOf: (call: ToolUseBlock) => string,
): ModelMessage[] {
  const results = new Map<string, ToolResultBlock>();
  for (const message of conversation)
    for (const block of blocksOf(message))
      if (block.type === 'tool_result' && !results.has(block.tool_use_id))
        results.set(block.tool_use_id, block);
  const history: ModelMessage[] = [];
  for (const message of conversation) {
    if (message.type === 'user') {
      // Results were placed behind their calls.
      addUser(
        history,
        userBlocks(message).filter(
          (block) => block.type !== 'tool_result' && !(block.type === 'text' && block.text === ''),
        ),
      );
    } else {
      const content = assistantBlocks(message);
      addAssistant(
        history,
        content.map((block) =>
          block.type === 'tool_use' ? { ...block, name: modelNameOf(block) } : block,
        ),
      );
      const calls = content.filter((block) => block.type === 'tool_use');
      addUser(
        history,
        calls.map((call) => told(results.get(call.id) ?? interruptedResult(call.id))),
      );
    }
  }
  return history;
}

/** A model that is not told what was sent takes the result for that of its own arguments. */
function told(result: ToolResultBlock): ToolResultBlock {
  if (result.sent_input === undefined) return result;
  const sent = JSON.stringify(result.sent_input);
  const text = `The arguments were changed before this call ran. What was sent: ${sent}`;
  return { ...result, content: [{ type: 'text', text }, ...result.content] };
}

function blocksOf(message: ConversationMessage): readonly (UserBlock | AssistantBlock)[] {
  return message.type === 'user' ? userBlocks(message) : message.message.content;
}

function userBlocks(message: SDKUserMessage): readonly UserBlock[] {
  const { content } = message.message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Thinking that was cut short carries no signature, and a provider would refuse it. */
function assistantBlocks(message: SDKAssistantMessage): readonly AssistantBlock[] {
  return message.message.content.filter((block) =>
    block.type === 'text'
      ? block.text !== ''
      : block.type === 'tool_use' || message.message.stop_reason !== 'interrupted',
  );
}

function addUser(history: ModelMessage[], content: readonly UserBlock[]): void {
  if (content.length === 0) return;
  const last = history.at(-1);
  if (last?.role === 'user')
    history[history.length - 1] = { role: 'user', content: [...last.content, ...content] };
  else history.push({ role: 'user', content });
}

function addAssistant(history: ModelMessage[], content: readonly AssistantBlock[]): void {
  if (content.length === 0) return;
  const last = history.at(-1);
  if (last?.role === 'assistant')
    history[history.length - 1] = { role: 'assistant', content: [...last.content, ...content] };
  else history.push({ role: 'assistant', content });
}
