import type { Clock } from './clock.ts';
import type { Disposable } from './disposable.ts';

/**
 * Work that is asked for more often than it is worth doing. The first request is served at once; those that come while it runs, or
 * within `pauseMs` after it, are served together afterwards. The work never overlaps itself and must not reject.
 */
export class PacedWork implements Disposable {
  #state: 'idle' | 'busy' | 'busy-and-asked' | 'disposed' = 'idle';
  #stopPause: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly pauseMs: number,
    private readonly work: () => Promise<void>,
  ) {}

  ask(): void {
    if (this.#state === 'busy') this.#state = 'busy-and-asked';
    if (this.#state !== 'idle') return;
    this.#state = 'busy';
    void this.work().finally(() => {
      this.#rest();
    });
  }

  /** Nothing begins any more; what runs ends by itself. */
  dispose(): void {
    this.#state = 'disposed';
    this.#stopPause?.();
  }

  #rest(): void {
    if (this.#state === 'disposed') return;
    this.#stopPause = this.clock.after(this.pauseMs, () => {
      const wasAsked = this.#state === 'busy-and-asked';
      this.#state = 'idle';
      if (wasAsked) this.ask();
    });
  }
}
