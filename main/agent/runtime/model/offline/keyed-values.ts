import { isJsonObject } from '../../../../../shared/lib/json.ts';
import { coerce, itemFits } from './coerce-value.ts';
import type { FillState } from './fill-state.ts';
import { matchWords } from './find-mention.ts';
import { fillerWords } from './prompt-words.ts';
import { endsSentence } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';
import type { Field } from './tool-fields.ts';
import { kindsOf, looksLike, resolve, shapeOf, takes } from './tool-fields.ts';

/** A place where the prompt speaks of a field by name. */
interface Key {
  readonly field: Field;
  /** Further keys inside an object field, for `outer.inner`. */
  readonly inner: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly mark: '=' | ':' | undefined;
}

/** Takes `key=value`, `key: value`, `outer.inner=value`, whole JSON arguments, and a field's name followed by a value. */
export function takeKeyed(state: FillState): void {
  takeJsonArguments(state);
  for (const explicit of [true, false]) {
    for (let at = 0; at < state.tokens.length; at += 1) {
      const key = state.used.has(at) ? undefined : keyAt(state, at);
      if (!key || (key.mark !== undefined) !== explicit) continue;
      if (key.mark === undefined) takeNamed(state, key);
      else takeExplicit(state, key);
    }
  }
}

/** A JSON object whose keys are all fields of the tool holds its arguments. */
function takeJsonArguments(state: FillState): void {
  const byName = new Map(state.fields.map((field) => [field.name, field]));
  for (const [index, token] of state.free('json')) {
    const before = state.tokens[index - 1];
    if (!isJsonObject(token.value) || before?.text === '=' || before?.text === ':') continue;
    const entries = Object.entries(token.value);
    if (entries.length === 0 || !entries.every(([name]) => byName.has(name))) continue;
    for (const [name, value] of entries) state.values.set(name, value);
    state.use(index, index + 1);
  }
}

function keyAt(state: FillState, at: number): Key | undefined {
  const token = state.tokens[at];
  if (!token || (token.kind !== 'word' && token.kind !== 'quoted' && token.kind !== 'number'))
    return undefined;
  let best: Key | undefined;
  for (const field of state.fields) {
    const exact = token.value === field.name || token.text === field.name;
    const to = exact
      ? at + 1
      : field.words.length > 0
        ? matchWords(state.tokens, at, field.words)
        : undefined;
    if (to === undefined || state.values.has(field.name)) continue;
    const key: Key = { field, inner: [], from: at, to, mark: markAt(state.tokens, to) };
    if (token.kind !== 'word' && key.mark === undefined) continue;
    if (!best || exact || to > best.to) best = key;
    if (exact) break;
  }
  return best ?? innerKeyAt(state, at, token);
}

function innerKeyAt(state: FillState, at: number, token: Token): Key | undefined {
  const mark = markAt(state.tokens, at + 1);
  const [outer, ...inner] = token.text.split('.');
  if (mark === undefined || inner.length === 0 || inner.includes('')) return undefined;
  const field = state.fields.find(
    (candidate) => candidate.name === outer && takes(candidate, 'object', 'any'),
  );
  return field && { field, inner, from: at, to: at + 1, mark };
}

function markAt(tokens: readonly Token[], at: number): '=' | ':' | undefined {
  const text = tokens[at]?.text;
  return text === '=' || text === ':' || text === '：' ? (text === '=' ? '=' : ':') : undefined;
}

function takeExplicit(state: FillState, key: Key): void {
  const start = key.to + 1;
  const first = state.tokens[start];
  if (!first || state.used.has(start)) return;
  const end = key.mark === '=' ? tightEnd(state, start) : looseEnd(state, start, key.field);
  const said = spokenValue(state, start, end);
  const inner = key.inner.length > 0;
  const field = inner ? innerField(state, key) : key.field;
  const value =
    takes(field, 'array') && first.kind !== 'json'
      ? listValue(state, start, end, field)
      : coerce(said, field)?.value;
  state.use(key.from, end);
  if (value === undefined) {
    state.problems.set(
      key.field.name,
      `the prompt says ${JSON.stringify(said.text)}, which does not fit`,
    );
  } else if (inner) {
    const outer = state.values.get(key.field.name);
    state.values.set(key.field.name, withInner(outer, key.inner, value));
  } else {
    state.values.set(key.field.name, value);
  }
}

/** The end of a value written without spaces. A comma belongs to it unless another key or a space follows. */
function tightEnd(state: FillState, start: number): number {
  const { tokens } = state;
  let end = start + 1;
  const first = tokens[start];
  if (first?.kind === 'quoted' || first?.kind === 'json') return end;
  for (let here = tokens[end]; here && here.start === tokens[end - 1]?.end; here = tokens[end]) {
    const next = tokens[end + 1];
    const stops = /^[,;.!?)。、，\]}]$/u.test(here.text);
    if (stops && (!next || next.start !== here.end || markAt(tokens, end + 2) !== undefined)) break;
    end += 1;
  }
  return end;
}

