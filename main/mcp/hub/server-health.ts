import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import type { Clock } from '../../lib/clock.ts';
import type { McpClientConnection } from '../client/connection.ts';
import { McpError } from '../client/mcp-error.ts';

const FIRST_PROBE_MS = 1_000;
const PROBE_LIMIT_MS = 10_000;
/** After so many the connection counts as lost. */
const MOST_PROBES = 5;

export interface ServerHealthDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly redact: (text: string) => string;
  readonly onChange: (what: 'state' | 'exchange') => void;
  /** The connection does not work any more. */
  readonly onLost: (failure: McpError) => void;
}

/**
 * What the last real exchange says about a connection (RE-22): a call that got no answer leaves it degraded until the next
 * exchange; where the way to the server failed, that is tried out, and given up after a while.
 */
export class ServerHealth {
  #lastExchange: ServerState['lastExchange'];
  #degraded: ServerState['degraded'];
  #cancelProbe: (() => void) | undefined;

  constructor(private readonly deps: ServerHealthDeps) {}

  get lastExchange(): ServerState['lastExchange'] {
    return this.#lastExchange;
  }

  get degraded(): ServerState['degraded'] {
    return this.#degraded;
  }

  exchanged(method: string, startedAt: number): void {
    const at = this.deps.clock.now();
    this.#lastExchange = { at, method, durationMs: at - startedAt };
    const wasDegraded = this.#degraded !== undefined;
    this.recover();
    this.deps.onChange(wasDegraded ? 'state' : 'exchange');
  }

  /** The connection is another one, or none. */
  recover(): void {
    this.#degraded = undefined;
    this.#cancelProbe?.();
    this.#cancelProbe = undefined;
  }

  /** Nothing of another server is shown. */
  forget(): void {
    this.recover();
    this.#lastExchange = undefined;
  }

  /** What a failed request says about the connection: over http nobody else would tell. */
  judge(
    connection: McpClientConnection,
    failure: McpError,
    call: { readonly method: string; readonly startedAt: number; readonly timeoutMs: number },
  ): void {
    switch (failure.kind) {
      case 'rpc':
        this.exchanged(call.method, call.startedAt);
        return;
      case 'needs-auth':
        // The sign-in is good, only this call wants more than it allows.
        if (failure.details.status === 403) this.exchanged(call.method, call.startedAt);
        else this.deps.onLost(failure);
        return;
      case 'unreachable':
        this.deps.onLost(failure);
        return;
      case 'timeout':
        this.#degrade(text.servers.degraded.noAnswer(Math.round(call.timeoutMs / 1_000)));
        return;
      case 'http':
        this.#degrade(text.servers.degraded.failed(failure.message));
        this.#probeLater(connection, 0);
        return;
      case 'closed':
        this.#degrade(text.servers.degraded.failed(failure.message));
        return;
      case 'aborted':
      case 'protocol':
      case 'unsupported':
    }
  }

  #degrade(reason: string): void {
    this.#degraded = { reason: this.deps.redact(reason), at: this.deps.clock.now() };
    this.deps.onChange('state');
  }

  #probeLater(connection: McpClientConnection, tried: number): void {
    if (this.#cancelProbe) return;
    const wait = FIRST_PROBE_MS * 2 ** tried * (0.75 + this.deps.random() / 2);
    const cancelTimer = this.deps.clock.after(Math.round(wait), () => {
      void this.#probe(connection, tried + 1);
    });
    const mine = (): void => {
      cancelTimer();
    };
    this.#cancelProbe = mine;
  }

  async #probe(connection: McpClientConnection, tried: number): Promise<void> {
    const mine = this.#cancelProbe;
    const startedAt = this.deps.clock.now();
    let failure: unknown;
    try {
      await connection.ping({ timeoutMs: PROBE_LIMIT_MS });
    } catch (thrown) {
      failure = thrown;
    }
    // Something else has told meanwhile how it is.
    if (this.#cancelProbe !== mine) return;
    if (failure === undefined || (failure instanceof McpError && failure.kind === 'rpc')) {
      this.exchanged('ping', startedAt);
      return;
    }
    this.#cancelProbe = undefined;
    if (!(failure instanceof McpError) || tried < MOST_PROBES) {
      this.#probeLater(connection, tried);
      return;
    }
    this.deps.onLost(failure);
  }
}
