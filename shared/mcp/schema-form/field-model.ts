import { isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { looksSecret } from '../secret-names.ts';
import { readSchema, typesOf, type Unreadable } from './schema-reading.ts';

/** A schema below a place, not looked at yet. */
export type Schema = unknown;

export interface ObjectMember {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** What kind of control a place gets. `raw` takes any JSON. */
export type FieldShape =
  | {
      readonly kind: 'text';
      readonly format: string | undefined;
      readonly minLength: number | undefined;
      readonly maxLength: number | undefined;
    }
  | {
      readonly kind: 'number';
      readonly isInteger: boolean;
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | {
      readonly kind: 'object';
      readonly members: readonly ObjectMember[];
      /** Of members with other names; undefined where there may be none, or nothing is said of them. */
      readonly rest: Schema;
    }
  | {
      readonly kind: 'list';
      readonly first: readonly Schema[];
      readonly items: Schema;
      readonly maxItems: number | undefined;
    }
  | { readonly kind: 'union'; readonly variants: readonly Schema[] }
  | { readonly kind: 'raw'; readonly why: Unreadable | 'anything' };

export interface Option {
  readonly value: unknown;
  readonly label: string | undefined;
}

/** One place of a schema as a form shows it. */
export type FieldModel = FieldShape & {
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The reference that led here. */
  readonly reference: string | undefined;
  readonly default: { readonly value: unknown } | undefined;
};

/** Choices in one list, and members and variants of one place, that are shown. */
const MOST = 1_000;
const JSON_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

/** What a form shows at one place of a schema. `root` is what local references lead into. Never throws. */
export function fieldModel(place: Schema, root: Schema): FieldModel {
  const { schema, reference, unreadable } = readSchema(place, root);
  const shape: FieldShape =
    unreadable === undefined ? shapeOf(schema, root) : { kind: 'raw', why: unreadable };
  return {
    ...shape,
    title: textOf(schema['title']),
    description: textOf(schema['description']),
    reference,
    default: Object.hasOwn(schema, 'default') ? { value: schema['default'] } : undefined,
  };
}

/** Whether a value of this name and schema should not be kept in the open. */
export function isSecretField(name: string, model: FieldModel): boolean {
  return (model.kind === 'text' && model.format === 'password') || looksSecret(name, model.title);
}

function shapeOf(schema: JsonObject, root: Schema): FieldShape {
  if (Object.hasOwn(schema, 'const')) return { kind: 'constant', value: schema['const'] };
  const union = unionOf(schema, root);
  if (union !== undefined) return union;
  const { enum: choices } = schema;
  if (Array.isArray(choices)) return choiceOf(choices as unknown[]);
  const type = typesOf(schema)[0] ?? guessType(schema);
  switch (type) {
    case 'string':
      return {
        kind: 'text',
        format: textOf(schema['format']),
        minLength: numberOf(schema['minLength']),
        maxLength: numberOf(schema['maxLength']),
      };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isInteger: type === 'integer',
        minimum: numberOf(schema['minimum']),
        maximum: numberOf(schema['maximum']),
      };
    case 'boolean':
    case 'null':
      return { kind: type };
    case 'object':
      return objectOf(schema);
    case 'array':
      return listOf(schema);
    default:
      return { kind: 'raw', why: 'anything' };
  }
}

function objectOf(schema: JsonObject): FieldShape {
  const { properties, required, additionalProperties } = schema;
  const names: unknown[] = Array.isArray(required) ? required : [];
  const members = isJsonObject(properties)
    ? Object.entries(properties)
        .slice(0, MOST)
        .map(([name, member]) => ({ name, schema: member, isRequired: names.includes(name) }))
    : [];
  const isOpen = additionalProperties === true || isJsonObject(additionalProperties);
  if (properties === undefined && additionalProperties === undefined && names.length === 0)
    return { kind: 'object', members, rest: true };
  return { kind: 'object', members, rest: isOpen ? additionalProperties : undefined };
}

function listOf(schema: JsonObject): FieldShape {
  const { items, prefixItems, additionalItems } = schema;
  // Before 2020 a list under `items` was what `prefixItems` is now.
  const first: unknown[] = Array.isArray(prefixItems)
    ? prefixItems
    : Array.isArray(items)
      ? items
      : [];
  const others = Array.isArray(items) ? additionalItems : items;
  return {
    kind: 'list',
    first: first.slice(0, MOST),
    items: others ?? true,
    maxItems: others === false ? first.length : numberOf(schema['maxItems']),
  };
}

function choiceOf(values: readonly unknown[]): FieldShape {
  if (values.length === 0) return { kind: 'raw', why: 'nothing-fits' };
  if (values.length === 1) return { kind: 'constant', value: values[0] };
  return {
    kind: 'choice',
    options: values.slice(0, MOST).map((value) => ({ value, label: undefined })),
  };
}

/** Several shapes of which one is chosen; undefined when there is only one. */
function unionOf(schema: JsonObject, root: Schema): FieldShape | undefined {
  const [branches, base] = branchesOf(schema);
  if (branches !== undefined) {
    const titled = titledChoice(branches, root);
    if (titled !== undefined) return titled;
    const variants = branches
      .slice(0, MOST)
      .map((branch) => (Object.keys(base).length === 0 ? branch : { allOf: [branch], ...base }));
    return only(variants, root) ?? { kind: 'union', variants };
  }
  const types = typesOf(schema).filter((type) => JSON_TYPES.has(type));
  const all =
    schema['nullable'] === true && !types.includes('null') && types.length > 0
      ? [...types, 'null']
      : types;
  // A whole number is a number.
  const distinct = [...new Set(all)].filter((one) => one !== 'integer' || !all.includes('number'));
  if (distinct.length < 2) return undefined;
  const variants = distinct.map((type) => ofType(schema, type)).filter(isPossible);
  return only(variants, root) ?? { kind: 'union', variants };
}

function branchesOf(schema: JsonObject): [readonly unknown[] | undefined, JsonObject] {
  for (const key of ['oneOf', 'anyOf']) {
    const branches = schema[key];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const outside = [key, 'title', 'description', 'default', '$defs', 'definitions', '$schema'];
    const base = Object.entries(schema).filter(([name]) => !outside.includes(name));
    // Branches that only name what is required say nothing of the shape.
    if (branches.every((one) => isJsonObject(one) && Object.keys(one).join() === 'required'))
      continue;
    return [branches as unknown[], Object.fromEntries(base)];
  }
  return [undefined, {}];
}

/** The way to give choices a title. */
function titledChoice(branches: readonly unknown[], root: Schema): FieldShape | undefined {
  const options: Option[] = [];
  for (const branch of branches) {
    const { schema } = readSchema(branch, root);
    if (!Object.hasOwn(schema, 'const')) return undefined;
    options.push({ value: schema['const'], label: textOf(schema['title']) });
  }
  return options.length < 2 ? undefined : { kind: 'choice', options };
}

function only(variants: readonly Schema[], root: Schema): FieldShape | undefined {
  if (variants.length > 1) return undefined;
  if (variants.length === 0) return { kind: 'raw', why: 'nothing-fits' };
  const { schema, unreadable } = readSchema(variants[0], root);
  if (unreadable !== undefined) return { kind: 'raw', why: unreadable };
  // One more union inside a lone branch stays raw, so that this ends.
  return Array.isArray(schema['anyOf']) || Array.isArray(schema['oneOf'])
    ? { kind: 'raw', why: 'anything' }
    : shapeOf(schema, root);
}

function ofType(schema: JsonObject, type: string): JsonObject {
  const choices = schema['enum'];
  const outside = ['enum', 'nullable', 'title', 'description', 'default'];
  const plain = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !outside.includes(name)),
  );
  const fitting = Array.isArray(choices)
    ? { enum: (choices as unknown[]).filter((value) => isOfType(value, type)) }
    : {};
  return type === 'null' ? { type } : { ...plain, ...fitting, type };
}

function isPossible(schema: JsonObject): boolean {
  return !Array.isArray(schema['enum']) || schema['enum'].length > 0;
}

/** Whether a value has a type of JSON Schema. */
export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const telling: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'required']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum']],
];

/** Many schemas leave the type out. */
function guessType(schema: JsonObject): string | undefined {
  return telling.find(([, keys]) => keys.some((key) => Object.hasOwn(schema, key)))?.[0];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
