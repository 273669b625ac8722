import { StringDecoder } from 'node:string_decoder';

/** Longest line that is kept, in characters. The rest of a longer one is dropped. */
const LINE_CAP = 4_000;

/** Cuts a stream of text into lines for logs: bounded, tolerant of broken UTF-8, CR LF and a missing end. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  #line = '';

  constructor(private readonly onLine: (line: string) => void) {}

  push(chunk: Buffer): void {
    this.#add(this.#decoder.write(chunk));
  }

  /** Gives out what is left. */
  end(): void {
    this.#add(this.#decoder.end());
    if (this.#line !== '') this.#give();
  }

  #add(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#keep(text.slice(start, end));
      this.#give();
      start = end + 1;
    }
    this.#keep(text.slice(start));
  }

  #keep(part: string): void {
    if (this.#line.length < LINE_CAP) this.#line += part.slice(0, LINE_CAP - this.#line.length);
  }

  #give(): void {
    const line = this.#line.replace(/\r$/, '');
    this.#line = '';
    this.onLine(line);
  }
}
