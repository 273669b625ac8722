import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { MESSAGE_CAP_BYTES } from './capped-body.ts';
import { shownJson } from './shown-json.ts';

/** Id of the answer that tells the transport that a stream has brought one. It is nobody's. */
export const TAKEN_ID = 'x-parley-taken';
const TAKEN = `data: {"jsonrpc":"2.0","id":"${TAKEN_ID}","result":{}}\n\n`;

export interface EventReaderOptions {
  readonly onMessage: (message: JsonObject) => void;
  /** An event that is no JSON, or JSON that is no message. */
  readonly onOdd: (data: string) => void;
  /** An event is larger than a message may be. The stream ends then. */
  readonly onTooLarge: () => void;
  /** Nobody waits for the answer any more, and the stream was cut because of that. */
  readonly isDropped?: () => boolean;
  /** The stream has been read, has failed or is not wanted any more. `mayGoOn`: it has places to be taken up from. */
  readonly onEnd: (mayGoOn: boolean) => void;
}

function isAnswer(message: JsonObject): boolean {
  return message['method'] === undefined;
}

function linesOf(data: string): string {
  return data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('');
}

/**
 * Takes the messages out of an event stream, as they are. What is left is for the transport, which keeps the stream's
 * place by it: ids, the server's `retry`, events of other names, and whether an answer has come.
 */
class EventReader {
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  readonly #parser;
  #left = '';
  #isEnding = false;
  isOver = false;
  hasPlaces = false;

  constructor(private readonly options: EventReaderOptions) {
    this.#parser = createParser({
      maxBufferSize: MESSAGE_CAP_BYTES,
      onEvent: (event) => this.#take(event),
      onRetry: (ms) => (this.#left += `retry: ${ms}\n`),
      onError: (failure) => {
        if (failure.type !== 'max-buffer-size-exceeded') return;
        this.isOver = true;
        // An answer, so that the transport does not ask for the same again.
        this.#left += TAKEN;
        options.onTooLarge();
      },
    });
  }

  /** What the transport is to read in place of the chunk. */
  read(chunk: Uint8Array): Uint8Array | undefined {
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    return this.#rest();
  }

  /**
   * The stream ended as it should: what is left of it. A CR at its end may have been half of a line's end or all of it,
   * and servers forget the empty line after the last event; half a message is none, and is not told.
   */
  end(): Uint8Array | undefined {
    this.#isEnding = true;
    // What has a place can be asked for again.
    this.#parser.feed(this.hasPlaces ? '\n' : '\n\n');
    return this.#rest();
  }

  #rest(): Uint8Array | undefined {
    if (this.#left === '') return undefined;
    const left = this.#encoder.encode(this.#left);
    this.#left = '';
    return left;
  }

  #take({ id, event, data }: EventSourceMessage): void {
    const place = id === undefined ? '' : `id: ${id}\n`;
    this.hasPlaces ||= place !== '';
    if (event !== undefined && event !== 'message') {
      this.#left += `${place}event: ${event}\n${linesOf(data)}\n`;
      return;
    }
    const hasAnswer = data !== '' && this.#deliver(data);
    if (hasAnswer) this.#left += place + TAKEN;
    else if (place !== '') this.#left += `${place}data:\n\n`;
  }

  #deliver(data: string): boolean {
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      if (!this.#isEnding) this.options.onOdd(data);
      return false;
    }
    let hasAnswer = false;
    // Revision 2025-03-26 lets a server send several messages in one array.
    for (const message of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isJsonObject(message)) {
        hasAnswer ||= isAnswer(message);
        this.options.onMessage(message);
      } else this.options.onOdd(shownJson(message));
    }
    return hasAnswer;
  }
}

/** The answer with an event stream that its messages have been taken out of. */
export function withMessagesTaken(response: Response, options: EventReaderOptions): Response {
  const source = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (!source) {
    options.onEnd(false);
    return response;
  }
  const events = new EventReader(options);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          const { done, value } = await source.read();
          const left = done ? events.end() : events.read(value);
          if (left) controller.enqueue(left);
          if (events.isOver) await source.cancel().catch(() => undefined);
          if (done || events.isOver) break;
          if (left) return;
        }
      } catch (failure) {
        const isDropped = options.isDropped?.() === true;
        options.onEnd(events.hasPlaces);
        if (!isDropped) throw failure;
        // An answer, so that the transport does not take the stream up again.
        controller.enqueue(new TextEncoder().encode(TAKEN));
        controller.close();
        return;
      }
      options.onEnd(events.hasPlaces);
      controller.close();
    },
    async cancel(reason) {
      options.onEnd(events.hasPlaces);
      await source.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
