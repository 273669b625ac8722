import { z } from 'zod';
import { grantOrigin } from '../../shared/ipc/routes/permissions.ts';
import { serverId, uuid } from '../../shared/lib/ids.ts';
import { toolDefinition } from '../../shared/mcp/tool-definition.ts';
import type { VersionedFileOptions } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

const PERMISSIONS_SCHEMA_VERSION = 1;
/** Uses are counted in memory and written together after this long, in ms. */
const USES_PAUSE_MS = 2_000;

/** What a stored grant is about. Tools are named bare, beside the id of their server; never parsed from full names (SE-40). */
const storedCover = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tool'), tool: z.string(), definitionHash: z.string() }),
  z.object({
    kind: z.literal('arguments'),
    tool: z.string(),
    definitionHash: z.string(),
    argumentsHash: z.string(),
    /** JSON text for the ledger, bounded. */
    preview: z.string(),
  }),
]);

const grantFields = {
  id: uuid,
  behavior: z.enum(['allow', 'deny']),
  /** As it was called then: shown when the server is gone. */
  serverName: z.string(),
  /** Hash of the server definition that was trusted then. */
  trustedHash: z.string(),
  origin: grantOrigin,
  createdAt: z.number(),
  lastUsedAt: z.number().optional(),
  uses: z.number().int().nonnegative(),
};
const storedGrant = z.object({
  ...grantFields,
  serverId,
  scope: z.literal('always'),
  covers: storedCover,
});
export type StoredGrant = z.infer<typeof storedGrant>;

/** A grant that ends with its session, or with the app. */
export interface SessionGrant extends Omit<StoredGrant, 'scope' | 'covers'> {
  readonly scope: 'session';
  readonly sessionId: string;
  readonly covers:
    | StoredGrant['covers']
    /** Every tool that was listed then, by name, with the hash of its definition. */
    | { readonly kind: 'server'; readonly definitions: ReadonlyMap<string, string> };
}
export type Grant = StoredGrant | SessionGrant;

/** What was approved of a tool, in full, so that a change can be shown. */
const toolPin = z.object({
  serverId,
  tool: z.string(),
  hash: z.string(),
  definition: toolDefinition,
  pinnedAt: z.number(),
});
export type ToolPin = z.infer<typeof toolPin>;

const fileContent = z.object({ grants: z.array(z.unknown()), pins: z.array(z.unknown()) });
type FileContent = z.infer<typeof fileContent>;

interface Entries {
  readonly grants: readonly StoredGrant[];
  readonly pins: readonly ToolPin[];
  /** What could not be read: written back as it was. */
  readonly unread: FileContent;
}

/** Entries are read one by one, so that a broken one hides no other. */
function readEntries(content: FileContent): Entries {
  const unread: FileContent = { grants: [], pins: [] };
  const grants = content.grants.flatMap((entry) => {
    const parsed = storedGrant.safeParse(entry);
    if (parsed.success) return [parsed.data];
    unread.grants.push(entry);
    return [];
  });
  const pins = content.pins.flatMap((entry) => {
    const parsed = toolPin.safeParse(entry);
    if (parsed.success) return [parsed.data];
    unread.pins.push(entry);
    return [];
  });
  return { grants, pins, unread };
}

/** What one change does to grants and pins, at once. */
export interface GrantChange {
  /** Grants that go. */
  readonly drop?: (grant: Grant) => boolean;
  readonly add?: Grant | undefined;
  readonly pin?: ToolPin | undefined;
  readonly dropPin?: (pin: ToolPin) => boolean;
  /** Changes stored grants that stay. */
  readonly map?: (grant: StoredGrant) => StoredGrant;
}

/**
 * What a person allowed and denied, and the tool definitions they saw then: in `permissions.json` of the profile what holds
 * always, in memory what holds for a session.
 */
export class GrantStore {
  readonly #file: VersionedFile<FileContent>;
  readonly #clock: VersionedFileOptions<FileContent>['clock'];
  readonly #listeners = new Set<() => void>();
  readonly #uses = new Map<string, { readonly count: number; readonly at: number }>();
  #stored: Entries;
  #ofSessions: readonly SessionGrant[] = [];
  #cancelFlush: (() => void) | undefined;

