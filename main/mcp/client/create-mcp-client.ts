import { withDpopFromProvider } from '@modelcontextprotocol/client';
import type { FetchLike } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import type { Authorizer } from './authorizer.ts';
import { ConnectedClient } from './connected-client.ts';
import { canConnect } from './can-connect.ts';
import { directFetch } from './direct-fetch.ts';
import { LEGACY_VERSIONS } from './era.ts';
import { MCPClientError, toClientError } from './mcp-client-error.ts';
import type { MCPClientConfig, MCPTransport, MCPTransportConfig } from './mcp-client-config.ts';
import type { MCPClient } from './mcp-client.ts';
import { openConnection } from './open-connection.ts';
import type { ConnectionDeps, ConnectionTarget } from './open-connection.ts';
import { ProviderAuth, isProvider } from './provider-auth.ts';
import type { ServerRequestHandlers } from './server-requests.ts';

const DEFAULT_NAME = 'ai-sdk-mcp-client';
const DEFAULT_VERSION = '1.0.0';
const DEFAULT_START_MS = 60_000;

function invalid(message: string): MCPClientError {
  return new MCPClientError({ message });
}

function isInstance(transport: MCPClientConfig['transport']): transport is MCPTransport {
  return 'start' in transport && typeof transport.start === 'function';
}

/** A transport that can make another one like itself: it starts a process. */
function isRestartable(
  transport: MCPTransport,
): transport is MCPTransport & { fresh(): MCPTransport } {
  return 'fresh' in transport && typeof transport.fresh === 'function';
}

function checked(config: MCPClientConfig): void {
  const { maxRetries, transport, initialInitializeResult: resumed } = config;
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw invalid(`maxRetries must be an integer of 0 or more, and it is ${String(maxRetries)}.`);
  if (!isJsonObject(transport) && typeof transport !== 'object')
    throw invalid('The transport is missing.');
  if (!isInstance(transport)) {
    if (!(['http', 'sse'] as unknown[]).includes(transport.type))
      throw invalid(
        `The transport type ${JSON.stringify(transport.type)} is not known; it is 'http', 'sse', or a transport of your own.`,
      );
    if (!URL.canParse(transport.url)) throw invalid(`The URL ${transport.url} is no address.`);
  }
  const version = resumed?.protocolVersion;
  if (resumed && !LEGACY_VERSIONS.some((known) => known === version))
    throw invalid(
      `A session of the protocol version ${JSON.stringify(version)} cannot be taken up again; this client knows ${LEGACY_VERSIONS.join(', ')}.`,
    );
}

function authOf(config: MCPTransportConfig, fetch: FetchLike): Authorizer | undefined {
  const { authProvider, url } = config;
  if (!authProvider) return undefined;
  return isProvider(authProvider) ? new ProviderAuth(authProvider, url, fetch) : authProvider;
}

/** A callback of the application; what it throws is told, and harms nothing. */
function guarded<T>(
  run: ((value: T) => void) | undefined,
  tell: (failure: unknown) => void,
): (value: T) => void {
  return (value) => {
    try {
      run?.(value);
    } catch (failure) {
      tell(failure);
    }
  };
}

function remoteParts(
  config: MCPTransportConfig,
  tell: (failure: unknown) => void,
): Partial<ConnectionDeps> {
  const plain: FetchLike = config.fetch ?? directFetch;
  const { authProvider } = config;
  const signs = authProvider && isProvider(authProvider) && authProvider.dpop !== undefined;
  return {
    canConnect: config.fetch ? undefined : canConnect,
    fetch: signs ? withDpopFromProvider(authProvider)(plain) : plain,
    auth: authOf(config, plain),
    redirect: config.redirect ?? 'error',
    session: {
      initialId: config.initialSessionId,
      initialProtocolVersion: config.initialProtocolVersion,
      onIdChange: guarded(config.onSessionIdChange, tell),
      onExpired: guarded(config.onSessionExpired, tell),
      terminateOnClose: config.terminateSessionOnClose ?? true,
    },
  };
}

function targetOf(transport: MCPClientConfig['transport']): ConnectionTarget {
  if (!isInstance(transport))
    return { type: transport.type, url: transport.url, headers: { ...transport.headers } };
  const own = transport;
  if (!isRestartable(transport)) return { transport: own };
  return { transport: own, restart: () => transport.fresh() };
}

function startLimit({ initializationOptions: options = {} }: MCPClientConfig): number {
  const limits = [options.timeout ?? DEFAULT_START_MS, options.maxTotalTimeout ?? 0];
  return Math.min(...limits.filter((limit) => limit > 0), Number.MAX_SAFE_INTEGER);
}

function eraParts(config: MCPClientConfig): Partial<ConnectionDeps> {
  const { transport, eraStore, protocolVersionDiscovery: asks = true } = config;
  const mayAsk = isInstance(transport) ? isRestartable(transport) : transport.type === 'http';
  const key = isInstance(transport) ? undefined : `${transport.type} ${transport.url}`;
  return {
    era: asks && mayAsk ? 'auto' : 'legacy',
    eras: eraStore && key !== undefined ? { store: eraStore, key } : undefined,
  };
}

/**
 * Connects to an MCP server. Rejects with `MCPClientError`, and then nothing is left open. Close the client when it is
 * not needed any more.
 */
export async function createMCPClient(config: MCPClientConfig): Promise<MCPClient> {
  checked(config);
  const { transport, onUncaughtError, initializationOptions } = config;
  const handlers: ServerRequestHandlers = {};
  const limit = startLimit(config);
  const tell = guarded(onUncaughtError, () => undefined);
  try {
    const connection = await openConnection(targetOf(transport), {
      // The older name is part of the contract.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      clientName: config.clientName ?? config.name ?? DEFAULT_NAME,
      clientVersion: config.version ?? DEFAULT_VERSION,
      clock: systemClock,
      log: silentLog,
      spawn: spawnManaged,
      environment: {},
      defaultFolder: process.cwd(),
      ...(isInstance(transport) ? {} : remoteParts(transport, tell)),
      ...eraParts(config),
      capabilities: config.capabilities ?? {},
      resume: config.initialInitializeResult,
      handlers,
      maxRetries: config.maxRetries ?? 0,
      trustsAnnotations: config.trustToolAnnotations ?? false,
      revives: true,
      signal: initializationOptions?.signal,
      startTimeoutMs: limit === Number.MAX_SAFE_INTEGER ? 0 : limit,
      onUncaught: tell,
    });
    return new ConnectedClient(connection, handlers);
  } catch (thrown) {
    throw toClientError(thrown);
  }
}
