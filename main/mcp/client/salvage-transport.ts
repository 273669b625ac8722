import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RequestOptions } from './connection.ts';
import { StreamEnded } from './mcp-error.ts';

const INTERNAL_ERROR = -32603;

/** What the client package gets in place of a result; `take` gives the real one. */
export interface ResultTicket {
  readonly ticket: string;
}

/**
 * Sits between the client package and a transport. The package checks messages more strictly than is good for the person:
 * one odd content block would fail a whole answer. So the package sees only what it needs to pair requests and answers,
 * and the real results wait here to be taken, exactly as they were sent.
 */
export class SalvageTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** The answer to `initialize` as it was sent. */
  initializeResult: JsonObject | undefined;
  readonly #pending = new Map<string, { readonly id: string | number; readonly method: string }>();
  readonly #progress = new Map<string, NonNullable<RequestOptions['onProgress']>>();
  #lastToken = 0;
  readonly #results = new Map<string, unknown>();

  constructor(
    private readonly inner: Transport,
    private readonly onNotification: (method: string, params: JsonObject) => void,
  ) {}

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.inner.setSupportedProtocolVersions?.(versions);
  }

  start(): Promise<void> {
    this.inner.onclose = () => {
      this.#pending.clear();
      this.#results.clear();
      this.onclose?.();
    };
    this.inner.onerror = (error) => this.onerror?.(error);
    this.inner.onmessage = (message: JSONRPCMessage) => this.#receive(message);
    return this.inner.start();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message) || !('id' in message)) return this.inner.send(message, options);
    const key = String(message.id);
    this.#pending.set(key, { id: message.id, method: message.method });
    try {
      await this.inner.send(message, {
        ...options,
        onRequestStreamEnd: () => this.#streamEnded(key),
      });
    } catch (failure) {
      this.#pending.delete(key);
      throw failure;
    }
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
    const error = {
      code: INTERNAL_ERROR,
      message: 'The server ended the stream without an answer.',
      data: new StreamEnded(),
    };
    this.#deliver({ jsonrpc: '2.0', id: request.id, error });
  }

  #receive(received: unknown): void {
    if (!isJsonObject(received)) return;
    const { id, method, params } = received;
    if (typeof method === 'string') {
      const parameters = isJsonObject(params) ? params : {};
      if (id === undefined) this.#notify(method, parameters);
      else this.#deliver({ jsonrpc: '2.0', id, method, params: parameters });
      return;
    }
    const request = this.#pending.get(String(id));
    if (!request) {
      this.onerror?.(new Error('The server answered a request that is not open.'));
      return;
    }
    this.#pending.delete(String(id));
    if (received['error'] === undefined) this.#deliverResult(request, received['result']);
    else this.#deliver({ jsonrpc: '2.0', id: request.id, error: plainError(received['error']) });
  }

  #notify(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      this.#progressed(params);
      return;
    }
    if (method === 'notifications/cancelled') this.#deliver({ jsonrpc: '2.0', method, params });
    this.onNotification(method, params);
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

  #deliverResult(request: { id: string | number; method: string }, result: unknown): void {
    if (request.method === 'initialize') {
      this.#deliverInitialize(request.id, result);
      return;
    }
    const ticket: ResultTicket = { ticket: String(request.id) };
    this.#results.set(ticket.ticket, result);
    this.#deliver({ jsonrpc: '2.0', id: request.id, result: ticket });
  }

  #deliverInitialize(id: string | number, result: unknown): void {
    if (!isJsonObject(result)) {
      const error = { code: INTERNAL_ERROR, message: 'The answer to initialize is no object.' };
      this.#deliver({ jsonrpc: '2.0', id, error });
      return;
    }
    this.initializeResult = result;
    const protocolVersion = String(result['protocolVersion']);
    const plain = {
      protocolVersion,
      capabilities: {},
      serverInfo: { name: 'server', version: '0' },
    };
    this.#deliver({ jsonrpc: '2.0', id, result: plain });
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
