import type { z } from 'zod';
import type {
  controlCancelFrame,
  controlRequestFrame,
  controlResponseFrame,
} from '../../shared/agent/frames.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import type { Clock } from './clock.ts';

export type ControlFrame = z.infer<
  typeof controlRequestFrame | typeof controlResponseFrame | typeof controlCancelFrame
>;
export type ControlPayload = JsonObject & { readonly subtype: string };

/** The other side answered with an error; or, thrown by a handler, the error answer that is sent. */
export class ControlRequestError extends Error {
  override readonly name: string = 'ControlRequestError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** No answer came in time; the other side was told to stop. */
export class ControlRequestTimeoutError extends Error {
  override readonly name = 'ControlRequestTimeoutError';
  constructor(
    readonly subtype: string,
    readonly timeoutMs: number,
  ) {
    super(`The request "${subtype}" was not answered within ${String(timeoutMs)} ms.`);
  }
}

/**
 * Answers one kind of request. What it returns is the answer; what it throws is an error answer, with the code of a `ControlRequestError`.
 * `signal` aborts when the request is cancelled or the channel closes; the answer is then dropped.
 */
export type ControlHandler = (
  request: ControlPayload,
  context: { readonly signal: AbortSignal; readonly requestId: string },
) => unknown;

export interface ControlChannelOptions {
  /** Writes one frame; may reject. */
  readonly send: (frame: ControlFrame) => Promise<void> | void;
  /** By subtype. A subtype that is not an own property gets an error answer. */
  readonly handlers: Readonly<Record<string, ControlHandler>>;
  readonly clock: Clock;
  /** Something odd that breaks nothing, as a sentence. */
  readonly onDiagnostic: (message: string) => void;
}

export interface ControlRequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 0 or absent: no limit. */
  readonly timeoutMs?: number | undefined;
}

interface Pending {
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly release: () => void;
}

const REMEMBERED_CANCELS = 1024;

/**
 * One end of the two-way request and response layer (RT-6). Both ends use it. Many requests are in flight in both directions,
 * answers come in any order. Whoever reads frames hands control frames to `receive`; `closeAll` ends it.
 */
export class ControlChannel {
  readonly #options: ControlChannelOptions;
  readonly #pending = new Map<string, Pending>();
  readonly #serving = new Map<string, AbortController>();
  /** Cancelled by us: an answer that was already under way is no surprise. */
  readonly #cancelled = new Set<string>();
  #closed: Error | undefined;

  constructor(options: ControlChannelOptions) {
    this.#options = options;
  }

