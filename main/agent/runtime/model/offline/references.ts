import { isJsonObject } from '../../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
import type { ModelTool } from '../model-contract.ts';
import { planStep, spokenIn } from './plan-step.ts';
import type { StepPlan } from './plan-step.ts';
import { callVerbs, carrierWords, fillerWords, toolNouns } from './prompt-words.ts';
import { tokenize, wordsOf } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';
import type { DoneCall } from './turn-history.ts';

/** Words that stand for what a step before was about. */
const pointers = new Set(
  'it its that this them those these same それ これ その 그것 그걸 그'.split(' '),
);
/** What "the", too, points at when a step came before. */
const pointedNouns = new Set('file note result output answer'.split(' '));
/** Fields that hold the same thing under other names. */
const sameThings: readonly ReadonlySet<string>[] = [
  new Set('path file filename file_name filepath file_path'.split(' ')),
  new Set('name title note key id'.split(' ')),
  new Set('url uri link address'.split(' ')),
];
/** Fields that take what a tool answered. */
const contentNames = new Set(
  'text content contents body message data value input query q'.split(' '),
);
/** A longer answer is nothing to hand on unseen. */
const MOST_HANDED_ON = 4_000;

/**
 * Plans a step in which words such as "it" or "that file" stand for what calls before were about. They fill only what the
 * step leaves open: by the same field of an earlier call, or, where a text is wanted, by what the last call answered.
 */
export function planReferring(
  text: string,
  tools: readonly ModelTool[],
  earlier: readonly DoneCall[],
): StepPlan {
  const plan = planStep(text, tools);
  if (earlier.length === 0 || (plan.kind !== 'call' && plan.kind !== 'ask')) return plan;
  const tokens = tokenize(text);
  const pointing = pointingTokens(tokens);
  if (pointing.size === 0) return plan;
  const { tool } = plan;
  // Where nothing but pointing words is left, they were taken for values.
  if (saysNothingElse(tokens, spokenIn(tokens, tools), [tool, pointing])) {
    const given = valuesFor(requiredOf(tool), earlier);
    return planStep(tool.name, [tool], given);
  }
  const open =
    plan.kind === 'ask'
      ? plan.fields.map(({ name }) => name)
      : pointingFields(plan.input, phrasesOf(tokens, pointing));
  const given = valuesFor(open, earlier);
  const filled = given.size === 0 ? plan : planStep(text, tools, given);
  return filled.kind === 'call' ? filled : plan;
}

function pointingTokens(tokens: readonly Token[]): ReadonlySet<number> {
  const found = new Set<number>();
  tokens.forEach((token, at) => {
    if (token.kind !== 'word') return;
    const word = token.text.toLowerCase();
    const next = tokens[at + 1];
    if (pointers.has(word)) {
      found.add(at);
      // "that file": the noun belongs to it.
      if (/^(that|this|those|these|same|その|그)$/.test(word) && next?.kind === 'word')
        found.add(at + 1);
    } else if (word === 'the' && next?.kind === 'word' && pointedNouns.has(next.text.toLowerCase()))
      found.add(at).add(at + 1);
  });
  return found;
}

/** What is pointed with, as it is written. */
function phrasesOf(tokens: readonly Token[], pointing: ReadonlySet<number>): ReadonlySet<string> {
  const phrases = new Set<string>();
  for (const at of pointing) {
    const one = tokens[at]?.text.toLowerCase() ?? '';
    phrases.add(one);
    if (pointing.has(at + 1)) phrases.add(`${one} ${tokens[at + 1]?.text.toLowerCase() ?? ''}`);
  }
  return phrases;
}

/** Fields that got a pointing word for their value. */
function pointingFields(input: JsonObject, phrases: ReadonlySet<string>): string[] {
  return Object.entries(input)
    .filter(([, value]) => typeof value === 'string' && phrases.has(value.toLowerCase()))
    .map(([name]) => name);
}

function saysNothingElse(
  tokens: readonly Token[],
  spoken: ReadonlySet<number>,
  [tool, pointing]: readonly [ModelTool, ReadonlySet<number>],
): boolean {
  const own = new Set(wordsOf(tool.toolName));
  const isEmpty = (word: string): boolean =>
    own.has(word) || [fillerWords, callVerbs, carrierWords, toolNouns].some((set) => set.has(word));
  return tokens.every(
    (token, at) =>
      spoken.has(at) ||
      pointing.has(at) ||
      token.kind === 'mark' ||
      (token.kind === 'word' && token.words.every(isEmpty)),
  );
}

function requiredOf({ inputSchema }: ModelTool): string[] {
  const { required } = inputSchema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function valuesFor(
  names: readonly string[],
  earlier: readonly DoneCall[],
): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const name of names) {
    const value = valueFor(name, earlier);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

function valueFor(name: string, earlier: readonly DoneCall[]): unknown {
  const alike = sameThings.find((names) => names.has(name.toLowerCase())) ?? new Set<string>();
  for (const { use } of [...earlier].reverse()) {
    if (!isJsonObject(use.input)) continue;
    const { input } = use;
    const same = Object.hasOwn(input, name)
      ? name
      : Object.keys(input).find((other) => alike.has(other.toLowerCase()));
    const value = same === undefined ? undefined : input[same];
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  return contentNames.has(name.toLowerCase()) ? answerOf(earlier.at(-1)) : undefined;
}

function answerOf(call: DoneCall | undefined): string | undefined {
  if (call?.result?.outcome !== 'ok') return undefined;
  const text = call.result.content
    .map((block) => (typeof block.text === 'string' ? block.text : ''))
    .join('\n')
    .trim();
  return text === '' || text.length > MOST_HANDED_ON ? undefined : text;
}
