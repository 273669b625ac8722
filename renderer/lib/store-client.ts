import type {
  CallArgs,
  CallValue,
  EventName,
  EventPayload,
  Route,
} from '../../shared/ipc/registry.ts';

/** What the stores need of the IPC client. `call` rejects with an `Error` whose message is a sentence. */
export interface StoreClient {
  call<K extends Route>(route: K, ...args: CallArgs<K>): Promise<CallValue<K>>;
  /** Returns the function that ends the subscription. */
  on<K extends EventName>(event: K, listener: (payload: EventPayload<K>) => void): () => void;
}
