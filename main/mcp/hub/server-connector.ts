import type { FetchLike } from '@modelcontextprotocol/client';
import type {
  ServerDefinition,
  ServerRecord,
  ServerSettings,
} from '../../../shared/mcp/server-config.ts';
import { childEnvironment } from '../../lib/child-environment.ts';
import type { Clock } from '../../lib/clock.ts';
import { findCommand, pathFolders } from '../../lib/find-command.ts';
import type { CommandSearch } from '../../lib/find-command.ts';
import type { Log } from '../../lib/logger.ts';
import { currentNetwork } from '../../lib/network/network.ts';
import type { SpawnManaged } from '../../lib/subprocess.ts';
import type { RpcTransport } from '../../lib/rpc-message.ts';
import { canConnect } from '../client/can-connect.ts';
import type { McpClientConnection } from '../client/connection.ts';
import { memoryEraStore } from '../client/era.ts';
import type { EraStore } from '../client/era.ts';
import { directFetch } from '../client/direct-fetch.ts';
import { linkedTransports } from '../client/linked-transports.ts';
import { openConnection } from '../client/open-connection.ts';
import { definitionHash } from '../config/definition-hash.ts';
import type { ResolvedDefinition } from '../config/resolve-definition.ts';
import { secretsOf } from './public-definition.ts';
import type { ConnectionSignIns } from './sign-in-contract.ts';
import type { Serving } from './server-handlers.ts';
import type { TrafficRing } from './traffic-ring.ts';
import { watchedFetch } from './watched-fetch.ts';

export interface ConnectorDeps {
  readonly clientName: string;
  readonly clientVersion: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly spawn: SpawnManaged;
  readonly fetch?: FetchLike | undefined;
  /** Our own environment; children get an allow-list of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The PATH to search, as `createSearchPath` makes it. */
  readonly searchPath: () => Promise<string>;
  /** Working folder of servers that name none. It exists. */
  readonly serverFolder: string;
  /** What is known of the eras that servers speak. Default: for as long as the app runs. */
  readonly eras?: EraStore | undefined;
  /** Whose tokens go with the requests to servers over HTTP. Whoever made it disposes it, after the hub. Absent: none. */
  readonly signIns?: ConnectionSignIns | undefined;
  /** Replaces the variables of a definition before anything starts; rejects with `VariableError`. Absent: none are replaced. */
  readonly resolveDefinition?: ((record: ServerRecord) => Promise<ResolvedDefinition>) | undefined;
  /** A command with what the environment gives filled in, and nothing that is secret. Absent: it stays as it is. */
  readonly expandCommand?:
    ((command: string, settings: ServerSettings | undefined) => string) | undefined;
  /** Serves the bundled module over a transport. */
  readonly builtins: Readonly<Record<'notes', (transport: RpcTransport) => Promise<void>>>;
}

export interface ConnectorEvents {
  readonly signal: AbortSignal;
  /** The session that the connection is for, if it is one's own. */
  readonly sessionId: string | undefined;
  readonly traffic: TrafficRing;
  readonly redact: () => (text: string) => string;
  /** Who answers what the server asks; undefined: nobody, and then nothing is declared. */
  readonly serving: Serving | undefined;
  /** Values that stand in place of variables, before they are used. */
  readonly onResolved: (secrets: readonly string[]) => void;
  /** The folders of the PATH that the command is searched in. */
  readonly onSearch: (folders: readonly string[]) => void;
  readonly onStarted: (path: string) => void;
  readonly onStderr: (line: string) => void;
  readonly onJunk: (line: string) => void;
}

/** Opens connections for the hub: knows where processes find their command, folder and environment. */
export class ServerConnector {
  readonly #eras: EraStore;

  constructor(private readonly deps: ConnectorDeps) {
    this.#eras = deps.eras ?? memoryEraStore();
  }

