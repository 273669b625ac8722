import { randomUUID } from 'node:crypto';
import { findNodeAtLocation } from 'jsonc-parser';
import { ParleyError } from '../../../../shared/lib/errors.ts';
import { canonicalJson, isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { serverKeyFromName } from '../../../../shared/lib/server-key.ts';
import { SERVERS_SCHEMA_VERSION, serverRecord } from '../../../../shared/mcp/server-config.ts';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import type { ReadingNote } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import type { Clock } from '../../../lib/clock.ts';
import { fieldOf, itemsOf, parseSource, valueOf } from '../reading/source-text.ts';
import type { JsonNode, SourceText } from '../reading/source-text.ts';
import type { ServerStore } from '../server-store.ts';
import type { AdditionsQuestion } from './additions-question.ts';
import { maskValues, unmaskValues } from './masked-values.ts';
import type { LostMask } from './masked-values.ts';

const words = serverSetupTexts.raw;
/** What the app decides by itself; an edit can neither set nor change it. */
const ownFields = ['trustedHash', 'knownTools'] as const;

/** The file as it may be edited. */
export interface RawServersView {
  readonly path: string;
  readonly text: string;
  readonly revision: string;
  readonly notes: readonly ReadingNote[];
}

export interface RawServersDeps {
  readonly store: ServerStore;
  readonly clock: Clock;
  readonly review: (question: AdditionsQuestion, signal: AbortSignal) => Promise<boolean>;
  /** Makes what was stored count. */
  readonly reload: () => Promise<void>;
}

interface Checked {
  readonly notes: readonly ReadingNote[];
  readonly entries: readonly unknown[];
}

/** Fields that tell a server apart from others; none of them is a secret, however it looks. */
const plainFields: ReadonlySet<string> = new Set(['id', 'key', 'name', 'createdAt', 'settings']);

function shown(entry: unknown): unknown {
  if (!isJsonObject(entry)) return maskValues(entry);
  const fields = Object.entries(entry).filter(
    ([key]) => !(ownFields as readonly string[]).includes(key),
  );
  return Object.fromEntries(
    fields.map(([key, value]) => [key, plainFields.has(key) ? value : maskValues(value, key)]),
  );
}

function storedTwin(edited: unknown, index: number, stored: readonly unknown[]): unknown {
  const id = isJsonObject(edited) ? edited['id'] : undefined;
  const twin = stored.find((entry) => isJsonObject(entry) && entry['id'] === id);
  if (id !== undefined) return twin;
  return stored.find(
    (entry, at) => at === index && isJsonObject(entry) && entry['id'] === undefined,
  );
}

/** The definitions as JSON beside the form: one file, checked with line and column, never overwritten unseen. */
export class RawServers {
  constructor(private readonly deps: RawServersDeps) {}

  async view(): Promise<RawServersView> {
    const { store } = this.deps;
    const disk = await store.disk();
    if (!disk.entries) {
      // Whoever broke it outside must see it as it is, without what looks like a secret.
      const text = disk.text.replace(/"(?:[^"\\\n]|\\.)*"/g, (token) => maskToken(token));
      return {
        path: store.path,
        text,
        revision: disk.revision,
        notes: this.#check(text, []).notes,
      };
    }
    const text = `${JSON.stringify({ schemaVersion: SERVERS_SCHEMA_VERSION, servers: disk.entries.map(shown) }, null, 2)}\n`;
    const { notes } = this.#check(text, disk.entries);
    return { path: store.path, text, revision: disk.revision, notes };
  }

  /** What is wrong with a text, as it is typed. */
  async check(text: string): Promise<readonly ReadingNote[]> {
    return this.#check(text, (await this.deps.store.disk()).entries ?? []).notes;
  }

  #check(text: string, stored: readonly unknown[]): Checked {
    const source = parseSource(text, { strict: true });
    if (source.mistakes.length > 0) return { notes: source.mistakes, entries: [] };
    const servers = fieldOf(source.root, 'servers')?.value;
    const version = fieldOf(source.root, 'schemaVersion')?.value.value as unknown;
    if (servers?.type !== 'array' || version !== SERVERS_SCHEMA_VERSION) {
      return { notes: [{ severity: 'error', sentence: words.shape }], entries: [] };
    }
    const notes: ReadingNote[] = [];
    const taken = new Set<unknown>();
    const entries = itemsOf(servers).map((node, index) =>
      this.#entry(source, node, index, stored, taken, notes),
    );
    return { notes, entries };
  }

  #entry(
    source: SourceText,
    node: JsonNode,
    index: number,
    stored: readonly unknown[],
    taken: Set<unknown>,
    notes: ReadingNote[],
  ): unknown {
    const edited = valueOf(node);
    const twin = storedTwin(edited, index, stored);
    const at = (path: LostMask): ReadingNote['position'] =>
      source.positionAt((findNodeAtLocation(node, [...path]) ?? node).offset);
    const lost: LostMask[] = [];
    const entry = this.#completed(unmaskValues(edited, twin, lost), twin, stored);
    for (const path of lost) {
      notes.push({ severity: 'error', sentence: words.maskLost, position: at(path) });
    }
    const name = isJsonObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : '';
    const parsed = serverRecord.safeParse(entry);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
      const isKnown = twin !== undefined && canonicalJson(twin) === canonicalJson(entry);
      notes.push({
        // An entry that was broken before stays as it is and hinders nothing.
        severity: isKnown ? 'warning' : 'error',
        sentence: words.entry(name, path.join('.'), issue?.message ?? ''),
        position: at(path),
      });
      return entry;
    }
    for (const field of ['id', 'key'] as const) {
      const value = `${field} ${parsed.data[field]}`;
      if (taken.has(value)) {
        notes.push({
          severity: 'error',
          sentence: words.twice(name, field),
          position: at([field]),
        });
      }
      taken.add(value);
    }
    return entry;
  }

  /** What a new entry need not name, and what only the app may say. */
  #completed(entry: unknown, twin: unknown, stored: readonly unknown[]): unknown {
    if (!isJsonObject(entry)) return entry;
    const own: JsonObject = {};
    if (isJsonObject(twin)) {
      for (const field of ownFields) if (Object.hasOwn(twin, field)) own[field] = twin[field];
    }
    const rest = Object.entries(entry).filter(
      ([key]) => !(ownFields as readonly string[]).includes(key),
    );
    const complete = { ...Object.fromEntries(rest), ...own };
    if (twin !== undefined || !isJsonObject(entry['definition'])) return complete;
    const name = typeof entry['name'] === 'string' ? entry['name'] : '';
    const keys = stored.flatMap((one) => (isJsonObject(one) ? [String(one['key'])] : []));
    return {
      id: randomUUID(),
      key: serverKeyFromName(name, new Set(keys)),
      startTimeoutMs: 60_000,
      createdAt: new Date(this.deps.clock.now()).toISOString(),
      ...complete,
      // What was never reviewed does not run.
      enabled: false,
    };
  }

  /**
   * Stores an edited text after the person agreed to what changes. `stale`: others changed the file meanwhile, and nothing was
   * written. Rejects with `server.invalid` while the text has a mistake.
   */
  async save(
    text: string,
    revision: string,
    signal: AbortSignal,
  ): Promise<'saved' | 'cancelled' | 'stale'> {
    const { store, review, reload } = this.deps;
    const disk = await store.disk();
    if (disk.revision !== revision) return 'stale';
    const { notes, entries } = this.#check(text, disk.entries ?? []);
    const wrong = notes.find(({ severity }) => severity === 'error');
    if (wrong) {
      const { line = 1, column = 1 } = wrong.position ?? {};
      const message = `Line ${String(line)}, column ${String(column)}: ${wrong.sentence}`;
      throw new ParleyError('server.invalid', message);
    }
    const servers = changes(disk.entries ?? [], entries);
    if (servers.length > 0) {
      const question = { occasion: 'edit' as const, from: store.path, servers };
      if (!(await review(question, signal))) return 'cancelled';
      signal.throwIfAborted();
    }
    if (!(await store.replace(entries, revision))) return 'stale';
    await reload();
    return 'saved';
  }
}

