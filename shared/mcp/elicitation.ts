import { isJsonObject } from '../lib/json.ts';
import type { JsonObject } from '../lib/json.ts';
import { choicesOf, requiredOf, schemasOf, typeOf } from './elicitation-schema.ts';
import type { Choice } from './elicitation-schema.ts';
import { problemOfValue } from './elicitation-values.ts';
import { looksSecret } from './secret-names.ts';

/** What a field of a form is filled in with. `raw` is JSON as it is typed, for shapes that the subset does not have. */
export type FieldKind =
  | 'text'
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'select'
  | 'multi-select'
  | 'raw';

/** One field of a requested schema, as a form draws it. Texts are the server's own. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly title: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** Only where it is a value that the field takes. */
  readonly default: unknown;
  readonly choices: readonly Choice[];
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly pattern: string | undefined;
  /** What is typed here is masked, warned about and never stored. */
  readonly isSecret: boolean;
  /** The type or format that is none of the subset: the server alone knows what it takes. */
  readonly unknownShape: string | undefined;
}

const formats: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

function shapeOf(field: JsonObject): Pick<FormField, 'kind' | 'choices' | 'unknownShape'> {
  const type = typeOf(field);
  const known = (kind: FieldKind) => ({ kind, choices: [], unknownShape: undefined });
  if (type === 'array') {
    const choices = isJsonObject(field['items']) ? choicesOf(field['items']) : undefined;
    const texts = choices?.filter(({ value }) => typeof value === 'string') ?? [];
    if (texts.length > 0) return { kind: 'multi-select', choices: texts, unknownShape: undefined };
    return { kind: 'raw', choices: [], unknownShape: 'array' };
  }
  const choices = choicesOf(field);
  if (choices) return { kind: 'select', choices, unknownShape: undefined };
  if (type === 'number' || type === 'integer' || type === 'boolean') return known(type);
  if (type !== 'string') {
    return { kind: 'raw', choices: [], unknownShape: typeof type === 'string' ? type : '' };
  }
  const { format } = field;
  if (formats.has(format)) return known(format as FieldKind);
  const isForeign = typeof format === 'string' && format !== 'password';
  return { kind: 'text', choices: [], unknownShape: isForeign ? format : undefined };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

function formField(name: string, field: JsonObject, isRequired: boolean): FormField {
  const shape = shapeOf(field);
  const value = field['default'];
  const isTyped = shape.kind === 'text' || shape.kind === 'raw';
  return {
    name,
    ...shape,
    title: textOf(field['title']) ?? name,
    description: textOf(field['description']),
    isRequired,
    default: problemOfValue(field, value) === undefined ? value : undefined,
    minLength: numberOf(field['minLength']),
    maxLength: numberOf(field['maxLength']),
    minimum: numberOf(field['minimum']),
    maximum: numberOf(field['maximum']),
    minItems: numberOf(field['minItems']),
    maxItems: numberOf(field['maxItems']),
    pattern: typeof field['pattern'] === 'string' ? field['pattern'] : undefined,
    isSecret:
      isTyped && (field['format'] === 'password' || looksSecret(name, textOf(field['title']))),
  };
}

/** The fields of a requested schema, in the server's order. */
export function formFields(schema: JsonObject): FormField[] {
  const required = new Set(requiredOf(schema));
  return [...schemasOf(schema)].map(([name, field]) => formField(name, field, required.has(name)));
}

/** The values of fields that nobody touched. A default that its own field would not take is none. */
export function defaultsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    [...schemasOf(schema)]
      .filter(([, field]) => field['default'] !== undefined)
      .filter(([, field]) => problemOfValue(field, field['default']) === undefined)
      .map(([name, field]) => [name, field['default']]),
  );
}

/**
 * What is sent for an answer: its values and the defaults of fields that it leaves out. A null leaves a field out for good,
 * default and all.
 */
export function filledIn(schema: JsonObject, content: JsonObject): JsonObject {
  const given = Object.entries(content).filter(([, value]) => value !== undefined);
  const values = { ...defaultsOf(schema), ...Object.fromEntries(given) };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
