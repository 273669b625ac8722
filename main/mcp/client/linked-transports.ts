import type { RpcMessage, RpcTransport } from '../../lib/rpc-message.ts';

/** Two transports of one process, each the other's far end. Messages are copied, so that neither side sees the other's objects. */
export function linkedTransports(): [RpcTransport, RpcTransport] {
  const first = new LinkedTransport();
  const second = new LinkedTransport();
  first.peer = second;
  second.peer = first;
  return [first, second];
}

class LinkedTransport implements RpcTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: RpcMessage) => void) | undefined;
  peer: LinkedTransport | undefined;
  #started = false;
  #closed = false;
  #early: RpcMessage[] = [];

  async start(): Promise<void> {
    this.#started = true;
    for (const message of this.#early.splice(0)) this.onmessage?.(message);
  }

  async send(message: RpcMessage): Promise<void> {
    if (this.#closed) throw new Error('The connection has ended.');
    const copy = structuredClone(message);
    queueMicrotask(() => this.peer?.receive(copy));
  }

  receive(message: RpcMessage): void {
    if (this.#closed) return;
    if (this.#started) this.onmessage?.(message);
    else this.#early.push(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
    await this.peer?.close();
  }
}