function maskToken(token: string): string {
  try {
    return JSON.stringify(maskValues(JSON.parse(token), ''));
  } catch {
    return token;
  }
}

function recordsOf(entries: readonly unknown[]): ReadonlyMap<string, ServerRecord> {
  const records = entries.flatMap((entry) => {
    const parsed = serverRecord.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  return new Map(records.map((record) => [record.id, record]));
}

/** What a person must see before it is stored: what came, went, or would do something else. */
function changes(
  before: readonly unknown[],
  after: readonly unknown[],
): AdditionsQuestion['servers'] {
  const old = recordsOf(before);
  const next = recordsOf(after);
  const listed = ({ name, definition }: ServerRecord, change: 'added' | 'changed' | 'removed') => ({
    name,
    definition,
    change,
  });
  const isChanged = (record: ServerRecord): boolean => {
    const was = old.get(record.id);
    return was !== undefined && canonicalJson(was) !== canonicalJson(record);
  };
  return [
    ...[...next.values()].filter(({ id }) => !old.has(id)).map((one) => listed(one, 'added')),
    ...[...next.values()].filter(isChanged).map((one) => listed(one, 'changed')),
    ...[...old.values()].filter(({ id }) => !next.has(id)).map((one) => listed(one, 'removed')),
  ];
}
