import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import {
  fieldModel,
  type FieldModel,
  type Schema,
} from '../../../shared/mcp/schema-form/field-model.ts';

const words = benchTexts.form;
const { typeName } = benchTexts;
/** Kinds that one union names. */
const MOST_KINDS = 4;

/** The kind of a field in a word or a few. */
export function kindWords(model: FieldModel, root: Schema): string {
  switch (model.kind) {
    case 'text':
      return model.format ?? typeName('string');
    case 'number':
      return typeName(model.isInteger ? 'integer' : 'number');
    case 'boolean':
    case 'null':
    case 'object':
      return typeName(model.kind);
    case 'list':
      return typeName('array');
    case 'choice':
      return typeName(typeof model.options[0]?.value === 'number' ? 'number' : 'string');
    case 'constant':
      return words.fixed;
    case 'union':
      return words.or([
        ...new Set(
          model.variants
            .slice(0, MOST_KINDS)
            .map((variant) => variantWords(fieldModel(variant, root), root)),
        ),
      ]);
    case 'raw':
      return words.anything;
  }
}

function variantWords(model: FieldModel, root: Schema): string {
  if (model.title !== undefined) return model.title;
  // A union inside a union is not told in full.
  return model.kind === 'union' ? words.anything : kindWords(model, root);
}

/** What stands beside the name of a field. */
export function noteWords(model: FieldModel, root: Schema, isRequired: boolean): string {
  const kind = kindWords(model, root);
  const named = model.reference === undefined ? kind : words.from(kind, model.reference);
  return words.note(named, isRequired ? words.required : '');
}

/** The choices of a union, each with a name of its own. */
export function variantNames(variants: readonly Schema[], root: Schema): string[] {
  const seen = new Map<string, number>();
  return variants.map((variant) => {
    const name = variantWords(fieldModel(variant, root), root);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} ${String(count)}`;
  });
}

/** The limits of a field, to stand inside it at the right. */
export function limitWords(model: FieldModel): string | undefined {
  if (model.kind === 'number') return rangeWords(model.minimum, model.maximum);
  if (model.kind !== 'text') return undefined;
  const range = rangeWords(model.minLength, model.maxLength);
  return range === undefined ? undefined : words.characters(range);
}

function rangeWords(low: number | undefined, high: number | undefined): string | undefined {
  if (low !== undefined && high !== undefined) return words.range(String(low), String(high));
  if (low !== undefined) return words.atLeast(String(low));
  return high === undefined ? undefined : words.atMost(String(high));
}

/** What an empty field says: that it is not sent, and what the server takes then. */
export function emptyWords(model: FieldModel): string {
  const { default: fallback } = model;
  if (fallback === undefined) return words.notSent;
  return words.notSentDefault(JSON.stringify(fallback.value).slice(0, 60));
}
