import type { FileHandle } from 'node:fs/promises';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { ModelRef } from '../../../../shared/agent/provider.ts';
import { TRANSCRIPT_VERSION } from '../../../../shared/agent/transcript-record.ts';
import type { TranscriptRecord } from '../../../../shared/agent/transcript-record.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { Clock } from '../../../lib/clock.ts';

export interface DeltaText {
  readonly messageUuid: string;
  readonly index: number;
  readonly kind: 'text' | 'thinking';
  readonly text: string;
  readonly model: string;
}

/** Where the loop keeps what happened. Every method rejects when it could not be written. */
export interface TranscriptSink {
  /** Appends a finished message; with `sync` it is on the disk when this resolves (RT-41). */
  append(message: SDKMessage, options?: { readonly sync?: boolean }): Promise<void>;
  toolStart(toolUseId: string, input: unknown): Promise<void>;
  /** Keeps streamed text, written in batches of at most one second. */
  delta(delta: DeltaText): void;
}

/** Keeps nothing, for sessions that are not persisted. */
export const discardingSink: TranscriptSink = {
  append: () => Promise.resolve(),
  toolStart: () => Promise.resolve(),
  delta: () => undefined,
};

/** How long streamed text may wait before it is written, in ms (RT-41). */
const BATCH_MS = 1_000;

type Fields<T> = T extends TranscriptRecord
  ? Omit<T, 'uuid' | 'parentUuid' | 'sessionId' | 'timestamp' | 'version'>
  : never;

export interface TranscriptWriterOptions {
  readonly file: FileHandle;
  /** Length of the file, which ends with a whole line. */
  readonly length: number;
  readonly sessionId: string;
  /** Last record of the conversation. */
  readonly parentUuid: string | null;
  readonly clock: Clock;
}

/** Appends records to one transcript; the holder of its lock makes one. `close` writes what waits and closes the file. */
export class TranscriptWriter implements TranscriptSink {
  readonly #options: TranscriptWriterOptions;
  #length: number;
  #parentUuid: string | null;
  #tail: Promise<void> = Promise.resolve();
  #waiting: DeltaText[] = [];
  #stopTimer: (() => void) | undefined;
  #deltaFailure: unknown;

  constructor(options: TranscriptWriterOptions) {
    this.#options = options;
    this.#length = options.length;
    this.#parentUuid = options.parentUuid;
  }

  /** First record of a new transcript. */
  header(cwd: string, model: ModelRef, appVersion: string): Promise<void> {
    return this.#append({ type: 'session', cwd, model, appVersion }, crypto.randomUUID(), true);
  }

  async append(message: SDKMessage, options: { readonly sync?: boolean } = {}): Promise<void> {
    // The whole message says it all.
    this.#waiting = this.#waiting.filter((delta) => delta.messageUuid !== message.uuid);
    this.#takeDeltas();
    await this.#append({ type: 'message', message }, message.uuid, options.sync === true);
  }

  async toolStart(toolUseId: string, input: unknown): Promise<void> {
    await this.#append({ type: 'tool_start', toolUseId, input }, crypto.randomUUID(), true);
  }

  delta(delta: DeltaText): void {
    const last = this.#waiting.at(-1);
    if (last?.messageUuid === delta.messageUuid && last.index === delta.index)
      this.#waiting[this.#waiting.length - 1] = { ...last, text: last.text + delta.text };
    else this.#waiting.push(delta);
    this.#stopTimer ??= this.#options.clock.after(BATCH_MS, () => {
      this.#takeDeltas();
    });
  }

  async close(): Promise<void> {
    this.#takeDeltas();
    try {
      await this.#tail;
      await this.#options.file.datasync();
    } finally {
      await this.#options.file.close();
    }
  }

  #takeDeltas(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    for (const delta of this.#waiting.splice(0)) {
      // The next append reports it: text in batches has nobody who waits for it.
      this.#append({ type: 'delta', ...delta }, crypto.randomUUID(), false).catch(
        (error: unknown) => {
          this.#deltaFailure ??= error;
        },
      );
    }
  }

  #append(fields: Fields<TranscriptRecord>, uuid: string, sync: boolean): Promise<void> {
    const { sessionId, clock } = this.#options;
    const { type, ...rest } = fields;
    const line = `${JSON.stringify({
      type,
      ...rest,
      uuid,
      parentUuid: this.#parentUuid,
      sessionId,
      timestamp: new Date(clock.now()).toISOString(),
      version: TRANSCRIPT_VERSION,
    })}\n`;
    // Deltas are void later and starts hang on their message: neither is a link of the conversation.
    if (type === 'session' || type === 'message') this.#parentUuid = uuid;
    const written = this.#tail.then(() => this.#write(Buffer.from(line), sync));
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async #write(bytes: Buffer, sync: boolean): Promise<void> {
    const { file } = this.#options;
    try {
      for (let done = 0; done < bytes.length;) {
        const position = this.#length + done;
        done += (await file.write(bytes, done, bytes.length - done, position)).bytesWritten;
      }
      this.#length += bytes.length;
    } catch (error) {
      // Half a record must not stay in front of the next one.
      await file.truncate(this.#length).catch(() => undefined);
      throw new Error(`The transcript could not be written: ${messageOf(error)}.`, {
        cause: error,
      });
    }
    if (sync) await file.datasync();
    if (this.#deltaFailure !== undefined) {
      const failure = this.#deltaFailure;
      this.#deltaFailure = undefined;
      throw failure instanceof Error ? failure : new Error('Streamed text could not be saved.');
    }
  }
}
