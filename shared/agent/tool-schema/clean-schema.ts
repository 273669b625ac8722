import { isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { namesIn } from './object-schema.ts';

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
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

/** The schema without what no provider takes, at every depth. The caller has made sure that it is not nested without end. */
export function cleanSchema(schema: JsonObject): JsonObject {
  const cleaned: [string, unknown][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (schemaMaps.includes(key)) {
      if (isJsonObject(value)) cleaned.push([key, cleanMap(value)]);
    } else if (schemaLists.includes(key)) {
      if (Array.isArray(value) && value.length > 0)
        cleaned.push([key, value.map((item) => subschema(item))]);
    } else if (schemaValues.includes(key)) {
      if (typeof value === 'boolean') cleaned.push([key, value]);
      else cleaned.push([key, subschema(value)]);
    } else if (key === 'items') {
      cleaned.push(
        Array.isArray(value)
          ? ['prefixItems', value.map((item) => subschema(item))]
          : [key, subschema(value)],
      );
    } else {
      const kept = cleanKeyword(key, value, schema);
      if (kept) cleaned.push(kept);
    }
  }
  return Object.fromEntries(cleaned);
}

function cleanMap(map: JsonObject): JsonObject {
  const entries = Object.entries(map).filter(([, value]) => value !== false);
  return Object.fromEntries(entries.map(([name, value]) => [name, subschema(value)]));
}

function subschema(value: unknown): JsonObject {
  return isJsonObject(value) ? cleanSchema(value) : {};
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
