import { isJsonObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';

/** Keywords whose values are data and hold no schema. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** The schema with `items` in each array: OpenAI refuses a whole request for one without. */
export function withArrayItems(schema: JsonObject): JsonObject {
  const filled: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, data.has(key) ? value : inside(value)]),
  );
  return isArrayType(schema['type']) && filled['items'] === undefined
    ? { ...filled, items: {} }
    : filled;
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isJsonObject(value) ? withArrayItems(value) : value;
}

function isArrayType(type: unknown): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}