  /** The folder that the definition's process works in. */
  folderOf(definition: ServerDefinition): string {
    return (definition.type === 'stdio' ? definition.cwd : undefined) ?? this.deps.serverFolder;
  }

  async #environment(declared: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const base = { ...this.deps.environment, PATH: await this.deps.searchPath() };
    return childEnvironment(base, declared);
  }

  /** The command without its variables, as far as they are no secret. */
  expandCommand(command: string, settings?: ServerSettings): string {
    return this.deps.expandCommand?.(command, settings) ?? command;
  }

  /** What the consent view says of a command: what its variables make of it, where that is found, and where it works. */
  async lookUp(
    definition: ServerDefinition,
    settings: ServerSettings | undefined,
  ): Promise<{
    readonly expandedCommand: string | undefined;
    readonly resolvedPath: string | null;
    readonly folder: string;
  }> {
    const folder = this.folderOf(definition);
    if (definition.type !== 'stdio') {
      return { expandedCommand: undefined, resolvedPath: null, folder };
    }
    const command = this.expandCommand(definition.command, settings);
    const { path } = await this.findCommand(command, definition);
    return {
      expandedCommand: command === definition.command ? undefined : command,
      resolvedPath: path,
      folder,
    };
  }

  /** Where a command would be found, as a server with this definition would see it. Its variables are replaced already. */
  async findCommand(command: string, definition?: ServerDefinition): Promise<CommandSearch> {
    const declared = definition?.type === 'stdio' ? definition.env : {};
    const folder = definition ? this.folderOf(definition) : this.deps.serverFolder;
    return findCommand(command, folder, await this.#environment(declared));
  }

  /** The definition with its variables replaced; rejects with `VariableError` before anything was started. */
  async #resolved(record: ServerRecord, events: ConnectorEvents): Promise<ServerDefinition> {
    const resolved = await this.deps.resolveDefinition?.(record);
    if (!resolved) return record.definition;
    events.onResolved([...secretsOf(resolved.definition), ...resolved.secrets]);
    events.signal.throwIfAborted();
    return resolved.definition;
  }

  /** Rejects with `VariableError`, `SpawnError` or `McpError`, and then leaves nothing running. */
  async open(record: ServerRecord, events: ConnectorEvents): Promise<McpClientConnection> {
    const definition = await this.#resolved(record, events);
    const { traffic, sessionId, redact } = events;
    const caFile = 'caFile' in definition ? definition.caFile : undefined;
    const own = caFile === undefined ? directFetch : currentNetwork().fetch(caFile);
    const plain = this.deps.fetch ?? own;
    const shared = {
      ...this.deps,
      ...events.serving,
      // Where the requests go another way, nobody can tell whether a busy server is there.
      canConnect: this.deps.fetch ? undefined : canConnect,
      fetch: watchedFetch(plain, traffic, this.deps.clock, redact, sessionId),
      onMessage: traffic.tap(sessionId),
      signal: events.signal,
      startTimeoutMs: record.startTimeoutMs,
      defaultFolder: this.deps.serverFolder,
      environment: {},
      redirect: 'follow' as const,
      eras: { store: this.#eras, key: definitionHash(record.definition) },
    };
    if (definition.type === 'builtin') {
      const [near, far] = linkedTransports();
      await this.deps.builtins[definition.module](far);
      return openConnection({ transport: near }, shared);
    }
    if (definition.type !== 'stdio') {
      // Tokens are used and renewed; a person is not disturbed: who needs to sign in is told by the server's status.
      const auth = this.deps.signIns?.authOf(record, definition.url, caFile);
      return openConnection(definition, { ...shared, auth });
    }
    const environment = await this.#environment(definition.env);
    events.onSearch(pathFolders(environment, this.folderOf(definition)));
    return openConnection(definition, {
      ...shared,
      environment,
      onStarted: ({ path }) => events.onStarted(path),
      onStderr: events.onStderr,
      onJunk: events.onJunk,
    });
  }
}
