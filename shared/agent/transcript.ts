import { assertNever } from '../lib/assert-never.ts';
import type { ToolHints } from '../mcp/hints.ts';
import type {
  AssistantBlock,
  ResultBlock,
  ToolOutcome,
  ToolResultBlock,
  ToolUseBlock,
} from './content.ts';
import type {
  SDKAssistantMessage,
  SDKMessage,
  SDKResultMessage,
  SDKSystemMessage,
  SDKUserMessage,
  StreamEvent,
} from './messages.ts';

/** State of a tool card (UI-13). `waiting` is set by the window from its open prompts, not here. */
export type ToolCallState = 'pending' | 'running' | ToolOutcome;

export interface UserItem {
  readonly kind: 'user';
  readonly id: string;
  readonly text: string;
  readonly at: string | undefined;
}
export interface TextItem {
  readonly kind: 'text';
  readonly id: string;
  readonly text: string;
  readonly streaming: boolean;
  readonly interrupted: boolean;
}
export interface ThinkingItem {
  readonly kind: 'thinking';
  readonly id: string;
  readonly text: string;
  readonly streaming: boolean;
}
export interface ToolCallItem {
  readonly kind: 'tool-call';
  /** The id of the tool use. */
  readonly id: string;
  readonly name: string;
  readonly toolName: string;
  readonly title: string | undefined;
  readonly serverName: string | undefined;
  readonly annotations: ToolHints | undefined;
  /** What is sent, or what the model asked for until that is known. */
  readonly input: unknown;
  /** The person or a hook changed what the model had asked for. */
  readonly isEdited: boolean;
  readonly state: ToolCallState;
  readonly progress:
    | {
        readonly value: number | undefined;
        readonly total: number | undefined;
        readonly message: string | undefined;
        /** How long the call ran when this was reported, in ms. */
        readonly elapsedMs: number;
      }
    | undefined;
  readonly content: readonly ResultBlock[];
  readonly structuredContent: unknown;
  readonly durationMs: number | undefined;
}
export interface NoticeItem {
  readonly kind: 'notice';
  readonly id: string;
  readonly notice: Extract<
    SDKSystemMessage,
    {
      subtype:
        | 'api_retry'
        | 'tools_changed'
        | 'transcript_repaired'
        | 'runtime_exited'
        | 'compact_boundary';
    }
  >;
}
/** Shown only when a turn did not simply succeed. */
export interface TurnEndItem {
  readonly kind: 'turn-end';
  readonly id: string;
  readonly result: SDKResultMessage;
}
export type TranscriptItem =
  UserItem | TextItem | ThinkingItem | ToolCallItem | NoticeItem | TurnEndItem;

/** A session's conversation as it is drawn. `order` keeps its identity while only an item's content changes. */
export interface TranscriptState {
  readonly order: readonly string[];
  readonly items: Readonly<Record<string, TranscriptItem>>;
  readonly turn: 'idle' | 'running';
  readonly init: Extract<SDKSystemMessage, { subtype: 'init' }> | undefined;
  readonly title: string | undefined;
  readonly lastResult: SDKResultMessage | undefined;
}

export const emptyTranscript: TranscriptState = {
  order: [],
  items: {},
  turn: 'idle',
  init: undefined,
  title: undefined,
  lastResult: undefined,
};

/**
 * Applies one message. Pure; messages that change nothing return the same state.
 * Of repeated messages, those of user and assistant and the last result change nothing; batches are told apart by their number.
 */
export function reduceTranscript(state: TranscriptState, message: SDKMessage): TranscriptState {
  switch (message.type) {
    case 'user':
      return reduceUser(state, message);
    case 'assistant':
      return reduceAssistant(state, message);
    case 'stream_event':
      return message.parent_tool_use_id === null ? reduceStreamEvent(state, message.event) : state;
    case 'result':
      return reduceResult(state, message);
    case 'system':
      return reduceSystem(state, message);
    default:
      return assertNever(message, 'message');
  }
}

/** The state after all of `messages`. */
export function transcriptFrom(messages: Iterable<SDKMessage>): TranscriptState {
  let state = emptyTranscript;
  for (const message of messages) state = reduceTranscript(state, message);
  return state;
}

/** Id of the item of a block of an assistant message. */
export function blockItemId(messageUuid: string, index: number): string {
  return `${messageUuid}:${String(index)}`;
}

function put(state: TranscriptState, item: TranscriptItem): TranscriptState {
  const known = state.items[item.id] !== undefined;
  return {
    ...state,
    order: known ? state.order : [...state.order, item.id],
    items: { ...state.items, [item.id]: item },
  };
}

function reduceUser(state: TranscriptState, message: SDKUserMessage): TranscriptState {
  const { content } = message.message;
  const results =
    typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_result');
  const text =
    typeof content === 'string'
      ? content
      : content
          .filter((block) => block.type === 'text')
          .map((block) => block.text)
          .join('\n');
  let next = state;
  for (const result of results) next = settleToolCall(next, result);
  if (text === '' || message.parent_tool_use_id !== null || next.items[message.uuid]) return next;
  return {
    ...put(next, { kind: 'user', id: message.uuid, text, at: message.timestamp }),
    turn: 'running',
  };
}

function settleToolCall(state: TranscriptState, result: ToolResultBlock): TranscriptState {
  const item = state.items[result.tool_use_id];
  if (item?.kind !== 'tool-call') return state;
  return put(state, {
    ...item,
    ...sentInput(item, result.sent_input),
    state: result.outcome,
    progress: undefined,
    content: result.content,
    structuredContent: result.structured_content,
    durationMs: result.duration_ms,
  });
}

