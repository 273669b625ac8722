import type { JsonObject } from '../../../shared/lib/json.ts';
import { SpawnError } from '../../lib/subprocess.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RequestOptions } from './connection.ts';
import type { Inbox } from './inbox.ts';
import { speaksForAnotherEra } from './era-doubt.ts';
import { MAX_ROUNDS, needsInput, nextRound } from './input-rounds.ts';
import type { LinkHolder } from './link-holder.ts';
import type { Link } from './link.ts';
import { McpError, named, toMcpError } from './mcp-error.ts';
import { completeResult, requestOverLink } from './request-link.ts';
import { RequestWatch } from './request-watch.ts';
import { answerServerRequest } from './server-requests.ts';

/** How long a server may take to say that it is there, in ms. */
const ALIVE_LIMIT_MS = 5_000;
/** How often in a row it may fail to: one that works hard at a call may have no time for another for a while. */
const ALIVE_TRIES = 3;

export interface OutgoingCall {
  readonly method: string;
  readonly params: JsonObject;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends requests: limits, rounds of input, and what a failure says about the link. */
export class Requester {
  /** Goes with each request of the modern era. */
  logLevel: string | undefined;
  #alive: Promise<McpError | undefined> | undefined;
  /** The server answered no question lately, and yet it is there. */
  #isBusy = false;

  constructor(
    private readonly holder: LinkHolder,
    private readonly inbox: Inbox,
    private readonly clock: Clock,
    /** What to call the server in sentences. */
    private readonly server: () => string,
  ) {}

  /** Rejects with `McpError`, or with `SpawnError` where a process had to be started again and could not. */
  async request(call: OutgoingCall, options: RequestOptions = {}): Promise<JsonObject> {
    // A process that dies is noticed; a host that dies is silent.
    const isRemote = this.holder.current.channel.exchange !== undefined;
    const watch: RequestWatch = new RequestWatch(
      this.clock,
      options,
      isRemote ? () => void this.#checkAlive(watch) : undefined,
    );
    this.inbox.watches.add(watch);
    let link: Link | undefined;
    try {
      watch.throwIfOver();
      const ready = this.holder.ready();
      link = ready instanceof Promise ? await orOver(ready, watch.signal) : ready;
      if (link.isUnproven) return await this.#proven(link, watch, call);
      return await this.#rounds(link, watch, call);
    } catch (thrown) {
      throw watch.verdict(call.method) ?? this.#failure(thrown, link);
    } finally {
      watch.end();
      this.inbox.watches.delete(watch);
    }
  }

  /** The first request of a link that was made by a stored verdict shows whether that still holds. */
  async #proven(link: Link, watch: RequestWatch, call: OutgoingCall): Promise<JsonObject> {
    try {
      const result = await this.#rounds(link, watch, call);
      link.isUnproven = false;
      return result;
    } catch (thrown) {
      const failure = this.#failure(thrown, link);
      if (watch.signal.aborted || !link.isUnproven) throw thrown;
      if (!(failure instanceof McpError) || !speaksForAnotherEra(failure)) throw thrown;
      await this.holder.doubt(link);
      return this.#rounds(await orOver(this.holder.ready(), watch.signal), watch, call);
    }
  }

