import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ConnectionTarget } from './channel.ts';
import { ClientConnection } from './client-connection.ts';
import type { McpClientConnection } from './connection.ts';
import { Inbox } from './inbox.ts';
import { LinkHolder } from './link-holder.ts';
import type { LinkDeps } from './link.ts';
import { named } from './mcp-error.ts';
import { failureNote } from './server-requests.ts';
import type { ServerRequestHandlers } from './server-requests.ts';

export type { ConnectionTarget } from './channel.ts';

export interface ConnectionDeps extends LinkDeps {
  /** Who answers the server; what is declared in `capabilities` and has no handler is refused. */
  readonly handlers?: ServerRequestHandlers | undefined;
  /** How often a tool call is sent again after a transient failure. Default 0. */
  readonly maxRetries?: number | undefined;
  /** Whether a tool's word is believed that it may be called twice. Default false. */
  readonly trustsAnnotations?: boolean | undefined;
  /** Whether the next request starts a process again that ended by itself, with growing waits. Default false. */
  readonly revives?: boolean | undefined;
}

function labelOf(target: ConnectionTarget): string {
  if (target.type === undefined) return 'server';
  return target.type === 'stdio' ? target.command : new URL(target.url).host;
}

/**
 * Connects to a server, finds out which era it speaks, and performs the handshake. Rejects with `SpawnError` when its
 * process cannot be started, else with `McpError`; then nothing of the attempt is left running. The caller closes the
 * connection.
 */
export async function openConnection(
  target: ConnectionTarget,
  deps: ConnectionDeps,
): Promise<McpClientConnection> {
  const capabilities: JsonObject = deps.capabilities ?? {};
  const inbox = new Inbox({
    capabilities,
    handlers: deps.handlers ?? {},
    onFailure: (failure) => {
      deps.log('warn', failureNote('the server’s requests', failure));
      deps.onUncaught?.(failure);
    },
  });
  const label = labelOf(target);
  const revives = deps.revives ?? false;
  const opening = LinkHolder.open({ target, deps, listener: inbox, revives });
  const holder = await opening.catch((thrown: unknown) => {
    throw named(thrown, label);
  });
  const connection = new ClientConnection({
    holder,
    inbox,
    clock: deps.clock,
    log: deps.log,
    label,
    maxRetries: deps.maxRetries ?? 0,
    trustsAnnotations: deps.trustsAnnotations ?? false,
    onUncaught: deps.onUncaught,
  });
  // Whoever asked has not had the time to listen: give them the moment.
  queueMicrotask(() => inbox.release());
  return connection;
}
