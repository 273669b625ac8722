import type { SDKMessage } from '../../shared/agent/messages.ts';

/**
 * The newest messages of an open session, in order, for snapshots: finished ones, and stream events only of the message that is still growing.
 * `sequence` is the number of the last message that went out.
 */
export class MessageLog {
  #finished: SDKMessage[];
  #growing: SDKMessage[] = [];
  readonly #known = new Set<string>();
  #sequence = 0;

  /** `earlier` is where the transcript has what comes before `initial`; undefined when nothing does. */
  constructor(
    initial: readonly SDKMessage[] = [],
    readonly earlier?: number,
  ) {
    this.#finished = [...initial];
    for (const message of initial) this.#known.add(message.uuid);
  }

  get sequence(): number {
    return this.#sequence;
  }

  get messages(): SDKMessage[] {
    return [...this.#finished, ...this.#growing];
  }

  /** Takes messages in and returns the number of the last one. Progress and stream events are dropped once they are out of date. */
  append(messages: readonly SDKMessage[]): number {
    for (const message of messages) this.#take(message);
    this.#sequence += messages.length;
    return this.#sequence;
  }

  /** True when the conversation has begun. */
  get hasBegun(): boolean {
    return this.earlier !== undefined || this.#finished.some((message) => message.type === 'user');
  }

  /** True when a finished message with this uuid is here. */
  has(uuid: string): boolean {
    return this.#known.has(uuid);
  }

  #take(message: SDKMessage): void {
    if (message.type === 'stream_event') {
      this.#growing.push(message);
      return;
    }
    if (message.type === 'system' && message.subtype === 'tool_progress') {
      this.#growing = this.#growing.filter((other) => !isProgressOf(other, message.tool_use_id));
      this.#growing.push(message);
      return;
    }
    if (message.type === 'system' && message.subtype === 'status') return;
    if (message.type === 'assistant') {
      this.#growing = this.#growing.filter(
        (other) => other.type !== 'stream_event' || other.event.message_uuid !== message.uuid,
      );
    }
    if (
      message.type === 'result' ||
      (message.type === 'system' && message.subtype === 'runtime_exited')
    ) {
      this.#growing = [];
    }
    this.#known.add(message.uuid);
    this.#finished.push(message);
  }
}

function isProgressOf(message: SDKMessage, toolUseId: string): boolean {
  return (
    message.type === 'system' &&
    message.subtype === 'tool_progress' &&
    message.tool_use_id === toolUseId
  );
}
