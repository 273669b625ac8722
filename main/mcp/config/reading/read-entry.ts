import { remoteDefinition, stdioDefinition } from '../../../../shared/mcp/server-config.ts';
import type {
  BundleOrigin,
  ServerDraft,
  ServerInput,
} from '../../../../shared/mcp/server-config.ts';
import { proposeCommand } from '../../../../shared/mcp/command-line.ts';
import type { ReadingNote, TextPosition } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { redact } from '../../../lib/redact.ts';
import { FieldReader } from './entry-fields.ts';
import { nearestKey } from './nearest-key.ts';
import { fieldOf, fieldsOf, itemsOf, stringOf } from './source-text.ts';
import type { JsonField, JsonNode, SourceText } from './source-text.ts';

const words = serverSetupTexts.reading;

export type DraftDefinition = ServerDraft['definition'];

/** One server as it was found; with a definition when nothing is wrong with it. */
export interface FoundEntry {
  readonly name: string;
  readonly definition?: DraftDefinition;
  readonly excerpt?: string;
  readonly position?: TextPosition;
  readonly notes: readonly ReadingNote[];
  readonly inputs?: readonly ServerInput[];
  /** The working folder it belongs to. */
  readonly folder?: string;
  readonly startTimeoutMs?: number;
  /** The bundle that it is. */
  readonly bundle?: BundleOrigin;
}

const addressKeys = ['url', 'serverUrl', 'httpUrl', 'endpoint'] as const;
/** Keys that are understood, with what other apps call them. */
const knownKeys = [
  'command',
  'args',
  'env',
  'cwd',
  'headers',
  'caFile',
  'type',
  'transport',
  'name',
  'envFile',
  ...addressKeys,
];
/** What other apps decide by; Parley asks the person for itself. */
const foreignKeys = new Set([
  'alwaysAllow',
  'autoApprove',
  'trust',
  'includeTools',
  'excludeTools',
  'disabledTools',
  'enabledTools',
  'oauth',
  'auth',
  'authProviderType',
]);
/** Words that change nothing about what runs. */
const quietKeys = new Set([
  'disabled',
  'enabled',
  'isActive',
  'description',
  'timeout',
  'startup_timeout_ms',
  'version',
  'gallery',
  'dev',
  'sandboxEnabled',
  'tools',
  'id',
  'key',
  'icon',
  'iconUrl',
  'provider',
  'tags',
  'displayName',
  'instructions',
  '$schema',
]);

const transports: Readonly<Record<string, 'stdio' | 'http' | 'sse'>> = {
  stdio: 'stdio',
  local: 'stdio',
  command: 'stdio',
  http: 'http',
  https: 'http',
  remote: 'http',
  streamable: 'http',
  streamablehttp: 'http',
  httpstream: 'http',
  sse: 'sse',
};

/** True when a field of the object says how a server is started or reached, rightly or nearly so. */
export function looksLikeEntry(node: JsonNode): boolean {
  return fieldsOf(node).some(({ name }) => {
    const start = ['command', 'args', ...addressKeys];
    return start.includes(name) || start.includes(nearestKey(name, start) ?? '');
  });
}

/** Reads one entry. What is wrong is in its notes, each with its place. */
export function readEntry(source: SourceText, name: string, node: JsonNode): FoundEntry {
  const reader = new FieldReader(source);
  const position = source.positionAt(node.offset);
  if (node.type !== 'object') {
    reader.note('error', words.notObject(name), node);
    return { name, notes: reader.notes, position, ...excerptOf(source, node) };
  }
  const unknown = noteKeys(reader, node);
  const definition = definitionOf(reader, node, unknown);
  const start =
    faultyField(reader, node) ?? fieldOf(node, 'command') ?? addressOf(node) ?? unknown[0];
  return {
    name,
    position,
    notes: reader.notes,
    ...(definition && !reader.hasErrors
      ? { definition }
      : excerptOf(source, start?.value, start?.name)),
  };
}

