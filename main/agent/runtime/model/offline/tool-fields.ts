import { isJsonObject } from '../../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
import { wordsOf } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';

export type FieldKind =
  'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null' | 'any';

/** One property of a tool's input. */
export interface Field {
  readonly name: string;
  readonly words: readonly string[];
  readonly required: boolean;
  /** With local references resolved. */
  readonly schema: JsonObject;
  readonly kinds: ReadonlySet<FieldKind>;
}

/** What the text of a field is expected to look like. */
export type Shape = 'url' | 'path' | 'email' | 'date' | 'identifier';

/** The fields of a tool's input, those that must be given first, each in the order of the schema. */
export function fieldsOf(schema: JsonObject): Field[] {
  const root = resolve(schema, schema);
  const properties = isJsonObject(root['properties']) ? root['properties'] : {};
  const required = new Set(
    Array.isArray(root['required'])
      ? root['required'].filter((name): name is string => typeof name === 'string')
      : [],
  );
  const names = [
    ...Object.keys(properties),
    ...[...required].filter((name) => !Object.hasOwn(properties, name)),
  ];
  const fields = names.map((name) => {
    const own = resolve(Object.hasOwn(properties, name) ? properties[name] : {}, schema);
    return {
      name,
      words: wordsOf(name),
      required: required.has(name),
      schema: own,
      kinds: kindsOf(own, schema, 0),
    };
  });
  return [
    ...fields.filter((field) => field.required),
    ...fields.filter((field) => !field.required),
  ];
}

/** Follows references inside the same schema, a bounded number of times. */
export function resolve(candidate: unknown, root: JsonObject): JsonObject {
  let here = candidate;
  for (let hops = 0; hops < 16 && isJsonObject(here); hops += 1) {
    const reference = here['$ref'];
    if (typeof reference !== 'string') return here;
    here = at(root, reference);
  }
  return isJsonObject(here) && typeof here['$ref'] !== 'string' ? here : {};
}

function at(root: JsonObject, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return {};
  let here: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    here =
      (isJsonObject(here) || Array.isArray(here)) && Object.hasOwn(here, key)
        ? (here as JsonObject)[key]
        : undefined;
  }
  return here;
}

const kindNames: readonly FieldKind[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
];

function kindOfValue(value: unknown): FieldKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const name = typeof value;
  return name === 'string' || name === 'number' || name === 'boolean' || name === 'object'
    ? name
    : 'any';
}

/** The kinds of values that a schema takes; `any` when it does not say. */
export function kindsOf(
  schema: JsonObject,
  root: JsonObject,
  depth: number,
): ReadonlySet<FieldKind> {
  const type = schema['type'];
  const named = (Array.isArray(type) ? type : [type]).filter((name): name is FieldKind =>
    kindNames.includes(name as FieldKind),
  );
  if (named.length > 0) return new Set(named);
  if (Array.isArray(schema['enum'])) return new Set(schema['enum'].map(kindOfValue));
  if (Object.hasOwn(schema, 'const')) return new Set([kindOfValue(schema['const'])]);
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [],
  );
  if (branches.length > 0 && depth < 4) {
    const kinds = branches.flatMap((branch) => [
      ...kindsOf(resolve(branch, root), root, depth + 1),
    ]);
    return new Set(kinds);
  }
  if (isJsonObject(schema['properties'])) return new Set(['object']);
  if (schema['items'] !== undefined) return new Set(['array']);
  return new Set(['any']);
}

/** True when a field takes values of a kind. */
export function takes(field: Field, ...kinds: readonly FieldKind[]): boolean {
  return kinds.some((kind) => field.kinds.has(kind));
}

const pathNames = new Set(
  'path paths file filename filepath folder directory dir source destination dest location'.split(
    ' ',
  ),
);
const identifierNames = new Set(
  'id ids uuid guid key code number ref reference identifier sku'.split(' '),
);

/** The shape that a text field asks for by its format or its name. */
export function shapeOf(field: Field): Shape | undefined {
  if (!takes(field, 'string', 'any')) return undefined;
  const format = field.schema['format'];
  if (format === 'uri' || format === 'url') return 'url';
  if (format === 'email') return 'email';
  if (format === 'date' || format === 'date-time') return 'date';
  if (format === 'uuid') return 'identifier';
  const last = field.words.at(-1) ?? '';
  if (field.words.some((word) => word === 'url' || word === 'uri' || word === 'link')) return 'url';
  if (field.words.some((word) => word === 'email')) return 'email';
  if (field.words.some((word) => pathNames.has(word))) return 'path';
  if (identifierNames.has(last)) return 'identifier';
  return last === 'date' || last === 'day' ? 'date' : undefined;
}

/** True when a token is clearly of a shape. */
export function looksLike(token: Token, shape: Shape): boolean {
  if (token.kind === 'mark' || token.kind === 'json') return false;
  const text = String(token.value);
  switch (shape) {
    case 'url':
      return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.test(text);
    case 'path':
      return (
        token.kind !== 'number' &&
        token.kind !== 'url' &&
        !/\n/.test(text) &&
        (/^(?:~|\.{1,2})?[/\\]|^[a-z]:\\|^[^\s/]+(?:\/[^\s/]+)+\/?$|^[^\s]*[\p{L}\p{N}_-]\.[a-z][a-z0-9]{0,9}$|^\.{1,2}$/iu.test(
          text,
        ) ||
          /^[A-Z]{3,}$/.test(text))
      );
    case 'identifier':
      return /^(?=.*\d)[\p{L}\p{N}]+(?:[-_.:#][\p{L}\p{N}]+)*$/u.test(text.replace(/^#/, ''));
  }
}
