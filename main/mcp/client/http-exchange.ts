import { setMaxListeners } from 'node:events';
import type { FetchLike } from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { readChallenge } from './auth-handler.ts';
import type { AuthHandler } from './auth-handler.ts';
import { refusal, unreachable } from './http-refusal.ts';
import { McpError } from './mcp-error.ts';
import { fetchByPolicy } from './redirects.ts';
import type { RedirectPolicy } from './redirects.ts';
import { SessionState } from './session-state.ts';
import type { SessionOptions } from './session-state.ts';

/** Carries method and id of a request to the exchange; it never leaves the process. */
export const REQUEST_TAG = 'x-parley-request';

const STEP_UP_CAP = 3;
const RESIGN_CAP = 2;
/** Answers to a GET that mean "this server has no such stream". */
const NO_STREAM = new Set([400, 404, 405, 406, 501]);

export interface HttpExchangeOptions {
  readonly url: string;
  readonly fetch: FetchLike;
  readonly auth?: AuthHandler | undefined;
  readonly redirect?: RedirectPolicy | undefined;
  readonly session?: SessionOptions | undefined;
  /** Hears of each failure of the transport's requests, the last of which explains a failed start. */
  readonly onFailure: (failure: McpError) => void;
}

type Init = RequestInit & { readonly method: string; readonly headers: Headers };

/**
 * All HTTP of one connection: authorization, session, redirects, and failures as `McpError` with what the server said.
 * JSON answers go straight to `onMessage`, so that no odd message is lost to the transport's strictness; event streams
 * are left to the transport.
 */
export class HttpExchange {
  onMessage: (message: JsonObject) => void = () => undefined;
  /** An answer that is no stream has been read to its end. */
  onAnswered: (tag: RequestTag) => void = () => undefined;
  readonly session: SessionState;
  readonly #options: HttpExchangeOptions;

  constructor(options: HttpExchangeOptions) {
    this.#options = options;
    this.session = new SessionState(options.session);
  }

  /** The fetch for the transport. */
  readonly fetch: FetchLike = async (url, given) => {
    // Parallel requests all listen to the one signal of the transport.
    if (given?.signal) setMaxListeners(0, given.signal);
    const headers = new Headers(given?.headers);
    const tag = headers.get(REQUEST_TAG);
    headers.delete(REQUEST_TAG);
    const init: Init = { ...given, method: given?.method ?? 'GET', headers };
    try {
      if (init.method !== 'POST') return await this.#stream(url, init);
      return await this.#post(url, init, tag === null ? undefined : readTag(tag));
    } catch (thrown) {
      if (thrown instanceof McpError) this.#options.onFailure(thrown);
      throw thrown;
    }
  };

  async #stream(url: string | URL, init: Init): Promise<Response> {
    this.session.apply(init.headers, false);
    const response = await this.#authorized(url, init);
    const type = response.headers.get('content-type') ?? '';
    const isStream = response.ok && /^text\/event-stream\b/i.test(type);
    if (isStream || (!response.ok && !NO_STREAM.has(response.status))) {
      if (!isStream) this.#options.onFailure(await refusal(response.clone(), String(url)));
      return response;
    }
    if (response.status !== 405) {
      this.#options.onFailure(await refusal(response, String(url)));
    }
    return new Response(null, { status: 405 });
  }

  async #post(url: string | URL, init: Init, tag: RequestTag | undefined): Promise<Response> {
    const sent = this.session.apply(init.headers, tag?.method === 'initialize');
    const response = await this.#authorized(url, init);
    if (response.ok) this.session.observe(response.headers);
    if (response.status === 404 && sent !== undefined) {
      this.session.expire(sent);
      const failure = await refusal(response, String(url));
      throw new McpError('http', `The session at the server has expired (HTTP 404).`, {
        ...failure.details,
        isSessionExpired: true,
      });
    }
    if (!response.ok) throw await refusal(response, String(url));
    if (!tag) {
      await response.body?.cancel().catch(() => undefined);
      return new Response(null, { status: 202, headers: response.headers });
    }
    return this.#answer(response, tag);
  }

  async #answer(response: Response, tag: RequestTag): Promise<Response> {
    const { method } = tag;
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';
    if (type.toLowerCase() === 'text/event-stream') return response;
    if (response.status === 202 || response.status === 204) {
      await response.body?.cancel().catch(() => undefined);
      throw new McpError(
        'protocol',
        `The server accepted ${method} (HTTP ${response.status}) and gave no answer to it.`,
        { status: response.status },
      );
    }
    const text = await response.text();
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
      if (isJsonObject(message)) this.onMessage(message);
    }
    this.onAnswered(tag);
    return new Response(null, { status: 202, headers: response.headers });
  }

  /** Sends with a token and, where the handler got a new one, once more. */
  async #authorized(url: string | URL, init: Init): Promise<Response> {
    const { auth } = this.#options;
    let unauthorized = 0;
    let stepUps = 0;
    let resigned = 0;
    for (;;) {
      const response = await this.#send(url, init);
      if (!auth) return response;
      const { status, headers } = response;
      if (auth.onResponse?.({ status, url: String(url), headers }) && resigned < RESIGN_CAP) {
        resigned += 1;
        await drop(response);
        continue;
      }
      const challenge = readChallenge(response, String(url));
      const isScope = status === 403 && challenge.parameters['error'] === 'insufficient_scope';
      if (status === 401 && unauthorized === 0) {
        unauthorized += 1;
        if (!(await signIn(() => auth.onUnauthorized(challenge)))) return response;
      } else if (isScope && stepUps < STEP_UP_CAP) {
        stepUps += 1;
        if (!(await signIn(() => auth.onInsufficientScope(challenge)))) return response;
      } else return response;
      await drop(response);
    }
  }

  async #send(url: string | URL, init: Init): Promise<Response> {
    const { auth, fetch, redirect = 'error' } = this.#options;
    const headers = new Headers(init.headers);
    if (auth) {
      const token = await signIn(() => auth.token());
      const { method } = init;
      const signed = await signIn(async () => auth.sign?.({ method, url: String(url), token }));
      if (signed) for (const [name, value] of Object.entries(signed)) headers.set(name, value);
      else if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    }
    try {
      return await fetchByPolicy(fetch, redirect, url, { ...init, headers });
    } catch (thrown) {
      throw unreachable(url, thrown);
    }
  }

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

/** What goes wrong in a sign-in is no fault of the connection. */
async function signIn<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    if (thrown instanceof McpError) throw thrown;
    throw new McpError('needs-auth', `The sign-in failed: ${messageOf(thrown)}`, { cause: thrown });
  }
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
