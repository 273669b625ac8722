import type { Clock } from '../../lib/clock.ts';

/** A connection that lived this long, in ms, was a good one. */
const GOOD_LIFE_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** Starts of a process within `WINDOW_MS`, the person's own included; one more is a crash loop. */
export const MOST_STARTS = 5;
const WINDOW_MS = 60_000;
/** Tries in a row that nobody asked for. */
const MOST_UNASKED = 10;
/** An unasked try waits at least this long, in ms. */
const SHORTEST_UNASKED_MS = 1_000;

export interface ReconnectPolicyOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Decides when a connection that was lost is made again, asked for by a call or by nobody: with growing pauses, and for
 * processes never in a storm (RE-11). The first try is free. After a crash loop only the person starts the server again.
 */
export class ReconnectPolicy {
  #starts: number[] = [];
  /** Tries since the last good life. */
  #tries = 0;
  #isProcess = true;
  #isStopped = false;

  constructor(private readonly options: ReconnectPolicyOptions) {}

  /** The person started the server: everything is forgiven. */
  reset(isProcess: boolean): void {
    this.#starts = [];
    this.#tries = 0;
    this.#isProcess = isProcess;
    this.#isStopped = false;
  }

  started(isAutomatic: boolean): void {
    this.#starts = [...this.#recent(), this.options.clock.now()];
    if (isAutomatic) this.#tries += 1;
  }

  /** The connection that began at `connectedAt` was lost. True when that makes a crash loop. */
  lost(connectedAt: number): boolean {
    if (this.options.clock.now() - connectedAt >= GOOD_LIFE_MS) this.#tries = 0;
    this.#isStopped = this.#isProcess && this.#recent().length >= MOST_STARTS;
    return this.#isStopped;
  }

  #recent(): number[] {
    const now = this.options.clock.now();
    return this.#starts.filter((at) => now - at < WINDOW_MS);
  }

  #waitMs(): number {
    const pause =
      this.#tries === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (this.#tries - 1), LONGEST_PAUSE_MS);
    return Math.max(0, (this.#starts.at(-1) ?? 0) + pause - this.options.clock.now());
  }

  /** Whether somebody who needs the server may start it now. */
  get mayStart(): boolean {
    if (this.#isStopped) return false;
    return this.#isProcess
      ? this.#waitMs() === 0 && this.#recent().length < MOST_STARTS
      : // An address that is asked in vain costs nothing; only a storm does.
        this.options.clock.now() - (this.#starts.at(-1) ?? 0) >= SHORTEST_UNASKED_MS ||
          this.#tries === 0;
  }

  /** After how long it is tried although nobody asked, in ms; undefined: not any more. */
  unaskedMs(): number | undefined {
    if (this.#isStopped || this.#tries >= MOST_UNASKED) return undefined;
    const spread = 0.75 + this.options.random() / 2;
    return Math.round(Math.max(SHORTEST_UNASKED_MS, this.#waitMs()) * spread);
  }
}
