import { randomUUID } from 'node:crypto';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { ModelRef } from '../../shared/agent/provider.ts';
import type {
  QueuedMessage,
  SessionRunState,
  SessionSummary,
} from '../../shared/ipc/routes/sessions.ts';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { MessageQueueFile } from './message-queue-file.ts';
import { MessageLog } from './message-log.ts';
import { RuntimeLease, type RuntimeEnd, type RuntimeStart } from './runtime-lease.ts';
import { titleFrom } from './session-title.ts';

/** How often in a row a runtime may die before a queued message waits for the person. */
const CRASHES_BEFORE_GIVING_UP = 2;

export interface LiveSessionDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: MessageQueueFile;
  /** Starts a runtime for the present model and servers; rejects with a sentence when it cannot. */
  readonly startRuntime: (session: LiveSession) => Promise<RuntimeStart>;
  readonly waiting: () => boolean;
  /** Withdraws the open prompts: nobody is there to take an answer. */
  readonly withdrawPrompts: () => void;
  readonly onMessages: (sequence: number, messages: readonly SDKMessage[]) => void;
  readonly onChange: () => void;
}

export interface SessionFacts {
  readonly id: string;
  /** Path of the transcript, whether it exists yet or not. */
  readonly transcript: string;
  readonly cwd: string;
  readonly folder: string | null;
  readonly createdAt: number;
  updatedAt: number;
  title: string;
  model: ModelRef;
}

/** One open session of the desktop: its messages, its queue and, while it is in use, its runtime. */
export class LiveSession implements Disposable {
  readonly log: MessageLog;
  /** Which servers, with which definitions, the present runtime was started with. */
  serverKeys: string | undefined;
  #lease: RuntimeLease | undefined;
  #starting: Promise<void> | undefined;
  #turn: { readonly messageUuid: string; readonly startedAt: number } | undefined;
  #resting: SessionRunState;
  #crashes = 0;
  #disposed = false;

  constructor(
    readonly facts: SessionFacts,
    readonly readOnly: { readonly holder: string } | undefined,
    messages: readonly SDKMessage[],
    resting: SessionRunState,
    private readonly deps: LiveSessionDeps,
  ) {
    this.log = new MessageLog(messages);
    this.#resting = resting;
  }

  get running(): boolean {
    return this.#turn !== undefined;
  }

  /** True once the transcript exists, so that a runtime goes on with it. */
  get recorded(): boolean {
    return this.log.messages.some((message) => message.type === 'user');
  }

  /** What was accepted and is not recorded yet, oldest first. */
  get queued(): QueuedMessage[] {
    return this.deps.queue.messages
      .filter(({ uuid }) => !this.log.has(uuid))
      .map(({ uuid, text }) => ({ uuid, text }));
  }