/** A card shows what was sent (SE-40). */
function sentInput(item: ToolCallItem, sent: unknown): Pick<ToolCallItem, 'input' | 'isEdited'> {
  return sent === undefined
    ? { input: item.input, isEdited: item.isEdited }
    : { input: sent, isEdited: true };
}

function reduceAssistant(state: TranscriptState, message: SDKAssistantMessage): TranscriptState {
  // What a sub-agent says is its own; the call that it works for gets its result.
  if (message.parent_tool_use_id !== null) return state;
  const interrupted = message.message.stop_reason === 'interrupted';
  let next = state;
  message.message.content.forEach((block, index) => {
    next = putBlock(next, message.uuid, index, block, interrupted);
  });
  return next;
}

function putBlock(
  state: TranscriptState,
  messageUuid: string,
  index: number,
  block: AssistantBlock,
  interrupted: boolean,
): TranscriptState {
  const id = blockItemId(messageUuid, index);
  switch (block.type) {
    case 'text':
      return block.text === ''
        ? state
        : put(state, { kind: 'text', id, text: block.text, streaming: false, interrupted });
    case 'thinking':
      return put(state, { kind: 'thinking', id, text: block.thinking, streaming: false });
    case 'tool_use':
      return putToolUse(state, block);
    default:
      return assertNever(block, 'block');
  }
}

function putToolUse(state: TranscriptState, block: ToolUseBlock): TranscriptState {
  const known = state.items[block.id];
  if (known?.kind === 'tool-call' && known.state !== 'pending') return state;
  return put(state, {
    kind: 'tool-call',
    id: block.id,
    name: block.name,
    toolName: block.tool_name ?? block.name,
    title: block.title,
    serverName: block.server_name,
    annotations: block.annotations,
    input: block.input,
    isEdited: false,
    state: 'pending',
    progress: undefined,
    content: [],
    structuredContent: undefined,
    durationMs: undefined,
  });
}

function reduceStreamEvent(state: TranscriptState, event: StreamEvent): TranscriptState {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta': {
      const id = blockItemId(event.message_uuid, event.index);
      const item = state.items[id];
      const before = item?.kind === 'text' || item?.kind === 'thinking' ? item.text : '';
      if (item !== undefined && 'streaming' in item && !item.streaming) return state;
      return event.type === 'text_delta'
        ? put(state, {
            kind: 'text',
            id,
            text: before + event.text,
            streaming: true,
            interrupted: false,
          })
        : put(state, { kind: 'thinking', id, text: before + event.text, streaming: true });
    }
    case 'message_start':
      return dropUnfinished(state, event.message_uuid);
    case 'message_stop':
    case 'tool_input_delta':
      return state;
    default:
      return assertNever(event, 'stream event');
  }
}

/** A request that broke off is made again under the same uuid: what had streamed of it is void (RT-24). */
function dropUnfinished(state: TranscriptState, messageUuid: string): TranscriptState {
  const prefix = `${messageUuid}:`;
  const unfinished = state.order.filter((id) => {
    const item = state.items[id];
    return (
      id.startsWith(prefix) &&
      (item?.kind === 'text' || item?.kind === 'thinking') &&
      item.streaming
    );
  });
  if (unfinished.length === 0) return state;
  return {
    ...state,
    order: state.order.filter((id) => !unfinished.includes(id)),
    items: Object.fromEntries(
      Object.entries(state.items).filter(([id]) => !unfinished.includes(id)),
    ),
  };
}

/** Ends a turn: nothing stays streaming, pending or running. */
function settleAll(state: TranscriptState): TranscriptState {
  let next = state;
  for (const id of state.order) {
    const item = state.items[id];
    if (item?.kind === 'tool-call' && (item.state === 'pending' || item.state === 'running')) {
      next = put(next, { ...item, state: 'interrupted', progress: undefined });
    } else if (item?.kind === 'text' && item.streaming) {
      next = put(next, { ...item, streaming: false, interrupted: true });
    } else if (item?.kind === 'thinking' && item.streaming) {
      next = put(next, { ...item, streaming: false });
    }
  }
  return next;
}

function reduceResult(state: TranscriptState, result: SDKResultMessage): TranscriptState {
  if (state.lastResult?.uuid === result.uuid || state.items[result.uuid]) return state;
  const settled = { ...settleAll(state), turn: 'idle' as const, lastResult: result };
  return result.subtype === 'success'
    ? settled
    : put(settled, { kind: 'turn-end', id: result.uuid, result });
}

function reduceSystem(state: TranscriptState, message: SDKSystemMessage): TranscriptState {
  switch (message.subtype) {
    case 'init':
      return { ...state, init: message };
    case 'session_title':
      return { ...state, title: message.title };
    case 'tool_progress': {
      const item = state.items[message.tool_use_id];
      if (item?.kind !== 'tool-call' || (item.state !== 'pending' && item.state !== 'running'))
        return state;
      return put(state, {
        ...item,
        ...sentInput(item, message.sent_input),
        state: 'running',
        progress: {
          value: message.progress,
          total: message.total,
          message: message.message,
          elapsedMs: message.elapsed_ms,
        },
      });
    }
    case 'runtime_exited':
      if (state.items[message.uuid]) return state;
      return {
        ...put(settleAll(state), { kind: 'notice', id: message.uuid, notice: message }),
        turn: 'idle',
      };
    case 'api_retry':
    case 'tools_changed':
    case 'transcript_repaired':
    case 'compact_boundary':
      return put(state, { kind: 'notice', id: message.uuid, notice: message });
    case 'status':
    case 'permission_denied':
    case 'hook_started':
    case 'hook_response':
    case 'elicitation_complete':
    case 'task_started':
    case 'task_progress':
    case 'task_ended':
      return state;
    default:
      return assertNever(message, 'system message');
  }
}
