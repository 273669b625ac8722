import { Readable } from 'node:stream';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { WireBody } from './wire-body.ts';

/** Answers of these never have a body. */
const NO_BODY = new Set([204, 205, 304]);

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What came before the body. */
export interface WireHead {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** Names and values in turn, as they are on the wire: one byte is one character. */
  readonly headers: readonly string[];
}

function headersOf(raw: WireHead['headers']): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < raw.length; index += 2)
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return headers;
}

/** What undoes a content coding, in turn. None where one of them is not known: the body then stays as it is. */
function decodersOf(coding: string): Transform[] {
  const names = coding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const makers = names
    .filter((name) => name !== '' && name !== 'identity')
    .map((name) => (Object.hasOwn(decoders, name) ? decoders[name] : undefined));
  if (makers.includes(undefined)) return [];
  return makers.toReversed().flatMap((make) => (make ? [make()] : []));
}

function decoded(
  stream: ReadableStream<Uint8Array>,
  [first, ...rest]: readonly Transform[],
): ReadableStream<Uint8Array> {
  if (!first) return stream;
  const source = Readable.fromWeb(stream);
  const last = [first, ...rest].reduce<Readable>((from, to) => {
    from.on('error', (failure) => to.destroy(failure));
    to.on('close', () => from.destroy());
    return from.pipe(to);
  }, source);
  return Readable.toWeb(last) as ReadableStream<Uint8Array>;
}

/** The built-in class, of which everything but the status is answered for here. */
const Base = Response as unknown as new (
  body: null,
  init: { readonly status: number; readonly statusText: string },
) => Pick<Response, 'status' | 'statusText'>;

const decoder = new TextDecoder();

/**
 * An answer straight from the socket. It can do what every `Response` can, and its text costs a fraction of what it costs
 * there: streams are made for those who read it as a stream, and for nobody else.
 */
export class WireAnswer extends Base {
  readonly #url: string;
  readonly #wire: WireBody;
  readonly #raw: WireHead['headers'];
  #headers: Headers | undefined;
  #whole: Response | undefined;

  constructor({ url, status, statusText, headers }: WireHead, body: WireBody) {
    super(null, { status, statusText });
    this.#url = url;
    this.#raw = headers;
    this.#wire = body;
  }

  /** In the eyes of TypeScript what it is anyway. */
  get response(): Response {
    return this as unknown as Response;
  }

  get url(): string {
    return this.#url;
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#raw);
    return this.#headers;
  }

  /** The same answer as a built-in one, which reads it from then on. */
  #built(): Response {
    if (this.#whole) return this.#whole;
    const { status, statusText, headers } = this;
    const hasBody = !NO_BODY.has(status);
    const coding = headers.get('content-encoding') ?? '';
    const body = hasBody ? decoded(this.#wire.stream(), decodersOf(coding)) : null;
    this.#whole = new Response(body, { status, statusText, headers });
    return this.#whole;
  }

  get body(): Response['body'] {
    return this.#built().body;
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? this.#wire.isRead;
  }

  /** Whether `textWithin` can be asked: nothing has been read, and the bytes on the wire are those of the text. */
  get isPlain(): boolean {
    return !this.bodyUsed && !this.#whole && !this.headers.has('content-encoding');
  }

  /** The text, or undefined where it has more bytes than may be; then it is read no further. */
  async textWithin(capBytes: number): Promise<string | undefined> {
    const bytes = await this.#wire.bytes(capBytes);
    return bytes && decoder.decode(bytes);
  }

  async text(): Promise<string> {
    if (!this.isPlain) return this.#built().text();
    return (await this.textWithin(Number.POSITIVE_INFINITY)) ?? '';
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#built().arrayBuffer();
  }

  blob(): ReturnType<Response['blob']> {
    return this.#built().blob();
  }

  formData(): ReturnType<Response['formData']> {
    // Whether it is wise is the reader's decision.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return this.#built().formData();
  }

  clone(): Response {
    return this.#built().clone();
  }
}
