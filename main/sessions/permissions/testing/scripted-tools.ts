import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ParleyError } from '../../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ServerRecord, ServerSettings } from '../../../../shared/mcp/server-config.ts';
import { silentLog } from '../../../lib/logger.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { GrantStore } from '../../../storage/grant-store.ts';
import { PermissionBook } from '../permission-book.ts';
import type { ToolDirectory } from '../tool-directory.ts';

/** Servers and tools that a test decides. */
export class ScriptedTools implements ToolDirectory {
  readonly #records = new Map<string, ServerRecord>();
  readonly #tools = new Map<string, Map<string, JsonObject>>();
  readonly #listeners = new Set<() => void>();

  put(record: ServerRecord): void {
    this.#records.set(record.id, record);
    this.#tell();
  }

  remove(serverId: string): void {
    this.#records.delete(serverId);
    this.#tools.delete(serverId);
    this.#tell();
  }

  /** What the server lists now. */
  list(serverId: string, ...tools: readonly JsonObject[]): void {
    const named = tools.map((tool): [string, JsonObject] => [String(tool['name']), tool]);
    this.#tools.set(serverId, new Map(named));
    this.#tell();
  }

  recordOf(serverId: string): ServerRecord | undefined {
    return this.#records.get(serverId);
  }

  toolDefinition(serverId: string, tool: string): JsonObject | undefined {
    return this.#tools.get(serverId)?.get(tool);
  }

  toolNames(serverId: string): readonly string[] {
    return [...(this.#tools.get(serverId)?.keys() ?? [])];
  }

  async updateSettings(
    serverId: string,
    change: (settings: ServerSettings) => ServerSettings,
  ): Promise<void> {
    const record = this.#records.get(serverId);
    if (!record) throw new ParleyError('server.not-found', 'Gone.');
    this.put({ ...record, settings: change(record.settings) });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A trusted server; give what matters for the test. */
export function serverRecord(part: Partial<ServerRecord> = {}): ServerRecord {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    key: 'files',
    name: 'Files',
    definition: { type: 'builtin', module: 'notes' },
    enabled: true,
    startTimeoutMs: 1_000,
    trustedHash: 'trusted-1',
    createdAt: '2026-01-01T00:00:00.000Z',
    settings: {
      scope: { kind: 'user' },
      sharing: 'shared',
      trustHints: false,
      tools: {},
      signIn: {},
    },
    ...part,
  };
}

/** A tool as a server lists it. */
export function listedTool(name: string, part: JsonObject = {}): JsonObject {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...part };
}

/** A book over a real file in a folder of its own, with a clock that stands still. */
export class BookBench {
  readonly tools = new ScriptedTools();
  readonly clock: ManualClock;
  readonly #folder: string;
  store: GrantStore;
  book: PermissionBook;

  private constructor(folder: string, store: GrantStore, clock: ManualClock) {
    this.clock = clock;
    this.#folder = folder;
    this.store = store;
    this.book = this.#bookOver(store);
  }

  static async open(): Promise<BookBench> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-permissions-'));
    const clock = new ManualClock();
    return new BookBench(folder, await openStore(folder, clock), clock);
  }

  get file(): string {
    return join(this.#folder, 'permissions.json');
  }

  /** Ends the book and opens another one over what is on disk, as a new start of the app does. */
  async restart(): Promise<void> {
    await this.book.dispose();
    this.store = await openStore(this.#folder, this.clock);
    this.book = this.#bookOver(this.store);
  }

  async close(): Promise<void> {
    await this.book.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #bookOver(store: GrantStore): PermissionBook {
    return new PermissionBook({ store, tools: this.tools, clock: this.clock, log: silentLog });
  }
}

function openStore(folder: string, clock: ManualClock): Promise<GrantStore> {
  return GrantStore.open({
    path: join(folder, 'permissions.json'),
    clock,
    onTrouble: () => undefined,
  });
}
