/** Most characters that all strings and keys of one payload may have together. */
export const MAX_PAYLOAD_CHARACTERS = 16_000_000;
/** Deepest nesting of one payload; the innermost arrays and objects count. */
export const MAX_PAYLOAD_DEPTH = 256;
/** Most values of one payload. */
const MAX_PAYLOAD_VALUES = 1_000_000;

interface Pending {
  readonly value: object;
  readonly depth: number;
}

/**
 * True when a payload is small enough to be parsed. Walks without recursion, so that depth cannot overflow the stack,
 * and looks at each object once, so that shared or circular references (structured clone keeps them) end.
 */
export function isWithinLimits(payload: unknown): boolean {
  const seen = new Set<object>();
  const pending: Pending[] = [];
  let characters = 0;
  let values = 0;

  const take = (value: unknown, depth: number): boolean => {
    values += 1;
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'bigint') return false;
    else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      if (depth > MAX_PAYLOAD_DEPTH) return false;
      seen.add(value);
      pending.push({ value, depth });
    }
    return characters <= MAX_PAYLOAD_CHARACTERS && values <= MAX_PAYLOAD_VALUES;
  };

  if (!take(payload, 1)) return false;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      characters += value.byteLength;
      if (characters > MAX_PAYLOAD_CHARACTERS) return false;
      continue;
    }
    if (value instanceof Map || value instanceof Set) return false;
    for (const key of Object.keys(value)) {
      characters += key.length;
      if (!take((value as Record<string, unknown>)[key], depth + 1)) return false;
    }
  }
  return true;
}
