import type { FetchLike } from '@modelcontextprotocol/client';
import type { ServerDefinition, ServerRecord } from '../../../shared/mcp/server-config.ts';
import { childEnvironment } from '../../lib/child-environment.ts';
import type { Clock } from '../../lib/clock.ts';
import { findCommand, pathFolders } from '../../lib/find-command.ts';
import type { CommandSearch } from '../../lib/find-command.ts';
import type { Log } from '../../lib/logger.ts';
import type { SpawnManaged } from '../../lib/subprocess.ts';
import type { RpcTransport } from '../../lib/rpc-message.ts';
import type { McpConnection } from '../client/connection.ts';
import { memoryEraStore } from '../client/era.ts';
import type { EraStore } from '../client/era.ts';
import { linkedTransports } from '../client/linked-transports.ts';
import { openConnection } from '../client/open-connection.ts';
import { definitionHash } from '../config/definition-hash.ts';

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
  /** Serves the bundled module over a transport. */
  readonly builtins: Readonly<Record<'notes', (transport: RpcTransport) => Promise<void>>>;
}

export interface ConnectorEvents {
  readonly signal: AbortSignal;
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

  /** Where a command would be found, as a server with this definition would see it. */
  async findCommand(command: string, definition?: ServerDefinition): Promise<CommandSearch> {
    const declared = definition?.type === 'stdio' ? definition.env : {};
    const folder = definition ? this.folderOf(definition) : this.deps.serverFolder;
    return findCommand(command, folder, await this.#environment(declared));
  }

  /** Rejects with `SpawnError` or `McpError`, and then leaves nothing running. */
  async open(record: ServerRecord, events: ConnectorEvents): Promise<McpConnection> {
    const { definition } = record;
    const shared = {
      ...this.deps,
      signal: events.signal,
      startTimeoutMs: record.startTimeoutMs,
      defaultFolder: this.deps.serverFolder,
      environment: {},
      redirect: 'follow' as const,
      eras: { store: this.#eras, key: definitionHash(definition) },
    };
    if (definition.type === 'builtin') {
      const [near, far] = linkedTransports();
      await this.deps.builtins[definition.module](far);
      return openConnection({ transport: near }, shared);
    }
    if (definition.type !== 'stdio') return openConnection(definition, shared);
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
