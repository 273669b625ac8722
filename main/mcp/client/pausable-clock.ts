import type { Clock } from '../../lib/clock.ts';

interface Timer {
  readonly run: () => void;
  /** What is left of it, in ms, since it was last started. */
  left: number;
  startedAt: number;
  stop: () => void;
}

/** A clock whose timers stand still while it is paused and then go on with what was left of them. */
export class PausableClock implements Clock {
  readonly #timers = new Set<Timer>();
  #pauses = 0;

  constructor(private readonly inner: Clock) {}

  now(): number {
    return this.inner.now();
  }

  after(ms: number, run: () => void): () => void {
    const timer: Timer = { run, left: ms, startedAt: 0, stop: () => undefined };
    this.#timers.add(timer);
    if (this.#pauses === 0) this.#start(timer);
    return () => {
      this.#timers.delete(timer);
      timer.stop();
    };
  }

  #start(timer: Timer): void {
    timer.startedAt = this.inner.now();
    timer.stop = this.inner.after(timer.left, () => {
      this.#timers.delete(timer);
      timer.run();
    });
  }

  /** Returns what lets it go on; until each pause has ended it stands still. */
  pause(): () => void {
    this.#pauses += 1;
    if (this.#pauses === 1) {
      const now = this.inner.now();
      for (const timer of this.#timers) {
        timer.stop();
        timer.left = Math.max(0, timer.left - (now - timer.startedAt));
      }
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#pauses -= 1;
      if (this.#pauses === 0) for (const timer of this.#timers) this.#start(timer);
    };
  }
}
