import { isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';

/** References that are followed for one place. */
const MOST_STEPS = 64;
/** Parts that are put together for one place. */
const MOST_PARTS = 200;

/** Why there is no form for a place. */
export type Unreadable = 'unknown-reference' | 'circle' | 'too-much' | 'nothing-fits';

/** A place of a schema with its references followed and its parts put together. */
export interface ReadSchema {
  readonly schema: JsonObject;
  /** The first reference that led here. */
  readonly reference?: string;
  readonly unreadable?: Unreadable;
}

const referenceKeys = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

/** Reads one place of a schema; what lies below stays as it is, so that no depth or circle matters. Never throws. */
export function readSchema(place: unknown, root: unknown): ReadSchema {
  return new Reader(root).read(place);
}

class Reader {
  #parts = MOST_PARTS;

  constructor(private readonly root: unknown) {}

  read(place: unknown): ReadSchema {
    let current = place;
    let siblings: JsonObject = {};
    let reference: string | undefined;
    const seen = new Set<string>();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (current === false) return { schema: {}, unreadable: 'nothing-fits' };
      if (!isJsonObject(current)) return { schema: siblings, ...optional(reference) };
      const target = referenceOf(current);
      // What stands beside a reference is nearer to the person than what it leads to.
      siblings = { ...without(current, referenceKeys), ...siblings };
      if (target === undefined) return this.#withParts(siblings, reference);
      if (seen.has(target)) return { schema: siblings, reference: target, unreadable: 'circle' };
      seen.add(target);
      reference ??= target;
      const found = lookUp(target, this.root);
      if (found === undefined)
        return { schema: siblings, reference: target, unreadable: 'unknown-reference' };
      current = found.value;
    }
    return { schema: siblings, unreadable: 'too-much' };
  }

  #withParts(schema: JsonObject, reference: string | undefined): ReadSchema {
    const parts = schema['allOf'];
    if (!Array.isArray(parts)) return { schema, ...optional(reference) };
    let merged = without(schema, ['allOf']);
    for (const part of parts as unknown[]) {
      this.#parts -= 1;
      if (this.#parts < 0) return { schema: merged, unreadable: 'too-much' };
      const read = this.read(part);
      if (read.unreadable !== undefined) return { ...read, schema: merged };
      merged = merge(read.schema, merged);
    }
    return { schema: merged, ...optional(reference) };
  }
}

function optional(reference: string | undefined): { readonly reference?: string } {
  return reference === undefined ? {} : { reference };
}

function referenceOf(schema: JsonObject): string | undefined {
  for (const key of referenceKeys) {
    const value = schema[key];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** A place inside the same schema by its pointer or its anchor. Nothing is ever fetched. */
function lookUp(reference: string, root: unknown): { readonly value: unknown } | undefined {
  if (reference === '#') return { value: root };
  if (!reference.startsWith('#')) return undefined;
  if (!reference.startsWith('#/')) return byAnchor(reference.slice(1), root);
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decodePart(part);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return { value: at };
}

function decodePart(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A lone % is a character like others.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function byAnchor(anchor: string, root: unknown): { readonly value: unknown } | undefined {
  if (!isJsonObject(root)) return undefined;
  for (const group of ['$defs', 'definitions']) {
    const definitions = root[group];
    if (!isJsonObject(definitions)) continue;
    for (const value of Object.values(definitions))
      if (isJsonObject(value) && [value['$anchor'], value['$dynamicAnchor']].includes(anchor))
        return { value };
  }
  return undefined;
}

/** Both at once: fields and required names of both, the types that both allow, else what `over` says. */
function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...under, ...over };
  for (const key of ['properties', 'patternProperties', '$defs', 'definitions']) {
    const [one, other] = [under[key], over[key]];
    if (isJsonObject(one) && isJsonObject(other)) merged[key] = { ...one, ...other };
  }
  const required = [under['required'], over['required']].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
  if (required.length > 0) merged['required'] = [...new Set(required)];
  const types = typesOf(under).filter((type) => typesOf(over).includes(type));
  if (under['type'] !== undefined && over['type'] !== undefined && types.length > 0)
    merged['type'] = types.length === 1 ? types[0] : types;
  return merged;
}

/** The types that a schema names. */
export function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : [];
}