  summary(): SessionSummary {
    const { id, title, folder, model, createdAt, updatedAt } = this.facts;
    const state =
      this.#turn === undefined ? this.#resting : this.deps.waiting() ? 'waiting' : 'running';
    return {
      id,
      title,
      folder,
      model,
      state,
      createdAt,
      updatedAt,
      ...(this.#turn === undefined ? {} : { turnStartedAt: this.#turn.startedAt }),
      ...(this.readOnly === undefined ? {} : { readOnly: this.readOnly }),
    };
  }

  /** Resolves when the message is durable in the queue. The turn starts by itself. */
  async send(text: string): Promise<string> {
    if (this.readOnly) {
      throw new ParleyError(
        'session.read-only',
        `This session is in use by ${this.readOnly.holder}. Close it there to write here.`,
      );
    }
    const message = { uuid: randomUUID(), text, at: this.deps.clock.now() };
    await this.deps.queue.add(message);
    if (this.facts.title === '') this.facts.title = titleFrom(text);
    this.#touch();
    this.#crashes = 0;
    this.#next();
    return message.uuid;
  }

  async interrupt(): Promise<void> {
    await this.#starting;
    await this.#lease?.interrupt();
  }

  /** The next turn uses another model; a runtime that is idle is given back at once. */
  async useModel(model: ModelRef): Promise<void> {
    this.facts.model = model;
    this.deps.onChange();
    await this.retireWhenIdle();
  }

  /** Gives the runtime back now, or after the running turn: model or servers changed. */
  async retireWhenIdle(): Promise<void> {
    if (!this.#lease) return;
    this.#lease.retired = true;
    if (!this.#turn) await this.#release();
  }

  /** Reads what was queued before the app was closed, without what the transcript already has. */
  async loadQueue(): Promise<void> {
    await this.deps.queue.load();
    for (const message of this.deps.queue.messages) {
      if (this.log.has(message.uuid)) await this.deps.queue.remove(message.uuid);
    }
  }

  /** Starts what was queued before the app was closed. */
  resumeQueue(): void {
    if (this.deps.queue.messages.length > 0) this.#next();
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#starting?.catch(() => undefined);
    await this.#release();
    await this.deps.queue.settled();
  }

  #next(): void {
    const message = this.deps.queue.messages[0];
    if (this.#turn || this.#disposed || !message) return;
    this.#turn = { messageUuid: message.uuid, startedAt: this.deps.clock.now() };
    this.deps.onChange();
    this.#starting = this.#run(message.uuid, message.text).finally(() => {
      this.#starting = undefined;
    });
  }

  async #run(messageUuid: string, text: string): Promise<void> {
    try {
      if (this.#lease?.retired === true) await this.#release();
      this.#lease ??= await this.#open();
      this.#lease.send({
        type: 'user',
        uuid: messageUuid,
        message: { role: 'user', content: text },
        parent_tool_use_id: null,
      });
    } catch (failure) {
      await this.#runtimeEnded({ atStart: true, reason: messageOf(failure), stderr: [] });
    }
  }

  async #open(): Promise<RuntimeLease> {
    const start = await this.deps.startRuntime(this);
    const lease: RuntimeLease = new RuntimeLease(start, this.deps.clock, {
      onMessage: (message) => {
        this.#receive(message);
      },
      onEnd: (end) => {
        if (this.#lease !== lease) return;
        this.#lease = undefined;
        void lease.dispose().then(() => this.#runtimeEnded(end));
      },
      onIdle: () => {
        void this.#release();
      },
    });
    return lease;
  }

  #receive(message: SDKMessage): void {
    if (message.type !== 'stream_event' && this.log.has(message.uuid)) return;
    this.#emit([message]);
    if (message.type === 'user' && message.parent_tool_use_id === null) {
      void this.deps.queue.remove(message.uuid).catch((failure: unknown) => {
        this.deps.log('warn', 'A message could not be taken out of the queue file.', {
          reason: messageOf(failure),
        });
      });
    }
    if (message.type === 'system' && message.subtype === 'session_title')
      this.facts.title = message.title;
    if (message.type === 'result') {
      this.#crashes = 0;
      this.#endTurn(
        message.subtype === 'success'
          ? 'idle'
          : message.subtype === 'interrupted'
            ? 'interrupted'
            : 'failed',
      );
    }
  }

  #endTurn(resting: SessionRunState): void {
    this.#turn = undefined;
    this.#resting = resting;
    this.#touch();
    if (this.deps.queue.messages.length > 0) this.#next();
    else if (this.#lease?.retired === true) void this.#release();
    else this.#lease?.startIdleClock();
  }

  /** The runtime could not start or died: the session says so, keeps everything, and takes the next message. */
  async #runtimeEnded({ atStart, reason, stderr }: RuntimeEnd): Promise<void> {
    await this.#release();
    this.deps.withdrawPrompts();
    if (this.#disposed) return;
    this.deps.log('warn', 'A runtime ended.', { session: this.facts.id, reason });
    if (!this.#turn) return;
    // What cannot start now would not start at once either.
    this.#crashes = atStart ? CRASHES_BEFORE_GIVING_UP : this.#crashes + 1;
    this.#emit([
      {
        type: 'system',
        subtype: 'runtime_exited',
        uuid: randomUUID(),
        session_id: this.facts.id,
        ...(atStart ? { at_start: true } : {}),
        reason,
        stderr: [...stderr],
      },
    ]);
    this.#turn = undefined;
    this.#resting = 'interrupted';
    this.#touch();
    if (this.#crashes < CRASHES_BEFORE_GIVING_UP) this.#next();
  }

  async #release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    this.serverKeys = undefined;
    await lease?.dispose();
  }

  #emit(messages: readonly SDKMessage[]): void {
    this.deps.onMessages(this.log.append(messages), messages);
  }

  #touch(): void {
    this.facts.updatedAt = this.deps.clock.now();
    this.deps.onChange();
  }
}
