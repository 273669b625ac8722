import { messageOf } from '../../../shared/lib/errors.ts';
import type { Log } from '../../lib/logger.ts';

export interface HangWatchDeps {
  /** Asks whether to load the page again. Resolves with false also when the signal aborts. */
  readonly ask: (signal: AbortSignal) => Promise<boolean>;
  /** Ends the page, which is then loaded again. */
  readonly reload: () => void;
  readonly log: Log;
}

/** Offers to load a page again that does not answer (RE-12); the offer goes away when it answers after all. */
export class HangWatch {
  #asking: AbortController | undefined;

  constructor(private readonly deps: HangWatchDeps) {}

  hangs(): void {
    if (this.#asking !== undefined) return;
    const asking = new AbortController();
    this.#asking = asking;
    this.deps.log('warn', 'The page of the window does not answer.');
    this.deps.ask(asking.signal).then(
      (isWanted) => {
        if (this.#asking === asking) this.#asking = undefined;
        if (isWanted && !asking.signal.aborted) this.deps.reload();
      },
      (failure: unknown) => {
        // It is asked again when the page is found hanging the next time.
        if (this.#asking === asking) this.#asking = undefined;
        this.deps.log('warn', 'Nobody could be asked about the page.', {
          reason: messageOf(failure),
        });
      },
    );
  }

  answers(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }
}
