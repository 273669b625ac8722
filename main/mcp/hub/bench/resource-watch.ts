import { messageOf, ParleyError } from '../../../../shared/lib/errors.ts';
import type { Disposable } from '../../../lib/disposable.ts';
import type { Log } from '../../../lib/logger.ts';
import type { McpClientConnection } from '../../client/connection.ts';
import type { Hub } from '../hub-contract.ts';

/** Resources of one server that may be watched. */
const MOST_WATCHED = 200;

interface Watched {
  readonly uris: Set<string>;
  connection: McpClientConnection | undefined;
  end: () => void;
}

export interface ResourceWatchDeps {
  readonly hub: Pick<Hub, 'open' | 'onChange'>;
  readonly log: Log;
  readonly onUpdated: (serverId: string, uri: string) => void;
}

/** Which resources a person watches. They stay watched when the connection of their server is another one. */
export class ResourceWatch implements Disposable {
  readonly #watched = new Map<string, Watched>();
  readonly #stop: () => void;

  constructor(private readonly deps: ResourceWatchDeps) {
    this.#stop = deps.hub.onChange((servers) => {
      const known = new Map(servers.map((server) => [server.id, server.status]));
      for (const serverId of this.#watched.keys()) {
        if (!known.has(serverId)) this.#forget(serverId);
        else if (known.get(serverId) === 'connected') this.#again(serverId);
      }
    });
  }

  list(serverId: string): readonly string[] {
    return [...(this.#watched.get(serverId)?.uris ?? [])];
  }

  has(serverId: string, uri: string): boolean {
    return this.#watched.get(serverId)?.uris.has(uri) === true;
  }

  /** Rejects when the server refuses. */
  async subscribe(serverId: string, uri: string): Promise<void> {
    const connection = await this.deps.hub.open(serverId);
    const watched = this.#take(serverId, connection);
    if (watched.uris.size >= MOST_WATCHED)
      throw new ParleyError('bench.refused', 'Too many resources of this server are watched.');
    await connection.subscribe(uri);
    watched.uris.add(uri);
  }

  async unsubscribe(serverId: string, uri: string): Promise<void> {
    const watched = this.#watched.get(serverId);
    if (!watched?.uris.delete(uri)) return;
    await watched.connection?.unsubscribe(uri);
  }

  dispose(): void {
    this.#stop();
    for (const serverId of [...this.#watched.keys()]) this.#forget(serverId);
  }

  #take(serverId: string, connection: McpClientConnection): Watched {
    const watched = this.#watched.get(serverId) ?? {
      uris: new Set<string>(),
      connection: undefined,
      end: () => undefined,
    };
    this.#watched.set(serverId, watched);
    if (watched.connection === connection) return watched;
    watched.end();
    watched.connection = connection;
    watched.end = connection.onNotification((method, { uri }) => {
      if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
      if (watched.uris.has(uri)) this.deps.onUpdated(serverId, uri);
    });
    return watched;
  }

  #again(serverId: string): void {
    const renew = async (): Promise<void> => {
      const watched = this.#watched.get(serverId);
      if (!watched || watched.uris.size === 0) return;
      const connection = await this.deps.hub.open(serverId);
      if (watched.connection === connection) return;
      this.#take(serverId, connection);
      for (const uri of watched.uris) {
        await connection.subscribe(uri);
        // It may have changed while nobody listened.
        this.deps.onUpdated(serverId, uri);
      }
    };
    renew().catch((failure: unknown) => {
      this.deps.log('warn', 'Resources are not watched any more.', { reason: messageOf(failure) });
    });
  }

  #forget(serverId: string): void {
    this.#watched.get(serverId)?.end();
    this.#watched.delete(serverId);
  }
}
