import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RequestWatch } from './request-watch.ts';

/** What becomes of messages that are none of the client package's business. */
export interface SalvageListener {
  onNotification(method: string, params: JsonObject): void;
  /** A request of the server. What it resolves to is the result, what it rejects with an `RpcFault`, the error. */
  onRequest(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    /** The request of ours that it belongs to, where the transport tells. */
    cause?: RequestCause,
  ): Promise<JsonObject>;
  /** What a listener of ours threw. */
  onFailure?(failure: unknown): void;
  /** Lets the clocks of all requests of ours stand still, until the returned function is called. */
  pause?(): () => void;
}

/** What is known here of a request of ours. */
export type RequestCause = Pick<RequestWatch, 'onOver' | 'pause' | 'origin'>;
