import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

export type AdaptedSchema = { readonly schema: JsonObject } | { readonly reason: string };

const DEEPEST = 64;
const MOST_REFERENCES = 16;
const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * The input schema of a tool in the form that every provider takes: an object at the top, without `anyOf`, `oneOf`, `allOf` or `$ref` there (RT-28).
 * The adapted schema allows all that the server's allows; the server checks the rest. A schema that cannot be adapted gives the reason as a sentence.
 */
export function adaptSchema(inputSchema: JsonObject): AdaptedSchema {
  if (isDeeperThan(inputSchema, DEEPEST))
    return { reason: `Its input schema is nested more than ${String(DEEPEST)} levels deep.` };
  const top = flatten(inputSchema, inputSchema, 0);
  if (top === undefined)
    return { reason: 'Its input schema does not describe an object, and a tool takes an object.' };
  const rest = without(top, '$schema', '$id');
  return { schema: { ...rest, type: 'object', properties: rest['properties'] ?? {} } };
}

function flatten(schema: JsonObject, root: JsonObject, depth: number): JsonObject | undefined {
  if (depth > 8) return undefined;
  const referred = resolve(schema, root);
  if (referred === undefined) return undefined;
  if (!isObjectType(referred['type'])) return undefined;
  let merged: JsonObject = referred;
  for (const union of UNIONS) {
    const branches = referred[union];
    if (!Array.isArray(branches)) continue;
    const rest = without(merged, union);
    const flat = branches
      .filter(isJsonObject)
      .map((branch) => flatten(branch, root, depth + 1))
      .filter((branch) => branch !== undefined);
    if (flat.length === 0) return undefined;
    merged = merge(rest, flat, union === 'allOf');
  }
  return merged;
}

/** Follows local references at the top; others are not fetched. Undefined when one leads nowhere or in a circle. */
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

function lookUp(reference: string, root: JsonObject): JsonObject | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let target: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return isJsonObject(target) ? target : undefined;
}

function without(schema: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

function isObjectType(type: unknown): boolean {
  return (
    type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
  );
}

/** All properties of the branches; required is what all branches (one of all: any) require. */
function merge(base: JsonObject, branches: readonly JsonObject[], isAll: boolean): JsonObject {
  const open = without(base, 'additionalProperties');
  const properties: JsonObject = {};
  for (const branch of [...branches, base]) {
    const own = branch['properties'];
    if (isJsonObject(own))
      for (const [name, property] of Object.entries(own))
        Object.defineProperty(properties, name, {
          value: property,
          enumerable: true,
          configurable: true,
          writable: true,
        });
  }
  const lists = branches.map(requiredOf);
  const fromBranches = isAll
    ? lists.flat()
    : (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  const required = [...new Set([...requiredOf(base), ...fromBranches])];
  return { ...open, properties, ...(required.length > 0 ? { required } : {}) };
}

function requiredOf(schema: JsonObject): string[] {
  const required = schema['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}