/** The end of a value after a colon: a comma, the end of the line or sentence, or the next key. */
function looseEnd(state: FillState, start: number, field: Field): number {
  const { tokens } = state;
  const first = tokens[start];
  const list = takes(field, 'array');
  const single =
    !list &&
    (first?.kind === 'quoted' ||
      first?.kind === 'json' ||
      first?.kind === 'url' ||
      !takes(field, 'string', 'any'));
  if (single || first?.kind === 'json') return start + 1;
  let end = start;
  for (let here = tokens[end]; here; here = tokens[end]) {
    const key = end > start && !state.used.has(end) ? keyAt(state, end) : undefined;
    if (key?.mark !== undefined || state.used.has(end) || endsSentence(here)) break;
    if (here.kind === 'mark' && !list && /^[,、，]$/u.test(here.text)) break;
    end += 1;
    if (here.lineEnd) break;
  }
  while (end > start + 1 && isFiller(tokens[end - 1])) end -= 1;
  return end;
}

function isFiller(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'mark') return true;
  return token.kind === 'word' && token.words.every((word) => fillerWords.has(word));
}

/** The tokens of a value as one token. */
function spokenValue(
  state: FillState,
  start: number,
  end: number,
): Pick<Token, 'kind' | 'text' | 'value'> {
  const first = state.tokens[start];
  const last = state.tokens[end - 1];
  if (first && end === start + 1) return first;
  const text = state.source.slice(first?.start ?? 0, last?.end ?? 0);
  return { kind: 'word', text, value: text };
}

function listValue(state: FillState, start: number, end: number, field: Field): unknown {
  const items: unknown[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    const token = state.tokens[at];
    const separator = at === end || /^(?:[,、，]|and|or)$/iu.test(token?.text ?? '');
    if (!separator) continue;
    if (at > from) items.push(spokenValue(state, from, at).value);
    from = at + 1;
  }
  return items.length > 0 && items.every((item) => itemFits(item, field)) ? items : undefined;
}

function innerField(state: FillState, key: Key): Field {
  let schema = key.field.schema;
  for (const name of key.inner) {
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    schema = resolve(
      Object.hasOwn(properties, name) ? properties[name] : {},
      state.tool.inputSchema,
    );
  }
  return fieldOf(key.inner.at(-1) ?? '', schema, state.tool.inputSchema);
}

function withInner(outer: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const base = isJsonObject(outer) ? outer : {};
  const inside = Object.hasOwn(base, name) ? base[name] : undefined;
  return Object.fromEntries([
    ...Object.entries(base).filter(([key]) => key !== name),
    [name, withInner(inside, rest, value)],
  ]);
}

const linkWords = new Set(['is', 'as', 'to', 'of', 'be', 'equals', 'equal', 'should', 'set']);
const introWords = new Set(['with', 'where', 'and', 'whose', 'using', 'having', 'has', ',']);

/** A field's name followed by a value, without a mark between them. */
function takeNamed(state: FillState, key: Key): void {
  const { tokens } = state;
  let at = key.to;
  while (
    tokens[at]?.kind === 'word' &&
    linkWords.has(tokens[at]?.text.toLowerCase() ?? '') &&
    !state.used.has(at)
  )
    at += 1;
  const token = tokens[at];
  if (!token || state.used.has(at) || token.kind === 'mark') {
    takeFlag(state, key);
    return;
  }
  const shape = shapeOf(key.field);
  const certain =
    token.kind !== 'word' ||
    (shape !== undefined && looksLike(token, shape)) ||
    key.field.schema['enum'] !== undefined ||
    takes(key.field, 'boolean');
  const before = tokens[key.from - 1]?.text.toLowerCase() ?? '';
  const introduced = introWords.has(before) && !isFiller(token) && keyAt(state, at) === undefined;
  const value = certain || introduced ? coerce(token, key.field) : undefined;
  if (value) {
    state.set(key.field, value.value, at);
    state.use(key.from, at);
  } else {
    takeFlag(state, key);
  }
}

const negations = new Set(['no', 'not', 'without', 'non', "don't"]);

/** The bare name of a switch turns it on; a negation before it turns it off. */
function takeFlag(state: FillState, key: Key): void {
  if (!takes(key.field, 'boolean') || takes(key.field, 'string', 'number', 'integer')) return;
  const before = state.tokens[key.from - 1]?.text.toLowerCase() ?? '';
  state.set(key.field, !negations.has(before), key.from, key.to);
}

/** A field made of a name and a schema, outside of a tool's own list. */
function fieldOf(name: string, schema: Field['schema'], root: Field['schema']): Field {
  return { name, words: [], required: false, schema, kinds: kindsOf(schema, root, 0) };
}