  #rounds(link: Link, watch: RequestWatch, call: OutgoingCall): Promise<JsonObject> {
    if (link.era === 'modern') return this.#modernRounds(link, watch, call);
    const { method, params, headers } = call;
    return requestOverLink(link, watch, { method, params, headers, server: this.server() });
  }

  async #modernRounds(link: Link, watch: RequestWatch, call: OutgoingCall): Promise<JsonObject> {
    const { method } = call;
    const server = this.server();
    let { params } = call;
    for (let round = 0; ; round += 1) {
      const { logLevel } = this;
      const result = await requestOverLink(link, watch, { ...call, params, logLevel, server });
      if (!needsInput(result)) return completeResult(method, result, server);
      if (round === MAX_ROUNDS) {
        throw new McpError(
          'protocol',
          `The server “${server}” asked for input to ${method} more than ${MAX_ROUNDS} times.`,
          { server, part: 'result.resultType' },
        );
      }
      const resume = watch.pause();
      // Nothing is under way meanwhile that the end of the connection would end.
      const stopWaiting = this.holder.whenEnded((reason) => watch.lose(reason));
      try {
        const next = nextRound(method, call.params, result, (asked, input) =>
          answerServerRequest(asked, input, this.inbox.serving, {
            signal: watch.signal,
            origin: watch.origin,
          }),
        );
        params = await orOver(next, watch.signal);
      } finally {
        stopWaiting();
        resume();
      }
    }
  }

  #failure(thrown: unknown, link: Link | undefined): unknown {
    if (thrown instanceof SpawnError) return thrown;
    const failure = toMcpError(thrown, this.holder.ended ?? link?.channel.endReason());
    if (link && failure.details.isSessionExpired === true) this.holder.expire(link);
    return named(failure, this.server());
  }

  async #checkAlive(watch: RequestWatch): Promise<void> {
    this.#alive ??= this.#askAlive(this.holder.current).finally(() => {
      this.#alive = undefined;
    });
    const failure = await this.#alive;
    if (failure) watch.lose(failure);
  }

  /** What is wrong with a server that is silent: it cannot be reached, forgot us, or answers nothing at all. */
  async #askAlive(link: Link): Promise<McpError | undefined> {
    const takenBefore = link.channel.exchange?.taken;
    let failure: McpError | undefined;
    const tries = this.#isBusy ? 1 : ALIVE_TRIES;
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      failure = await this.#askOnce(link);
      if (!failure || failure.kind !== 'timeout') break;
    }
    this.#isBusy = failure?.kind === 'timeout' && (await this.#isThere(link, takenBefore));
    if (!failure || this.#isBusy) return undefined;
    const lost = lostConnection(failure);
    if (failure.details.isSessionExpired === true) this.holder.expire(link);
    else link.channel.lose?.(lost);
    return lost;
  }

  /** Whether a server that answers nothing is there all the same: the system of its host takes connections for it. */
  async #isThere({ channel }: Link, takenBefore: number | undefined): Promise<boolean> {
    // It has the time to take messages; it is the one stream for its answers that is dead.
    if (channel.lose && channel.exchange?.taken !== takenBefore) return false;
    const limit = new AbortController();
    const cancel = this.clock.after(ALIVE_LIMIT_MS, () => limit.abort());
    try {
      return (await channel.canConnect?.(limit.signal)) ?? false;
    } finally {
      cancel();
    }
  }

  /** The failure of a question that any answer answers, be it an error. */
  async #askOnce(link: Link): Promise<McpError | undefined> {
    const watch = new RequestWatch(this.clock, { timeoutMs: ALIVE_LIMIT_MS });
    const method = link.era === 'modern' ? 'server/discover' : 'ping';
    try {
      await requestOverLink(link, watch, { method, params: {}, server: this.server() });
      return undefined;
    } catch (thrown) {
      const failure = watch.verdict(method) ?? toMcpError(thrown);
      const isGone = failure.details.isSessionExpired === true;
      return isGone || ['timeout', 'unreachable'].includes(failure.kind) ? failure : undefined;
    } finally {
      watch.end();
    }
  }
}

function lostConnection(cause: McpError): McpError {
  const why =
    cause.kind === 'timeout'
      ? 'Asked whether it is still there, it did not answer either, and no new connection to it could be made.'
      : cause.message;
  return new McpError('closed', `The connection was lost while the server was silent. ${why}`, {
    cause,
  });
}

/** What is waited for, unless the request is over before. */
async function orOver<T>(awaited: Promise<T> | T, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new Error('over');
  let stop: () => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('over'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([awaited, over]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