  private constructor(
    file: VersionedFile<FileContent>,
    clock: VersionedFileOptions<FileContent>['clock'],
  ) {
    this.#file = file;
    this.#clock = clock;
    this.#stored = readEntries(file.value);
  }

  /** Rejects only when the file system refuses. */
  static async open(
    options: Pick<VersionedFileOptions<FileContent>, 'path' | 'clock' | 'onTrouble'>,
  ): Promise<GrantStore> {
    const file = await VersionedFile.open<FileContent>({
      ...options,
      schema: fileContent,
      version: PERMISSIONS_SCHEMA_VERSION,
      initial: { grants: [], pins: [] },
    });
    return new GrantStore(file, options.clock);
  }

  /** All grants, oldest first, with their uses so far. */
  get grants(): readonly Grant[] {
    return [...this.#stored.grants, ...this.#ofSessions].map((grant) => this.#withUses(grant));
  }

  get pins(): readonly ToolPin[] {
    return this.#stored.pins;
  }

  pinOf(server: string, tool: string): ToolPin | undefined {
    return this.#stored.pins.find((pin) => pin.serverId === server && pin.tool === tool);
  }

  /** On disk when it resolves. Rejects, with everything as it was, when it cannot be written. */
  async change(change: GrantChange): Promise<void> {
    const { add, pin } = change;
    const drop = change.drop ?? (() => false);
    const dropPin = change.dropPin ?? (() => false);
    const map = change.map ?? ((grant: StoredGrant): StoredGrant => grant);
    const hasStored =
      add?.scope === 'always' ||
      pin !== undefined ||
      this.#stored.grants.some((grant) => drop(grant) || map(grant) !== grant) ||
      this.#stored.pins.some((known) => dropPin(known));
    if (hasStored) {
      await this.#write((entries) => ({
        grants: [
          ...entries.grants.filter((grant) => !drop(grant)).map((grant) => map(grant)),
          ...(add?.scope === 'always' ? [add] : []),
        ],
        pins: [
          ...entries.pins.filter(
            (known) =>
              !dropPin(known) && !(known.serverId === pin?.serverId && known.tool === pin.tool),
          ),
          ...(pin === undefined ? [] : [pin]),
        ],
      }));
    }
    this.#ofSessions = [
      ...this.#ofSessions.filter((grant) => !drop(grant)),
      ...(add?.scope === 'session' ? [add] : []),
    ];
    this.#tell();
  }

  /** Counts a use. Written a little later: the call does not wait for it. */
  used(grantId: string): void {
    const at = this.#clock.now();
    this.#uses.set(grantId, { count: (this.#uses.get(grantId)?.count ?? 0) + 1, at });
    this.#cancelFlush ??= this.#clock.after(USES_PAUSE_MS, () => {
      void this.flush().catch(() => undefined);
    });
    this.#tell();
  }

  /** Writes the uses counted so far. Rejects when they cannot be written; they are kept then. */
  async flush(): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    if (!this.#stored.grants.some((grant) => this.#uses.has(grant.id))) return;
    await this.#write((entries) => {
      const grants = entries.grants.map((grant) => this.#withUses(grant));
      for (const { id } of entries.grants) this.#uses.delete(id);
      return { grants, pins: entries.pins };
    });
  }

  /** Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async dispose(): Promise<void> {
    this.#listeners.clear();
    await this.flush().catch(() => undefined);
  }

  #withUses<T extends Grant>(grant: T): T {
    const more = this.#uses.get(grant.id);
    if (!more) return grant;
    return { ...grant, uses: grant.uses + more.count, lastUsedAt: more.at };
  }

  async #write(
    change: (entries: Entries) => {
      readonly grants: readonly StoredGrant[];
      readonly pins: readonly ToolPin[];
    },
  ): Promise<void> {
    const content = await this.#file.update((current) => {
      const entries = readEntries(current);
      const { grants, pins } = change(entries);
      return {
        grants: [...grants, ...entries.unread.grants],
        pins: [...pins, ...entries.unread.pins],
      };
    });
    this.#stored = readEntries(content);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
