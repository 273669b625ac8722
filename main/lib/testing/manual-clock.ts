import type { Clock } from '../clock.ts';

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  constructor(start = 1_800_000_000_000) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Goes on by `ms` and runs what is due, in order of time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers
        .filter((timer) => timer.at <= end)
        .sort((left, right) => left.at - right.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }
}