/** The field that the first error points at. */
function faultyField({ source, notes }: FieldReader, node: JsonNode): JsonField | undefined {
  const at = notes.find(({ severity }) => severity === 'error')?.position;
  return fieldsOf(node).find(({ keyNode, value }) =>
    [keyNode, value].some(({ offset }) => {
      const { line, column } = source.positionAt(offset);
      return line === at?.line && column === at.column;
    }),
  );
}

function excerptOf(
  source: SourceText,
  node: JsonNode | undefined,
  name?: string,
): { excerpt?: string } {
  if (!node) return {};
  const value = source.text.slice(
    node.offset,
    Math.min(node.offset + node.length, node.offset + 300),
  );
  return { excerpt: redact(name === undefined ? value : `"${name}": ${value}`) };
}

/** Says what becomes of the keys that are not read. Gives out those that are not known at all. */
function noteKeys(reader: FieldReader, node: JsonNode): readonly JsonField[] {
  const present = new Set(fieldsOf(node).map(({ name }) => name));
  return fieldsOf(node).filter((field) => {
    const { name, keyNode } = field;
    if (name === 'envFile') reader.note('warning', words.envFile, keyNode);
    if (knownKeys.includes(name) || quietKeys.has(name)) return false;
    if (foreignKeys.has(name)) {
      reader.note('info', words.ignoredKey(name), keyNode);
      return false;
    }
    const meant = nearestKey(
      name,
      knownKeys.filter((key) => !present.has(key)),
    );
    const fix = meant && reader.replacing(keyNode, meant, words.renameKey(meant));
    // Without its command nothing can run: then the typo is what is told about.
    if (!meant || !isStart(meant)) {
      const sentence = words.unknownKey(name) + (meant ? ` ${words.isItKey(meant)}` : '');
      reader.note('warning', sentence, keyNode, fix || undefined);
    }
    return true;
  });
}

function isStart(key: string): boolean {
  return key === 'command' || (addressKeys as readonly string[]).includes(key);
}

function addressOf(node: JsonNode): JsonField | undefined {
  return addressKeys.map((key) => fieldOf(node, key)).find((field) => field !== undefined);
}

function noteNoStart(reader: FieldReader, node: JsonNode, unknown: readonly JsonField[]): void {
  for (const { name, keyNode } of unknown) {
    const meant = nearestKey(name, ['command', ...addressKeys]);
    if (!meant) continue;
    const sentence = `${words.noStart}. ${words.noStartTypo(name, meant)}`;
    reader.note(
      'error',
      sentence,
      keyNode,
      reader.replacing(keyNode, meant, words.renameKey(meant)),
    );
    return;
  }
  reader.note('error', words.noStart, node);
}

function transportOf(reader: FieldReader, node: JsonNode): 'stdio' | 'http' | 'sse' | undefined {
  const field = fieldOf(node, 'type') ?? fieldOf(node, 'transport');
  const given = stringOf(field?.value);
  if (!field || given === undefined) return undefined;
  const key = given.toLowerCase().replace(/[^a-z]/g, '');
  const known = Object.hasOwn(transports, key) ? transports[key] : undefined;
  if (!known) reader.note('error', words.unknownType(given), field.value);
  return known;
}

function definitionOf(
  reader: FieldReader,
  node: JsonNode,
  unknown: readonly JsonField[],
): DraftDefinition | undefined {
  const type = transportOf(reader, node);
  const command = fieldOf(node, 'command');
  const address = addressOf(node);
  if (!command && !address) {
    noteNoStart(reader, node, unknown);
    return undefined;
  }
  const isRemote =
    address !== undefined && (command === undefined || (type ?? 'stdio') !== 'stdio');
  if (command && address && !isRemote) reader.note('warning', words.bothStarts, address.keyNode);
  return isRemote ? remoteOf(reader, node, address, type) : stdioOf(reader, node, command);
}

