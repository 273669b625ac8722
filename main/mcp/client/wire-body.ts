/** How much of a body that nobody reads yet is taken from the socket, in bytes. */
const HELD_BYTES = 64 * 1024;

interface Reader {
  readonly onChunk: (chunk: Buffer) => void;
  readonly onEnd: () => void;
  readonly onFailure: (reason: unknown) => void;
}

/** The bytes of one answer as they come from the socket. They wait for whoever reads them; there can be one. */
export class WireBody {
  #held: Buffer[] = [];
  #size = 0;
  #reader: Reader | undefined;
  #isEnded = false;
  #isPaused = false;
  #failure: { readonly reason: unknown } | undefined;

  constructor(
    private readonly resume: () => void,
    private readonly abort: (reason: Error) => void,
  ) {}

  get isRead(): boolean {
    return this.#reader !== undefined;
  }

  /** Returns whether more is wanted now. */
  push(chunk: Buffer): boolean {
    // A parser that goes on may have nothing yet: who reads such a chunk would ask it to go on again, without end.
    if (chunk.length === 0) return !this.#isPaused;
    if (this.#reader) {
      this.#reader.onChunk(chunk);
      return !this.#isPaused;
    }
    this.#held.push(chunk);
    this.#size += chunk.length;
    this.#isPaused = this.#size >= HELD_BYTES;
    return !this.#isPaused;
  }

  end(): void {
    this.#isEnded = true;
    this.#reader?.onEnd();
  }

  fail(reason: unknown): void {
    if (this.#isEnded || this.#failure) return;
    this.#failure = { reason };
    this.#reader?.onFailure(reason);
  }

  #pause(): void {
    this.#isPaused = true;
  }

  #go(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (!this.#isEnded && !this.#failure) this.resume();
  }

  cancel(): void {
    if (!this.#isEnded) this.abort(new DOMException('The body is not wanted.', 'AbortError'));
  }

  read(reader: Reader): void {
    if (this.#reader) throw new TypeError('Body is unusable: Body has already been read');
    this.#reader = reader;
    for (const chunk of this.#held) reader.onChunk(chunk);
    this.#held = [];
    if (this.#failure) reader.onFailure(this.#failure.reason);
    else if (this.#isEnded) reader.onEnd();
    else this.#go();
  }

  /** The whole of it; undefined when it is longer than `capBytes`, and then the rest is not taken. */
  bytes(capBytes: number): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      this.read({
        onChunk: (chunk) => {
          size += chunk.length;
          if (size <= capBytes) chunks.push(chunk);
          else if (size - chunk.length <= capBytes) {
            resolve(undefined);
            this.cancel();
          }
        },
        onEnd: () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
        onFailure: reject,
      });
    });
  }

  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => this.#stream(controller),
        pull: () => this.#go(),
        cancel: () => this.cancel(),
      },
      { highWaterMark: 1 },
    );
  }

  #stream(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.read({
      onChunk: (chunk) => {
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) this.#pause();
      },
      onEnd: () => controller.close(),
      onFailure: (reason) => controller.error(reason),
    });
  }
}
