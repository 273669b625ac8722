import type { Bridge } from '../../shared/ipc/contract.ts';
import type {
  CallArgs,
  CallValue,
  EventName,
  EventPayload,
  Route,
} from '../../shared/ipc/registry.ts';
import type { ErrorCode } from '../../shared/lib/errors.ts';
import { messageOf } from '../../shared/lib/errors.ts';

declare global {
  interface Window {
    /** Exposed by the preload. */
    readonly parley?: Bridge;
  }
}

/** A call that main answered with an error, or that did not reach main (`internal`). `message` is main's own sentence. */
export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly retryable: boolean,
    readonly route: Route,
  ) {
    super(message);
  }
}

/** The window's side of IPC, typed by the registry. */
export interface Ipc {
  /** Resolves to the value of the route; rejects with a CallError. */
  call<K extends Route>(route: K, ...args: CallArgs<K>): Promise<CallValue<K>>;
  /** Returns the function that ends the subscription. */
  on<K extends EventName>(event: K, listener: (payload: EventPayload<K>) => void): () => void;
}

/** Types the bridge. Values were parsed by main's router on the way out. */
export function createIpc(bridge: Bridge): Ipc {
  return {
    async call<K extends Route>(route: K, ...args: CallArgs<K>): Promise<CallValue<K>> {
      const reply = await bridge.call(route, args[0]).catch((error: unknown) => {
        throw new CallError('internal', messageOf(error), true, route);
      });
      if (reply.ok) return reply.value as CallValue<K>;
      const { code, message, retryable } = reply.error;
      throw new CallError(code, message, retryable, route);
    },
    on: (event, listener) => bridge.on(event, listener as (payload: unknown) => void),
  };
}
