import { randomUUID } from 'node:crypto';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { ModelRef } from '../../shared/agent/provider.ts';
import type {
  MessageAttachment,
  QueuedMessage,
  SessionMode,
  SessionRunState,
  SessionSummary,
} from '../../shared/ipc/routes/sessions.ts';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { MessageQueueFile, QueuedMessage as StoredMessage } from './message-queue-file.ts';
import type { MessageLog } from './message-log.ts';
import { contentOf } from './message-queue-file.ts';
import { RuntimeLease } from './runtime-lease.ts';
import type { RuntimeAbout, RuntimeEnd, RuntimeStart } from './runtime-lease.ts';
import type { SessionFacts, Turn } from './session-facts.ts';
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
  /** A turn succeeded. */
  readonly onSuccess: (session: LiveSession) => void;
}

/** One open session of the desktop: its messages, its queue and, while it is in use, its runtime. */
export class LiveSession implements Disposable {
  /** What the present runtime was started with, as one comparable text. */
  startedWith: string | undefined;
  #lease: RuntimeLease | undefined;
  #starting: Promise<void> | undefined;
  /** A runtime comes up without a turn. */
  #warming: Promise<void> | undefined;
  /** The end of the runtime before: it holds the transcript until it is gone. */
  #released: Promise<void> = Promise.resolve();
  #turn: Turn | undefined;
  #resting: SessionRunState;
  #crashes = 0;
  #disposed = false;

  constructor(
    readonly facts: SessionFacts,
    readonly readOnly: { readonly holder: string } | undefined,
    readonly log: MessageLog,
    resting: SessionRunState,
    private readonly deps: LiveSessionDeps,
  ) {
    this.#resting = resting;
  }

  get running(): boolean {
    return this.#turn !== undefined;
  }

  /** True once the transcript exists, so that a runtime goes on with it. */
  get recorded(): boolean {
    return this.log.hasBegun;
  }

  /** What was accepted and is not recorded yet, oldest first. */
  get queued(): QueuedMessage[] {
    return this.deps.queue.messages
      .filter(({ uuid }) => !this.log.has(uuid))
      .map(({ uuid, text, attachments = [] }) => ({
        uuid,
        text,
        ...(attachments.length === 0 ? {} : { attached: attachments.length }),
      }));
  }

