import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RequestOptions } from './connection.ts';
import { REQUEST_TAG, writeTag } from './http-exchange.ts';
import type { RequestTag } from './http-exchange.ts';
import { BadAnswer, McpError, StreamEnded } from './mcp-error.ts';
import { plainResult } from './plain-results.ts';

const INTERNAL_ERROR = -32603;

/** What the client package gets in place of a result; `take` gives the real one. */
export interface ResultTicket {
  readonly ticket: string;
}

/** What becomes of messages that are none of the client package's business. */
export interface SalvageListener {
  onNotification(method: string, params: JsonObject): void;
  /** A request of the server. What it resolves to is the result, what it rejects with an `RpcFault`, the error. */
  onRequest(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
}

/** An error answer to a request of the server. */
export class RpcFault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** A message that belongs to no request. */
export class StrayMessage extends Error {
  override readonly name = 'StrayMessage';
}

type RequestId = string | number;
interface OpenRequest {
  readonly id: RequestId;
  readonly method: string;
}

/**
 * Sits between the client package and a transport, in both eras. The package checks messages more strictly than is good
 * for the person: one odd content block would fail a whole answer. So the package sees only what it needs to pair
 * requests and answers, and the real results wait here to be taken, exactly as they were sent. Requests of the server do
 * not reach it at all.
 */
export class SalvageTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** The answer to `initialize` as it was sent. */
  initializeResult: JsonObject | undefined;
  /** Answers `initialize` in place of the server, when a session is taken up again. */
  resumedResult: JsonObject | undefined;
  era: 'legacy' | 'modern' = 'legacy';
  readonly #pending = new Map<string, OpenRequest>();
  readonly #asked = new Map<string, (answer: JsonObject) => void>();
  readonly #progress = new Map<string, NonNullable<RequestOptions['onProgress']>>();
  readonly #served = new Map<string, AbortController>();
  readonly #results = new Map<string, unknown>();
  #lastToken = 0;
  #starting: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    private readonly inner: Transport,
    private readonly listener: SalvageListener,
  ) {}

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.inner.setSupportedProtocolVersions?.(versions);
  }

  /** May be repeated: the probe starts the transport before the client package does. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  #start(): Promise<void> {
    this.inner.onclose = () => this.#ended();
    this.inner.onerror = (error) => this.onerror?.(error);
    this.inner.onmessage = (message: JSONRPCMessage) => this.receive(message);
    return this.inner.start();
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending.clear();
    this.#results.clear();
    const error = { code: INTERNAL_ERROR, message: 'The connection ended.' };
    for (const [id, settle] of [...this.#asked]) settle({ id, error, closed: true });
    for (const controller of this.#served.values()) controller.abort();
    this.onclose?.();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message) || !('id' in message)) {
      if (this.resumedResult && 'method' in message) {
        if (message.method === 'notifications/initialized') return;
      }
      return this.inner.send(message, options);
    }
    const request = { id: message.id, method: message.method };
    const key = String(message.id);
    this.#pending.set(key, request);
    if (this.resumedResult && message.method === 'initialize') {
      this.receive({ jsonrpc: '2.0', id: message.id, result: this.resumedResult });
      return;
    }
    try {
      await this.inner.send(message, {
        ...options,
        headers: {
          ...options?.headers,
          [REQUEST_TAG]: writeTag({ id: key, method: message.method }),
        },
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.();
          this.#streamEnded(key);
        },
      });
    } catch (failure) {
      this.#pending.delete(key);
      throw failure;
    }
  }

  /** Sends a request before the client package is there. Resolves with the whole answer; `closed: true` in it means there will be none. */
  async ask(message: JSONRPCRequest & { readonly id: string }): Promise<JsonObject> {
    const answer = new Promise<JsonObject>((resolve) => {
      this.#asked.set(message.id, (received) => {
        this.#asked.delete(message.id);
        resolve(received);
      });
    });
    try {
      await this.inner.send(message, {
        headers: { [REQUEST_TAG]: writeTag({ id: message.id, method: message.method }) },
        onRequestStreamEnd: () => this.#asked.get(message.id)?.({ closed: true }),
      });
    } catch (failure) {
      this.#asked.delete(message.id);
      throw failure;
    }
    return answer;
  }

  /** Listens for progress. The token goes into the request; `end` stops listening. */
  watchProgress(listener: NonNullable<RequestOptions['onProgress']>): {
    readonly token: string;
    end(): void;
  } {
    this.#lastToken += 1;
    const token = String(this.#lastToken);
    this.#progress.set(token, listener);
    return { token, end: () => this.#progress.delete(token) };
  }

  /** The result behind a ticket; once only. */
  take(ticket: unknown): unknown {
    if (!isJsonObject(ticket) || typeof ticket['ticket'] !== 'string') return undefined;
    const result = this.#results.get(ticket['ticket']);
    this.#results.delete(ticket['ticket']);
    return result;
  }

  /** The stream that should have brought the answer ended: without this the request would wait for its timeout. */
  #streamEnded(key: string): void {
    const request = this.#pending.get(key);
    if (!request) return;
    this.#pending.delete(key);
    this.#deliverError(
      request.id,
      'The server ended the stream without an answer.',
      new StreamEnded(),
    );
  }

  /** Takes a message of the server. */
  receive(received: unknown): void {
    if (!isJsonObject(received)) return;
    const { id, method, params } = received;
    if (typeof method === 'string') {
      const parameters = isJsonObject(params) ? params : {};
      if (id === undefined) this.#notify(method, parameters);
      else if (typeof id === 'string' || typeof id === 'number')
        void this.#serve(id, method, parameters);
      else
        this.onerror?.(
          new StrayMessage(`The server sent a request (${method}) with an unusable id.`),
        );
      return;
    }
    const asked = this.#asked.get(String(id));
    if (asked) {
      asked(received);
      return;
    }
    const request = this.#pending.get(String(id));
    if (!request) {
      this.onerror?.(
        new StrayMessage(
          `The server answered a request that is not open (id ${JSON.stringify(id)}).`,
        ),
      );
      return;
    }
    this.#pending.delete(String(id));
    if (received['error'] !== undefined) {
      this.#deliver({ jsonrpc: '2.0', id: request.id, error: plainError(received['error']) });
    } else this.#deliverResult(request, received['result']);
  }

  /** Fails a request whose answer came whole and was not for it. */
  failUnanswered({ id: key, method }: RequestTag): void {
    const message = `The server answered ${method} without an answer to it: the id is another one.`;
    this.#asked.get(key)?.({ error: { code: INTERNAL_ERROR, message } });
    const request = this.#pending.get(key);
    if (!request) return;
    this.#pending.delete(key);
    this.#deliverError(request.id, message, new BadAnswer('id'));
  }

  #notify(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      this.#progressed(params);
      return;
    }
    if (method === 'notifications/cancelled') {
      this.#served.get(String(params['requestId']))?.abort();
      this.#deliver({ jsonrpc: '2.0', method, params });
      return;
    }
    if (method === 'notifications/subscriptions/acknowledged') {
      this.#deliver({ jsonrpc: '2.0', method, params });
      return;
    }
    this.listener.onNotification(method, params);
  }

  /** Not the package's work: it looks at progress later than at answers and would lose what came just before one. */
  #progressed({ progressToken, progress, total, message }: JsonObject): void {
    if (typeof progress !== 'number' || !Number.isFinite(progress)) return;
    this.#progress.get(String(progressToken))?.({
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    });
  }

  async #serve(id: RequestId, method: string, params: JsonObject): Promise<void> {
    if (this.era === 'modern') {
      this.onerror?.(
        new StrayMessage(`The server sent a request (${method}), which its era has not.`),
      );
      return;
    }
    const controller = new AbortController();
    this.#served.set(String(id), controller);
    let answer: JsonObject;
    try {
      answer = { result: await this.listener.onRequest(method, params, controller.signal) };
    } catch (thrown) {
      const fault =
        thrown instanceof RpcFault ? thrown : new RpcFault(INTERNAL_ERROR, 'Internal error');
      const { code, message, data } = fault;
      answer = { error: { code, message, ...(data === undefined ? {} : { data }) } };
    }
    this.#served.delete(String(id));
    // A request that was taken back gets no answer.
    if (controller.signal.aborted || this.#isClosed) return;
    try {
      await this.inner.send({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage);
    } catch (failure) {
      this.onerror?.(
        failure instanceof Error ? failure : new McpError('protocol', String(failure)),
      );
    }
  }

  #deliverResult(request: OpenRequest, result: unknown): void {
    if (request.method === 'initialize') {
      this.#deliverInitialize(request.id, result);
      return;
    }
    const ticket = String(request.id);
    this.#results.set(ticket, result);
    const plain = this.era === 'modern' ? plainResult(request.method) : {};
    this.#deliver({ jsonrpc: '2.0', id: request.id, result: { ...plain, ticket } });
  }

  #deliverInitialize(id: RequestId, result: unknown): void {
    if (!isJsonObject(result)) {
      const part = new BadAnswer('result');
      this.#deliverError(
        id,
        'The server answered initialize without an object as its result.',
        part,
      );
      return;
    }
    this.initializeResult = result;
    const plain = {
      protocolVersion: String(result['protocolVersion']),
      capabilities: {},
      serverInfo: { name: 'server', version: '0' },
    };
    this.#deliver({ jsonrpc: '2.0', id, result: plain });
  }

  #deliverError(id: RequestId, message: string, data: unknown): void {
    this.#deliver({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message, data } });
  }

  #deliver(message: unknown): void {
    this.onmessage?.(message as JSONRPCMessage);
  }
}

function plainError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isJsonObject(error)) return { code: INTERNAL_ERROR, message: JSON.stringify(error) };
  const { code, message, data } = error;
  return {
    code: Number.isInteger(code) ? (code as number) : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : JSON.stringify(message ?? 'Unknown error'),
    ...(data === undefined ? {} : { data }),
  };
}
