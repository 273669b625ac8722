import { canonicalJson, isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';

/** Choices may refer to themselves, so without a limit a small schema could keep the process busy for ever. */
const MOST_BRANCHES = 500;
const MOST_REFERENCES = 16;
const choices = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * The schema as one object, without `anyOf`, `oneOf`, `allOf` or `$ref` at the top: no provider takes them there. It allows all
 * that `schema` allows; the server checks the rest. Undefined when it describes no object.
 */
export function objectSchema(schema: JsonObject): JsonObject | undefined {
  const flat = flatten(schema, { root: schema, left: MOST_BRANCHES });
  if (!flat) return undefined;
  const { required, ...rest } = without(flat, '$schema', '$id');
  const names = namesIn(required);
  return {
    ...rest,
    type: 'object',
    properties: propertiesOf(flat),
    ...(names.length > 0 ? { required: names } : {}),
  };
}

export function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema['properties']) ? schema['properties'] : {};
}

export function namesIn(required: unknown): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

interface Walk {
  readonly root: JsonObject;
  /** How many branches may still be looked at. */
  left: number;
}

function flatten(schema: JsonObject, walk: Walk): JsonObject | undefined {
  const referred = resolve(schema, walk.root);
  if (!referred || !takesObject(referred['type'])) return undefined;
  let merged = referred;
  for (const choice of choices) {
    const branches = referred[choice];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const flat = branches
      .filter((branch) => branch !== false)
      .map((branch) => flatten(knownBranch(branch, walk), walk))
      .filter((branch) => branch !== undefined);
    if (flat.length === 0) return undefined;
    merged = merge(without(merged, choice), flat, choice === 'allOf');
  }
  return merged;
}

/** A branch that cannot be known, or is one too many, takes everything. */
function knownBranch(branch: unknown, walk: Walk): JsonObject {
  walk.left -= 1;
  if (walk.left < 0 || !isJsonObject(branch)) return {};
  return resolve(branch, walk.root) ?? {};
}

/** Follows local references; others are not fetched. Undefined when one leads nowhere or in a circle. */
function resolve(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  let current = schema;
  for (let step = 0; step < MOST_REFERENCES; step += 1) {
    const reference = current['$ref'];
    if (typeof reference !== 'string') return current;
    const target = lookUp(reference, root);
    if (!target) return undefined;
    // What stands beside a reference wins over what it leads to; a reference there is followed next.
    current = { ...target, ...without(current, '$ref') };
  }
  return undefined;
}

/** What a local pointer leads to. */
export function lookUp(reference: string, root: JsonObject): JsonObject | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let target: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return isJsonObject(target) ? target : undefined;
}

function takesObject(type: unknown): boolean {
  return (
    type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
  );
}

/** All properties of the branches; required is what all branches (one of all: any) require. */
function merge(base: JsonObject, branches: readonly JsonObject[], isAll: boolean): JsonObject {
  const lists = branches.map((branch) => namesIn(branch['required']));
  const fromBranches = isAll
    ? lists.flat()
    : (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  const required = [...new Set([...namesIn(base['required']), ...fromBranches])];
  const properties = new Map<string, unknown[]>();
  for (const branch of branches)
    for (const [name, property] of Object.entries(propertiesOf(branch)))
      properties.set(name, [...(properties.get(name) ?? []), property]);
  const joined = [...properties].map(([name, shapes]) => [name, either(shapes, isAll)] as const);
  return {
    ...without(base, 'additionalProperties'),
    properties: Object.fromEntries([...joined, ...Object.entries(propertiesOf(base))]),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** One schema for a property that branches describe differently. Of those that hold together, one is enough. */
function either(shapes: readonly unknown[], isAll: boolean): unknown {
  const different = new Map(shapes.map((shape) => [canonicalJson(shape), shape]));
  const [first] = different.values();
  return isAll || different.size === 1 ? first : { anyOf: [...different.values()] };
}

function without(schema: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
