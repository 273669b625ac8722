import type { EventPayload } from '../../shared/ipc/registry.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { SessionEvents } from '../sessions/session-service-contract.ts';
import type { SendEvent } from './events.ts';

/** Messages of this time go out together, in ms: about one frame of the screen. */
const MESSAGE_WINDOW_MS = 16;
/** Least time between two changes of the list, in ms. */
const LIST_WINDOW_MS = 100;

type Batch = EventPayload<'sessions.messages'>['batches'][number];

/**
 * Hands what happens in sessions on to the window, gathered, so that ten streaming sessions do not flood it. Order is kept:
 * prompts and lists come after the messages that led to them. Nothing is sent after disposal.
 */
export class SessionEventFeed implements Disposable {
  readonly events: SessionEvents;
  readonly #send: SendEvent;
  readonly #clock: Clock;
  #batches: Batch[] = [];
  /** By id; null for one that is not there any more. */
  #changes = new Map<string, SessionSummary | null>();
  #cancelMessages: (() => void) | undefined;
  #cancelList: (() => void) | undefined;
  #isDisposed = false;

  constructor(send: SendEvent, clock: Clock) {
    this.#send = send;
    this.#clock = clock;
    this.events = {
      messages: (sessionId, sequence, messages) => {
        if (this.#isDisposed) return;
        this.#batches.push({ sessionId, sequence, messages: [...messages] });
        this.#cancelMessages ??= clock.after(MESSAGE_WINDOW_MS, () => {
          this.#flushMessages();
        });
      },
      changed: (sessions, removed) => {
        if (this.#isDisposed) return;
        for (const session of sessions) this.#changes.set(session.id, session);
        for (const id of removed) this.#changes.set(id, null);
        if (!this.#cancelList) this.#flushList();
      },
      prompts: (prompts) => {
        if (this.#isDisposed) return;
        this.#flushMessages();
        this.#send('sessions.prompts', { prompts: [...prompts] });
      },
    };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelMessages?.();
    this.#cancelList?.();
  }

  #flushMessages(): void {
    this.#cancelMessages?.();
    this.#cancelMessages = undefined;
    if (this.#batches.length === 0) return;
    const batches = this.#batches;
    this.#batches = [];
    this.#send('sessions.messages', { batches });
  }

  /** Sends at once, then holds further changes back and sends them together. */
  #flushList(): void {
    this.#cancelList = undefined;
    if (this.#changes.size === 0) return;
    const changes = [...this.#changes];
    this.#changes = new Map();
    this.#flushMessages();
    this.#send('sessions.changed', {
      sessions: changes.flatMap(([, session]) => session ?? []),
      removed: changes.flatMap(([id, session]) => (session === null ? [id] : [])),
    });
    this.#cancelList = this.#clock.after(LIST_WINDOW_MS, () => {
      this.#flushList();
    });
  }
}
