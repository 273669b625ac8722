import type { EventPayload } from '../../shared/ipc/registry.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { SessionEvents } from '../sessions/session-service-contract.ts';
import type { SendEvent } from './events.ts';

/** Messages of this time go out together, in ms: about one frame of the screen. */
const MESSAGE_WINDOW_MS = 16;
/** Least time between two lists of sessions, in ms. */
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
  #sessions: EventPayload<'sessions.changed'>['sessions'] | undefined;
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
      changed: (sessions) => {
        if (this.#isDisposed) return;
        this.#sessions = [...sessions];
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

  /** Sends at once, then holds further lists back and sends the last of them. */
  #flushList(): void {
    this.#cancelList = undefined;
    if (!this.#sessions) return;
    const sessions = this.#sessions;
    this.#sessions = undefined;
    this.#flushMessages();
    this.#send('sessions.changed', { sessions });
    this.#cancelList = this.#clock.after(LIST_WINDOW_MS, () => {
      this.#flushList();
    });
  }
}
