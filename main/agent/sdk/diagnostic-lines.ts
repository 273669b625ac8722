const KEPT_LINES = 40;
const LINE_LIMIT = 4_000;

/** Reads a stream of diagnostics for as long as it lasts: always drained, never more than 40 lines kept. */
export class DiagnosticLines {
  readonly #decoder = new TextDecoder();
  readonly #listeners: ((line: string) => void)[] = [];
  readonly #kept: string[] = [];
  readonly #finished: Promise<void>[] = [];
  #rest = '';

  /** The last lines, oldest first. */
  get last(): readonly string[] {
    return this.#rest.trim() === ''
      ? [...this.#kept]
      : [...this.#kept, this.#rest].slice(-KEPT_LINES);
  }

  onLine(listener: (line: string) => void): void {
    this.#listeners.push(listener);
  }

  drain(stream: NodeJS.ReadableStream): void {
    stream.on('data', (chunk: Uint8Array) =>
      this.#take(this.#decoder.decode(chunk, { stream: true })),
    );
    const finished = new Promise<void>((resolve) => {
      stream.once('end', resolve);
      stream.once('close', resolve);
    });
    void finished.then(() => {
      if (this.#rest !== '') this.#add(this.#rest);
      this.#rest = '';
    });
    this.#finished.push(finished);
  }

  /** Resolves when every drained stream has ended. */
  get ended(): Promise<void> {
    return Promise.all(this.#finished).then(() => undefined);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, LINE_LIMIT);
    for (const line of lines) this.#add(line.replace(/\r$/, ''));
  }

  #add(line: string): void {
    const text = line.slice(0, LINE_LIMIT);
    this.#kept.push(text);
    if (this.#kept.length > KEPT_LINES) this.#kept.shift();
    for (const listener of this.#listeners) listener(text);
  }
}
