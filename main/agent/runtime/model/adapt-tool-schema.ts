import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ProviderKind } from '../../../../shared/agent/provider.ts';

export type AdaptedSchema =
  | { readonly ok: true; readonly schema: JsonObject }
  /** `reason` completes the sentence "The tool was left out because …". */
  | { readonly ok: false; readonly reason: string };

const DEPTH_LIMIT = 64;
const SIZE_LIMIT = 256 * 1024;
const anthropicKey = /^[A-Za-z0-9_.-]{1,64}$/;
const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

class CannotAdapt extends Error {}

/**
 * The input schema of a tool as a provider takes it (RT-28): an object at the top, no choice between whole inputs,
 * no keyword with a value that the current JSON Schema forbids. Nothing that the tool would take is forbidden by this.
 * The offline model takes any schema as it is.
 */
export function adaptToolSchema(kind: ProviderKind, schema: JsonObject): AdaptedSchema {
  if (kind === 'offline') return { ok: true, schema };
  try {
    const cleaned = cleanSchema(schema, 0);
    const adapted = objectAtTop(cleaned);
    const checked = kind === 'anthropic' ? withAllowedKeys(adapted) : adapted;
    if (JSON.stringify(checked).length > SIZE_LIMIT) {
      return { ok: false, reason: 'its input schema is larger than 256 KiB' };
    }
    return { ok: true, schema: checked };
  } catch (failure) {
    if (failure instanceof CannotAdapt) return { ok: false, reason: failure.message };
    throw failure;
  }
}

function objectAtTop(schema: JsonObject): JsonObject {
  const type = schema['type'];
  const takesObject =
    type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
  if (!takesObject) {
    throw new CannotAdapt(
      `its input is of type ${JSON.stringify(type)}, and providers take objects only`,
    );
  }
  const { anyOf, oneOf, allOf } = schema;
  const rest = without(schema, 'anyOf', 'oneOf', 'allOf', '$schema', '$id', 'required');
  let properties: JsonObject = isJsonObject(rest['properties']) ? rest['properties'] : {};
  const required = new Set(namesIn(schema['required']));
  for (const branch of branchesOf(allOf, schema)) {
    properties = { ...branchProperties(branch), ...properties };
    for (const name of namesIn(branch['required'])) required.add(name);
  }
  for (const choice of [anyOf, oneOf]) {
    const branches = branchesOf(choice, schema);
    for (const branch of branches) properties = { ...branchProperties(branch), ...properties };
    const [first, ...others] = branches.map((branch) => namesIn(branch['required']));
    for (const name of first ?? []) {
      if (others.every((names) => names.includes(name))) required.add(name);
    }
  }
  return {
    ...rest,
    type: 'object',
    properties,
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
}

function without(schema: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

function branchesOf(branches: unknown, root: JsonObject): JsonObject[] {
  if (!Array.isArray(branches)) return [];
  return branches.filter(isJsonObject).map((branch) => localReference(branch, root));
}

function localReference(branch: JsonObject, root: JsonObject): JsonObject {
  const reference = branch['$ref'];
  if (typeof reference !== 'string') return branch;
  let here: unknown = root;
  for (const part of reference.replace(/^#\/?/, '').split('/')) {
    here = isJsonObject(here) && Object.hasOwn(here, part) ? here[part] : undefined;
  }
  return isJsonObject(here) ? here : {};
}

function branchProperties(branch: JsonObject): JsonObject {
  return isJsonObject(branch['properties']) ? branch['properties'] : {};
}

function namesIn(required: unknown): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Anthropic refuses keys outside of a small alphabet: optional ones are left out, with a required one the tool cannot be used. */
function withAllowedKeys(schema: JsonObject): JsonObject {
  const properties = branchProperties(schema);
  const refused = Object.keys(properties).filter((name) => !anthropicKey.test(name));
  if (refused.length === 0) return schema;
  const needed = refused.find((name) => namesIn(schema['required']).includes(name));
  if (needed !== undefined) {
    throw new CannotAdapt(
      `its required field ${JSON.stringify(needed)} has a name that the provider refuses`,
    );
  }
  const kept = Object.entries(properties).filter(([name]) => !refused.includes(name));
  return { ...schema, properties: Object.fromEntries(kept) };
}

const schemaMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const schemaLists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const schemaValues = [
  'additionalProperties',
  'unevaluatedProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
];

/** The schema without what no provider takes, at every depth. */
function cleanSchema(schema: JsonObject, depth: number): JsonObject {
  if (depth > DEPTH_LIMIT)
    throw new CannotAdapt(`its input schema is nested deeper than ${DEPTH_LIMIT} levels`);
  const cleaned: [string, unknown][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (schemaMaps.includes(key)) {
      if (isJsonObject(value)) cleaned.push([key, cleanMap(value, depth)]);
    } else if (schemaLists.includes(key)) {
      if (Array.isArray(value) && value.length > 0)
        cleaned.push([key, value.map((item) => subschema(item, depth))]);
    } else if (schemaValues.includes(key)) {
      if (typeof value === 'boolean') cleaned.push([key, value]);
      else cleaned.push([key, subschema(value, depth)]);
    } else if (key === 'items') {
      cleaned.push(
        Array.isArray(value)
          ? ['prefixItems', value.map((item) => subschema(item, depth))]
          : [key, subschema(value, depth)],
      );
    } else {
      const kept = cleanKeyword(key, value, schema);
      if (kept) cleaned.push(kept);
    }
  }
  return Object.fromEntries(cleaned);
}

function cleanMap(map: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(map).filter(([, value]) => value !== false);
  return Object.fromEntries(entries.map(([name, value]) => [name, subschema(value, depth)]));
}

function subschema(value: unknown, depth: number): JsonObject {
  return isJsonObject(value) ? cleanSchema(value, depth + 1) : {};
}

/** A keyword that holds no schema, or nothing when its value is not allowed. */
function cleanKeyword(
  key: string,
  value: unknown,
  schema: JsonObject,
): [string, unknown] | undefined {
  switch (key) {
    case 'type':
      return cleanType(value);
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? [key, value] : undefined;
    case 'required':
      return Array.isArray(value) ? [key, namesIn(value)] : undefined;
    case '$ref':
      return typeof value === 'string' && value.startsWith('#') ? [key, value] : undefined;
    case 'pattern':
      return typeof value === 'string' && isPattern(value) ? [key, value] : undefined;
    // Once these were switches beside the limit; now they are the limit.
    case 'exclusiveMinimum':
      return limit(key, value, schema['minimum']);
    case 'exclusiveMaximum':
      return limit(key, value, schema['maximum']);
    case 'description':
    case 'title':
    case 'format':
      return typeof value === 'string' ? [key, value] : undefined;
    default:
      return [key, value];
  }
}

function cleanType(value: unknown): [string, unknown] | undefined {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  const known = names.filter((name) => typeof name === 'string' && typeNames.has(name));
  if (known.length === 0 || known.length < names.length) return undefined;
  return ['type', known.length === 1 ? known[0] : known];
}

function limit(key: string, value: unknown, bound: unknown): [string, unknown] | undefined {
  if (typeof value === 'number') return [key, value];
  return value === true && typeof bound === 'number' ? [key, bound] : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
