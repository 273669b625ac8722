import { messageOf } from '../../../shared/lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { linksIn } from './parse-link.ts';
import type { Link } from './parse-link.ts';

/** Shows what an install link asks for. It decides nothing before a person has looked at it. */
export interface InstallLinks {
  /** `url` is the whole address, as it came. */
  show(url: string): void;
}

export interface LinkRouterOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** Who takes the links. */
export interface LinkReceivers {
  /** Resolves when the sign-in that the address answers has succeeded; rejects when it answers none, or the sign-in failed. */
  readonly signIn: (url: string) => Promise<void>;
  readonly install: InstallLinks;
  /** Something came: the person wants to see the window. */
  readonly onArrival: () => void;
  /** An answer that belongs to no open sign-in: late, made up or seen before. */
  readonly onUnknownSignIn: (reason: string) => void;
}

/** Some desktops hand one click over twice; within this time, in ms, the same address is that click. */
const SAME_CLICK_MS = 3_000;
/** Links that may wait for the window. */
const MAX_WAITING = 20;

/**
 * Takes links from wherever they come (arguments of a first or a second start, `open-url`) and delivers each exactly once:
 * those that come early wait for the receivers, the same address at the same time counts once (UI-60, RE-40).
 */
export class LinkRouter {
  readonly #options: LinkRouterOptions;
  readonly #waiting: Link[] = [];
  readonly #seen = new Map<string, number>();
  #receivers: LinkReceivers | undefined;

  constructor(options: LinkRouterOptions) {
    this.#options = options;
  }

  /** Takes the links among the arguments of a program. */
  openFrom(argv: readonly string[]): void {
    for (const link of linksIn(argv)) this.#take(link);
  }

  /** From now on links are delivered; those that wait first, in the order in which they came. */
  connect(receivers: LinkReceivers): void {
    this.#receivers = receivers;
    for (const link of this.#waiting.splice(0)) this.#deliver(link, receivers);
  }

  #take(link: Link): void {
    if (this.#isSameClick(link.url)) return;
    if (this.#receivers) this.#deliver(link, this.#receivers);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(link);
    else this.#options.log('warn', 'Too many links came before the window; one was dropped.');
  }

  #isSameClick(url: string): boolean {
    const now = this.#options.clock.now();
    for (const [other, at] of this.#seen) {
      if (now < at || now - at > SAME_CLICK_MS) this.#seen.delete(other);
    }
    const isWaiting = this.#waiting.some((link) => link.url === url);
    const isSame = isWaiting || this.#seen.has(url);
    if (!isSame) this.#seen.set(url, now);
    return isSame;
  }

  #deliver(link: Link, receivers: LinkReceivers): void {
    receivers.onArrival();
    if (link.kind === 'install') {
      receivers.install.show(link.url);
      return;
    }
    // The address holds a code: the log gets the reason alone.
    receivers.signIn(link.url).catch((failure: unknown) => {
      const reason = messageOf(failure);
      this.#options.log('info', 'The answer to a sign-in was not taken.', { reason });
      if (isStray(failure)) receivers.onUnknownSignIn(reason);
    });
  }
}

/** A failure of an open sign-in is shown where that sign-in is; this one belongs to none. */
function isStray(failure: unknown): boolean {
  const code = (failure as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('callback-');
}