function remoteOf(
  reader: FieldReader,
  node: JsonNode,
  address: JsonField,
  type: 'stdio' | 'http' | 'sse' | undefined,
): DraftDefinition | undefined {
  const url = reader.text(address.name, address.value)?.trim();
  const field = fieldOf(node, 'headers');
  const headers = field ? reader.map('headers', field.value) : {};
  const caField = fieldOf(node, 'caFile');
  const caFile = caField && reader.text('caFile', caField.value)?.trim();
  if (url === undefined || headers === undefined) return undefined;
  // The older transport is recognised by the path that its servers use.
  const isSse = type === 'sse' || (type === undefined && /\/sse\/?(\?|$)/.test(url));
  const parsed = remoteDefinition.safeParse({
    type: isSse ? 'sse' : 'http',
    url,
    headers,
    ...(caFile === undefined || caFile === '' ? {} : { caFile }),
  });
  if (parsed.success) return parsed.data;
  noteIssue(reader, node, parsed.error.issues[0]);
  return undefined;
}

function stdioOf(
  reader: FieldReader,
  node: JsonNode,
  command: JsonField | undefined,
): DraftDefinition | undefined {
  if (!command) return undefined;
  const args = fieldOf(node, 'args');
  const env = fieldOf(node, 'env');
  const cwd = fieldOf(node, 'cwd');
  const words_ = command.value.type === 'array' ? reader.list('command', command.value) : undefined;
  const program = words_ ? words_[0] : reader.text('command', command.value);
  const rest = args ? reader.list('args', args.value) : [];
  const variables = env ? reader.map('env', env.value) : {};
  const folder = cwd ? reader.text('cwd', cwd.value) : undefined;
  if (program === undefined || rest === undefined || variables === undefined) return undefined;
  if (rest.length === 0) noteWholeLine(reader, command, args, program);
  const parsed = stdioDefinition.safeParse({
    type: 'stdio',
    command: program.trim(),
    args: [...(words_?.slice(1) ?? []), ...rest],
    env: variables,
    ...(folder === undefined || folder === '' ? {} : { cwd: folder }),
  });
  if (parsed.success) return parsed.data;
  noteIssue(reader, node, parsed.error.issues[0]);
  return undefined;
}

/** `"command": "npx -y server"`: nothing would be found under that name. */
function noteWholeLine(
  reader: FieldReader,
  command: JsonField,
  args: JsonField | undefined,
  line: string,
): void {
  const first = line.trim().split(/\s/)[0] ?? '';
  if (command.value.type === 'array' || first === line.trim() || /[\\/]/.test(first)) return;
  const proposal = proposeCommand(line);
  if (!proposal.ok) return;
  const { command: program, args: rest } = proposal.proposal;
  const { offset, length } = command.value;
  const list = args?.value;
  const edits = list
    ? [
        { offset, length, text: JSON.stringify(program) },
        { offset: list.offset, length: list.length, text: JSON.stringify(rest) },
      ]
    : [{ offset, length, text: `${JSON.stringify(program)}, "args": ${JSON.stringify(rest)}` }];
  const fix = { sentence: words.splitCommand(rest.length), edits };
  reader.note('warning', words.wholeLine, command.value, fix);
}

function noteIssue(
  reader: FieldReader,
  node: JsonNode,
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): void {
  const [first] = issue?.path ?? [];
  const field = first === undefined ? undefined : fieldOf(node, String(first));
  const place = issue?.path.map(String).join('.') ?? '';
  reader.note('error', words.field(place, issue?.message ?? ''), field?.value ?? node);
}

/** The inputs that a file of VS Code declares beside its servers. */
export function readInputs(node: JsonNode | undefined): readonly ServerInput[] {
  return itemsOf(node).flatMap((item): ServerInput[] => {
    const id = stringOf(fieldOf(item, 'id')?.value);
    if (id === undefined || id === '') return [];
    const description = stringOf(fieldOf(item, 'description')?.value);
    const preset = stringOf(fieldOf(item, 'default')?.value);
    const options = itemsOf(fieldOf(item, 'options')?.value).flatMap((option) => {
      const value = stringOf(option) ?? stringOf(fieldOf(option, 'value')?.value);
      return value === undefined ? [] : [value];
    });
    return [
      {
        id: id.slice(0, 200),
        ...(description === undefined ? {} : { description: description.slice(0, 2_000) }),
        ...(fieldOf(item, 'password')?.value.value === true ? { password: true } : {}),
        ...(options.length > 0 ? { options: options.slice(0, 200) } : {}),
        ...(preset === undefined ? {} : { default: preset }),
      },
    ];
  });
}
