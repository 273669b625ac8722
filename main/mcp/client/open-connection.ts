import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { FetchLike, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RemoteDefinition, StdioDefinition } from '../../../shared/mcp/server-config.ts';
import type { Clock } from '../../lib/clock.ts';
import { SpawnError } from '../../lib/subprocess.ts';
import type { Log } from '../../lib/logger.ts';
import type { SpawnManaged } from '../../lib/subprocess.ts';
import { ClientConnection } from './client-connection.ts';
import type { RpcTransport } from '../../lib/rpc-message.ts';
import type { McpConnection } from './connection.ts';
import { explainingFetch } from './http-fetch.ts';
import { McpError, toMcpError } from './mcp-error.ts';
import { SalvageTransport } from './salvage-transport.ts';
import { StdioTransport } from './stdio-transport.ts';

/** What to connect to: a definition, or a transport that is ready to be started. */
export type ConnectionTarget =
  | StdioDefinition
  | RemoteDefinition
  | { readonly type?: undefined; readonly transport: RpcTransport };

export interface ConnectionDeps {
  readonly clientName: string;
  readonly clientVersion: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly spawn: SpawnManaged;
  /** The whole environment of a server process (`childEnvironment`), declared values included. */
  readonly environment: Readonly<Record<string, string>>;
  /** Working folder of a server process whose definition names none. */
  readonly defaultFolder: string;
  readonly fetch?: FetchLike | undefined;
  /** Aborting it gives the attempt up. After the connection is made it has no effect. */
  readonly signal?: AbortSignal | undefined;
  /** How long starting and `initialize` may take together, in ms. */
  readonly startTimeoutMs: number;
  readonly onStarted?:
    ((process: { readonly pid: number; readonly path: string }) => void) | undefined;
  readonly onStderr?: ((line: string) => void) | undefined;
  /** A line on stdout that is no message. */
  readonly onJunk?: ((line: string) => void) | undefined;
}

interface Channel {
  readonly transport: Transport;
  /** What is known of a failed start beyond what was thrown. */
  readonly startFailure: () => McpError | undefined;
  /** Why an established connection ended by itself. */
  readonly endReason: () => McpError | undefined;
}

function stdioChannel(definition: StdioDefinition, deps: ConnectionDeps): Channel {
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
  return { transport, startFailure: endReason, endReason };
}

function remoteChannel(definition: RemoteDefinition, deps: ConnectionDeps): Channel {
  let failure: McpError | undefined;
  const options = {
    requestInit: { headers: definition.headers },
    fetch: explainingFetch(deps.fetch ?? fetch, (latest) => {
      failure = latest;
    }),
  };
  const url = new URL(definition.url);
  const transport =
    definition.type === 'http'
      ? new StreamableHTTPClientTransport(url, options)
      : // Deprecated by the package, and still what some servers speak.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        new SSEClientTransport(url, options);
  return { transport, startFailure: () => failure, endReason: () => undefined };
}

function openChannel(target: ConnectionTarget, deps: ConnectionDeps): Channel {
  switch (target.type) {
    case 'stdio':
      return stdioChannel(target, deps);
    case 'http':
    case 'sse':
      return remoteChannel(target, deps);
    case undefined:
      return {
        transport: target.transport,
        startFailure: () => undefined,
        endReason: () => undefined,
      };
  }
}

/** Rejects when the attempt has taken too long or is given up; `end` stops the clock. */
function attemptLimit(deps: ConnectionDeps): {
  readonly signal: AbortSignal;
  readonly over: Promise<never>;
  end(): void;
} {
  const controller = new AbortController();
  let fail: (reason: McpError) => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    fail = (reason) => {
      controller.abort(reason.message);
      reject(reason);
    };
  });
  over.catch(() => undefined);
  const seconds = deps.startTimeoutMs / 1_000;
  const cancel = deps.clock.after(deps.startTimeoutMs, () =>
    fail(
      new McpError('timeout', `The server did not answer within ${seconds} seconds of its start.`),
    ),
  );
  const abort = (): void => fail(new McpError('aborted', 'The connection attempt was given up.'));
  if (deps.signal?.aborted) abort();
  else deps.signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    over,
    end: () => {
      cancel();
      deps.signal?.removeEventListener('abort', abort);
    },
  };
}

/**
 * Connects to a server and performs the handshake. Rejects with `SpawnError` when its process cannot be started, else
 * with `McpError`; then nothing of the attempt is left running. The caller closes the connection.
 *
 * Every connection speaks the legacy era for now: the probe for the modern one costs a round trip, and on stdio a
 * server may leave it unanswered. The era is part of the interface, so that a cached verdict can come behind it.
 */
export async function openConnection(
  target: ConnectionTarget,
  deps: ConnectionDeps,
): Promise<McpConnection> {
  const channel = openChannel(target, deps);
  const early: [string, JsonObject][] = [];
  let notify = (method: string, params: JsonObject): void => {
    early.push([method, params]);
  };
  const salvage = new SalvageTransport(channel.transport, (method, params) =>
    notify(method, params),
  );
  const client = new Client({ name: deps.clientName, version: deps.clientVersion }, {});
  client.onerror = (error) => deps.log('debug', 'connection notice', { message: error.message });
  const limit = attemptLimit(deps);
  const connecting = client.connect(salvage, { signal: limit.signal, timeout: 2 ** 31 - 1 });
  try {
    await Promise.race([connecting, limit.over]);
  } catch (thrown) {
    connecting.catch(() => undefined);
    await channel.transport.close().catch(() => undefined);
    if (thrown instanceof SpawnError) throw thrown;
    throw toMcpError(thrown, channel.startFailure());
  } finally {
    limit.end();
  }
  const connection = new ClientConnection({
    ...deps,
    client,
    salvage,
    endReason: channel.endReason,
  });
  notify = (method, params) => connection.notify(method, params);
  // Whoever asked has not had the time to listen: give them the moment.
  queueMicrotask(() => early.forEach(([method, params]) => notify(method, params)));
  return connection;
}
