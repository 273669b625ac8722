import type { FetchLike } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { Network } from '../../lib/network/network.ts';
import { onAbort } from './abort-relay.ts';
import { WireAnswer } from './wire-answer.ts';
import { WireBody } from './wire-body.ts';

/** Where the connections of the built-in fetch are, and whatever a program put in their place: proxies, certificates. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
/** Ports from 1024 on that the built-in fetch refuses to talk to, because other protocols listen there. */
const OTHER_PROTOCOLS = new Set(
  '1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'.split(
    ' ',
  ),
);

type Init = NonNullable<Parameters<FetchLike>[1]>;
type PlainPost = Init & { readonly body: string };

function dispatcher(): Pick<Dispatcher, 'dispatch'> | undefined {
  return (globalThis as { [DISPATCHER]?: Pick<Dispatcher, 'dispatch'> })[DISPATCHER];
}

/** Whether something else than a plain connection leads to an address, such as a proxy. */
export async function leadsElsewhere(address: URL): Promise<boolean> {
  const current = dispatcher();
  if (current instanceof Network && hasBuiltInFetch()) {
    const proxy = current.proxyFor(address);
    return proxy.then(
      (found) => found !== undefined,
      () => true,
    );
  }
  return !hasBuiltInFetch() || (current !== undefined && current.constructor.name !== 'Agent');
}

let judged: { readonly fetch: unknown; readonly isBuiltIn: boolean } = {
  fetch: undefined,
  isBuiltIn: false,
};

/** Whether the global fetch is the one of Node. Programs replace it to watch or to answer requests, and that must hold. */
function hasBuiltInFetch(): boolean {
  const current = globalThis.fetch;
  if (judged.fetch !== current) {
    const source = Function.prototype.toString.call(current);
    judged = { fetch: current, isBuiltIn: source.includes('internal/deps/undici/undici') };
  }
  return judged.isBuiltIn;
}

/** What the built-in fetch would send to without a further look. */
function isPlainAddress({ protocol, port, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return (
    port === '' ||
    port === '80' ||
    port === '443' ||
    (Number(port) >= 1_024 && !OTHER_PROTOCOLS.has(port))
  );
}

function isPlainPost(init: Init | undefined): init is PlainPost {
  return init?.method === 'POST' && typeof init.body === 'string' && init.redirect === 'manual';
}

/** As the built-in fetch sends them, in Node's words. */
function headersOf(given: Init['headers'], protocol: string): string[] {
  const headers = given instanceof Headers ? given : new Headers(given);
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  if (!headers.has('content-type')) flat.push('content-type', 'text/plain;charset=UTF-8');
  if (!headers.has('accept')) flat.push('accept', '*/*');
  if (!headers.has('accept-language')) flat.push('accept-language', '*');
  if (!headers.has('accept-encoding'))
    flat.push('accept-encoding', protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate');
  if (!headers.has('user-agent')) flat.push('user-agent', 'node');
  if (!headers.has('sec-fetch-mode')) flat.push('sec-fetch-mode', 'cors');
  return flat;
}

/** One request on its way. */
class Exchange implements Dispatcher.DispatchHandlers {
  readonly answered: Promise<Response>;
  #resolve: (response: Response) => void = () => undefined;
  #reject: (failure: unknown) => void = () => undefined;
  #abort: ((reason: Error) => void) | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #body: WireBody | undefined;
  readonly #release: () => void;

  constructor(
    private readonly url: string,
    signal: AbortSignal | undefined,
  ) {
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#release = signal ? onAbort(signal, () => this.#giveUp(signal.reason)) : () => undefined;
  }

  #giveUp(reason: unknown): void {
    this.#aborted ??= { reason };
    this.#release();
    this.#reject(reason);
    this.#body?.fail(reason);
    this.#abort?.(new DOMException('This operation was aborted', 'AbortError'));
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    if (this.#aborted) abort(new DOMException('This operation was aborted', 'AbortError'));
  }

  onHeaders(
    status: number,
    raw: readonly Buffer[] | null,
    resume: () => void,
    statusText: string,
  ): boolean {
    if (status < 200) return true;
    const body = new WireBody(resume, (reason) => this.#giveUp(reason));
    this.#body = body;
    const headers = (raw ?? []).map((part) => part.toString('latin1'));
    this.#resolve(new WireAnswer({ url: this.url, status, statusText, headers }, body).response);
    return true;
  }

  onData(chunk: Buffer): boolean {
    return this.#body?.push(chunk) ?? true;
  }

  onComplete(): void {
    this.#release();
    this.#body?.end();
  }

  onError(failure: Error): void {
    this.#release();
    const shown = new TypeError('fetch failed', { cause: failure });
    this.#reject(shown);
    this.#body?.fail(shown);
  }
}

/**
 * The global fetch, and for the requests of a connection a short cut through the same sockets: they go out by the same
 * connections, proxies and certificates, with the same headers, and come back without the many promises and streams that
 * cost the built-in fetch most of its time. Whatever is not plain goes the long way.
 */
export const directFetch: FetchLike = (input, init) => {
  if (!isPlainPost(init) || !hasBuiltInFetch()) return fetch(input, init);
  const url = typeof input === 'string' ? new URL(input) : input;
  const headers = headersOf(init.headers, url.protocol);
  const through = dispatcher();
  if (!through || !isPlainAddress(url)) return fetch(input, init);
  const signal = init.signal ?? undefined;
  if (signal?.aborted) return Promise.reject(signal.reason as Error);
  const exchange = new Exchange(url.href, signal);
  const path = `${url.pathname}${url.search}`;
  try {
    through.dispatch(
      { origin: url.origin, path, method: 'POST', headers, body: init.body },
      exchange,
    );
  } catch (failure) {
    exchange.onError(failure as Error);
  }
  return exchange.answered;
};
