import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerStore } from '../config/server-store.ts';
import type { ManagedServer } from './managed-server.ts';

export type RecordChange = (record: ServerRecord) => ServerRecord;

/** Stores what becomes of records. Changes wait for each other, so that none undoes another. */
export class RecordChanges {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: ServerStore,
    /** Throws when there is no such server any more. */
    private readonly serverOf: (serverId: string) => ManagedServer,
  ) {}

  /** For what needs no new start. */
  keep(serverId: string, change: RecordChange): Promise<void> {
    return this.#store(serverId, change, (server, record) => server.take(record));
  }

  /** Resolves when the server was stopped and starts anew. */
  async restartWith(serverId: string, change: RecordChange): Promise<void> {
    let restarted: Promise<void> | undefined;
    await this.#store(serverId, change, (server, record) => {
      restarted = server.change(record);
    });
    await restarted;
  }

  /** The same for what somebody else wrote: trust is kept or lost, never won. */
  replace(serverId: string, change: RecordChange): Promise<void> {
    return this.restartWith(serverId, (record) => {
      const changed = change(record);
      const isKept = changed.trustedHash === record.trustedHash;
      return isKept ? changed : { ...changed, trustedHash: undefined };
    });
  }

  #store(
    serverId: string,
    change: RecordChange,
    then: (server: ManagedServer, record: ServerRecord) => void,
  ): Promise<void> {
    return this.inOrder(async () => {
      const server = this.serverOf(serverId);
      const record = change(server.latest);
      await this.store.put(record);
      then(server, record);
    });
  }

  /** For changes of several records, or of which records there are. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
