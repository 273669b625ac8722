import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { FormField } from '../../../../shared/mcp/elicitation.ts';
import { problemsOfTyped } from '../../../../shared/mcp/elicitation-values.ts';
import type { FieldProblem, ValueProblem } from '../../../../shared/mcp/elicitation-values.ts';
import { fromRfc3339, toRfc3339, type WallTime } from './zoned-time.ts';

/** What stands in one field. */
export type Entry =
  | { readonly kind: 'text'; readonly text: string }
  /** Position of the choice, -1 to leave the field out. */
  | { readonly kind: 'choice'; readonly index: number }
  | { readonly kind: 'many'; readonly indexes: readonly number[] }
  | { readonly kind: 'flag'; readonly isOn: boolean | null }
  | ({ readonly kind: 'moment' } & WallTime);

/** What a person has changed, by field; what is not in it was not touched. */
export type FormDraft = ReadonlyMap<string, Entry>;

export type FormProblem = { readonly code: 'no-json' } | ValueProblem;

/** What stands in a field that nobody touched: the default of the server. */
export function untouched(field: FormField, zone: string): Entry {
  const value = field.default;
  switch (field.kind) {
    case 'boolean':
      return { kind: 'flag', isOn: typeof value === 'boolean' ? value : null };
    case 'select':
      return { kind: 'choice', index: field.choices.findIndex((one) => one.value === value) };
    case 'multi-select': {
      const chosen = Array.isArray(value) ? (value as unknown[]) : [];
      const indexes = field.choices.flatMap((one, index) =>
        chosen.includes(one.value) ? [index] : [],
      );
      return { kind: 'many', indexes };
    }
    case 'date-time': {
      const wall = typeof value === 'string' ? fromRfc3339(value, zone) : undefined;
      return { kind: 'moment', ...(wall ?? { date: '', time: '', zone }) };
    }
    case 'raw':
      return { kind: 'text', text: value === undefined ? '' : JSON.stringify(value) };
    default:
      return {
        kind: 'text',
        text: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
      };
  }
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

type Read =
  | { readonly value: unknown }
  | { readonly problem: FormProblem }
  /** Nothing stands there. */
  | undefined;

function readText(field: FormField, text: string): Read {
  if (field.kind === 'number' || field.kind === 'integer') {
    const digits = text.trim();
    if (digits === '') return undefined;
    return NUMBER.test(digits) ? { value: Number(digits) } : { problem: { code: 'no-number' } };
  }
  if (field.kind === 'raw') {
    if (text.trim() === '') return undefined;
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return { problem: { code: 'no-json' } };
    }
  }
  const isTrimmed = field.kind === 'email' || field.kind === 'uri';
  const value = isTrimmed ? text.trim() : text;
  return value === '' ? undefined : { value };
}

function read(field: FormField, entry: Entry): Read {
  switch (entry.kind) {
    case 'text':
      return readText(field, entry.text);
    case 'choice': {
      const choice = field.choices[entry.index];
      return choice && { value: choice.value };
    }
    case 'many': {
      const value = entry.indexes.flatMap((index) => field.choices[index]?.value ?? []);
      // Nothing chosen is an answer where something stood before or the list must be there.
      const isAnswer = value.length > 0 || field.isRequired || field.default !== undefined;
      return isAnswer ? { value } : undefined;
    }
    case 'flag':
      return entry.isOn === null ? undefined : { value: entry.isOn };
    case 'moment': {
      if (entry.date === '' && entry.time === '') return undefined;
      const value = toRfc3339(entry);
      return value === undefined ? { problem: { code: 'no-date-time' } } : { value };
    }
  }
}

export interface FormResult {
  /** What is sent: defaults that nobody touched, and what was filled in; null for a default that was emptied. */
  readonly content: JsonObject;
  readonly problems: ReadonlyMap<string, FormProblem>;
}

/** What a form would send, and what is wrong with it. Untouched optional fields without a default are left out. */
export function resultOf(
  schema: JsonObject,
  fields: readonly FormField[],
  draft: FormDraft,
): FormResult {
  const content = new Map<string, unknown>();
  const problems = new Map<string, FormProblem>();
  for (const field of fields) {
    const entry = draft.get(field.name);
    if (entry === undefined) {
      const isEmptyList = field.kind === 'multi-select' && field.isRequired;
      if (field.default !== undefined) content.set(field.name, field.default);
      else if (isEmptyList) content.set(field.name, []);
      continue;
    }
    const given = read(field, entry);
    if (given === undefined) {
      if (field.default !== undefined && !field.isRequired) content.set(field.name, null);
    } else if ('problem' in given) problems.set(field.name, given.problem);
    else content.set(field.name, given.value);
  }
  const values = Object.fromEntries([...content].filter(([, value]) => value !== null));
  for (const problem of problemsOfTyped(schema, values)) {
    if (!problems.has(problem.field)) problems.set(problem.field, withoutField(problem));
  }
  return { content: Object.fromEntries(content), problems };
}

function withoutField({ field: _field, ...problem }: FieldProblem): ValueProblem {
  return problem;
}
