import { setMaxListeners } from 'node:events';
import type { FetchLike } from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Authorizer } from './authorizer.ts';
import { cappedText, tooLarge } from './capped-body.ts';
import { withMessagesTaken } from './event-reader.ts';
import { refusal, signInFailure, unreachable } from './http-refusal.ts';
import { McpError } from './mcp-error.ts';
import { fetchByPolicy } from './redirects.ts';
import type { RedirectPolicy } from './redirects.ts';
import { followSignal } from './request-signal.ts';
import { SessionState } from './session-state.ts';
import type { SessionOptions } from './session-state.ts';

/** Carries method and id of a request to the exchange; it never leaves the process. */
export const REQUEST_TAG = 'x-parley-request';

/** Answers to a GET that mean "this server has no such stream". */
const NO_STREAM = new Set([400, 404, 405, 406, 501]);

export interface HttpExchangeOptions {
  readonly url: string;
  readonly fetch: FetchLike;
  readonly clock: Clock;
  readonly auth?: Authorizer | undefined;
  readonly redirect?: RedirectPolicy | undefined;
  /** Absent: the server has none. */
  readonly session?: SessionOptions | undefined;
  /** Hears of each failure of the transport's requests, the last of which explains a failed start. */
  readonly onFailure: (failure: McpError) => void;
  /** The stream that the server opened for messages of its own has ended; the reason, where the end was ours. */
  readonly onStreamEnd?: ((reason: McpError | undefined) => void) | undefined;
}

/** What the transport gets for an answer that was taken already. It has no body, so it can serve again and again. */
const ACCEPTED = new Response(null, { status: 202 });

const nothing = (): void => undefined;
const UNFOLLOWED = { signal: undefined, abort: nothing, release: nothing };

type Init = RequestInit & { readonly method: string; readonly headers: Headers };

/**
 * All HTTP of one connection: authorization, session, redirects, and failures as `McpError` with what the server said.
 * Messages go straight to `onMessage`, so that no odd one is lost to the transport's strictness; of event streams the
 * transport gets what it needs to take them up again.
 */
export class HttpExchange {
  /** Each message; with the tag of the request whose answer it came with. */
  onMessage: (message: JsonObject, tag?: RequestTag) => void = () => undefined;
  /** An answer that is no stream has been read to its end. */
  onAnswered: (tag: RequestTag) => void = () => undefined;
  /** What was to answer a request cannot be used. */
  onUnusable: (tag: RequestTag, failure: McpError) => void = () => undefined;
  /** Somebody may be signing in: nothing moves until the returned function is called. */
  onSignIn: () => () => void = () => () => undefined;
  /** An event that is no message. */
  onOdd: (data: string) => void = () => undefined;
  /** How many messages of ours the server has taken or refused. */
  taken = 0;
  readonly session: SessionState;
  readonly #options: HttpExchangeOptions;
  readonly #send: FetchLike;
  readonly #held = new WeakMap<AbortSignal, () => void>();
  /** What ends each request that is on its way, by the id in its tag. */
  readonly #open = new Map<string, () => void>();
  readonly #dropped = new Set<string>();

  constructor(options: HttpExchangeOptions) {
    this.#options = options;
    const { auth } = options;
    this.#send = auth ? auth.fetch(this.#base) : this.#base;
    this.session = new SessionState(options.session);
  }

  /** The fetch for the transport. */
  readonly fetch: FetchLike = async (url, given) => {
    // The transport makes them anew for each request; another copy would cost more than all else here.
    const headers = given?.headers instanceof Headers ? given.headers : new Headers(given?.headers);
    const tag = headers.get(REQUEST_TAG);
    headers.delete(REQUEST_TAG);
    const init: Init = { ...given, method: given?.method ?? 'GET', headers };
    try {
      if (init.method !== 'POST') return await this.#stream(url, init);
      return await this.#postFollowing(url, init, tag === null ? undefined : readTag(tag));
    } catch (thrown) {
      if (thrown instanceof McpError) this.#options.onFailure(thrown);
      throw thrown;
    }
  };

