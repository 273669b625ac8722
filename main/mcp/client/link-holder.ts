import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import type { ConnectionTarget } from './channel.ts';
import { openLink } from './link.ts';
import type { Link, LinkDeps } from './link.ts';
import { McpError } from './mcp-error.ts';
import { RestartPolicy } from './restart-policy.ts';
import type { SalvageListener } from './server-messages.ts';

/** How long the end of a session may be waited for when a connection closes, in ms. */
const TERMINATE_LIMIT_MS = 2_000;

export interface LinkHolderOptions {
  readonly target: ConnectionTarget;
  readonly deps: LinkDeps;
  readonly listener: SalvageListener;
  /** Whether the next request may bring back what ended by itself. */
  readonly revives: boolean;
}

/** Holds the link of a connection and replaces it when the server forgot the session or, where allowed, when it ended. */
export class LinkHolder {
  /** Called when the link ended by itself. */
  onEnd: (reason: McpError) => void = () => undefined;
  /** Called when another link took the place of the former one. */
  onReplaced: (link: Link) => void = () => undefined;
  readonly #options: LinkHolderOptions;
  readonly #policy: RestartPolicy;
  readonly #clock: Clock;
  readonly #log: Log;
  #link: Link;
  #openedAt: number;
  #isStale = false;
  #ended: McpError | undefined;
  #opening: Promise<Link> | undefined;
  #closing: Promise<void> | undefined;
  readonly #leftovers = new Set<Promise<void>>();
  readonly #endListeners = new Set<(reason: McpError) => void>();

  private constructor(link: Link, options: LinkHolderOptions) {
    this.#options = options;
    this.#clock = options.deps.clock;
    this.#log = options.deps.log;
    this.#policy = new RestartPolicy(this.#clock);
    this.#link = link;
    this.#openedAt = this.#clock.now();
    this.#adopt(link);
  }

  /** Rejects as `openLink` does. */
  static async open(options: LinkHolderOptions): Promise<LinkHolder> {
    return new LinkHolder(await openLink(options.target, options.deps, options.listener), options);
  }

  /** The link of now, whether it still works or not. */
  get current(): Link {
    return this.#link;
  }

  get ended(): McpError | undefined {
    return this.#ended;
  }

  #adopt(link: Link): void {
    this.#link = link;
    this.#openedAt = this.#clock.now();
    this.#isStale = false;
    this.#ended = undefined;
    link.client.onclose = () => {
      if (this.#link === link) this.#onEnd(link);
    };
  }

  #onEnd(link: Link): void {
    if (this.#ended) return;
    this.#ended =
      link.channel.endReason() ?? new McpError('closed', 'The connection to the server has ended.');
    this.#policy.lost(this.#openedAt);
    for (const listener of [...this.#endListeners]) listener(this.#ended);
    if (!this.#closing && !this.#isStale) this.onEnd(this.#ended);
  }

  /** Calls the listener when a link ends, by itself or because it was closed. Returns the unsubscriber. */
  whenEnded(listener: (reason: McpError) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** A link that can be used; makes another one where that is needed and allowed. Rejects with `McpError` or `SpawnError`. */
  ready(): Link | Promise<Link> {
    if (this.#closing)
      return Promise.reject(this.#ended ?? new McpError('closed', 'The connection was closed.'));
    if (!this.#isStale && !this.#ended) return this.#link;
    if (!this.#opening) {
      if (!this.#isStale && !(this.#options.revives && this.#policy.tryRestart())) {
        return Promise.reject(this.#ended ?? new McpError('closed', 'The connection has ended.'));
      }
      this.#opening = this.#replace().finally(() => {
        this.#opening = undefined;
      });
    }
    return this.#opening;
  }

  #freshTarget(): ConnectionTarget {
    const { target } = this.#options;
    if (target.type !== undefined) return target;
    const transport = target.restart?.();
    if (transport) return { ...target, transport };
    throw this.#ended ?? new McpError('closed', 'The connection to the server has ended.');
  }

  async #replace(): Promise<Link> {
    const former = this.#link;
    const { deps, listener } = this.#options;
    const link = await openLink(
      this.#freshTarget(),
      {
        ...deps,
        signal: undefined,
        resume: undefined,
        session: { ...deps.session, initialId: undefined },
      },
      listener,
    );
    if (this.#isClosing()) {
      await shut(link);
      throw new McpError('closed', 'The connection was closed.');
    }
    this.#adopt(link);
    const leftover = shut(former).finally(() => this.#leftovers.delete(leftover));
    this.#leftovers.add(leftover);
    this.onReplaced(link);
    return link;
  }

  #isClosing(): boolean {
    return this.#closing !== undefined;
  }

  /** The server does not know this link's session any more. */
  expire(link: Link): void {
    if (this.#link === link) this.#isStale = true;
  }

  /** A stored verdict about the era turned out to be wrong. */
  async doubt(link: Link): Promise<void> {
    const { eras } = this.#options.deps;
    await eras?.store.delete(eras.key);
    this.expire(link);
  }

  /** Ends the link and, where that is wanted, the session at the server. Never rejects; may be repeated. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const link = this.#link;
    if (!this.#ended && !this.#isStale) await this.#terminate(link);
    try {
      await link.client.close();
    } catch (failure) {
      this.#log('warn', 'a connection did not close cleanly', { failure: String(failure) });
    }
    // A client package that lost its transport closes nothing.
    await shut(link);
    await this.#opening?.catch(() => undefined);
    await Promise.all(this.#leftovers);
  }

  async #terminate({ channel, initializeResult }: Link): Promise<void> {
    const { exchange } = channel;
    if (!exchange || exchange.session.toTerminate === undefined) return;
    const { target, deps } = this.#options;
    const headers = target.type === 'http' ? target.headers : {};
    const limit = new AbortController();
    const cancel = deps.clock.after(TERMINATE_LIMIT_MS, () => limit.abort());
    await exchange.terminate(headers, String(initializeResult['protocolVersion']), limit.signal);
    cancel();
  }
}

async function shut(link: Link): Promise<void> {
  await link.channel.transport.close().catch(() => undefined);
}
