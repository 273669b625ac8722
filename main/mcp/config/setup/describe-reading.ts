import type {
  EntryComparison,
  ReadingEntry,
  ReadingNote,
  ServerReading,
} from '../../../../shared/mcp/server-reading.ts';
import type { ServerDefinition } from '../../../../shared/mcp/server-config.ts';
import { variableUses } from '../../../../shared/mcp/variables.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { publicDefinition } from '../../hub/public-definition.ts';
import { moveSecrets } from '../literal-secrets.ts';
import type { MovedSecret } from '../literal-secrets.ts';
import { packageArgument, pinPackage } from '../../../../shared/mcp/package-pin.ts';
import type { FoundServers } from '../reading/find-entries.ts';
import type { DraftDefinition, FoundEntry } from '../reading/read-entry.ts';

const words = serverSetupTexts.reading;

/** What must be known to describe what was read. */
export interface ReadingContext {
  readonly readingId: string;
  readonly pins: Readonly<Record<string, string>>;
  readonly hasKeychain: boolean;
  /** Whether a variable of the environment is set. */
  readonly isSet: (name: string) => boolean;
  readonly compare: (
    entry: FoundEntry,
    name: string,
    definition: ServerDefinition,
  ) => EntryComparison;
  /** Whether a stored server asked for this already, or has a value for it. */
  readonly isKnown: (serverId: string, name: string) => boolean;
}

/** An entry as it would be stored. */
export interface PreparedEntry {
  readonly entryId: string;
  readonly name: string;
  readonly found: FoundEntry;
  /** Pinned, and with its secrets replaced where there is a keychain. */
  readonly definition: DraftDefinition | undefined;
  readonly moved: readonly MovedSecret[];
  readonly comparison: EntryComparison;
}

/** Pins, moves secrets and compares each entry that was found. */
export function prepareEntries(
  found: FoundServers,
  context: ReadingContext,
): readonly PreparedEntry[] {
  return found.entries.map((entry, index): PreparedEntry => {
    const name = entry.name.trim().slice(0, 80);
    const base = {
      entryId: `${context.readingId.slice(0, 8)}-${String(index)}`,
      name,
      found: entry,
    };
    if (!entry.definition) {
      return { ...base, definition: undefined, moved: [], comparison: { kind: 'new' } };
    }
    const version = Object.hasOwn(context.pins, name) ? context.pins[name] : undefined;
    const pinned = version === undefined ? entry.definition : pinPackage(entry.definition, version);
    const comparison = context.compare(entry, name, pinned);
    const { definition, moved } = context.hasKeychain
      ? moveSecrets(name, pinned)
      : { definition: pinned, moved: [] };
    return { ...base, definition, moved, comparison };
  });
}

function place(moved: MovedSecret): string {
  return 'name' in moved.place ? moved.place.name : moved.place.field;
}

function secretNotes(entry: PreparedEntry, hasKeychain: boolean): readonly ReadingNote[] {
  const notes = (hasKeychain ? entry.moved : literalsOf(entry)).map((moved) => {
    const reference = `\${secret:${moved.ref.name}}`;
    if (!hasKeychain) return words.secretStays(place(moved));
    return moved.place.field === 'args'
      ? words.secretArgument(moved.place.position, reference)
      : words.secretMoves(place(moved), reference);
  });
  return notes.map((sentence) => ({ severity: 'secret', sentence }));
}

function literalsOf(entry: PreparedEntry): readonly MovedSecret[] {
  return entry.definition ? moveSecrets(entry.name, entry.definition).moved : [];
}

function variableNotes(
  definition: DraftDefinition,
  entry: PreparedEntry,
  context: ReadingContext,
): readonly ReadingNote[] {
  const own = new Set(entry.moved.map(({ ref }) => ref.name));
  const uses = variableUses(definition).map(({ reference }) => reference);
  const missing = uses.filter(
    ({ kind, name, fallback }) =>
      kind === 'env' && fallback === undefined && !context.isSet(name) && !isFolderName(name),
  );
  const asked = uses.filter(
    ({ kind, name }) =>
      (kind === 'input' || (kind === 'secret' && !own.has(name))) && !isGiven(entry, context, name),
  );
  return [
    ...unique(missing.map(({ name }) => name)).map((name) => ({
      severity: 'warning' as const,
      sentence: words.missing(name),
    })),
    ...unique(asked.map(({ name }) => name)).map((name) => ({
      severity: 'info' as const,
      sentence: words.asks(name),
    })),
  ];
}

/** What has a default is not asked for, nor what an update keeps. */
function isGiven(
  { comparison, found }: PreparedEntry,
  context: ReadingContext,
  name: string,
): boolean {
  if (found.inputs?.some((input) => input.id === name && input.default !== undefined)) return true;
  return comparison.kind === 'update' && context.isKnown(comparison.serverId, name);
}

function isFolderName(name: string): boolean {
  return name === 'workspaceFolder' || name === 'userHome';
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

function described(entry: PreparedEntry, context: ReadingContext): ReadingEntry {
  const { found, definition, comparison, entryId, name } = entry;
  const base = {
    entryId,
    name,
    comparison,
    ...(found.position ? { position: found.position } : {}),
    ...(found.excerpt === undefined ? {} : { excerpt: found.excerpt }),
    ...(found.folder === undefined ? {} : { folder: found.folder }),
  };
  if (!definition) return { ...base, notes: [...found.notes], asksFor: [], secrets: 0 };
  const secrets = secretNotes(entry, context.hasKeychain);
  const variables = variableNotes(definition, entry, context);
  const target =
    definition.type === 'stdio' ? packageArgument(definition.command, definition.args) : undefined;
  return {
    ...base,
    definition: publicDefinition(definition),
    notes: [...found.notes, ...variables, ...secrets],
    asksFor: unique(
      variableUses(definition)
        .filter(({ reference }) => reference.kind === 'input' || reference.kind === 'secret')
        .map(({ reference }) => reference.name),
    ).filter(
      (asked) =>
        !entry.moved.some(({ ref }) => ref.name === asked) && !isGiven(entry, context, asked),
    ),
    secrets: secrets.length,
    ...(target && !target.isPinned
      ? { unpinned: { ecosystem: target.ecosystem, name: target.name } }
      : {}),
  };
}

/** What the window may know of what was read: no value that may be a secret. */
export function describeReading(
  found: FoundServers,
  entries: readonly PreparedEntry[],
  context: ReadingContext,
): ServerReading {
  return {
    readingId: context.readingId,
    understoodAs: words.shapes[found.shape],
    entries: entries.map((entry) => described(entry, context)),
    notes: [...found.notes],
  };
}
