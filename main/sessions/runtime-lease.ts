import type { SDKMessage, SDKUserMessageInput } from '../../shared/agent/messages.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { AsyncQueue } from '../lib/async-queue.ts';
import type { SessionQuery } from './session-query.ts';

/** After this long without a turn a session gives its process back, in ms. */
export const IDLE_RELEASE_MS = 10 * 60_000;

/** A started query together with the queue that feeds it. */
export interface RuntimeStart {
  readonly query: SessionQuery;
  readonly input: AsyncQueue<SDKUserMessageInput>;
}

export interface LeaseEvents {
  readonly onMessage: (message: SDKMessage) => void;
  /** The runtime ended by itself. Not called after `dispose`. */
  readonly onEnd: (reason: string, stderr: readonly string[]) => void;
  readonly onIdle: () => void;
}

/** A session's hold on one runtime process, from start until it is given back. */
export class RuntimeLease implements Disposable {
  /** Model or servers changed: to be replaced before the next turn. */
  retired = false;
  #disposed = false;
  #cancelIdle: (() => void) | undefined;
  readonly #reading: Promise<void>;

  constructor(
    private readonly start: RuntimeStart,
    private readonly clock: Clock,
    private readonly events: LeaseEvents,
  ) {
    this.#reading = this.#read();
  }

  send(message: SDKUserMessageInput): void {
    this.#cancelIdle?.();
    this.start.input.push(message);
  }

  interrupt(): Promise<void> {
    return this.start.query.interrupt();
  }

  startIdleClock(): void {
    this.#cancelIdle?.();
    this.#cancelIdle = this.clock.after(IDLE_RELEASE_MS, this.events.onIdle);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#cancelIdle?.();
    this.start.input.end();
    await this.start.query.close();
    await this.#reading;
  }

  async #read(): Promise<void> {
    let reason = 'The runtime ended without being asked to.';
    let stderr: readonly string[] = [];
    try {
      for await (const message of this.start.query) {
        if (this.#disposed) continue;
        this.events.onMessage(message);
      }
    } catch (failure) {
      reason = messageOf(failure);
      stderr = stderrOf(failure);
    }
    if (this.#disposed) return;
    // In a later task: the owner disposes this lease, which waits for this very loop to end.
    queueMicrotask(() => {
      if (!this.#disposed) this.events.onEnd(reason, stderr);
    });
  }
}

/** SDK errors of a dead runtime carry its last lines of stderr. */
function stderrOf(failure: unknown): readonly string[] {
  if (typeof failure !== 'object' || failure === null || !('stderr' in failure)) return [];
  const { stderr } = failure;
  return Array.isArray(stderr)
    ? stderr.filter((line): line is string => typeof line === 'string')
    : [];
}
