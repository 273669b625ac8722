import { canonicalJson, isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';

/** One difference between two schemas. `path` is written with dots; empty for the whole. */
export type SchemaChange =
  | { readonly kind: 'removed'; readonly path: string; readonly before: unknown }
  | { readonly kind: 'added'; readonly path: string; readonly after: unknown }
  | {
      readonly kind: 'changed';
      readonly path: string;
      readonly before: unknown;
      readonly after: unknown;
    };

/** More than these nobody reads. */
export const MOST_CHANGES = 200;

/** What is different in `after`, in the order of `before`; at most `MOST_CHANGES`. */
export function schemaChanges(before: JsonObject, after: JsonObject): readonly SchemaChange[] {
  const found: SchemaChange[] = [];
  compare([], before, after, found);
  return found.slice(0, MOST_CHANGES);
}

function compare(
  place: readonly string[],
  before: unknown,
  after: unknown,
  found: SchemaChange[],
): void {
  if (found.length >= MOST_CHANGES) return;
  const path = place.join('.');
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const [key, value] of Object.entries(before)) {
      if (Object.hasOwn(after, key)) compare([...place, key], value, after[key], found);
      else found.push({ kind: 'removed', path: [...place, key].join('.'), before: value });
    }
    for (const [key, value] of Object.entries(after))
      if (!Object.hasOwn(before, key))
        found.push({ kind: 'added', path: [...place, key].join('.'), after: value });
    return;
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    before.forEach((value, index) => {
      compare([...place, String(index)], value, after[index], found);
    });
    return;
  }
  if (canonicalJson(before) !== canonicalJson(after))
    found.push({ kind: 'changed', path, before, after });
}
