import { isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { fieldModel, isOfType, type FieldModel, type Schema } from './field-model.ts';

/** Nested required objects that are filled in by themselves. */
const MOST_LEVELS = 6;

/** What a field starts with: required ones with what is known of them, optional ones with nothing (they are not sent). */
export function initialValue(schema: Schema, root: Schema, level = 0): unknown {
  const model = fieldModel(schema, root);
  if (model.default !== undefined) return model.default.value;
  switch (model.kind) {
    case 'constant':
      return model.value;
    case 'object': {
      if (level >= MOST_LEVELS) return {};
      const members = model.members.flatMap(({ name, schema: member, isRequired }) => {
        const value = isRequired ? initialValue(member, root, level + 1) : undefined;
        return value === undefined ? [] : [[name, value] as const];
      });
      return objectOf(members);
    }
    case 'list':
      return [];
    case 'null':
      return null;
    default:
      return undefined;
  }
}

/** What a place starts with when the person asks for it: never nothing. */
export function addedValue(schema: Schema, root: Schema): unknown {
  const known = initialValue(schema, root);
  if (known !== undefined) return known;
  const model = fieldModel(schema, root);
  switch (model.kind) {
    case 'text':
      return '';
    case 'number':
      return model.minimum ?? 0;
    case 'boolean':
      return false;
    case 'choice':
      return model.options[0]?.value;
    case 'union':
      return addedValue(model.variants[0], root);
    default:
      return null;
  }
}

/** From entries, whatever their names: `__proto__` becomes a member like others. */
export function objectOf(entries: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(entries);
}

/** A member; undefined where it is not sent. */
export function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** With one member changed, or left out for undefined; the order of `names` first. */
export function withMember(
  value: unknown,
  name: string,
  member: unknown,
  names: readonly string[],
): JsonObject {
  const entries = new Map(isJsonObject(value) ? Object.entries(value) : []);
  if (member === undefined) entries.delete(name);
  else entries.set(name, member);
  const order = (key: string): number => {
    const at = names.indexOf(key);
    return at < 0 ? names.length : at;
  };
  return objectOf([...entries].sort(([one], [other]) => order(one) - order(other)));
}

/** Members that the schema does not know. */
export function otherMembers(value: unknown, names: readonly string[]): string[] {
  return isJsonObject(value) ? Object.keys(value).filter((name) => !names.includes(name)) : [];
}

/** Whether the control of a field can show a value. Others are shown as JSON. */
export function isShowable(model: FieldModel, value: unknown): boolean {
  if (value === undefined) return true;
  switch (model.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'object':
      return isJsonObject(value);
    case 'list':
      return Array.isArray(value);
    case 'constant':
      return isEqual(value, model.value);
    case 'choice':
      return model.options.some((option) => isEqual(option.value, value));
    case 'union':
    case 'raw':
      return true;
  }
}

/** Which variant a value belongs to; -1 for none. Looks at the type, and at the fixed members of objects. */
export function variantOf(variants: readonly Schema[], root: Schema, value: unknown): number {
  if (value === undefined) return -1;
  const fits = variants.map((variant) => {
    const model = fieldModel(variant, root);
    if (model.kind === 'raw') return model.why === 'anything' ? 1 : 0;
    if (model.kind === 'number')
      return isOfType(value, model.isInteger ? 'integer' : 'number') ? 2 : 0;
    if (model.kind === 'union') return variantOf(model.variants, root, value) < 0 ? 0 : 2;
    if (!isShowable(model, value)) return 0;
    return model.kind === 'object' ? objectFit(model.members, root, value) : 2;
  });
  const best = Math.max(0, ...fits);
  return best === 0 ? -1 : fits.indexOf(best);
}

function objectFit(
  members: readonly { readonly name: string; readonly schema: Schema }[],
  root: Schema,
  value: unknown,
): number {
  let known = 0;
  for (const { name, schema } of members) {
    const member = memberOf(value, name);
    if (member === undefined) continue;
    known += 1;
    const model = fieldModel(schema, root);
    if (model.kind === 'constant' && !isEqual(model.value, member)) return 0;
  }
  return 2 + known / 1_000;
}

/** Equal as JSON. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What was typed into a field of a number: the number it is, else the text, so that what is seen is what is sent. */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed)) return text;
  const value = Number(trimmed);
  const isExact =
    Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact ? value : text;
}
