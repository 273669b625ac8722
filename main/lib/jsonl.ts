/** A line or frame over the cap. Nothing of it is kept. */
export class FrameTooLargeError extends Error {
  override readonly name = 'FrameTooLargeError';
  constructor(readonly capBytes: number) {
    super(`A message is larger than ${String(capBytes)} bytes, the most that one may hold.`);
  }
}

/** A line that is not JSON in UTF-8. `excerpt` holds its first characters. */
export class JsonLineError extends Error {
  override readonly name = 'JsonLineError';
  constructor(readonly excerpt: string) {
    super(`A line is no JSON: ${JSON.stringify(excerpt)}`);
  }
}

export interface JsonlReaderOptions {
  readonly capBytes: number;
  readonly onValue: (value: unknown) => void;
  /** After an error reading goes on with the next line. */
  readonly onError: (error: FrameTooLargeError | JsonLineError) => void;
}

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = '\ufeff';
const EXCERPT = 200;

/**
 * Splits bytes into JSON values, one a line (RT-2). Only LF ends a line, so U+2028 and U+2029 are ordinary characters;
 * a CR before it is dropped; chunks may end anywhere. Holds at most `capBytes` of an unfinished line.
 */
export class JsonlReader {
  readonly #options: JsonlReaderOptions;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #parts: Uint8Array[] = [];
  #size = 0;
  #skipping = false;

  constructor(options: JsonlReaderOptions) {
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    let start = this.#takeWholeLines(chunk);
    for (let end = chunk.indexOf(LF, start); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#take(chunk.subarray(start, end));
      this.#finishLine();
      start = end + 1;
    }
    // A copy: the source may reuse its buffer before the line is complete.
    if (start < chunk.length) this.#take(Buffer.from(chunk.subarray(start)));
  }

  /** Reads what needs no care in one go: whole lines of good text. Returns where the rest begins. */
  #takeWholeLines(chunk: Uint8Array): number {
    if (this.#size > 0 || this.#skipping || chunk.length > this.#options.capBytes) return 0;
    const end = chunk.lastIndexOf(LF);
    if (end === -1) return 0;
    let text: string;
    try {
      text = this.#decoder.decode(chunk.subarray(0, end));
    } catch {
      return 0;
    }
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      this.#parseText(text.slice(from, to));
      from = to + 1;
    }
    this.#parseText(text.slice(from));
    return end + 1;
  }

  /** The input ended. A last line without LF counts when it is whole JSON. */
  end(): void {
    if (this.#size > 0 || this.#skipping) this.#finishLine();
  }

  #take(part: Uint8Array): void {
    if (this.#skipping || part.length === 0) return;
    // One byte of grace for the CR that does not count.
    if (this.#size + part.length > this.#options.capBytes + 1) {
      this.#parts = [];
      this.#size = 0;
      this.#skipping = true;
      this.#options.onError(new FrameTooLargeError(this.#options.capBytes));
      return;
    }
    this.#parts.push(part);
    this.#size += part.length;
  }

  #finishLine(): void {
    const parts = this.#parts;
    this.#parts = [];
    this.#size = 0;
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    const line = whole.at(-1) === CR ? whole.subarray(0, -1) : whole;
    if (line.length > this.#options.capBytes) {
      this.#options.onError(new FrameTooLargeError(this.#options.capBytes));
      return;
    }
    this.#parseLine(line);
  }

  #parseLine(line: Uint8Array): void {
    let text: string;
    try {
      text = this.#decoder.decode(line);
    } catch {
      this.#tellOfJunk(line);
      return;
    }
    this.#parseText(text);
  }

  #parseText(line: string): void {
    const text = line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
    if (text.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#tellOfJunk(Buffer.from(text.endsWith('\r') ? text.slice(0, -1) : text));
      return;
    }
    this.#options.onValue(value);
  }

  #tellOfJunk(line: Uint8Array): void {
    const excerpt = Buffer.from(line.subarray(0, EXCERPT)).toString('utf8');
    this.#options.onError(new JsonLineError(excerpt));
  }
}

/** One line with its LF. Throws `FrameTooLargeError` over the cap, and a TypeError for what JSON cannot hold. */
export function encodeJsonLine(value: unknown, capBytes: number): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError('This value has no JSON form.');
  if (text.length > capBytes || (text.length * 3 > capBytes && Buffer.byteLength(text) > capBytes))
    throw new FrameTooLargeError(capBytes);
  return `${text}\n`;
}

/**
 * Size of a plain JSON value in bytes of UTF-8 JSON: exact near the cap, an estimate from below elsewhere.
 * Throws `FrameTooLargeError` over the cap. For channels that carry objects and not text.
 */
export function measureJson(value: unknown, capBytes: number): number {
  const estimate = estimateJson(value);
  // An escaped character takes at most six bytes for one.
  if (estimate * 6 <= capBytes) return estimate;
  if (estimate > capBytes) throw new FrameTooLargeError(capBytes);
  return Buffer.byteLength(encodeJsonLine(value, capBytes)) - 1;
}

function estimateJson(root: unknown): number {
  let size = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') size += Buffer.byteLength(value) + 2;
    else if (typeof value === 'number') size += String(value).length;
    else if (typeof value !== 'object' || value === null) size += 4;
    else if (Array.isArray(value)) {
      size += 2 + Math.max(0, value.length - 1);
      for (const item of value) open.push(item);
    } else size += 2 + openFields(value, open);
  }
  return size;
}

function openFields(value: object, open: unknown[]): number {
  let size = 0;
  let count = 0;
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    size += Buffer.byteLength(key) + 3;
    count += 1;
    open.push(item);
  }
  return size + Math.max(0, count - 1);
}
