import type { ToolHints } from '../mcp/hints.ts';
import type { FileBlock, ImageBlock, ResultBlock, ToolOutcome } from './content.ts';
import type { SDKResultMessage, SDKSystemMessage } from './messages.ts';

/** State of a tool card (UI-13). `waiting` is set by the window from its open prompts, not here. */
export type ToolCallState = 'pending' | 'running' | ToolOutcome;

export interface UserItem {
  readonly kind: 'user';
  readonly id: string;
  readonly text: string;
  /** Images and files of the message. */
  readonly attachments: readonly (ImageBlock | FileBlock)[];
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
  /** When it began, by the clock of whoever watched; undefined for what was stored. */
  readonly startedAt: number | undefined;
  readonly durationMs: number | undefined;
}

/** Work that goes on behind a call: a command in the background, a sub-agent. */
export interface ToolTask {
  readonly kind: 'command' | 'agent';
  readonly description: string;
  readonly status: 'running' | 'completed' | 'failed' | 'stopped';
  /** What it does now, or how it ended. */
  readonly message: string | undefined;
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
  /** Why it was denied, where a rule or a hook did it. */
  readonly denial: string | undefined;
  readonly task: ToolTask | undefined;
  /** Items of the sub-agent that works for it. */
  readonly children: readonly string[];
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
  /** All items but `live` as it is now; read them by `itemOf`. */
  readonly items: Readonly<Record<string, TranscriptItem>>;
  /** The item that grows: apart from the others, so that its growth costs the same however many they are. */
  readonly live: TranscriptItem | undefined;
  readonly turn: 'idle' | 'running';
  readonly init: Extract<SDKSystemMessage, { subtype: 'init' }> | undefined;
  readonly title: string | undefined;
  readonly lastResult: SDKResultMessage | undefined;
}

export const emptyTranscript: TranscriptState = {
  order: [],
  items: {},
  live: undefined,
  turn: 'idle',
  init: undefined,
  title: undefined,
  lastResult: undefined,
};

/** The item with an id, as it is now. */
export function itemOf(
  state: Pick<TranscriptState, 'items' | 'live'>,
  id: string,
): TranscriptItem | undefined {
  return state.live?.id === id ? state.live : state.items[id];
}

/**
 * With an item put in or replaced. A new one comes last, or below the call it belongs to; where that call is not known there
 * is no place for it.
 */
export function putItem(
  state: TranscriptState,
  item: TranscriptItem,
  parent: string | null = null,
): TranscriptState {
  if (state.live?.id === item.id && isGrowing(item)) return { ...state, live: item };
  const items = { ...state.items, [item.id]: item };
  const { live } = state;
  if (live !== undefined && live.id !== item.id) items[live.id] = live;
  const isKnown = state.items[item.id] !== undefined;
  const next = { ...state, items, live: isGrowing(item) ? item : undefined };
  if (isKnown) return next;
  if (parent === null) return { ...next, order: [...state.order, item.id] };
  const call = items[parent];
  if (call?.kind !== 'tool-call') return state;
  items[parent] = { ...call, children: [...call.children, item.id] };
  return next;
}

function isGrowing(item: TranscriptItem): boolean {
  return (item.kind === 'text' || item.kind === 'thinking') && item.streaming;
}
