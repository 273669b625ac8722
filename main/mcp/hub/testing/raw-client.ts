import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { InProcessServer, RpcMessage } from '../../../lib/rpc-message.ts';
import { linkedTransports } from '../../client/linked-transports.ts';

export interface RawAnswer {
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

/** What a runtime does with a facade, message by message. */
export class RawClient {
  readonly messages: RpcMessage[] = [];
  #lastId = 0;
  readonly #transport;
  readonly #waiting = new Map<unknown, (message: RpcMessage) => void>();

  private constructor(transport: ReturnType<typeof linkedTransports>[0]) {
    this.#transport = transport;
    transport.onmessage = (message) => {
      this.messages.push(message);
      this.#waiting.get(message['id'])?.(message);
    };
  }

  static async open(server: InProcessServer | undefined): Promise<RawClient> {
    if (!server) throw new Error('There is no such facade.');
    const [near, far] = linkedTransports();
    const client = new RawClient(near);
    await near.start();
    await server.connect(far);
    return client;
  }

  send(message: JsonObject): void {
    void this.#transport.send({ jsonrpc: '2.0', ...message });
  }

  request(method: string, params: JsonObject = {}): Promise<RawAnswer> {
    const id = `request-${(this.#lastId += 1)}`;
    return new Promise((resolve) => {
      this.#waiting.set(id, (message) => resolve(message as RawAnswer));
      this.send({ id, method, params });
    });
  }

  call(name: string, args: JsonObject = {}, meta: JsonObject = {}): Promise<RawAnswer> {
    return this.request('tools/call', { name, arguments: args, _meta: meta });
  }

  /** How often the client was told to list again. */
  get listChanges(): number {
    return this.messages.filter(({ method }) => method === 'notifications/tools/list_changed')
      .length;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

/** The text of a result's first block. */
export function textOf(answer: RawAnswer): string {
  const [block] = (answer.result?.['content'] ?? []) as { readonly text?: string }[];
  return block?.text ?? JSON.stringify(answer.error);
}
