import type {
  PermissionMode,
  SDKMessage,
  SDKUserMessageInput,
} from '../../shared/agent/messages.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import { CredentialsError, RuntimeExitedError, RuntimeStartError } from '../agent/sdk/errors.ts';
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

/** Questions that a runtime answers, also while a turn runs. */
export type RuntimeAbout = Pick<SessionQuery, 'contextUsage' | 'commands' | 'suggestTitle'>;

/** Why a session has no runtime: it never came up, or it ended. */
export interface RuntimeEnd {
  readonly atStart: boolean;
  /** A sentence. */
  readonly reason: string;
  /** The last lines of its stderr. */
  readonly stderr: readonly string[];
}

export interface LeaseEvents {
  readonly onMessage: (message: SDKMessage) => void;
  /** The runtime ended by itself. Not called after `dispose`. */
  readonly onEnd: (end: RuntimeEnd) => void;
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

  useMode(mode: PermissionMode): Promise<void> {
    return this.start.query.setPermissionMode(mode);
  }

  questionHooks(...call: Parameters<SessionQuery['questionHooks']>) {
    return this.start.query.questionHooks(...call);
  }

  /** What the runtime tells when it is asked. */
  get about(): RuntimeAbout {
    return this.start.query;
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
    let end: RuntimeEnd = {
      atStart: false,
      reason: 'It ended without being asked to.',
      stderr: [],
    };
    try {
      for await (const message of this.start.query) {
        if (this.#disposed) continue;
        this.events.onMessage(message);
      }
    } catch (failure) {
      end = runtimeEnd(failure);
    }
    if (this.#disposed) return;
    // In a later task: the owner disposes this lease, which waits for this very loop to end.
    queueMicrotask(() => {
      if (!this.#disposed) this.events.onEnd(end);
    });
  }
}

/** How a failure of the SDK reads to the person; the SDK's own sentences are for developers. */
function runtimeEnd(failure: unknown): RuntimeEnd {
  if (failure instanceof RuntimeExitedError) {
    const { exitCode, signal, stderr } = failure;
    const reason =
      signal === null
        ? `It exited with code ${exitCode === null ? 'unknown' : String(exitCode)}.`
        : `It was ended by the signal ${signal}.`;
    return { atStart: false, reason, stderr };
  }
  return {
    atStart: failure instanceof RuntimeStartError || failure instanceof CredentialsError,
    reason: messageOf(failure),
    stderr: failure instanceof RuntimeStartError ? failure.stderr : [],
  };
}
