import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/logger.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { Authorizer } from '../../../mcp/client/authorizer.ts';
import type { McpConnection } from '../../../mcp/client/connection.ts';
import type { ServerRequestHandlers } from '../../../mcp/client/server-requests.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import type { ServerDefinitionWithValues } from './process-server.ts';

/** What a connection of a session may have beside its definition. */
export interface ConnectionExtras {
  readonly auth?: Authorizer | undefined;
  readonly capabilities?: JsonObject | undefined;
  readonly handlers?: ServerRequestHandlers | undefined;
}

export interface ConnectServerOptions extends ConnectionExtras {
  readonly name: string;
  /** Environment of the session, from which a server process inherits what the allow-list names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const START_TIMEOUT_MS = 60_000;

/** Connects to a server by its definition. The MCP client is loaded here, so that a session without such servers starts without it. */
export async function connectServer(
  definition: ServerDefinitionWithValues,
  signal: AbortSignal,
  options: ConnectServerOptions,
): Promise<McpConnection> {
  const [{ openConnection }, { spawnManaged }, { childEnvironment }] = await Promise.all([
    import('../../../mcp/client/open-connection.ts'),
    import('../../../lib/subprocess.ts'),
    import('../../../lib/child-environment.ts'),
  ]);
  const note = (line: string): void => {
    options.log('info', `${options.name}: ${line}`);
  };
  return openConnection(definition, {
    clientName: 'parley',
    clientVersion: RUNTIME_VERSION,
    clock: options.clock,
    log: options.log,
    spawn: spawnManaged,
    environment: childEnvironment(
      options.env,
      definition.type === 'stdio' ? definition.env : undefined,
    ),
    defaultFolder: options.cwd,
    redirect: 'follow',
    auth: options.auth,
    capabilities: options.capabilities,
    handlers: options.handlers,
    ...(options.fetch ? { fetch: options.fetch } : {}),
    signal,
    startTimeoutMs: START_TIMEOUT_MS,
    onStderr: note,
    onJunk: note,
  });
}
