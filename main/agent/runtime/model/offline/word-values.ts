import { itemFits } from './coerce-value.ts';
import type { FillState } from './fill-state.ts';
import { callVerbs, carrierWords, fillerWords, isVerb, stem, toolNouns } from './prompt-words.ts';
import { endsSentence, wordsOf } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';
import { looksLike, shapeOf } from './tool-fields.ts';
import type { Field } from './tool-fields.ts';

/** A stretch of loose words: token indexes `from` up to but not including `to`. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** Lets the words after the tool's mention fill the required text fields in order; with none there, the words before it. */
export function takeWords(state: FillState, outright: boolean): void {
  const skipped = skippedWords(state, outright);
  for (const [from, to] of [
    [state.wordsFrom, state.tokens.length],
    [0, state.wordsFrom],
  ] as const) {
    const fields = textFields(state);
    if (fields.length === 0) break;
    giveRuns(state, fields, runsBetween(state, from, to, skipped), skipped);
  }
  takeWordList(state, skipped);
}

/** Fields that words may fill. A field that wants an address or the like takes no other words. */
function textFields(state: FillState): Field[] {
  return state.open(true, 'string', 'any').filter((field) => {
    if (field.schema['enum'] !== undefined || field.schema['const'] !== undefined) return false;
    const shape = shapeOf(field);
    return (
      shape !== 'url' &&
      shape !== 'email' &&
      !(shape === 'date' && field.schema['format'] !== undefined)
    );
  });
}

function skippedWords(state: FillState, outright: boolean): (word: string) => boolean {
  const own = new Set(
    [...wordsOf(state.tool.toolName), ...wordsOf(state.tool.title ?? '')].map(stem),
  );
  const fields = textFields(state);
  const only = fields.length === 1 ? fields : [];
  // "3 weeks" says what the 3 was for.
  const given = state.fields.filter((field) => state.values.has(field.name));
  const names = new Set([...only, ...given].flatMap((field) => field.words));
  return (word) =>
    fillerWords.has(word) ||
    callVerbs.has(word) ||
    toolNouns.has(word) ||
    carrierWords.has(word) ||
    own.has(stem(word)) ||
    names.has(word) ||
    (!outright && isVerb(word));
}

type Skipped = (word: string) => boolean;

function isSkipped(token: Token | undefined, skipped: Skipped): boolean {
  if (!token) return false;
  if (token.kind === 'mark') return true;
  return token.kind === 'word' && token.words.every(skipped);
}

function isFiller(token: Token | undefined): boolean {
  return isSkipped(token, (word) => fillerWords.has(word));
}

/** Stretches of unused tokens, without what is skipped at their ends. */
function runsBetween(state: FillState, from: number, to: number, skipped: Skipped): Run[] {
  const runs: Run[] = [];
  let start: number | undefined;
  for (let at = from; at <= to; at += 1) {
    const token = state.tokens[at];
    const open = at < to && token && !state.used.has(at) && !endsSentence(token);
    if (open) start ??= at;
    else if (start !== undefined) {
      const run = trimmed(state, { from: start, to: at }, skipped);
      if (run) runs.push(run);
      start = undefined;
    }
  }
  return runs;
}

function trimmed(state: FillState, run: Run, skipped: Skipped): Run | undefined {
  let { from, to } = run;
  while (from < to && isSkipped(state.tokens[from], skipped)) from += 1;
  while (to > from && isFiller(state.tokens[to - 1])) to -= 1;
  return from < to ? { from, to: Math.min(to, valueEnd(state, from, to)) } : undefined;
}

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々]/u;
const hangul = /^[가-힣]/u;

/** In scripts where particles mark the end of a phrase, a value ends there. */
function valueEnd(state: FillState, from: number, to: number): number {
  const first = state.tokens[from]?.text ?? '';
  if (hangul.test(first)) return from + 1;
  if (!unspaced.test(first)) return to;
  for (let at = from + 1; at < to; at += 1) {
    if (isFiller(state.tokens[at]) || !unspaced.test(state.tokens[at]?.text ?? '')) return at;
  }
  return to;
}

