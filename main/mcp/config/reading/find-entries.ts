import type { ReadingNote } from '../../../../shared/mcp/server-reading.ts';
import type { ServerInput } from '../../../../shared/mcp/server-config.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { nearestKey } from './nearest-key.ts';
import { looksLikeEntry, readEntry, readInputs } from './read-entry.ts';
import type { FoundEntry } from './read-entry.ts';
import { fieldOf, fieldsOf, itemsOf, stringOf } from './source-text.ts';
import type { JsonField, JsonNode, SourceText } from './source-text.ts';

const words = serverSetupTexts.reading;

export type ReadShape = keyof typeof words.shapes;

/** What a text holds. */
export interface FoundServers {
  readonly shape: ReadShape;
  readonly entries: readonly FoundEntry[];
  readonly notes: readonly ReadingNote[];
}

const mapKeys = ['mcpServers', 'servers', 'mcp', 'mcp.servers', 'inputs', 'projects'];

/** Finds the servers of a JSON text, whatever shape it has. */
export function findEntries(source: SourceText): FoundServers {
  const found = source.root ? inValue(source, source.root) : unknown(source, undefined);
  return { ...found, notes: [...source.mistakes, ...found.notes] };
}

function inValue(source: SourceText, root: JsonNode): FoundServers {
  if (root.type === 'array') return inList(source, root, 'list');
  if (root.type !== 'object') return unknown(source, undefined);
  const direct = fieldOf(root, 'mcpServers');
  if (direct) return withProjects(source, root, inMap(source, direct, 'mcpServers'));
  const servers = fieldOf(root, 'servers');
  if (servers?.value.type === 'array') return inList(source, servers.value, 'records');
  if (servers) return inMap(source, servers, 'servers', fieldOf(root, 'inputs')?.value);
  const flat = fieldOf(root, 'mcp.servers');
  if (flat) return inMap(source, flat, 'settings');
  const nested = fieldOf(root, 'mcp');
  const inside = fieldOf(nested?.value, 'servers') ?? fieldOf(nested?.value, 'mcpServers');
  if (inside) {
    return inMap(source, inside, 'settings', fieldOf(nested?.value, 'inputs')?.value);
  }
  if (fieldOf(root, 'projects')) {
    return withProjects(source, root, { shape: 'mcpServers', entries: [], notes: [] });
  }
  if (looksLikeEntry(root)) {
    const name = stringOf(fieldOf(root, 'name')?.value) ?? '';
    return { shape: 'single', entries: [named(readEntry(source, name, root))], notes: [] };
  }
  const fields = fieldsOf(root);
  if (
    fields.length > 0 &&
    fields.some(({ value }) => value.type === 'object' && looksLikeEntry(value))
  ) {
    return { shape: 'map', ...entriesOf(source, fields) };
  }
  return unknown(source, fields[0]);
}

function inMap(
  source: SourceText,
  field: JsonField,
  shape: ReadShape,
  inputNode?: JsonNode,
): FoundServers {
  if (field.value.type !== 'object') {
    const position = source.positionAt(field.value.offset);
    const sentence = words.mapNotObject(field.name);
    return { shape, entries: [], notes: [{ severity: 'error', sentence, position }] };
  }
  const { entries, notes } = entriesOf(source, fieldsOf(field.value));
  const inputs = readInputs(inputNode);
  return { shape, notes, entries: entries.map((entry) => withInputs(entry, inputs)) };
}

function entriesOf(
  source: SourceText,
  fields: readonly JsonField[],
): Pick<FoundServers, 'entries' | 'notes'> {
  const seen = new Set<string>();
  const entries = fields.map((field) => {
    const entry = readEntry(source, field.name, field.value);
    const isTwice = seen.has(field.name);
    seen.add(field.name);
    if (!isTwice) return entry;
    const position = source.positionAt(field.keyNode.offset);
    const note = { severity: 'warning' as const, sentence: words.twice(field.name), position };
    return { ...entry, notes: [note, ...entry.notes] };
  });
  return { entries, notes: [] };
}

/** The inputs that an entry names; the others are not its business. */
function withInputs(entry: FoundEntry, inputs: readonly ServerInput[]): FoundEntry {
  const text = JSON.stringify(entry.definition ?? {});
  const used = inputs.filter(({ id }) => text.includes(`\${input:${id}}`));
  return used.length === 0 ? entry : { ...entry, inputs: used };
}

function inList(source: SourceText, list: JsonNode, shape: ReadShape): FoundServers {
  const entries = itemsOf(list).map((item, index) => {
    const given = stringOf(fieldOf(item, 'name')?.value) ?? stringOf(fieldOf(item, 'id')?.value);
    const definition = fieldOf(item, 'definition')?.value;
    return named(readEntry(source, given ?? '', definition ?? item), `server ${String(index + 1)}`);
  });
  return { shape, entries, notes: [] };
}

/** The servers that the file of Claude Code keeps for each folder. */
function withProjects(source: SourceText, root: JsonNode, found: FoundServers): FoundServers {
  const projects = fieldsOf(fieldOf(root, 'projects')?.value).flatMap((project) => {
    const servers = fieldOf(project.value, 'mcpServers');
    return fieldsOf(servers?.value).map((field) => ({
      ...readEntry(source, field.name, field.value),
      folder: project.name,
    }));
  });
  return { ...found, entries: [...found.entries, ...projects] };
}

function unknown(source: SourceText, field: JsonField | undefined): FoundServers {
  if (!field) {
    const notes = source.mistakes.length > 0 ? [] : [errorNote(words.unknownShapeEmpty)];
    return { shape: 'unknown', entries: [], notes };
  }
  const meant = nearestKey(field.name, mapKeys);
  const { offset, length } = field.keyNode;
  const note: ReadingNote = {
    severity: 'error',
    sentence: words.unknownShape(field.name) + (meant ? ` ${words.isItKey(meant)}` : ''),
    position: source.positionAt(offset),
    ...(meant
      ? {
          fix: {
            sentence: words.renameKey(meant),
            edits: [{ offset, length, text: JSON.stringify(meant) }],
          },
        }
      : {}),
  };
  return { shape: 'unknown', entries: [], notes: [note] };
}

function errorNote(sentence: string): ReadingNote {
  return { severity: 'error', sentence };
}

/** An entry without a name gets one from what it runs. */
export function named(entry: FoundEntry, otherwise = 'server'): FoundEntry {
  return entry.name.trim() === '' ? { ...entry, name: suggestedName(entry) ?? otherwise } : entry;
}

function suggestedName({ definition }: FoundEntry): string | undefined {
  if (!definition) return undefined;
  if (definition.type !== 'stdio') {
    const host = /^https?:\/\/([^/?#:@]+)/i.exec(definition.url)?.[1];
    return host?.replace(/^(mcp|www|api)\./, '').split('.')[0];
  }
  const words_ = [definition.command, ...definition.args];
  const target = words_.find(
    (word, index) => index > 0 && !word.startsWith('-') && word.length > 2,
  );
  const last = (target ?? definition.command).split(/[\\/]/).findLast((part) => part !== '');
  return last
    ?.replace(/(?<=.)@[^@]*$/, '')
    .replace(/\.[a-z]{1,4}$/i, '')
    .replace(/^(mcp-server-|server-)/, '')
    .slice(0, 80);
}
