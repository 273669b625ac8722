import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { Clock } from '../../lib/clock.ts';

/** How often a change of nothing but the last exchange is announced, in ms. */
const EXCHANGE_PAUSE_MS = 250;

type Listener = (servers: readonly ServerState[], sequence: number) => void;

/** Tells how the servers are, with a number that grows by one. Changes of one moment are one announcement. */
export class Announcer {
  readonly #listeners = new Set<Listener>();
  #sequence = 0;
  #isTelling = false;
  #isDisposed = false;
  #cancelExchange: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly list: () => readonly ServerState[],
  ) {}

  get sequence(): number {
    return this.#sequence;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    if (this.#isTelling || this.#isDisposed) return;
    this.#isTelling = true;
    queueMicrotask(() => {
      this.#isTelling = false;
      this.#sequence += 1;
      const servers = this.list();
      for (const listener of [...this.#listeners]) listener(servers, this.#sequence);
    });
  }

  tellExchange(): void {
    this.#cancelExchange ??= this.clock.after(EXCHANGE_PAUSE_MS, () => {
      this.#cancelExchange = undefined;
      this.tell();
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelExchange?.();
  }
}
