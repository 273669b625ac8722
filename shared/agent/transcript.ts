import { assertNever } from '../lib/assert-never.ts';
import type { AssistantBlock, ToolResultBlock, ToolUseBlock } from './content.ts';
import type {
  SDKAssistantMessage,
  SDKMessage,
  SDKPartialMessage,
  SDKResultMessage,
  SDKSystemMessage,
  SDKUserMessage,
} from './messages.ts';
import { emptyTranscript, itemOf, putItem } from './transcript-items.ts';
import type {
  ThinkingItem,
  ToolCallItem,
  ToolTask,
  TranscriptItem,
  TranscriptState,
} from './transcript-items.ts';

export { emptyTranscript, itemOf } from './transcript-items.ts';
export type {
  NoticeItem,
  TextItem,
  ThinkingItem,
  ToolCallItem,
  ToolCallState,
  ToolTask,
  TranscriptItem,
  TranscriptState,
  TurnEndItem,
  UserItem,
} from './transcript-items.ts';

/**
 * Applies one message. Pure; messages that change nothing return the same state.
 * Of repeated messages, those of user and assistant and the last result change nothing; batches are told apart by their number.
 * `at`: when it came, where it is watched.
 */
export function reduceTranscript(
  state: TranscriptState,
  message: SDKMessage,
  at?: number,
): TranscriptState {
  switch (message.type) {
    case 'user':
      return reduceUser(state, message);
    case 'assistant':
      return reduceAssistant(state, message, at);
    case 'stream_event':
      return reduceStreamEvent(state, message, at);
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

function reduceUser(state: TranscriptState, message: SDKUserMessage): TranscriptState {
  const { content } = message.message;
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  let next = state;
  for (const block of blocks) if (block.type === 'tool_result') next = settleToolCall(next, block);
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const attachments = blocks.filter((block) => block.type === 'image' || block.type === 'file');
  if (text === '' && attachments.length === 0) return next;
  // What a sub-agent is told stands in the arguments of its call.
  if (message.parent_tool_use_id !== null || itemOf(next, message.uuid)) return next;
  const at = message.timestamp;
  return {
    ...putItem(next, { kind: 'user', id: message.uuid, text, attachments, at }),
    turn: 'running',
  };
}

function settleToolCall(state: TranscriptState, result: ToolResultBlock): TranscriptState {
  const item = itemOf(state, result.tool_use_id);
  if (item?.kind !== 'tool-call') return state;
  return putItem(state, {
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

function reduceAssistant(
  state: TranscriptState,
  message: SDKAssistantMessage,
  at: number | undefined,
): TranscriptState {
  let next = state;
  message.message.content.forEach((block, index) => {
    next = putBlock(next, message, index, block, at);
  });
  return next;
}

function putBlock(
  state: TranscriptState,
  { uuid, parent_tool_use_id: parent, message }: SDKAssistantMessage,
  index: number,
  block: AssistantBlock,
  at: number | undefined,
): TranscriptState {
  const id = blockItemId(uuid, index);
  switch (block.type) {
    case 'text': {
      if (block.text === '') return state;
      const interrupted = message.stop_reason === 'interrupted';
      const { text } = block;
      return putItem(state, { kind: 'text', id, text, streaming: false, interrupted }, parent);
    }
    case 'thinking': {
      const known = itemOf(state, id);
      const timing = known?.kind === 'thinking' ? timingOf(known, at) : noTiming;
      const text = block.thinking;
      return putItem(state, { kind: 'thinking', id, text, streaming: false, ...timing }, parent);
    }
    case 'tool_use':
      return putToolUse(state, block, parent);
    default:
      return assertNever(block, 'block');
  }
}

const noTiming = { startedAt: undefined, durationMs: undefined };

/** How long thoughts took that end now, unless they had ended before. */
function timingOf(
  { startedAt, durationMs }: Pick<ThinkingItem, 'startedAt' | 'durationMs'>,
  at: number | undefined,
): Pick<ThinkingItem, 'startedAt' | 'durationMs'> {
  const isKnown = durationMs !== undefined || startedAt === undefined || at === undefined;
  return { startedAt, durationMs: isKnown ? durationMs : at - startedAt };
}

function putToolUse(
  state: TranscriptState,
  block: ToolUseBlock,
  parent: string | null,
): TranscriptState {
  const known = itemOf(state, block.id);
  if (known?.kind === 'tool-call' && known.state !== 'pending') return state;
  const item: ToolCallItem = {
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
    denial: undefined,
    task: undefined,
    children: [],
  };
  return putItem(state, item, parent);
}

function reduceStreamEvent(
  state: TranscriptState,
  { event, parent_tool_use_id: parent }: SDKPartialMessage,
  at: number | undefined,
): TranscriptState {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta': {
      const id = blockItemId(event.message_uuid, event.index);
      const item = itemOf(state, id);
      const before = item?.kind === 'text' || item?.kind === 'thinking' ? item.text : '';
      if (item !== undefined && 'streaming' in item && !item.streaming) return state;
      const text = before + event.text;
      if (event.type === 'thinking_delta') {
        const startedAt = item?.kind === 'thinking' ? item.startedAt : at;
        const thought = { id, text, streaming: true, startedAt, durationMs: undefined };
        return putItem(state, { kind: 'thinking', ...thought }, parent);
      }
      const next =
        item === undefined ? endThoughts(state, event.message_uuid, event.index, at) : state;
      const growing = { id, text, streaming: true, interrupted: false };
      return putItem(next, { kind: 'text', ...growing }, parent);
    }
    case 'message_start':
      return dropUnfinished(state, event.message_uuid);
    case 'tool_input_delta':
      return endThoughts(state, event.message_uuid, event.index, at);
    case 'message_stop':
      return state;
    default:
      return assertNever(event, 'stream event');
  }
}

/** Thoughts are over when the next block of their message begins. */
function endThoughts(
  state: TranscriptState,
  messageUuid: string,
  index: number,
  at: number | undefined,
): TranscriptState {
  const item = itemOf(state, blockItemId(messageUuid, index - 1));
  if (item?.kind !== 'thinking' || !item.streaming) return state;
  return putItem(state, { ...item, ...timingOf(item, at), streaming: false });
}

/** A request that broke off is made again under the same uuid: what had streamed of it is void (RT-24). */
function dropUnfinished(state: TranscriptState, messageUuid: string): TranscriptState {
  const prefix = `${messageUuid}:`;
  const unfinished = new Set(
    Object.keys(state.items).filter((id) => {
      const item = itemOf(state, id);
      return (
        id.startsWith(prefix) &&
        (item?.kind === 'text' || item?.kind === 'thinking') &&
        // Thoughts that had come to their end are of the same request.
        (item.streaming || item.kind === 'thinking')
      );
    }),
  );
  if (unfinished.size === 0) return state;
  const { live } = state;
  return {
    ...state,
    order: state.order.filter((id) => !unfinished.has(id)),
    items: Object.fromEntries(
      Object.entries(state.items).flatMap(([id, item]) =>
        unfinished.has(id) ? [] : [[id, withoutChildren(item, unfinished)]],
      ),
    ),
    live: live !== undefined && unfinished.has(live.id) ? undefined : live,
  };
}

function withoutChildren(item: TranscriptItem, gone: ReadonlySet<string>): TranscriptItem {
  return item.kind === 'tool-call' && item.children.some((id) => gone.has(id))
    ? { ...item, children: item.children.filter((id) => !gone.has(id)) }
    : item;
}

/** Ends a turn: nothing stays streaming, pending or running. */
function settleAll(state: TranscriptState): TranscriptState {
  const items = { ...state.items };
  if (state.live !== undefined) items[state.live.id] = state.live;
  for (const [id, item] of Object.entries(items)) {
    if (item.kind === 'tool-call' && (item.state === 'pending' || item.state === 'running')) {
      items[id] = { ...item, state: 'interrupted', progress: undefined };
    } else if (item.kind === 'text' && item.streaming) {
      items[id] = { ...item, streaming: false, interrupted: true };
    } else if (item.kind === 'thinking' && item.streaming) {
      items[id] = { ...item, streaming: false };
    }
  }
  return { ...state, items, live: undefined };
}

function reduceResult(state: TranscriptState, result: SDKResultMessage): TranscriptState {
  if (state.lastResult?.uuid === result.uuid || itemOf(state, result.uuid)) return state;
  const settled = { ...settleAll(state), turn: 'idle' as const, lastResult: result };
  return result.subtype === 'success'
    ? settled
    : putItem(settled, { kind: 'turn-end', id: result.uuid, result });
}

function reduceSystem(state: TranscriptState, message: SDKSystemMessage): TranscriptState {
  switch (message.subtype) {
    case 'init':
      return { ...state, init: message };
    case 'session_title':
      return { ...state, title: message.title };
    case 'tool_progress': {
      const item = itemOf(state, message.tool_use_id);
      if (item?.kind !== 'tool-call' || (item.state !== 'pending' && item.state !== 'running'))
        return state;
      return putItem(state, {
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
      if (itemOf(state, message.uuid)) return state;
      return {
        ...putItem(settleAll(state), { kind: 'notice', id: message.uuid, notice: message }),
        turn: 'idle',
      };
    case 'api_retry':
    case 'tools_changed':
    case 'transcript_repaired':
    case 'compact_boundary':
      return putItem(state, { kind: 'notice', id: message.uuid, notice: message });
    case 'permission_denied': {
      const item = itemOf(state, message.tool_use_id);
      if (item?.kind !== 'tool-call') return state;
      return putItem(state, { ...item, denial: message.reason });
    }
    case 'task_started':
    case 'task_progress':
    case 'task_ended':
      return putTask(state, message.tool_use_id, taskPart(message));
    case 'status':
    case 'hook_started':
    case 'hook_response':
    case 'elicitation_complete':
      return state;
    default:
      return assertNever(message, 'system message');
  }
}

function taskPart(
  message: Extract<SDKSystemMessage, { subtype: 'task_started' | 'task_progress' | 'task_ended' }>,
): Partial<ToolTask> {
  switch (message.subtype) {
    case 'task_started': {
      const { kind, description } = message;
      return { kind, description, status: 'running', message: undefined };
    }
    case 'task_progress':
      return { message: message.message };
    case 'task_ended':
      return { status: message.status, message: message.summary };
  }
}

function putTask(
  state: TranscriptState,
  toolUseId: string,
  part: Partial<ToolTask>,
): TranscriptState {
  const item = itemOf(state, toolUseId);
  if (item?.kind !== 'tool-call') return state;
  const begun: ToolTask = item.task ?? {
    kind: 'agent',
    description: '',
    status: 'running',
    message: undefined,
  };
  return putItem(state, { ...item, task: { ...begun, ...part } });
}
