import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/logger.ts';
import type { McpConnection } from '../../../mcp/client/connection.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import type { ServerDefinitionWithValues } from './process-server.ts';

export interface ConnectServerOptions {
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
    ...(options.fetch ? { fetch: options.fetch } : {}),
    signal,
    startTimeoutMs: START_TIMEOUT_MS,
    onStderr: note,
    onJunk: note,
  });
}
