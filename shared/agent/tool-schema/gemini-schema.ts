import { canonicalJson, isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { lookUp, namesIn, propertiesOf } from './object-schema.ts';

/** References are written out in place, so without a limit a small schema could become an endless one. */
const MOST_NODES = 2_000;
const MOST_NESTED = 40;
/** Longest piece of a limit that is told in words. */
const WORD_LIMIT = 200;

/** Limits that the Gemini API has no field for: the model is told them in the description. */
const told = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'default',
];
const formats: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};
const anything: JsonObject = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: { type: 'string' } },
  ],
};

/**
 * A cleaned schema in the part of OpenAPI that the Gemini API takes: no references, one type each, choices by `anyOf` alone,
 * values to choose from only as text, items for every array. What has no field there is told in the description.
 */
export function geminiSchema(schema: JsonObject): JsonObject {
  const root = convert(schema, { root: schema, followed: [], budget: { left: MOST_NODES } });
  return { ...root, type: 'object', properties: propertiesOf(root) };
}

interface Place {
  readonly root: JsonObject;
  /** References on the way here. */
  readonly followed: readonly string[];
  readonly budget: { left: number };
}

function convert(given: JsonObject, place: Place): JsonObject {
  place.budget.left -= 1;
  if (place.budget.left < 0 || place.followed.length > MOST_NESTED) return { type: 'object' };
  const reference = given['$ref'];
  if (typeof reference === 'string') return followed(given, reference, place);
  const all = given['allOf'];
  if (Array.isArray(all)) return convert(joined(without(given, 'allOf'), all, place), place);
  const choice = given['anyOf'] ?? given['oneOf'];
  if (Array.isArray(choice))
    return oneOf(without(given, 'anyOf', 'oneOf'), choice.filter(isJsonObject), place);
  const types = typesOf(given);
  const solid = types.filter((type) => type !== 'null');
  if (solid.length > 1)
    return oneOf(
      without(given, 'type'),
      types.map((type) => ({ type })),
      place,
    );
  return plain(given, solid[0], types.includes('null'), place);
}

function followed(given: JsonObject, reference: string, place: Place): JsonObject {
  const beside = without(given, '$ref');
  const target = lookUp(reference, place.root);
  if (!target) return convert(beside, place);
  if (place.followed.includes(reference))
    return { type: 'object', ...described(beside, ['the same again, nested']) };
  return convert({ ...target, ...beside }, { ...place, followed: [...place.followed, reference] });
}

/** What all parts say, in one. */
function joined(base: JsonObject, parts: readonly unknown[], place: Place): JsonObject {
  let whole = base;
  for (const part of parts) {
    if (!isJsonObject(part)) continue;
    const reference = part['$ref'];
    const target =
      typeof reference === 'string' && !place.followed.includes(reference)
        ? { ...lookUp(reference, place.root), ...without(part, '$ref') }
        : without(part, '$ref');
    const required = [...new Set([...namesIn(whole['required']), ...namesIn(target['required'])])];
    whole = {
      ...target,
      ...whole,
      ...(target['properties'] === undefined && whole['properties'] === undefined
        ? {}
        : { properties: { ...propertiesOf(target), ...propertiesOf(whole) } }),
      ...(required.length === 0 ? {} : { required }),
    };
  }
  return whole;
}

/** A choice: nothing may stand beside it, so each branch holds what stood there. */
function oneOf(base: JsonObject, branches: readonly JsonObject[], place: Place): JsonObject {
  const { description, ...shared } = base;
  const shapes = new Map<string, JsonObject>();
  for (const branch of branches) {
    const shape = branch['type'] === 'null' ? branch : convert(merged(shared, branch), place);
    shapes.set(canonicalJson(shape), shape);
  }
  const [first, ...others] = shapes.values();
  const words = typeof description === 'string' ? { description } : {};
  if (!first) return convert({ ...shared, ...words }, place);
  return others.length === 0 ? { ...first, ...words } : { ...words, anyOf: [first, ...others] };
}

function merged(base: JsonObject, branch: JsonObject): JsonObject {
  if (base['properties'] === undefined) return { ...base, ...branch };
  const required = [...namesIn(base['required']), ...namesIn(branch['required'])];
  return {
    ...base,
    ...branch,
    properties: { ...propertiesOf(base), ...propertiesOf(branch) },
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  if (schema['properties'] !== undefined) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  const values = valuesOf(schema);
  return values ? [...new Set(values.map(typeOfValue))] : [];
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  const { enum: values } = schema;
  if (Array.isArray(values)) return values as unknown[];
  return schema['const'] === undefined ? undefined : [schema['const']];
}

/** A schema of one type. */
function plain(
  given: JsonObject,
  type: string | undefined,
  isNullable: boolean,
  place: Place,
): JsonObject {
  if (type === undefined)
    return isNullable ? { type: 'null' } : { ...described(given, limitsOf(given)), ...anything };
  const { format, minLength } = given;
  const keepsFormat = typeof format === 'string' && formats[type]?.includes(format) === true;
  const words = limitsOf(given);
  if (typeof format === 'string' && !keepsFormat) words.push(`format: ${format}`);
  const values = choices(given, type);
  return {
    ...described(given, [...words, ...values.words]),
    type: isNullable ? [type, 'null'] : type,
    ...(keepsFormat ? { format } : {}),
    ...(values.list ? { enum: values.list } : {}),
    ...(type === 'string' && typeof minLength === 'number' ? { minLength } : {}),
    ...(type === 'array' ? { items: itemsOf(given, place) } : {}),
    ...(type === 'object' ? fieldsOf(given, place) : {}),
  };
}

/** Only text can be chosen from. */
function choices(
  given: JsonObject,
  type: string,
): { readonly list?: readonly unknown[]; readonly words: readonly string[] } {
  const values = valuesOf(given)?.filter((value) => value !== null);
  if (!values || values.length === 0) return { words: [] };
  const isText = values.every((value) => typeof value === 'string' && value !== '');
  if (type === 'string' && isText) return { list: values, words: [] };
  return { words: [`one of: ${short(values)}`] };
}

function itemsOf(given: JsonObject, place: Place): JsonObject {
  const { items, prefixItems } = given;
  if (isJsonObject(items) && Object.keys(items).length > 0) return convert(items, place);
  if (Array.isArray(prefixItems)) return oneOf({}, prefixItems.filter(isJsonObject), place);
  return { type: 'string' };
}

function fieldsOf(given: JsonObject, place: Place): JsonObject {
  const properties = Object.entries(propertiesOf(given)).map(
    ([name, value]) => [name, convert(isJsonObject(value) ? value : {}, place)] as const,
  );
  const known = new Set(properties.map(([name]) => name));
  const required = namesIn(given['required']).filter((name) => known.has(name));
  return {
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function limitsOf(given: JsonObject): string[] {
  return told
    .filter((name) => given[name] !== undefined)
    .map((name) => `${name}: ${short(given[name])}`);
}

function described(given: JsonObject, words: readonly string[]): JsonObject {
  const own = typeof given['description'] === 'string' ? [given['description']] : [];
  const description = [...own, ...(words.length === 0 ? [] : [`(${words.join('; ')})`])].join(' ');
  return description === '' ? {} : { description };
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > WORD_LIMIT ? `${text.slice(0, WORD_LIMIT)}…` : text;
}

function without(schema: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