function textOf(state: FillState, run: Run): string {
  const first = state.tokens[run.from];
  const last = state.tokens[run.to - 1];
  if (!first || !last) return '';
  if (run.to === run.from + 1 && first.kind !== 'number') {
    const text = String(first.value);
    return hangul.test(text) && run.to < state.tokens.length ? stem(text) : withoutPossessive(text);
  }
  return withoutPossessive(state.source.slice(first.start, last.end));
}

function withoutPossessive(text: string): string {
  return text.replace(/['’]s$/u, '');
}

function giveRuns(
  state: FillState,
  fields: readonly Field[],
  runs: readonly Run[],
  skipped: Skipped,
): void {
  const parts =
    fields.length === 1
      ? oneValue(fields[0], runs, state)
      : share(state, fields.length, runs, skipped);
  fields.forEach((field, index) => {
    const part = parts[index];
    if (part) state.set(field, textOf(state, part), part.from, part.to);
  });
}

/** The whole first stretch, or the token in it that looks like what the field wants. */
function oneValue(
  field: Field | undefined,
  runs: readonly Run[],
  state: FillState,
): readonly Run[] {
  const shape = field && shapeOf(field);
  if (shape !== undefined) {
    for (const run of runs) {
      for (let at = run.from; at < run.to; at += 1) {
        const token = state.tokens[at];
        if (token && looksLike(token, shape)) return [{ from: at, to: at + 1 }];
      }
    }
  }
  return runs.slice(0, 1);
}

const separators = new Set([
  'and',
  'with',
  'to',
  'from',
  'as',
  'in',
  'into',
  'by',
  'for',
  ',',
  '、',
  '，',
]);

/** Splits the stretches among several fields: at commas and joining words when these give enough parts, else word by word. */
function share(
  state: FillState,
  count: number,
  runs: readonly Run[],
  skipped: Skipped,
): readonly Run[] {
  const parts = runs.flatMap((run) => split(state, run, skipped));
  if (parts.length >= count) return joinedTail(parts, count);
  const words = runs.flatMap((run) =>
    Array.from({ length: run.to - run.from }, (_, offset) => ({
      from: run.from + offset,
      to: run.from + offset + 1,
    })).filter((word) => !isFiller(state.tokens[word.from])),
  );
  return words.length >= count ? joinedTail(words, count) : parts;
}

function split(state: FillState, run: Run, skipped: Skipped): Run[] {
  const parts: Run[] = [];
  let from = run.from;
  for (let at = run.from; at <= run.to; at += 1) {
    const here = state.tokens[at]?.text.toLowerCase() ?? '';
    if (at < run.to && !separators.has(here)) continue;
    const part = at > from ? trimmed(state, { from, to: at }, skipped) : undefined;
    if (part) parts.push(part);
    from = at + 1;
  }
  return parts;
}

/** `count` parts, the last of which takes what is too many, as far as it stands in one piece. */
function joinedTail(parts: readonly Run[], count: number): Run[] {
  const head = parts.slice(0, count);
  const last = head.at(-1);
  const end = parts.at(-1);
  if (last && end && parts.length > count) head[count - 1] = { from: last.from, to: end.to };
  return head;
}

/** Words joined by commas and "and" fill a required list. */
function takeWordList(state: FillState, skipped: Skipped): void {
  for (const field of state.open(true, 'array')) {
    const parts = runsBetween(state, state.wordsFrom, state.tokens.length, skipped).flatMap((run) =>
      split(state, run, skipped),
    );
    if (parts.length === 0 || !itemFits('', field)) continue;
    state.values.set(
      field.name,
      parts.map((part) => textOf(state, part)),
    );
    for (const part of parts) state.use(part.from, part.to);
  }
}