  /**
   * Asks the other side. Rejects with `ControlRequestError` (error answer), `ControlRequestTimeoutError`, the signal's reason,
   * the error of `closeAll`, or the error of a failed write.
   */
  request(payload: ControlPayload, options: ControlRequestOptions = {}): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (options.signal?.aborted) return Promise.reject(reasonOf(options.signal));
    const requestId = crypto.randomUUID();
    return new Promise((resolve, reject) => {
      this.#register(requestId, payload.subtype, options, resolve, reject);
      this.#write({ type: 'control_request', request_id: requestId, request: payload }, (error) => {
        this.#settle(requestId)?.reject(error);
      });
    });
  }

  /** Takes a control frame of the other side. Never throws. */
  receive(frame: ControlFrame): void {
    if (this.#closed) return;
    if (frame.type === 'control_request') this.#serve(frame.request_id, frame.request);
    else if (frame.type === 'control_response') this.#takeAnswer(frame.response);
    else this.#takeCancel(frame.request_id);
  }

  /** Rejects every pending request with `error`, aborts every handler, and refuses everything after. */
  closeAll(error: Error): void {
    if (this.#closed) return;
    this.#closed = error;
    for (const requestId of [...this.#pending.keys()]) this.#settle(requestId)?.reject(error);
    for (const controller of this.#serving.values()) controller.abort(error);
    this.#serving.clear();
  }

  #register(
    requestId: string,
    subtype: string,
    options: ControlRequestOptions,
    resolve: (response: unknown) => void,
    reject: (error: unknown) => void,
  ): void {
    const { signal, timeoutMs = 0 } = options;
    const onAbort = (): void => {
      if (signal) this.#cancel(requestId, reasonOf(signal));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const stopTimer =
      timeoutMs > 0
        ? this.#options.clock.after(timeoutMs, () => {
            this.#cancel(requestId, new ControlRequestTimeoutError(subtype, timeoutMs));
          })
        : undefined;
    const release = (): void => {
      signal?.removeEventListener('abort', onAbort);
      stopTimer?.();
    };
    this.#pending.set(requestId, { resolve, reject, release });
  }

  #cancel(requestId: string, error: Error): void {
    const pending = this.#settle(requestId);
    if (!pending) return;
    this.#cancelled.add(requestId);
    const oldest = this.#cancelled.values().next();
    if (this.#cancelled.size > REMEMBERED_CANCELS && !oldest.done)
      this.#cancelled.delete(oldest.value);
    this.#write({ type: 'control_cancel_request', request_id: requestId });
    pending.reject(error);
  }

  #settle(requestId: string): Pending | undefined {
    const pending = this.#pending.get(requestId);
    this.#pending.delete(requestId);
    pending?.release();
    return pending;
  }

  #takeAnswer(response: Extract<ControlFrame, { type: 'control_response' }>['response']): void {
    const pending = this.#settle(response.request_id);
    if (!pending) {
      if (!this.#cancelled.delete(response.request_id))
        this.#options.onDiagnostic(
          `An answer came to the request ${JSON.stringify(response.request_id)}, which is not open.`,
        );
      return;
    }
    if (response.subtype === 'success') pending.resolve(response.response);
    else pending.reject(new ControlRequestError(response.error.code, response.error.message));
  }

  #takeCancel(requestId: string): void {
    const controller = this.#serving.get(requestId);
    this.#serving.delete(requestId);
    controller?.abort(new Error('The request was cancelled.'));
  }

  #serve(requestId: string, request: ControlPayload): void {
    if (this.#serving.has(requestId)) {
      this.#options.onDiagnostic(
        `The request id ${JSON.stringify(requestId)} was used twice; the second request was dropped.`,
      );
      return;
    }
    const controller = new AbortController();
    this.#serving.set(requestId, controller);
    void this.#answer(requestId, request, controller);
  }

  async #answer(
    requestId: string,
    request: ControlPayload,
    controller: AbortController,
  ): Promise<void> {
    let response: Extract<ControlFrame, { type: 'control_response' }>['response'];
    try {
      const value = await this.#handle(request, requestId, controller.signal);
      response = { subtype: 'success', request_id: requestId, response: value ?? null };
    } catch (error) {
      response = { subtype: 'error', request_id: requestId, error: errorAnswer(error) };
    }
    if (this.#serving.get(requestId) !== controller) return;
    this.#serving.delete(requestId);
    this.#write({ type: 'control_response', response }, (error) => {
      this.#writeFailure(requestId, error);
    });
  }

  async #handle(request: ControlPayload, requestId: string, signal: AbortSignal): Promise<unknown> {
    const { handlers } = this.#options;
    const handler = Object.hasOwn(handlers, request.subtype)
      ? handlers[request.subtype]
      : undefined;
    if (!handler)
      throw new ControlRequestError(
        'unknown-subtype',
        `There is no request of the kind ${JSON.stringify(request.subtype)} here.`,
      );
    return handler(request, { signal, requestId });
  }

  /** An answer that could not be written, such as one over the cap, becomes an error answer: the asker must not wait for ever. */
  #writeFailure(requestId: string, error: unknown): void {
    const response = {
      subtype: 'error' as const,
      request_id: requestId,
      error: errorAnswer(error, 'answer-not-sent'),
    };
    this.#write({ type: 'control_response', response });
  }

  #write(frame: ControlFrame, onFailure?: (error: unknown) => void): void {
    const failed = (error: unknown): void => {
      if (onFailure) onFailure(error);
      else if (!this.#closed)
        this.#options.onDiagnostic(`A control frame could not be written: ${messageOf(error)}`);
    };
    try {
      void Promise.resolve(this.#options.send(frame)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

function errorAnswer(error: unknown, code = 'failed'): { code: string; message: string } {
  return {
    code: error instanceof ControlRequestError ? error.code : code,
    message: messageOf(error),
  };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The request was cancelled.');
}
