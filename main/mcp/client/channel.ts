import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FetchLike, Transport } from '@modelcontextprotocol/client';
import type { RemoteDefinition, StdioDefinition } from '../../../shared/mcp/server-config.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import type { RpcTransport } from '../../lib/rpc-message.ts';
import type { SpawnManaged } from '../../lib/subprocess.ts';
import type { Authorizer } from './authorizer.ts';
import { canConnect } from './can-connect.ts';
import type { CanConnect } from './can-connect.ts';
import { directFetch } from './direct-fetch.ts';
import { HttpExchange } from './http-exchange.ts';
import { McpError } from './mcp-error.ts';
import type { RedirectPolicy } from './redirects.ts';
import type { SessionOptions } from './session-state.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A transport that is ready to be started; `restart` makes another one like it, where that is possible. */
export interface TransportTarget {
  readonly type?: undefined;
  readonly transport: RpcTransport;
  readonly restart?: (() => RpcTransport) | undefined;
}

/** What to connect to: a definition, or a transport. */
export type ConnectionTarget = StdioDefinition | RemoteDefinition | TransportTarget;

export interface ChannelDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly spawn: SpawnManaged;
  /** The whole environment of a server process (`childEnvironment`), declared values included. */
  readonly environment: Readonly<Record<string, string>>;
  /** Working folder of a server process whose definition names none. */
  readonly defaultFolder: string;
  readonly fetch?: FetchLike | undefined;
  /** Tells a server that is busy from one that is gone. Default: by a socket of our own, unless `fetch` is given. */
  readonly canConnect?: CanConnect | undefined;
  /** Signs in at a server over HTTP. Whoever made it disposes it. */
  readonly auth?: Authorizer | undefined;
  /** Default 'error'. */
  readonly redirect?: RedirectPolicy | undefined;
  readonly session?: SessionOptions | undefined;
  readonly onStarted?:
    ((process: { readonly pid: number; readonly path: string }) => void) | undefined;
  readonly onStderr?: ((line: string) => void) | undefined;
  /** A line on stdout that is no message. */
  readonly onJunk?: ((line: string) => void) | undefined;
}

/** A transport of the client package's shape, with what it cannot tell. */
export interface Channel {
  readonly transport: Transport;
  /** Set for Streamable HTTP and HTTP+SSE. */
  readonly exchange: HttpExchange | undefined;
  /** What is known of a failed start beyond what was thrown. */
  readonly startFailure: () => McpError | undefined;
  /** Why an established connection ended by itself. */
  readonly endReason: () => McpError | undefined;
  /** Opens the stream for what the server says unasked, where a handshake would have opened it. */
  readonly openStream?: (() => void) | undefined;
  /** Whether a new connection to the server's host can be made, where that can be told. */
  readonly canConnect?: ((signal: AbortSignal) => Promise<boolean | undefined>) | undefined;
  /** Ends a connection that turned out to be dead, where it is more than its requests. */
  readonly lose?: ((reason: McpError) => void) | undefined;
}

function stdioChannel(definition: StdioDefinition, deps: ChannelDeps): Channel {
  const transport = new StdioTransport({
    command: definition.command,
    args: definition.args,
    cwd: definition.cwd ?? deps.defaultFolder,
    env: deps.environment,
    spawn: deps.spawn,
    clock: deps.clock,
    log: deps.log,
    onStarted: deps.onStarted,
    onStderr: deps.onStderr,
    onJunk: deps.onJunk,
  });
  const endReason = (): McpError | undefined => transport.endReason;
  return { transport, exchange: undefined, startFailure: endReason, endReason };
}

/** What a lost stream costs before it is given up: a second, then one and a half. */
const reconnectionOptions = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 2,
};

/** The older transport opens its stream again by itself and does not tell; but the server knows nobody any more then. */
// Deprecated by the package, and still what some servers speak.
// eslint-disable-next-line @typescript-eslint/no-deprecated
class OneStreamTransport extends SSEClientTransport {
  #hasStarted = false;

  override async start(): Promise<void> {
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    await super.start();
    this.#hasStarted = true;
  }

  /** The stream has ended, and with it the connection. */
  lose(): void {
    if (!this.#hasStarted) return;
    this.#hasStarted = false;
    void this.close();
  }
}

function remoteChannel(definition: RemoteDefinition, deps: ChannelDeps): Channel {
  let failure: McpError | undefined;
  let ended: McpError | undefined;
  let older: OneStreamTransport | undefined;
  const exchange = new HttpExchange({
    url: definition.url,
    fetch: deps.fetch ?? directFetch,
    clock: deps.clock,
    auth: deps.auth,
    redirect: deps.redirect,
    session: definition.type === 'http' ? (deps.session ?? {}) : undefined,
    onFailure: (latest) => {
      failure = latest;
    },
    onStreamEnd: (reason) => {
      ended ??= reason ?? new McpError('closed', 'The server ended the stream of its messages.');
      older?.lose();
    },
  });
  const options = {
    requestInit: { headers: definition.headers },
    fetch: exchange.fetch,
    // Redirects are the exchange's business.
    redirectPolicy: 'follow' as const,
  };
  const url = new URL(definition.url);
  if (definition.type === 'sse') older = new OneStreamTransport(url, options);
  const startFailure = (): McpError | undefined => failure;
  const probe = deps.canConnect ?? (deps.fetch ? undefined : canConnect);
  const reach = probe && ((signal: AbortSignal) => probe(url, signal));
  const own = older;
  if (own) {
    const lose = (reason: McpError): void => {
      ended = reason;
      own.lose();
    };
    const endReason = (): McpError | undefined => ended;
    return { transport: own, exchange, startFailure, endReason, canConnect: reach, lose };
  }
  const transport = new StreamableHTTPClientTransport(url, {
    ...options,
    reconnectionOptions,
    reconnectionScheduler: (reconnect, delayMs) => deps.clock.after(delayMs, reconnect),
  });
  // Without a place to be taken up from it is a new one. Whether there is one, is the server's affair.
  const openStream = (): void => void transport.resumeStream('').catch(() => undefined);
  const endReason = (): undefined => undefined;
  return { transport, exchange, startFailure, endReason, canConnect: reach, openStream };
}

/** Opens nothing yet: the transport starts when it is told to. */
export function makeChannel(target: ConnectionTarget, deps: ChannelDeps): Channel {
  switch (target.type) {
    case 'stdio':
      return stdioChannel(target, deps);
    case 'http':
    case 'sse':
      return remoteChannel(target, deps);
    case undefined: {
      const { transport } = target;
      const endReason = (): McpError | undefined =>
        'endReason' in transport ? (transport.endReason as McpError | undefined) : undefined;
      return { transport, exchange: undefined, startFailure: endReason, endReason };
    }
  }
}
