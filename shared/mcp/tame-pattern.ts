/** Longer patterns and values are not tried. */
const MAX_PATTERN = 200;
const MAX_VALUE = 300;
/** Repeats of changing length in one pattern; with two, the worst case still ends at once. */
const MAX_REPEATS = 2;

/**
 * True for patterns that cannot keep the engine busy: no repeated groups, no references back, no looking around, and few
 * repeats. A pattern comes from a server, which might want to hang the app.
 */
function isTame(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) return false;
  const outside = pattern
    .replace(/\\[\s\S]/g, (escaped) => (/\\[1-9kpP]/.test(escaped) ? '\\' : 'x'))
    .replace(/\[[^\]]*\]/g, 'x');
  if (outside.includes('\\') || /\(\?(?!:)/.test(outside)) return false;
  if (/\)(?:[*+]|\{)/.test(outside)) return false;
  const repeats = outside.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const largest = Math.max(0, ...[...outside.matchAll(/\d+/g)].map(([digits]) => Number(digits)));
  return repeats <= MAX_REPEATS && largest <= 1_000;
}

/** Whether a value has the form of a pattern; undefined where that is left to the server. */
export function matchesPattern(pattern: string, value: string): boolean | undefined {
  if (value.length > MAX_VALUE || !isTame(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return undefined;
  }
}