  summary(): SessionSummary {
    const { id, title, folder, model, mode, createdAt, updatedAt } = this.facts;
    const state =
      this.#turn === undefined ? this.#resting : this.deps.waiting() ? 'waiting' : 'running';
    return {
      id,
      title,
      folder,
      model,
      ...(mode === 'default' ? {} : { mode }),
      state,
      createdAt,
      updatedAt,
      ...(this.#turn === undefined ? {} : { turnStartedAt: this.#turn.startedAt }),
      ...(this.readOnly === undefined ? {} : { readOnly: this.readOnly }),
    };
  }

  /** Resolves when the message is durable in the queue. The turn starts by itself. */
  async send(text: string, attachments: readonly MessageAttachment[] = []): Promise<string> {
    if (this.#disposed)
      throw new ParleyError('session.busy', 'This session is being changed. Send it once more.');
    const messageUuid = await this.keep(text, attachments);
    this.#crashes = 0;
    this.#next();
    return messageUuid;
  }

  /** Takes a message into the queue file and starts nothing: on a closed session, for whoever opens it next. */
  async keep(text: string, attachments: readonly MessageAttachment[]): Promise<string> {
    if (this.readOnly) {
      throw new ParleyError(
        'session.read-only',
        `This session is in use by ${this.readOnly.holder}. Close it there to write here.`,
      );
    }
    const message = {
      uuid: randomUUID(),
      text,
      ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
      at: this.deps.clock.now(),
    };
    await this.deps.queue.add(message);
    if (this.facts.title === '') this.facts.title = titleFrom(text || (attachments[0]?.name ?? ''));
    this.#touch();
    return message.uuid;
  }

  /** Stops the running turn; one that the runtime has not begun is stopped as soon as its message is recorded. */
  async interrupt(): Promise<void> {
    if (this.#turn?.hasBegun === false) this.#turn.isUnwanted = true;
    else await this.#lease?.interrupt();
  }

  /**
   * Whom to ask about the session; undefined where it has no runtime. With `wake` one is started, and given back when it is not
   * used; rejects when it cannot.
   */
  async about(wake: boolean): Promise<RuntimeAbout | undefined> {
    await this.#starting;
    if (wake && !this.#lease && !this.readOnly && !this.#disposed)
      this.#warming ??= this.#warm().finally(() => (this.#warming = undefined));
    await this.#warming;
    return this.#lease?.about;
  }

  async #warm(): Promise<void> {
    const lease = await this.#open();
    this.#lease = lease;
    if (!this.#turn) lease.startIdleClock();
  }

  /** What the hooks of its runtime say; nothing where there is none. */
  async questionHooks(...call: Parameters<RuntimeLease['questionHooks']>) {
    return this.#lease?.questionHooks(...call);
  }

  /** The next turn uses another model; a runtime that is idle is given back at once. */
  async useModel(model: ModelRef): Promise<void> {
    this.facts.model = model;
    this.deps.onChange();
    await this.retireWhenIdle();
  }

  /** Holds from the next call on, in a turn that runs, too. */
  async useMode(mode: SessionMode): Promise<void> {
    this.facts.mode = mode;
    this.deps.onChange();
    await this.#started();
    await this.#lease?.useMode(mode);
  }

  /** Changes the words of a message whose turn has not begun; without words it is taken out. */
  async changeQueued(messageUuid: string, text: string | undefined): Promise<void> {
    this.#requireWaiting(messageUuid);
    await this.deps.queue.change((messages) =>
      messages.flatMap((message) => {
        if (message.uuid !== messageUuid) return [message];
        return text === undefined ? [] : [{ ...message, text }];
      }),
    );
    this.deps.onChange();
  }

  /** Stops the running turn and begins the one of a message that waits. */
  async sendNow(messageUuid: string): Promise<void> {
    this.#requireWaiting(messageUuid);
    const current = this.#turn?.messageUuid;
    await this.deps.queue.change((messages) => {
      const place = ({ uuid }: { readonly uuid: string }) =>
        uuid === current ? 0 : uuid === messageUuid ? 1 : 2;
      return messages.toSorted((one, other) => place(one) - place(other));
    });
    if (this.#turn) await this.interrupt();
    else this.#next();
  }

  /** Gives the runtime back now, or after the running turn: model or servers changed. */
  async retireWhenIdle(): Promise<void> {
    // A runtime that is being started was chosen before the change.
    await this.#started();
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
    await this.#started();
    await this.#release();
    await this.deps.queue.settled();
  }

  async #started(): Promise<void> {
    await Promise.allSettled([this.#starting, this.#warming]);
  }

  #next(): void {
    const message = this.deps.queue.messages[0];
    if (this.#turn || this.#disposed || !message) return;
    const turn: Turn = {
      messageUuid: message.uuid,
      startedAt: this.deps.clock.now(),
      hasBegun: false,
      isUnwanted: false,
    };
    this.#turn = turn;
    this.deps.onChange();
    const starting = this.#run(turn, message).finally(() => {
      // A failed start may have begun the next one.
      if (this.#starting === starting) this.#starting = undefined;
    });
    this.#starting = starting;
  }

  async #run(turn: Turn, message: StoredMessage): Promise<void> {
    try {
      await this.#warming?.catch(() => undefined);
      if (this.#lease?.retired === true) await this.#release();
      this.#lease ??= await this.#open();
      this.#lease.send({
        type: 'user',
        uuid: turn.messageUuid,
        message: { role: 'user', content: contentOf(message) },
        parent_tool_use_id: null,
      });
    } catch (failure) {
      const end = { atStart: true, reason: messageOf(failure), stderr: [] };
      this.#runtimeEnded(turn, end);
    }
  }

  #requireWaiting(messageUuid: string): void {
    const isWaiting =
      this.#turn?.messageUuid !== messageUuid &&
      this.deps.queue.messages.some(({ uuid }) => uuid === messageUuid) &&
      !this.log.has(messageUuid);
    if (isWaiting) return;
    throw new ParleyError(
      'session.not-queued',
      'This message does not wait any more: its turn has begun, or it was taken out.',
    );
  }

  async #open(): Promise<RuntimeLease> {
    await this.#released;
    const start = await this.deps.startRuntime(this);
    const lease: RuntimeLease = new RuntimeLease(start, this.deps.clock, {
      onMessage: (message) => {
        this.#receive(message);
      },
      onEnd: (end) => {
        if (this.#lease !== lease) return;
        // A message that comes while the old process goes belongs to the next runtime.
        const turn = this.#turn;
        void this.#release().then(() => {
          this.#runtimeEnded(turn, end);
        });
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
      this.#begin(message.uuid);
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
      if (message.subtype === 'success') this.deps.onSuccess(this);
      this.#endTurn(
        message.subtype === 'success'
          ? 'idle'
          : message.subtype === 'interrupted'
            ? 'interrupted'
            : 'failed',
      );
    }
  }

  #begin(messageUuid: string): void {
    const turn = this.#turn;
    if (turn?.messageUuid !== messageUuid) return;
    turn.hasBegun = true;
    if (!turn.isUnwanted) return;
    this.#lease?.interrupt().catch((failure: unknown) => {
      this.deps.log('warn', 'A turn could not be stopped.', { reason: messageOf(failure) });
    });
  }

  #endTurn(resting: SessionRunState): void {
    // A message that could not even be recorded stays queued and waits for the person, as it would fail again at once.
    const isRecorded = this.#turn?.hasBegun !== false;
    this.#turn = undefined;
    this.#resting = resting;
    this.#touch();
    if (this.deps.queue.messages.length > 0 && isRecorded) this.#next();
    else if (this.#lease?.retired === true) void this.#release();
    else this.#lease?.startIdleClock();
  }

  /** The runtime could not start or died in `turn`: the session says so, keeps everything, and takes the next message. */
  #runtimeEnded(turn: Turn | undefined, { atStart, reason, stderr }: RuntimeEnd): void {
    if (this.#disposed) return;
    this.deps.log('warn', 'A runtime ended.', { session: this.facts.id, reason });
    if (!turn || this.#turn !== turn) return;
    this.deps.withdrawPrompts();
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
    if (this.#crashes < CRASHES_BEFORE_GIVING_UP && !turn.isUnwanted) this.#next();
  }

  /** Resolves when the runtime, if there was one, is gone. */
  async #release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    this.startedWith = undefined;
    if (lease) this.#released = lease.dispose();
    await this.#released;
  }

  #emit(messages: readonly SDKMessage[]): void {
    this.deps.onMessages(this.log.append(messages), messages);
  }

  #touch(): void {
    this.facts.updatedAt = this.deps.clock.now();
    this.deps.onChange();
  }
}
