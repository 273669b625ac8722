import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';

const ACK_LIMIT_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export interface SubscriptionsOptions {
  readonly client: Client;
  readonly capabilities: JsonObject;
  readonly clock: Clock;
  readonly log: Log;
}

function changes(capabilities: JsonObject): Record<string, boolean> {
  const has = (name: string): boolean => {
    const declared = capabilities[name];
    return isJsonObject(declared) && declared['listChanged'] === true;
  };
  return {
    ...(has('tools') ? { toolsListChanged: true } : {}),
    ...(has('prompts') ? { promptsListChanged: true } : {}),
    ...(has('resources') ? { resourcesListChanged: true } : {}),
  };
}

/**
 * The notifications of a modern server: one `subscriptions/listen` for all that is wanted, opened again when what is
 * wanted changes or the stream ends. A server that refuses it costs nothing but the notifications.
 */
export class Subscriptions {
  readonly #uris = new Set<string>();
  #wantsChanges = false;
  #current: McpSubscription | undefined;
  #opening: Promise<void> = Promise.resolve();
  #cancelRetry: (() => void) | undefined;
  #waitMs = FIRST_WAIT_MS;
  #isOver = false;

  constructor(private readonly options: SubscriptionsOptions) {}

  /** Asks for changes of lists, from now on. */
  listen(): void {
    if (this.#wantsChanges) return;
    this.#wantsChanges = true;
    if (Object.keys(changes(this.options.capabilities)).length > 0) void this.#renew();
  }

  /** Rejects when the server refuses. */
  async add(uri: string): Promise<void> {
    this.#uris.add(uri);
    await this.#renew(true);
  }

  async remove(uri: string): Promise<void> {
    if (this.#uris.delete(uri)) await this.#renew(true);
  }

  #renew(mustHold = false): Promise<void> {
    this.#cancelRetry?.();
    const opened = this.#opening.then(() => this.#open());
    this.#opening = opened.catch((thrown: unknown) => {
      this.options.log('info', 'the server sends no notifications', { why: messageOf(thrown) });
    });
    return mustHold ? opened : this.#opening;
  }

  async #open(): Promise<void> {
    const former = this.#current;
    const filter = {
      ...(this.#wantsChanges ? changes(this.options.capabilities) : {}),
      ...(this.#uris.size > 0 ? { resourceSubscriptions: [...this.#uris] } : {}),
    };
    if (this.#isOver) return;
    if (Object.keys(filter).length > 0) {
      const next = await this.options.client.listen(filter, { timeout: ACK_LIMIT_MS });
      this.#current = next;
      this.#waitMs = FIRST_WAIT_MS;
      void next.closed.then((cause) => {
        if (this.#current === next && cause !== 'local') this.#lost();
      });
      if (this.#isClosed()) await next.close();
    } else this.#current = undefined;
    await former?.close();
  }

  #isClosed(): boolean {
    return this.#isOver;
  }

  #lost(): void {
    this.#current = undefined;
    if (this.#isOver) return;
    this.#cancelRetry = this.options.clock.after(this.#waitMs, () => void this.#renew());
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#cancelRetry?.();
    const current = this.#current;
    this.#current = undefined;
    await current?.close().catch(() => undefined);
  }
}
