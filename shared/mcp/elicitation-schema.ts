import { isDeeperThan, isJsonObject } from '../lib/json.ts';
import type { JsonObject } from '../lib/json.ts';

export type PlainValue = string | number | boolean;

export interface Choice {
  readonly value: PlainValue;
  /** What the server calls it; the value itself where it gives no title. */
  readonly label: string;
}

type Schema = JsonObject;

/** What a form may hold at most; one that a person would fill in is far from it. */
const DEPTH_CAP = 20;
const FIELDS_CAP = 200;
const CHOICES_CAP = 5_000;

function isNested(field: Schema): boolean {
  const { type, items } = field;
  if (type === 'object' || field['properties'] !== undefined) return true;
  return type === 'array' && isJsonObject(items) && isNested(items);
}

/** How many choices a field offers, in any spelling. */
function offered(field: unknown): number {
  if (!isJsonObject(field)) return 0;
  const lists = [field['enum'], field['oneOf'], field['anyOf']];
  return Math.max(...lists.map((list) => (Array.isArray(list) ? list.length : 0)));
}

/** Why a requested schema cannot be shown as a form, as a sentence; undefined when it can. */
export function faultOfForm(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return 'The requested schema is missing or no object.';
  if (isDeeperThan(schema, DEPTH_CAP)) return 'The requested schema is nested; forms are flat.';
  const { type, properties } = schema;
  if (type !== undefined && type !== 'object') return 'The requested schema describes no object.';
  if (properties !== undefined && !isJsonObject(properties))
    return 'The properties of the requested schema are no object.';
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  if (fields.length > FIELDS_CAP)
    return `The requested schema has more than ${FIELDS_CAP} fields, which nobody would fill in.`;
  for (const [name, field] of fields) {
    if (!isJsonObject(field)) return `The field "${name}" is no schema.`;
    if (isNested(field)) return `The field "${name}" is nested; forms are flat.`;
    if (offered(field) > CHOICES_CAP || offered(field['items']) > CHOICES_CAP)
      return `The field "${name}" offers more than ${CHOICES_CAP} choices.`;
  }
  return undefined;
}

/** The fields of a requested schema by name, in the server's order. */
export function schemasOf(schema: JsonObject): ReadonlyMap<string, Schema> {
  const { properties } = schema;
  if (!isJsonObject(properties)) return new Map();
  return new Map(
    Object.entries(properties).filter((entry): entry is [string, Schema] => isJsonObject(entry[1])),
  );
}

/** Names of the fields that must be there, whether the schema describes them or not. */
export function requiredOf(schema: JsonObject): readonly string[] {
  const { required } = schema;
  if (!Array.isArray(required)) return [];
  return (required as unknown[]).filter((name) => typeof name === 'string');
}

function isPlain(value: unknown): value is PlainValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** What may be chosen, in any of the spellings: enum with or without names, oneOf or anyOf with const. Undefined for a free field. */
export function choicesOf(field: Schema): readonly Choice[] | undefined {
  const { enum: values, enumNames } = field;
  if (Array.isArray(values)) {
    const names = Array.isArray(enumNames) ? (enumNames as unknown[]) : [];
    return someOf((values as unknown[]).map((value, index) => ({ value, title: names[index] })));
  }
  const titled = field['oneOf'] ?? field['anyOf'];
  if (!Array.isArray(titled)) return undefined;
  const options = (titled as unknown[]).map((one) => (isJsonObject(one) ? one : {}));
  if (options.some((one) => one['const'] === undefined)) return undefined;
  return someOf(options.map((one) => ({ value: one['const'], title: one['title'] })));
}

function someOf(options: readonly { value: unknown; title: unknown }[]): Choice[] | undefined {
  const choices = options.flatMap(({ value, title }) =>
    isPlain(value)
      ? [{ value, label: typeof title === 'string' && title !== '' ? title : String(value) }]
      : [],
  );
  return choices.length === 0 ? undefined : choices;
}

/** The type of a field; of a list of types the first that is no null. */
export function typeOf(field: Schema): unknown {
  const { type } = field;
  return Array.isArray(type) ? (type as unknown[]).find((one) => one !== 'null') : type;
}
