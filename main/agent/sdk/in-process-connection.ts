import { messageOf } from '../../../shared/lib/errors.ts';
import type { RpcMessage, RpcTransport } from '../../lib/rpc-message.ts';

/**
 * The transport between one in-process server and one session. Messages keep their order in both directions; what comes
 * before `start` waits. Whoever made it closes it.
 */
export class InProcessConnection implements RpcTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: RpcMessage) => void) | undefined;
  readonly #toRuntime: (message: RpcMessage) => Promise<void>;
  readonly #closeListeners: (() => void)[] = [];
  #early: RpcMessage[] = [];
  #state: 'new' | 'started' | 'closed' = 'new';

  /** @param toRuntime writes one message; resolves when the runtime has it */
  constructor(toRuntime: (message: RpcMessage) => Promise<void>) {
    this.#toRuntime = toRuntime;
  }

  async start(): Promise<void> {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    const early = this.#early;
    this.#early = [];
    for (const message of early) this.onmessage?.(message);
  }

  async send(message: RpcMessage): Promise<void> {
    if (this.#state === 'closed') throw new Error('The session that used this server has ended.');
    try {
      await this.#toRuntime(message);
    } catch (failure) {
      if (!isAnswer(message) || this.#isClosed()) throw failure;
      // The caller must not wait for ever for an answer that cannot cross, such as one over the cap.
      await this.#toRuntime({
        jsonrpc: '2.0',
        id: message['id'],
        error: { code: -32603, message: `The answer could not be sent: ${messageOf(failure)}` },
      });
    }
  }

  /** Hands a message of the runtime to the server. */
  deliver(message: RpcMessage): void {
    if (this.#state === 'new') this.#early.push(message);
    else if (this.#state === 'started') this.onmessage?.(message);
  }

  /** Calls `listener` once, when the connection is closed from either side. */
  whenClosed(listener: () => void): void {
    if (this.#isClosed()) listener();
    else this.#closeListeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed()) return;
    this.#state = 'closed';
    this.#early = [];
    for (const listener of this.#closeListeners.splice(0)) listener();
    this.onclose?.();
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }
}

function isAnswer(message: RpcMessage): boolean {
  return message['id'] !== undefined && message['method'] === undefined;
}
