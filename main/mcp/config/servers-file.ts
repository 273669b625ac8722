import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { ParleyError } from '../../../shared/lib/errors.ts';
import { SERVERS_SCHEMA_VERSION } from '../../../shared/mcp/server-config.ts';
import type { Clock } from '../../lib/clock.ts';
import { withSharedFile } from '../../storage/file-lock.ts';
import { readJsonFile, writeJsonFile } from '../../storage/json-file.ts';
import { migrateFile } from '../../storage/migrate-file.ts';
import type { MigratedFormat } from '../../storage/migrate-file.ts';
import type { FileTrouble } from '../../storage/versioned-file.ts';
import { fieldOf, parseSource, valueOf } from './reading/source-text.ts';

/** Editors write in several steps; this long after the last one the file is looked at, in ms. */
const SETTLE_MS = 150;

const content = z.looseObject({
  schemaVersion: z.literal(SERVERS_SCHEMA_VERSION),
  servers: z.array(z.unknown()),
});

/** What makes of earlier versions of the file the one of now, by the version that each begins with: there is none yet. */
const noMigrations: MigratedFormat['migrations'] = {};

export interface ServersFileOptions {
  readonly path: string;
  readonly migrations?: MigratedFormat['migrations'] | undefined;
  readonly clock: Clock;
  readonly onTrouble: (trouble: FileTrouble) => void;
}

/** What is on disk now. */
export interface DiskContent {
  readonly text: string;
  /** Another one for another text. */
  readonly revision: string;
  /** Absent when the text cannot be used. */
  readonly entries: readonly unknown[] | undefined;
  /** Why it cannot be used, with line and column. */
  readonly mistake: string | undefined;
}

function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads a text as the file of servers; says where a mistake is. */
export function parseServersText(text: string): Pick<DiskContent, 'entries' | 'mistake'> {
  const source = parseSource(text.replace(/^\uFEFF/, ' '), { strict: true });
  const [first] = source.mistakes;
  if (first) {
    const { line, column } = first.position ?? { line: 1, column: 1 };
    const mistake = `Line ${String(line)}, column ${String(column)}: ${first.sentence}`;
    return { entries: undefined, mistake };
  }
  const servers = fieldOf(source.root, 'servers')?.value;
  const version = fieldOf(source.root, 'schemaVersion')?.value.value as unknown;
  if (servers?.type !== 'array' || version !== SERVERS_SCHEMA_VERSION) {
    const mistake = `The file must be an object with "schemaVersion": ${String(SERVERS_SCHEMA_VERSION)} and a list "servers".`;
    return { entries: undefined, mistake };
  }
  return { entries: valueOf(servers) as unknown[], mistake: undefined };
}

/**
 * The file of server records. What others write into it meanwhile is neither overwritten nor ignored: a change builds on what
 * is on disk, and is refused while that cannot be read.
 */
export class ServersFile {
  #entries: readonly unknown[];
  #known: string;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<(disk: DiskContent) => void>();

  private constructor(
    private readonly options: ServersFileOptions,
    readonly isWritable: boolean,
    entries: readonly unknown[],
    text: string,
  ) {
    this.#entries = entries;
    this.#known = text;
  }

  /** A corrupt or newer file counts as empty and is told. Rejects only when the file system refuses. */
  static async open(options: ServersFileOptions): Promise<ServersFile> {
    const { path, clock, onTrouble, migrations = noMigrations } = options;
    const schemaVersion = SERVERS_SCHEMA_VERSION;
    const unmigrated = await migrateFile(path, { schemaVersion, migrations });
    if (unmigrated) {
      onTrouble({ kind: 'unmigrated', path, reason: unmigrated.reason });
      return new ServersFile(options, false, [], await textOf(path));
    }
    const format = { schema: content, schemaVersion };
    const read = await readJsonFile(path, format, clock);
    if (read.state === 'corrupt') {
      onTrouble({ kind: 'corrupt', path, keptAs: read.keptAs, reason: read.reason });
    } else if (read.state === 'newer') {
      onTrouble({ kind: 'newer', path, version: read.schemaVersion });
    }
    const entries = read.state === 'value' ? read.value.servers : [];
    return new ServersFile(options, read.state !== 'newer', entries, await textOf(path));
  }

  get path(): string {
    return this.options.path;
  }

  get entries(): readonly unknown[] {
    return this.#entries;
  }

  async disk(): Promise<DiskContent> {
    const text = await textOf(this.path);
    const parsed = text === '' ? { entries: [], mistake: undefined } : parseServersText(text);
    return { text, revision: revisionOf(text), ...parsed };
  }

  /** Makes the entries of the disk the known ones. False when they are so already or cannot be read. */
  async takeOver(): Promise<boolean> {
    return this.#inOrder(async () => {
      const { text, entries } = await this.disk();
      if (text === this.#known || !entries || !this.isWritable) return false;
      this.#entries = entries;
      this.#known = text;
      return true;
    });
  }

  /** Replaces the entries by what `change` makes of them. Rejects, with the file untouched, while it cannot be read. */
  async update(change: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    await this.#inOrder(async () => {
      if (!this.isWritable) {
        this.#entries = change(this.#entries);
        return;
      }
      const before = this.#entries;
      const { disk, base } = await withSharedFile(this.path, async () => {
        const found = await this.disk();
        if (!found.entries) throw unreadable(this.path, found.mistake);
        const start = found.text === this.#known ? before : found.entries;
        await this.#write(change(start));
        return { disk: found, base: start };
      });
      // What others wrote is in it now: the watchers hear of it all the same.
      if (base !== before) for (const listener of [...this.#listeners]) listener(disk);
    });
  }

  /** As `update`, but only while the file is still at this revision. False when it is not. */
  async replace(entries: readonly unknown[], revision: string): Promise<boolean> {
    return this.#inOrder(async () => {
      if (!this.isWritable) return false;
      return withSharedFile(this.path, async () => {
        if ((await this.disk()).revision !== revision) return false;
        await this.#write(entries);
        return true;
      });
    });
  }

  async #write(entries: readonly unknown[]): Promise<void> {
    await writeJsonFile(this.path, { schemaVersion: SERVERS_SCHEMA_VERSION, servers: entries });
    this.#entries = entries;
    this.#known = await textOf(this.path);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Calls `onChange` when others changed the file. Returns what ends it. */
  watch(onChange: (disk: DiskContent) => void): () => void {
    this.#listeners.add(onChange);
    const name = basename(this.path);
    let cancel: (() => void) | undefined;
    const look = async (): Promise<void> => {
      const disk = await this.disk();
      if (disk.text !== this.#known) onChange(disk);
    };
    const watcher = watch(dirname(this.path), (_event, changed) => {
      if (changed !== null && changed !== name) return;
      cancel?.();
      cancel = this.options.clock.after(SETTLE_MS, () => {
        look().catch(() => undefined);
      });
    });
    // A folder that goes away ends the watching, not the app.
    watcher.on('error', () => undefined);
    return () => {
      this.#listeners.delete(onChange);
      cancel?.();
      watcher.close();
    };
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw failure;
  }
}

function unreadable(path: string, mistake: string | undefined): ParleyError {
  return new ParleyError(
    'storage.failed',
    `${path} was changed by hand and has a mistake, so nothing was written. ${mistake ?? ''} Correct it, then try again.`,
  );
}
