import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';

type Field = JsonObject;

function fieldsOf(schema: JsonObject): [string, Field][] {
  const { properties } = schema;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).filter((entry): entry is [string, Field] =>
    isJsonObject(entry[1]),
  );
}

function isNested(field: Field): boolean {
  const { type, items } = field;
  if (type === 'object' || field['properties'] !== undefined) return true;
  return type === 'array' && isJsonObject(items) && isNested(items);
}

/** Why a requested schema cannot be shown as a form, as a sentence; undefined when it can. */
export function faultOfForm(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return 'The requested schema is missing or no object.';
  const { type, properties } = schema;
  if (type !== undefined && type !== 'object') return 'The requested schema describes no object.';
  if (properties !== undefined && !isJsonObject(properties))
    return 'The properties of the requested schema are no object.';
  for (const [name, field] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(field)) return `The field "${name}" is no schema.`;
    if (isNested(field)) return `The field "${name}" is nested; forms are flat.`;
  }
  return undefined;
}

/** The values of fields that nobody touched. */
export function defaultsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    fieldsOf(schema)
      .filter(([, field]) => field['default'] !== undefined)
      .map(([name, field]) => [name, field['default']]),
  );
}

/** What may be chosen, in any of the spellings: enum, oneOf or anyOf with const. */
function choicesOf(field: Field): readonly unknown[] | undefined {
  if (Array.isArray(field['enum'])) return field['enum'] as unknown[];
  const titled = field['oneOf'] ?? field['anyOf'];
  if (!Array.isArray(titled)) return undefined;
  const constants = (titled as unknown[]).map((one) =>
    isJsonObject(one) ? one['const'] : undefined,
  );
  return constants.includes(undefined) ? undefined : constants;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const DATE = /^\d{4}-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

function isDate(text: string): boolean {
  const [, month, day] = DATE.exec(text) ?? [];
  const date = new Date(`${text}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) &&
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day)
  );
}

function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  return day !== undefined && isDate(day) && !Number.isNaN(new Date(text).getTime());
}

/** Formats of the subset; any other one is a plain text. */
const formats: Readonly<Record<string, [(text: string) => boolean, string]>> = {
  email: [(text) => EMAIL.test(text), 'is no e-mail address.'],
  uri: [(text) => URL.canParse(text), 'is no address.'],
  date: [isDate, 'is no date (YYYY-MM-DD).'],
  'date-time': [isDateTime, 'is no date with time (RFC 3339).'],
};

function limit(field: Field, keyword: string): number | undefined {
  const value = field[keyword];
  return typeof value === 'number' ? value : undefined;
}

function problemOfText(field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'is no text.';
  // In characters, as JSON Schema counts them, not in UTF-16 units.
  const { length } = Array.from(value);
  const shortest = limit(field, 'minLength');
  if (shortest !== undefined && length < shortest) return `is shorter than ${shortest} characters.`;
  const longest = limit(field, 'maxLength');
  if (longest !== undefined && length > longest) return `is longer than ${longest} characters.`;
  const name = String(field['format']);
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return format && !format[0](value) ? format[1] : undefined;
}

function problemOfNumber(field: Field, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'is no number.';
  if (field['type'] === 'integer' && !Number.isInteger(value)) return 'is no whole number.';
  const least = limit(field, 'minimum');
  if (least !== undefined && value < least) return `is less than ${least}.`;
  const most = limit(field, 'maximum');
  return most !== undefined && value > most ? `is more than ${most}.` : undefined;
}

function problemOfList(field: Field, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'is no list.';
  const list = value as unknown[];
  if (!list.every((one) => typeof one === 'string')) return 'holds something that is no text.';
  const least = limit(field, 'minItems');
  if (least !== undefined && list.length < least) return `has fewer than ${least} entries.`;
  const most = limit(field, 'maxItems');
  if (most !== undefined && list.length > most) return `has more than ${most} entries.`;
  const choices = isJsonObject(field['items']) ? choicesOf(field['items']) : undefined;
  if (choices && !list.every((one) => choices.includes(one)))
    return 'holds something that was not offered.';
  return undefined;
}

function problemOf(field: Field, value: unknown): string | undefined {
  const choices = choicesOf(field);
  if (choices && field['type'] !== 'array')
    return choices.includes(value) ? undefined : 'was not offered.';
  switch (field['type']) {
    case 'string':
      return problemOfText(field, value);
    case 'number':
    case 'integer':
      return problemOfNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is neither true nor false.';
    case 'array':
      return problemOfList(field, value);
    default: {
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
      return isPlain ? undefined : 'is no plain value.';
    }
  }
}

/** What is wrong with an answer, one sentence each. */
export function problemsOf(schema: JsonObject, values: JsonObject): string[] {
  const fields = new Map(fieldsOf(schema));
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const missing = required
    .filter((name) => typeof name === 'string' && values[name] === undefined)
    .map((name) => `"${String(name)}" is missing.`);
  const wrong = Object.entries(values).flatMap(([name, value]) => {
    const field = fields.get(name);
    if (!field) return [`"${name}" was not asked for.`];
    const problem = problemOf(field, value);
    return problem === undefined ? [] : [`"${name}" ${problem}`];
  });
  return [...missing, ...wrong];
}
