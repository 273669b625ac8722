import { isJsonObject } from '../lib/json.ts';
import type { JsonObject } from '../lib/json.ts';
import { choicesOf, requiredOf, schemasOf, typeOf } from './elicitation-schema.ts';
import { matchesPattern } from './tame-pattern.ts';

/** What can be wrong with an answer, with the number that it missed where there is one. */
export type ValueProblem =
  | {
      readonly code:
        | 'no-text'
        | 'no-email'
        | 'no-address'
        | 'no-date'
        | 'no-date-time'
        | 'other-pattern'
        | 'no-number'
        | 'not-whole'
        | 'no-boolean'
        | 'no-list'
        | 'no-text-inside'
        | 'not-offered'
        | 'no-plain-value'
        | 'missing'
        | 'not-asked';
    }
  | {
      readonly code: 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'too-few' | 'too-many';
      readonly limit: number;
    };
export type FieldProblem = ValueProblem & { readonly field: string };

type Schema = JsonObject;

/** Every process has it; the types of none are known here. */
const addresses = globalThis as unknown as { readonly URL: { canParse(text: string): boolean } };

// With a name and a dot behind the @, as the checkers of servers want it.
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
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
const formats: Readonly<Record<string, [(text: string) => boolean, ValueProblem]>> = {
  email: [(text) => EMAIL.test(text), { code: 'no-email' }],
  uri: [(text) => addresses.URL.canParse(text), { code: 'no-address' }],
  date: [isDate, { code: 'no-date' }],
  'date-time': [isDateTime, { code: 'no-date-time' }],
};

function limitOf(field: Schema, keyword: string): number | undefined {
  const value = field[keyword];
  return typeof value === 'number' ? value : undefined;
}

function problemOfText(field: Schema, value: unknown): ValueProblem | undefined {
  if (typeof value !== 'string') return { code: 'no-text' };
  // In characters, as JSON Schema counts them, not in UTF-16 units.
  const { length } = Array.from(value);
  const shortest = limitOf(field, 'minLength');
  if (shortest !== undefined && length < shortest) return { code: 'too-short', limit: shortest };
  const longest = limitOf(field, 'maxLength');
  if (longest !== undefined && length > longest) return { code: 'too-long', limit: longest };
  const name = String(field['format']);
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return format && !format[0](value) ? format[1] : undefined;
}

function problemOfNumber(field: Schema, value: unknown): ValueProblem | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'no-number' };
  if (typeOf(field) === 'integer' && !Number.isInteger(value)) return { code: 'not-whole' };
  const least = limitOf(field, 'minimum');
  if (least !== undefined && value < least) return { code: 'too-small', limit: least };
  const most = limitOf(field, 'maximum');
  return most !== undefined && value > most ? { code: 'too-large', limit: most } : undefined;
}

function problemOfList(field: Schema, value: unknown): ValueProblem | undefined {
  if (!Array.isArray(value)) return { code: 'no-list' };
  const list = value as unknown[];
  if (!list.every((one) => typeof one === 'string')) return { code: 'no-text-inside' };
  const least = limitOf(field, 'minItems');
  if (least !== undefined && list.length < least) return { code: 'too-few', limit: least };
  const most = limitOf(field, 'maxItems');
  if (most !== undefined && list.length > most) return { code: 'too-many', limit: most };
  const choices = isJsonObject(field['items']) ? choicesOf(field['items']) : undefined;
  const isOffered = (one: string): boolean =>
    choices === undefined || choices.some(({ value: offered }) => offered === one);
  return list.every(isOffered) ? undefined : { code: 'not-offered' };
}

/** What is wrong with one value of a field; keywords that the subset does not have are passed over. */
export function problemOfValue(field: Schema, value: unknown): ValueProblem | undefined {
  const type = typeOf(field);
  const choices = choicesOf(field);
  if (choices && type !== 'array')
    return choices.some(({ value: offered }) => offered === value)
      ? undefined
      : { code: 'not-offered' };
  switch (type) {
    case 'string':
      return problemOfText(field, value);
    case 'number':
    case 'integer':
      return problemOfNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'no-boolean' };
    case 'array':
      return problemOfList(field, value);
    default: {
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
      return isPlain ? undefined : { code: 'no-plain-value' };
    }
  }
}

/** What is wrong with an answer, field by field. Values that are undefined are not there. */
export function problemsOf(schema: JsonObject, values: JsonObject): FieldProblem[] {
  const fields = schemasOf(schema);
  const given = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
  const missing = requiredOf(schema)
    .filter((name) => !given.has(name))
    .map((name): FieldProblem => ({ field: name, code: 'missing' }));
  const wrong = [...given].flatMap(([name, value]): FieldProblem[] => {
    const field = fields.get(name);
    if (!field) return [{ field: name, code: 'not-asked' }];
    const problem = problemOfValue(field, value);
    return problem === undefined ? [] : [{ field: name, ...problem }];
  });
  return [...missing, ...wrong];
}

/** The same with patterns, which the subset does not have: for people who type, not for programs. */
export function problemsOfTyped(schema: JsonObject, values: JsonObject): FieldProblem[] {
  const fields = schemasOf(schema);
  const odd = Object.entries(values).flatMap(([name, value]): FieldProblem[] => {
    const pattern = fields.get(name)?.['pattern'];
    if (typeof pattern !== 'string' || typeof value !== 'string') return [];
    return matchesPattern(pattern, value) === false ? [{ field: name, code: 'other-pattern' }] : [];
  });
  return [...problemsOf(schema, values), ...odd];
}

/** A problem as a sentence for logs and programs. */
export function problemSentence(problem: FieldProblem): string {
  const name = JSON.stringify(problem.field);
  switch (problem.code) {
    case 'missing':
      return `${name} is missing.`;
    case 'not-asked':
      return `${name} was not asked for.`;
    case 'not-offered':
      return `${name} was not offered.`;
    case 'no-text':
      return `${name} is no text.`;
    case 'no-email':
      return `${name} is no e-mail address.`;
    case 'no-address':
      return `${name} is no address.`;
    case 'no-date':
      return `${name} is no date (YYYY-MM-DD).`;
    case 'no-date-time':
      return `${name} is no date with time (RFC 3339).`;
    case 'other-pattern':
      return `${name} does not have the form that was asked for.`;
    case 'no-number':
      return `${name} is no number.`;
    case 'not-whole':
      return `${name} is no whole number.`;
    case 'no-boolean':
      return `${name} is neither true nor false.`;
    case 'no-list':
      return `${name} is no list.`;
    case 'no-text-inside':
      return `${name} holds something that is no text.`;
    case 'no-plain-value':
      return `${name} is no plain value.`;
    case 'too-short':
      return `${name} is shorter than ${String(problem.limit)} characters.`;
    case 'too-long':
      return `${name} is longer than ${String(problem.limit)} characters.`;
    case 'too-small':
      return `${name} is less than ${String(problem.limit)}.`;
    case 'too-large':
      return `${name} is more than ${String(problem.limit)}.`;
    case 'too-few':
      return `${name} has fewer than ${String(problem.limit)} entries.`;
    case 'too-many':
      return `${name} has more than ${String(problem.limit)} entries.`;
  }
}