  /** Each request has a signal of its own, which follows the given one until the answer has been read. */
  async #postFollowing(
    url: string | URL,
    init: Init,
    tag: RequestTag | undefined,
  ): Promise<Response> {
    const followed = init.signal ? followSignal(init.signal) : UNFOLLOWED;
    const { signal, abort } = followed;
    const release = (): void => {
      followed.release();
      if (tag && this.#open.get(tag.id) === abort) this.#open.delete(tag.id);
      if (tag) this.#dropped.delete(tag.id);
    };
    if (tag) this.#open.set(tag.id, abort);
    let isOpen = false;
    try {
      const response = await this.#post(url, { ...init, signal: signal ?? null }, tag);
      // What is still open after the answer is a stream with messages.
      if (!tag || response.body === null) return response;
      isOpen = true;
      return this.#answerStream(response, tag, release);
    } finally {
      if (!isOpen) release();
    }
  }

  /** Nobody waits for this answer any more: what would have brought it is closed. */
  drop(id: string): void {
    const abort = this.#open.get(id);
    if (!abort) return;
    this.#dropped.add(id);
    abort();
  }

  async #stream(url: string | URL, init: Init): Promise<Response> {
    // Reopened streams all listen to the one signal of the transport.
    if (init.signal) setMaxListeners(0, init.signal);
    this.session.apply(init.headers, false);
    const response = await this.#authorized(url, init);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && /^text\/event-stream\b/i.test(type)) return this.#openStream(response, url);
    const failure = await this.#refusal(response, url);
    if (response.status !== 405) this.#options.onFailure(failure);
    if (response.ok || NO_STREAM.has(response.status)) return new Response(null, { status: 405 });
    // What the server said has been read; the transport needs but the status.
    const { status, statusText, headers } = response;
    return new Response(null, { status, statusText, headers });
  }

  /** The stream for what belongs to no request. */
  #openStream(response: Response, url: string | URL): Response {
    let reason: McpError | undefined;
    return withMessagesTaken(response, {
      onMessage: (message) => this.onMessage(message),
      onOdd: this.onOdd,
      onTooLarge: () => {
        reason = tooLarge('one event', url);
        this.#options.onFailure(reason);
      },
      onEnd: () => this.#options.onStreamEnd?.(reason),
    });
  }

  /** The stream that is to bring the answer to a request. */
  #answerStream(response: Response, tag: RequestTag, release: () => void): Response {
    let odd: string | undefined;
    return withMessagesTaken(response, {
      onMessage: (message) => this.onMessage(message, tag),
      onOdd: (data) => {
        odd = data;
        this.onOdd(data);
      },
      onTooLarge: () => this.onUnusable(tag, tooLarge(`one event for ${tag.method}`, response.url)),
      isDropped: () => this.#dropped.has(tag.id),
      onEnd: (mayGoOn) => {
        release();
        if (odd !== undefined && !mayGoOn) this.onUnusable(tag, noMessage(tag, odd));
      },
    });
  }

  async #refusal(response: Response, url: string | URL): Promise<McpError> {
    return refusal(response, String(url), this.#options.clock);
  }

  async #post(url: string | URL, init: Init, tag: RequestTag | undefined): Promise<Response> {
    const sent = this.session.apply(init.headers, tag?.method === 'initialize');
    const response = await this.#authorized(url, init);
    this.taken += 1;
    if (response.ok && this.#options.session) this.session.observe(response.headers);
    if (response.status === 404 && sent !== undefined) {
      this.session.expire(sent);
      const failure = await this.#refusal(response, url);
      throw new McpError('http', `The session at the server has expired (HTTP 404).`, {
        ...failure.details,
        isSessionExpired: true,
      });
    }
    if (!response.ok) throw await this.#refusal(response, url);
    if (!tag) {
      await response.body?.cancel().catch(() => undefined);
      return new Response(null, { status: 202, headers: response.headers });
    }
    return this.#answer(response, tag, init);
  }

  async #answer(response: Response, tag: RequestTag, init: Init): Promise<Response> {
    const { method } = tag;
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';
    if (type.toLowerCase() === 'text/event-stream') return response;
    const isAcceptance = response.status === 202 || response.status === 204;
    if (isAcceptance && !/json$/i.test(type)) {
      await response.body?.cancel().catch(() => undefined);
      throw unanswered(response, tag);
    }
    const text = await this.#text(response, tag, init);
    if (text === undefined) throw tooLarge(`the answer to ${method}`, response.url);
    if (text.trim() === '') throw unanswered(response, tag);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      const shown = text.slice(0, 200);
      const what = type === '' ? 'no content type' : type;
      throw new McpError(
        'protocol',
        `The server answered ${method} with something that is no JSON (${what}): ${shown}`,
        { status: response.status, body: text.slice(0, 2_000) },
      );
    }
    // Revision 2025-03-26 lets a server answer with an array.
    for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) {
      if (isJsonObject(message)) this.onMessage(message, tag);
    }
    this.onAnswered(tag);
    if (method !== 'initialize') return ACCEPTED;
    return new Response(null, { status: 202, headers: response.headers });
  }

  /** The whole body; what keeps it from being read is said in a sentence. Aborts pass. */
  async #text(response: Response, tag: RequestTag, init: Init): Promise<string | undefined> {
    try {
      return await cappedText(response);
    } catch (thrown) {
      throw init.signal?.aborted === true ? thrown : unreadable(response, tag, thrown);
    }
  }

  async #authorized(url: string | URL, init: Init): Promise<Response> {
    try {
      return await this.#send(url, init);
    } catch (thrown) {
      throw init.signal?.aborted === true ? thrown : signInFailure(thrown);
    } finally {
      if (init.signal) this.#goOn(init.signal);
    }
  }

  /** A request that was refused is in the hands of the sign-in until it is sent again or given back. */
  #hold(signal: AbortSignal): void {
    this.#held.set(signal, this.onSignIn());
  }

  #goOn(signal: AbortSignal): void {
    this.#held.get(signal)?.();
    this.#held.delete(signal);
  }

  /** What the sign-in, if there is one, sends with. */
  readonly #base: FetchLike = async (url, init) => {
    const { fetch, redirect = 'error', auth } = this.#options;
    if (init?.signal) this.#goOn(init.signal);
    try {
      const response = await fetchByPolicy(fetch, redirect, url, { method: 'GET', ...init });
      const isRefused = response.status === 401 || response.status === 403;
      if (auth && isRefused && init?.signal) this.#hold(init.signal);
      return response;
    } catch (thrown) {
      throw unreachable(url, thrown);
    }
  };

  /** Ends the session at the server, if there is one to be ended. Never rejects. */
  async terminate(
    headers: Readonly<Record<string, string>>,
    version: string,
    signal: AbortSignal,
  ): Promise<void> {
    const id = this.session.toTerminate;
    if (id === undefined) return;
    const all = new Headers({ ...headers, 'mcp-protocol-version': version });
    this.session.apply(all, false);
    try {
      await drop(
        await this.#authorized(this.#options.url, { method: 'DELETE', headers: all, signal }),
      );
    } catch (thrown) {
      if (thrown instanceof McpError) this.#options.onFailure(thrown);
    }
  }
}

