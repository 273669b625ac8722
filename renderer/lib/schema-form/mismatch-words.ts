import type { Mismatch } from '../../../shared/mcp/bench.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';

const words = benchTexts.result;

/** The value at a JSON pointer; undefined when there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split('/').slice(1)) {
    const key = decoded(part);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decoded(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A lone % is a character like others.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** What a value is, in the words of schemas. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** What does not fit at one place, without the place: for lines that stand at it. */
export function mismatchWords(mismatch: Mismatch): string {
  if (mismatch.expected === undefined || mismatch.expected.length === 0)
    return /^(?:any|one)Of$/.test(mismatch.keyword) ? words.noVariant : mismatch.message;
  return words.expected(mismatch.expected.map(benchTexts.typeName));
}

/** The same as a sentence with the place. */
export function mismatchSentence(
  mismatch: Mismatch,
  whole: unknown,
): { readonly path: string; readonly rest: string } {
  const { path, expected, message } = mismatch;
  if (expected === undefined || expected.length === 0) return { path, rest: message };
  const is = benchTexts.typeName(typeOf(valueAt(whole, path)));
  return {
    path,
    rest: words.mismatchIs(is, expected.map(benchTexts.typeName).join(' or ')),
  };
}
