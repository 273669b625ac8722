/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A JSON object whose fields are not looked at here. */
export type JsonObject = Record<string, unknown>;

/** True for plain objects: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON text with the keys of every object sorted, so that equal values give equal text. Used for hashes.
 * Throws a RangeError for values nested deeper than the engine's stack.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (!isJsonObject(value)) return value === undefined ? 'null' : JSON.stringify(value);
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}

/** True when `value` holds values in values for more than `limit` levels. Walks without recursion, so that no depth harms it. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}