function noMessage({ method }: RequestTag, data: string): McpError {
  return new McpError(
    'protocol',
    `The server answered ${method} with an event that is no message: ${data.slice(0, 200)}`,
    { body: data.slice(0, 2_000), part: 'event' },
  );
}

function unanswered({ status }: Response, { method }: RequestTag): McpError {
  return new McpError(
    'protocol',
    `The server accepted ${method} (HTTP ${status}) and gave no answer to it.`,
    { status },
  );
}

/** An answer that broke off, or whose content coding is none. */
function unreadable(response: Response, { method }: RequestTag, thrown: unknown): McpError {
  const { status, url, headers } = response;
  const cause = thrown instanceof Error && isJsonObject(thrown.cause) ? thrown.cause : thrown;
  const why = messageOf(cause);
  const coding = headers.get('content-encoding');
  const isCut = coding === null || cause !== thrown;
  return isCut
    ? new McpError('closed', `The connection was lost in the middle of the answer (${why}).`, {
        url,
        cause: thrown,
      })
    : new McpError(
        'protocol',
        `The server answered ${method} with a body that is no ${coding}, though it says so (${why}).`,
        { status, url, cause: thrown },
      );
}

async function drop(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

export interface RequestTag {
  readonly id: string;
  readonly method: string;
}

/** Header values are ASCII. */
export function writeTag(tag: RequestTag): string {
  return `${encodeURIComponent(tag.id)} ${encodeURIComponent(tag.method)}`;
}

function readTag(text: string): RequestTag {
  const [id = '', method = ''] = text.split(' ').map(decodeURIComponent);
  return { id, method };
}
