import type { Clock } from '../../lib/clock.ts';
import type { Disposable } from '../../lib/disposable.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** A sign-in that waits for its callback. */
export interface OpenCallback {
  /** Settles with the parameters of the first callback that fits; rejects when the wait is ended. */
  readonly arrived: Promise<URLSearchParams>;
  /** Ends the wait; does nothing once a callback has arrived. */
  end(reason: OAuthFailure): void;
}

interface Visit {
  readonly redirectUri: string;
  readonly take: (parameters: URLSearchParams) => void;
  /** What becomes of the sign-in. */
  readonly outcome: Promise<void>;
  /** The address that was taken. */
  used?: string;
  ended?: OAuthFailure;
}

/** How long a sign-in that is over is remembered, so that its callback may come again, in ms. */
const MEMORY_MS = 15 * 60_000;

/**
 * Where all callbacks arrive: by the custom protocol, the loopback listener, or pasted. Each state is good for one
 * callback, the first; the very same address again resolves like the first; everything else is refused (OA-3, SDK-34).
 */
export class CallbackDesk implements Disposable {
  readonly #visits = new Map<string, Visit>();
  readonly #waits = new Set<() => void>();
  #isDisposed = false;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the callback of one sign-in. `outcome` is what callers of `deliver` get to know. */
  open(state: string, redirectUri: string, outcome: Promise<void>): OpenCallback {
    outcome.catch(() => undefined);
    let fail: (reason: OAuthFailure) => void = () => undefined;
    let take: (parameters: URLSearchParams) => void = () => undefined;
    const arrived = new Promise<URLSearchParams>((resolve, reject) => {
      take = resolve;
      fail = reject;
    });
    arrived.catch(() => undefined);
    const visit: Visit = { redirectUri, take, outcome };
    this.#visits.set(state, visit);
    const forget = (): void => {
      if (this.#isDisposed) return;
      const cancel = this.#clock.after(MEMORY_MS, () => {
        this.#visits.delete(state);
        this.#waits.delete(cancel);
      });
      this.#waits.add(cancel);
    };
    outcome.then(forget, forget);
    return {
      arrived,
      end: (reason) => {
        if (visit.used !== undefined || visit.ended) return;
        visit.ended = reason;
        fail(reason);
      },
    };
  }

  /** Forgets all sign-ins that are over; nothing of it keeps the program running. */
  dispose(): void {
    this.#isDisposed = true;
    for (const cancel of this.#waits) cancel();
    this.#waits.clear();
    this.#visits.clear();
  }

  /** True when the address has the state of a sign-in that waits. */
  expects(address: string): boolean {
    const state = URL.canParse(address) ? new URL(address).searchParams.get('state') : null;
    const visit = state === null ? undefined : this.#visits.get(state);
    return visit !== undefined && visit.used === undefined && !visit.ended;
  }

  /**
   * Takes the whole address of a callback. Resolves once the sign-in has succeeded; rejects with its failure, or with
   * `callback-invalid`, `callback-unknown` or `callback-replayed`, which end no sign-in.
   */
  async deliver(address: string): Promise<void> {
    await this.#find(address).outcome;
  }

  #find(address: string): Visit {
    if (address.length > 16_384 || !URL.canParse(address.trim())) {
      throw new OAuthFailure(
        'callback-invalid',
        'This is no complete address. Copy all of it from the browser.',
      );
    }
    const url = new URL(address.trim());
    const states = url.searchParams.getAll('state');
    const visit = states.length === 1 ? this.#visits.get(states[0] ?? '') : undefined;
    if (!visit) {
      throw new OAuthFailure(
        'callback-unknown',
        'This address belongs to no open sign-in. Start the sign-in again and use its newest page.',
      );
    }
    if (!isSameEndpoint(url, visit.redirectUri)) {
      throw new OAuthFailure(
        'callback-invalid',
        'This address is not the one that the sign-in comes back to.',
      );
    }
    if (visit.used === url.href) return visit;
    if (visit.used !== undefined) {
      throw new OAuthFailure(
        'callback-replayed',
        'This sign-in was already answered with another address.',
      );
    }
    if (visit.ended) throw visit.ended;
    visit.used = url.href;
    visit.take(url.searchParams);
    return visit;
  }
}

function isSameEndpoint(url: URL, redirectUri: string): boolean {
  const expected = new URL(redirectUri);
  return (
    url.protocol === expected.protocol &&
    url.host === expected.host &&
    url.pathname === expected.pathname &&
    url.username === '' &&
    url.password === ''
  );
}
