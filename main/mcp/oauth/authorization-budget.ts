import type { Clock } from '../../lib/clock.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** Authorizations that a server may cause by refusing requests (OA-4), and over what time, in ms. */
const MAX_AUTHORIZATIONS = 3;
const WINDOW_MS = 600_000;

/** Keeps a server that is never content from asking the person again and again. */
export class AuthorizationBudget {
  readonly #clock: Clock;
  #spent: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws `too-many-authorizations` when the server has caused enough of them. */
  spend(): void {
    const now = this.#clock.now();
    this.#spent = this.#spent.filter((at) => at <= now && now - at < WINDOW_MS);
    if (this.#spent.length >= MAX_AUTHORIZATIONS) {
      throw new OAuthFailure(
        'too-many-authorizations',
        `The server was not content with ${MAX_AUTHORIZATIONS} sign-ins in a row, so no further one was started. Sign in by hand to try again.`,
      );
    }
    this.#spent.push(now);
  }

  /** The person acts: count anew. */
  reset(): void {
    this.#spent = [];
  }
}
