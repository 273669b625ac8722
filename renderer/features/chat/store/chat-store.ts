import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import {
  emptyTranscript,
  itemOf,
  reduceTranscript,
  transcriptFrom,
} from '../../../../shared/agent/transcript.ts';
import type { TranscriptItem, TranscriptState } from '../../../../shared/agent/transcript.ts';
import type { SessionContextOf } from '../../../../shared/ipc/routes/composer.ts';
import type { QueuedMessage, SessionSnapshot } from '../../../../shared/ipc/routes/sessions.ts';
import type { ReadableError } from '../../../lib/error-sentence.ts';
import { coalesceDeltas } from './coalesce-deltas.ts';
import { noPages, type LoadedPages } from './loaded-pages.ts';

/** A message that was handed to main and is not in the transcript yet. */
export interface PendingMessage {
  /** Its uuid once main took it. */
  readonly uuid: string | undefined;
  readonly key: string;
  readonly text: string;
  /** How many images and files go with it. */
  readonly attached?: number | undefined;
}

export interface ChatState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: ReadableError | undefined;
  /** The newest messages: those of the snapshot and what came since. */
  readonly transcript: TranscriptState;
  /** What was loaded of the messages before them. */
  readonly older: LoadedPages;
  readonly pending: readonly PendingMessage[];
  /** The bar that finds words is open. */
  readonly isFinding: boolean;
  /** What the runtime says it is doing, while a turn runs. */
  readonly activity: { readonly status: string; readonly detail: string | undefined } | undefined;
  /** What the next request carries, as main told it last. */
  readonly context: SessionContextOf | undefined;
  /** When the turn that runs began, in epoch ms. */
  readonly turnStartedAt: number | undefined;
  /** It was read while another program held the session. */
  readonly isHeld: boolean;
}

const emptyChat: ChatState = {
  phase: 'loading',
  error: undefined,
  transcript: emptyTranscript,
  older: noPages(undefined),
  pending: [],
  isFinding: false,
  activity: undefined,
  context: undefined,
  turnStartedAt: undefined,
  isHeld: false,
};

export interface Batch {
  /** Number of the last message. */
  readonly sequence: number;
  readonly messages: readonly SDKMessage[];
}

/** One session's conversation. */
export interface ChatStore {
  readonly state: StoreApi<ChatState>;
  /** Takes what lies in wait into the state. Returns false when a batch is missing: the snapshot must be read again. */
  flush(): boolean;
  /** Puts a batch in wait. */
  receive(batch: Batch): void;
  /** Starts anew from what main has; batches in wait that are newer are kept. */
  reset(snapshot: SessionSnapshot): void;
  /** The sequence number that the state contains; undefined before the first snapshot. */
  readonly sequence: number | undefined;
}

export function createChatStore(now: () => number = Date.now): ChatStore {
  const state = createStore<ChatState>(() => emptyChat);
  let sequence: number | undefined;
  let waiting: Batch[] = [];

  const takeReady = (): SDKMessage[] => {
    if (sequence === undefined) return [];
    const messages: SDKMessage[] = [];
    waiting.sort((one, other) => one.sequence - other.sequence);
    while (waiting[0] !== undefined) {
      const next = waiting[0];
      const first = next.sequence - next.messages.length + 1;
      if (first > sequence + 1) break;
      waiting.shift();
      if (next.sequence <= sequence) continue;
      messages.push(...next.messages.slice(sequence + 1 - first));
      sequence = next.sequence;
    }
    return messages;
  };

  return {
    state,
    receive: (batch) => {
      waiting.push(batch);
    },
    flush: () => {
      const messages = takeReady();
      if (messages.length > 0) {
        state.setState((before) => applyMessages(before, coalesceDeltas(messages), now()));
      }
      return sequence === undefined || waiting.length === 0;
    },
    reset: (snapshot) => {
      sequence = snapshot.sequence;
      waiting = waiting.filter((batch) => batch.sequence > snapshot.sequence);
      const transcript = transcriptFrom(coalesceDeltas(snapshot.messages));
      state.setState((before) => ({
        ...before,
        phase: 'ready',
        error: undefined,
        transcript,
        // Cursors hold as long as main has the session open.
        older: before.older.end === snapshot.earlier ? before.older : noPages(snapshot.earlier),
        pending: stillPending(withQueued(before.pending, snapshot.queued), transcript),
        activity: undefined,
        turnStartedAt:
          transcript.turn === 'running' ? (snapshot.summary.turnStartedAt ?? now()) : undefined,
        isHeld: snapshot.summary.readOnly !== undefined,
      }));
    },
    get sequence() {
      return sequence;
    },
  };
}

/** An item of what is loaded, as it is now. */
export function loadedItem(
  { transcript, older }: ChatState,
  id: string,
): TranscriptItem | undefined {
  return itemOf(transcript, id) ?? older.items[id];
}

function applyMessages(before: ChatState, messages: readonly SDKMessage[], at: number): ChatState {
  let { transcript, activity } = before;
  for (const message of messages) {
    transcript = reduceTranscript(transcript, message, at);
    if (message.type === 'system' && message.subtype === 'status') {
      activity = { status: message.status, detail: message.detail };
    } else if (message.type === 'stream_event') {
      activity = undefined;
    }
  }
  const running = transcript.turn === 'running';
  return {
    ...before,
    transcript,
    pending: stillPending(before.pending, transcript),
    activity: running ? activity : undefined,
    turnStartedAt: running ? (before.turnStartedAt ?? at) : undefined,
  };
}

/** Adds what main has in its queue and this window did not send, such as before a reload. */
function withQueued(
  pending: readonly PendingMessage[],
  queued: readonly QueuedMessage[],
): readonly PendingMessage[] {
  const known = new Set(pending.map(({ uuid }) => uuid));
  const others = queued.filter(({ uuid }) => !known.has(uuid));
  return [
    ...others.map(({ uuid, text, attached }) => ({ uuid, text, attached, key: uuid })),
    ...pending,
  ];
}

/** Keeps the identity when nothing was taken. */
function stillPending(
  pending: readonly PendingMessage[],
  transcript: TranscriptState,
): readonly PendingMessage[] {
  const left = pending.filter(
    ({ uuid }) => uuid === undefined || itemOf(transcript, uuid) === undefined,
  );
  return left.length === pending.length ? pending : left;
}
