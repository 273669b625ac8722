import { isJsonObject } from '../../../shared/lib/json.ts';
import { serverRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import { ServersFile } from './servers-file.ts';
import type { DiskContent, ServersFileOptions } from './servers-file.ts';

/** An entry of the file that cannot be used. It stays in the file as it is. */
export interface BrokenEntry {
  /** Its name, or its place in the file. */
  readonly name: string;
  readonly reason: string;
}

export type ServerStoreOptions = ServersFileOptions;

interface Sorted {
  readonly records: readonly ServerRecord[];
  readonly broken: readonly BrokenEntry[];
}

/** Tells the usable entries from the others, each with its reason. */
export function sortEntries(entries: readonly unknown[]): Sorted {
  const records: ServerRecord[] = [];
  const broken: BrokenEntry[] = [];
  entries.forEach((entry, index) => {
    const parsed = serverRecord.safeParse(entry);
    const given = isJsonObject(entry) ? entry['name'] : undefined;
    const name = typeof given === 'string' ? given : `entry ${index + 1}`;
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join('.') || 'the entry';
      broken.push({ name, reason: `${field}: ${issue?.message ?? 'not usable'}` });
      return;
    }
    const { id, key } = parsed.data;
    const twin = records.find((one) => one.id === id || one.key === key);
    if (twin) broken.push({ name, reason: `It has the id or the key of “${twin.name}”.` });
    else records.push(parsed.data);
  });
  return { records, broken };
}

/**
 * The server records of a profile, in `servers.json` (mode 0600; it holds the values of environment and headers). Entries
 * are read one by one, so that a broken one hides nothing; what is not understood is written back as it was.
 */
export class ServerStore {
  private constructor(private readonly file: ServersFile) {}

  /** A corrupt or newer file counts as empty and is told to `onTrouble`. Rejects only when the file system refuses. */
  static async open(options: ServerStoreOptions): Promise<ServerStore> {
    return new ServerStore(await ServersFile.open(options));
  }

  get path(): string {
    return this.file.path;
  }

  /** What is on disk now, whoever wrote it. */
  disk(): Promise<DiskContent> {
    return this.file.disk();
  }

  /** Takes over what others wrote. False when there is nothing new, or nothing that can be read. */
  takeOver(): Promise<boolean> {
    return this.file.takeOver();
  }

  /** Replaces all entries, only while the file is at this revision. */
  replace(entries: readonly unknown[], revision: string): Promise<boolean> {
    return this.file.replace(entries, revision);
  }

  /** Calls `onChange` when others changed the file. Returns what ends it. */
  watch(onChange: (disk: DiskContent) => void): () => void {
    return this.file.watch(onChange);
  }

  get records(): readonly ServerRecord[] {
    return sortEntries(this.file.entries).records;
  }

  get broken(): readonly BrokenEntry[] {
    return sortEntries(this.file.entries).broken;
  }

  /** False when a newer app owns the file: changes then last until the app ends. */
  get isWritable(): boolean {
    return this.file.isWritable;
  }

  /** Adds the record, or replaces the one with its id; unknown fields of that one are kept. On disk when it resolves. */
  async put(record: ServerRecord): Promise<void> {
    await this.file.update((servers) => {
      const at = servers.findIndex((entry) => hasId(entry, record.id));
      if (at === -1) return [...servers, record];
      const old = servers[at];
      // A hash that the new record does not have must not come back from the old one.
      const kept = { ...(isJsonObject(old) ? old : {}), trustedHash: undefined };
      return servers.with(at, { ...kept, ...record });
    });
  }

  async remove(id: string): Promise<void> {
    await this.file.update((servers) => servers.filter((entry) => !hasId(entry, id)));
  }
}

function hasId(entry: unknown, id: string): boolean {
  return isJsonObject(entry) && entry['id'] === id && serverRecord.safeParse(entry).success;
}
