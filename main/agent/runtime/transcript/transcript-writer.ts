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
  /** Text that a disk refused: tried again before whatever comes next. */
  #unwritten: DeltaText[] = [];

  constructor(options: TranscriptWriterOptions) {
    this.#options = options;
    this.#length = options.length;
    this.#parentUuid = options.parentUuid;
  }

  /** First record of a new transcript. */
  header(cwd: string, model: ModelRef, appVersion: string): Promise<void> {
    return this.#inTurn(() =>
      this.#write({ type: 'session', cwd, model, appVersion }, crypto.randomUUID(), true),
    );
  }

  async append(message: SDKMessage, options: { readonly sync?: boolean } = {}): Promise<void> {
    // The whole message says it all.
    const isOther = (delta: DeltaText): boolean => delta.messageUuid !== message.uuid;
    this.#waiting = this.#waiting.filter(isOther);
    this.#takeDeltas();
    await this.#inTurn(async () => {
      await this.#write({ type: 'message', message }, message.uuid, options.sync === true);
      this.#unwritten = this.#unwritten.filter(isOther);
    });
  }

  async toolStart(toolUseId: string, input: unknown): Promise<void> {
    await this.#inTurn(() =>
      this.#write({ type: 'tool_start', toolUseId, input }, crypto.randomUUID(), true),
    );
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
    const taken = this.#waiting.splice(0);
    if (taken.length === 0 && this.#unwritten.length === 0) return;
    void this.#inTurn(async () => {
      const deltas = [...this.#unwritten.splice(0), ...taken];
      for (const [index, delta] of deltas.entries()) {
        try {
          await this.#write({ type: 'delta', ...delta }, crypto.randomUUID(), false);
        } catch {
          // Nobody waits for text in batches. It is tried again; what is waited for tells of a disk that goes on refusing.
          this.#unwritten = deltas.slice(index);
          return;
        }
      }
    });
  }

  /** One job after another; a failed one does not stop the next. */
  #inTurn(job: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(job);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  async #write(fields: Fields<TranscriptRecord>, uuid: string, sync: boolean): Promise<void> {
    const { file } = this.#options;
    const bytes = this.#line(fields, uuid);
    try {
      for (let done = 0; done < bytes.length;) {
        const position = this.#length + done;
        done += (await file.write(bytes, done, bytes.length - done, position)).bytesWritten;
      }
      if (sync) await file.datasync();
    } catch (error) {
      // Neither half a record nor one that its writer was told is not kept may stay in front of the next one.
      await file.truncate(this.#length).catch(() => undefined);
      throw new Error(`The transcript could not be written: ${messageOf(error)}.`, {
        cause: error,
      });
    }
    this.#length += bytes.length;
    // Deltas are void later and starts hang on their message: neither is a link of the conversation.
    if (fields.type === 'session' || fields.type === 'message') this.#parentUuid = uuid;
  }

  #line({ type, ...rest }: Fields<TranscriptRecord>, uuid: string): Buffer {
    const record = {
      type,
      ...rest,
      uuid,
      parentUuid: this.#parentUuid,
      sessionId: this.#options.sessionId,
      timestamp: new Date(this.#options.clock.now()).toISOString(),
      version: TRANSCRIPT_VERSION,
    };
    return Buffer.from(`${JSON.stringify(record)}\n`);
  }
}
