import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Characters of an output that are kept at hand: the beginning and the end. */
const HEAD = 12_000;
const TAIL = 18_000;

export interface CommandOutputOptions {
  /** Gets the whole output once it is longer than what is kept at hand, or from the first byte on. */
  readonly file: string;
  /** Write to the file from the first byte on. */
  readonly always: boolean;
  /** More than this is not written, in bytes: `add` then says so. */
  readonly mostBytes: number;
}

/** What a command writes: short output is kept, long output goes to a file and its beginning and end are kept. */
export class CommandOutput {
  readonly #options: CommandOutputOptions;
  readonly #decoder = new TextDecoder();
  #early: Buffer[] | undefined = [];
  #file: FileHandle | undefined;
  #bytes = 0;
  #head = '';
  #tail = '';
  #length = 0;

  constructor(options: CommandOutputOptions) {
    this.#options = options;
  }

  /** Path of the file that holds everything, when there is one. */
  get path(): string | undefined {
    return this.#early === undefined ? this.#options.file : undefined;
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Makes the file, when there is to be one from the start. */
  async begin(): Promise<void> {
    if (this.#options.always) await this.#openFile();
  }

  /** Takes the next bytes. False when the output has become too long; they are not kept. */
  async add(bytes: Buffer): Promise<boolean> {
    if (this.#bytes + bytes.length > this.#options.mostBytes) return false;
    this.#bytes += bytes.length;
    this.#keep(this.#decoder.decode(bytes, { stream: true }));
    this.#early?.push(bytes);
    if (this.#early && this.#length > HEAD + TAIL) await this.#openFile();
    else await this.#file?.write(bytes);
    return true;
  }

  async close(): Promise<void> {
    this.#keep(this.#decoder.decode());
    await this.#file?.close();
    this.#file = undefined;
  }

  /** The output for the conversation: whole, or its beginning and end with a note that names the file. */
  text(): string {
    const left = this.#length - this.#head.length - this.#tail.length;
    if (left <= 0) return this.#head + this.#tail;
    return `${this.#head}\n[… ${String(left)} characters are left out here. The whole output is in ${this.#options.file}; read it with Read. …]\n${this.#tail}`;
  }

  #keep(text: string): void {
    this.#length += text.length;
    const room = HEAD - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    const rest = room > 0 ? text.slice(room) : text;
    if (rest !== '') this.#tail = (this.#tail + rest).slice(-TAIL);
  }

  async #openFile(): Promise<void> {
    await mkdir(dirname(this.#options.file), { recursive: true, mode: 0o700 });
    this.#file = await open(this.#options.file, 'w', 0o600);
    for (const bytes of this.#early ?? []) await this.#file.write(bytes);
    this.#early = undefined;
  }
}
