import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { FrameTooLargeError } from '../../lib/jsonl.ts';
import { tooLarge } from './capped-body.ts';
import { TAKEN_ID } from './event-reader.ts';
import { REQUEST_TAG, writeTag } from './http-exchange.ts';
import type { RequestTag } from './http-exchange.ts';
import { BadAnswer, McpError, StreamEnded } from './mcp-error.ts';
import { plainResult } from './plain-results.ts';
import { ProgressDesk } from './progress-desk.ts';
import type { ProgressListener } from './progress-desk.ts';
import { INTERNAL_ERROR, errorIn, plainError, resultIn } from './rpc-answer.ts';
import { RpcFault, StrayMessage } from './rpc-fault.ts';
import type { RequestCause, SalvageListener } from './server-messages.ts';
import { shownJson } from './shown-json.ts';

/** What the client package gets in place of a result; `take` gives the real one. */
export interface ResultTicket {
  readonly ticket: string;
}

/** How many requests that were given up are remembered. */
const FORGOTTEN_CAP = 1_000;

type RequestId = string | number;
interface Waiting {
  readonly take: (answer: JsonObject) => void;
  readonly cause?: RequestCause;
}
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
  /** Lets go of what is to bring the answer to a request that was given up. */
  onGivenUp: (key: string) => void = () => undefined;
  readonly #pending = new Map<string, OpenRequest>();
  readonly #asked = new Map<string, Waiting>();
  readonly #progress = new ProgressDesk((failure) => this.listener.onFailure?.(failure));
  readonly #served = new Map<string, AbortController>();
  readonly #results = new Map<string, unknown>();
  /** Requests that were given up: their answers may still come, and are nobody's then. */
  readonly #forgotten = new Set<string>();
  /** The client package's own `initialize` is number 0, and the only one it sends in the legacy era. */
  #lastId = 0;
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
    this.inner.onerror = (error) => this.#failed(error);
    this.inner.onmessage = (message: JSONRPCMessage) => this.receive(message);
    return this.inner.start();
  }

  #failed(error: Error): void {
    this.onerror?.(error);
    // Nobody can tell whose a message is that was not read, unless there is but one to wait for it.
    const [open, ...more] = [...this.#asked.keys(), ...this.#pending.keys()];
    if (!(error instanceof FrameTooLargeError) || open === undefined || more.length > 0) return;
    this.failUnusable({ id: open, method: '' }, tooLarge('one message'));
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending.clear();
    this.#results.clear();
    const error = { code: INTERNAL_ERROR, message: 'The connection ended.' };
    for (const [id, one] of [...this.#asked]) one.take({ id, error, closed: true });
    for (const controller of this.#served.values()) controller.abort();
    this.onclose?.();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message) || !('id' in message)) {
      const isReady = 'method' in message && message.method === 'notifications/initialized';
      if (this.resumedResult && isReady) return;
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
      this.#asked.set(message.id, { take: resolve });
    });
    try {
      await this.inner.send(message, this.#tagged(message.id, message.method));
    } catch (failure) {
      this.#asked.delete(message.id);
      throw failure;
    }
    return answer;
  }

  /**
   * Sends a request of the legacy era past the client package, whose checks are not wanted and cost more than the rest of
   * a call. Resolves with the result as it was sent. `watch` ends it: then the server is told, and it rejects. Rejects
   * with an `McpError` for what the server did, and with what `toMcpError` knows otherwise.
   */
  request(
    method: string,
    params: JsonObject,
    watch: RequestCause,
    headers?: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    if (this.#isClosed)
      return Promise.reject(new SdkError(SdkErrorCode.NotConnected, 'Not connected'));
    this.#lastId += 1;
    const id = this.#lastId;
    const key = String(id);
    const answered = new Promise<JsonObject>((resolve, reject) => {
      const take = (answer: JsonObject): void => {
        unlisten();
        resolve(answer);
      };
      this.#asked.set(key, { take, cause: watch });
      const unlisten = watch.onOver((reason) => {
        this.#forget(key);
        this.#cancel(id, reason);
        reject(new Error('over'));
        this.onGivenUp(key);
      });
      const options = this.#tagged(key, method, headers);
      this.inner.send({ jsonrpc: '2.0', id, method, params }, options).catch((failure: unknown) => {
        this.#asked.delete(key);
        unlisten();
        reject(failure instanceof Error ? failure : new Error(String(failure)));
      });
    });
    return answered.then(resultIn);
  }

  #forget(key: string): void {
    this.#asked.delete(key);
    this.#forgotten.add(key);
    const [oldest = key] = this.#forgotten;
    if (this.#forgotten.size > FORGOTTEN_CAP) this.#forgotten.delete(oldest);
  }

  /** Gives an answer to whoever waits for it. Returns whether somebody did, or gave it up. */
  #settle(key: string, answer: JsonObject): boolean {
    const waiting = this.#asked.get(key);
    this.#asked.delete(key);
    waiting?.take(answer);
    return waiting !== undefined || this.#forgotten.delete(key);
  }

  /** Where each answer comes by a stream of its own, the transport is told whose it is. */
  #tagged(id: string, method: string, headers = {}): TransportSendOptions | undefined {
    if (!this.hasPerRequestStream) return undefined;
    return {
      headers: { ...headers, [REQUEST_TAG]: writeTag({ id, method }) },
      onRequestStreamEnd: () => this.#settle(id, { closed: true }),
    };
  }

  #cancel(requestId: RequestId, reason: string): void {
    const params = { requestId, reason };
    this.inner
      .send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
      .catch((failure: unknown) => this.onerror?.(failure as Error));
  }

  /** Listens for progress. The token goes into the request; `end` stops listening. */
  watchProgress(listener: ProgressListener): ReturnType<ProgressDesk['watch']> {
    return this.#progress.watch(listener);
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

  /** Takes a message of the server; `tag` where it came with what belongs to that request. */
  receive(received: unknown, tag?: RequestTag): void {
    if (!isJsonObject(received)) return;
    const { id, method, params } = received;
    if (typeof method === 'string') {
      const parameters = isJsonObject(params) ? params : {};
      if (id === undefined) this.#notify(method, parameters);
      else if (typeof id === 'string' || typeof id === 'number')
        void this.#serve(id, method, parameters, tag && this.#asked.get(tag.id)?.cause);
      else
        this.onerror?.(
          new StrayMessage(`The server sent a request (${method}) with an unusable id.`),
        );
      return;
    }
    // What a server could not read it refuses without an id; that it came in answer to a request tells whose it is.
    const isNameless = (id ?? undefined) === undefined && isJsonObject(received['error']);
    const key = isNameless && tag ? tag.id : String(id);
    if (this.#settle(key, received) || id === TAKEN_ID) return;
    const request = this.#pending.get(key);
    if (!request) {
      this.onerror?.(
        new StrayMessage(
          `The server answered a request that is not open (id ${shownJson(id, 200)}).`,
        ),
      );
      return;
    }
    this.#pending.delete(key);
    const error = errorIn(received);
    if (error === undefined) this.#deliverResult(request, received['result']);
    else this.#deliver({ jsonrpc: '2.0', id: request.id, error: plainError(error) });
  }

  /** Fails a request whose answer came whole and was not for it. */
  failUnanswered(tag: RequestTag): void {
    const { method } = tag;
    const message = `The server answered ${method} without an answer to it: the id is another one.`;
    this.failUnusable(tag, new McpError('protocol', message, { part: 'id' }));
  }

  /** Fails a request, if it is still open, whose answer cannot be used. */
  failUnusable({ id: key }: RequestTag, failure: McpError): void {
    const error = { code: INTERNAL_ERROR, message: failure.message, data: new BadAnswer(failure) };
    this.#settle(key, { error });
    const request = this.#pending.get(key);
    if (!request) return;
    this.#pending.delete(key);
    this.#deliver({ jsonrpc: '2.0', id: request.id, error });
  }

  #notify(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      this.#progress.take(params);
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

  async #serve(
    id: RequestId,
    method: string,
    params: JsonObject,
    cause: RequestCause | undefined,
  ): Promise<void> {
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
      answer = { result: await this.listener.onRequest(method, params, controller.signal, cause) };
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
      const message = 'The server answered initialize without an object as its result.';
      const failure = new McpError('protocol', message, { part: 'result' });
      this.#deliverError(id, message, new BadAnswer(failure));
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
