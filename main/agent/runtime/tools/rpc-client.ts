import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { RpcMessage } from '../../../lib/rpc-message.ts';
import type { RequestOptions } from '../../../mcp/client/connection.ts';

/** The server answered with a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

export interface RpcClientOptions {
  readonly send: (message: RpcMessage) => Promise<void>;
  readonly clock: Clock;
  readonly onNotification: (method: string, params: JsonObject) => void;
}

interface Pending {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
  /** The server said that it works on it. */
  readonly progressed: (params: JsonObject) => void;
  readonly release: () => void;
}

const METHOD_NOT_FOUND = -32601;
const DEFAULT_TIMEOUT_MS = 60_000;

/** JSON-RPC with one server, without any opinion on what results hold (SDK-5). `close` rejects all that is pending. */
export class RpcClient {
  readonly #options: RpcClientOptions;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #closed: Error | undefined;

  constructor(options: RpcClientOptions) {
    this.#options = options;
  }

  /** Rejects with `RpcError`, the signal's reason, a timeout (the server is told to stop), or the error of `close`. */
  request(method: string, params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    const { signal } = options;
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(reasonOf(signal));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#register(id, method, options, resolve, reject);
      const withToken = options.onProgress
        ? { ...params, _meta: { ...objectOf(params['_meta']), progressToken: id } }
        : params;
      this.#send({ jsonrpc: '2.0', id, method, params: withToken }).catch((error: unknown) => {
        this.#settle(id)?.reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }

  notify(method: string, params?: JsonObject): void {
    // A notification has nobody who waits; a dead channel shows with the next request.
    void this.#send({ jsonrpc: '2.0', method, ...(params ? { params } : {}) }).catch(
      () => undefined,
    );
  }

  /** Takes a message of the server. Never throws. */
  receive(message: JsonObject): void {
    const { id, method } = message;
    if (typeof method === 'string' && id !== undefined) this.#answer(id, method);
    else if (typeof method === 'string') this.#notified(method, objectOf(message['params']));
    else if (typeof id === 'number') this.#answered(id, message);
  }

  close(error: Error): void {
    this.#closed ??= error;
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(this.#closed);
  }

  #register(
    id: number,
    method: string,
    options: RequestOptions,
    resolve: (result: JsonObject) => void,
    reject: (error: Error) => void,
  ): void {
    const { signal, onProgress, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const onAbort = (): void => {
      if (signal) this.#cancel(id, reasonOf(signal));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    let stopTimer: (() => void) | undefined;
    const arm = (): void => {
      stopTimer?.();
      if (timeoutMs <= 0) return;
      stopTimer = this.#options.clock.after(timeoutMs, () => {
        this.#cancel(
          id,
          new Error(`The server did not answer "${method}" within ${String(timeoutMs)} ms.`),
        );
      });
    };
    arm();
    this.#pending.set(id, {
      resolve,
      reject,
      progressed: (params) => {
        arm();
        onProgress?.(progressOf(params));
      },
      release: () => {
        stopTimer?.();
        signal?.removeEventListener('abort', onAbort);
      },
    });
  }

  #cancel(id: number, error: Error): void {
    const pending = this.#settle(id);
    if (!pending) return;
    this.notify('notifications/cancelled', { requestId: id, reason: error.message });
    pending.reject(error);
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.release();
    return pending;
  }

  #answered(id: number, message: JsonObject): void {
    const pending = this.#settle(id);
    if (!pending) return;
    const { error, result } = message;
    if (isJsonObject(error)) {
      const code = typeof error['code'] === 'number' ? error['code'] : 0;
      const text = typeof error['message'] === 'string' ? error['message'] : 'no reason given';
      pending.reject(new RpcError(code, text, error['data']));
    } else if (isJsonObject(result)) pending.resolve(result);
    else pending.reject(new Error('The server sent an answer without a result.'));
  }

  #notified(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      const token = params['progressToken'];
      if (typeof token === 'number') this.#pending.get(token)?.progressed(params);
    } else this.#options.onNotification(method, params);
  }

  /** Requests of the server: only ping is served, nothing else was declared. */
  #answer(id: unknown, method: string): void {
    const answer: RpcMessage =
      method === 'ping'
        ? { jsonrpc: '2.0', id, result: {} }
        : {
            jsonrpc: '2.0',
            id,
            error: { code: METHOD_NOT_FOUND, message: `"${method}" is not served here.` },
          };
    void this.#send(answer).catch(() => undefined);
  }

  async #send(message: RpcMessage): Promise<void> {
    await this.#options.send(message);
  }
}

function progressOf(params: JsonObject): { progress: number; total?: number; message?: string } {
  const { progress, total, message } = params;
  return {
    progress: typeof progress === 'number' ? progress : 0,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The call was stopped.');
}
