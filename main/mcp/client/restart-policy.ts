import type { Clock } from '../../lib/clock.ts';

/** A connection that lived this long, in ms, was a good one. */
const GOOD_LIFE_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** After so many automatic restarts in a row the person has to decide. */
const STRIKES = 5;

/** Decides whether a server whose connection was lost is started again when somebody needs it: never a storm (RE-11). */
export class RestartPolicy {
  #strikes = 0;
  #lastRestartAt = 0;

  constructor(private readonly clock: Clock) {}

  /** The person started the server: everything is forgiven. */
  reset(): void {
    this.#strikes = 0;
  }

  /** The connection that began at `connectedAt` was lost. */
  lost(connectedAt: number): void {
    if (this.clock.now() - connectedAt >= GOOD_LIFE_MS) this.#strikes = 0;
  }

  /** True when it may be started now; that start then counts. The first is free, the next ones wait longer and longer. */
  tryRestart(): boolean {
    if (this.#strikes >= STRIKES) return false;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#strikes - 1), LONGEST_PAUSE_MS);
    if (this.#strikes > 0 && this.clock.now() - this.#lastRestartAt < pause) return false;
    this.#strikes += 1;
    this.#lastRestartAt = this.clock.now();
    return true;
  }
}
