import type { JsonObject } from '../../../../../shared/lib/json.ts';
import type { ModelTool } from '../model-contract.ts';
import { fillArguments } from './fill-arguments.ts';
import type { MissingField } from './fill-arguments.ts';
import { findMention, serverMentions } from './find-mention.ts';
import { toolNouns } from './prompt-words.ts';
import { tokenize } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';
import { bestByWords } from './score-tools.ts';

/** What the rules make of one step of a prompt. */
export type StepPlan =
  | { readonly kind: 'call'; readonly tool: ModelTool; readonly input: JsonObject }
  | { readonly kind: 'ask'; readonly tool: ModelTool; readonly fields: readonly MissingField[] }
  | { readonly kind: 'choose'; readonly tools: readonly ModelTool[] }
  | { readonly kind: 'unusable'; readonly tool: ModelTool; readonly reason: string }
  | { readonly kind: 'none' };

const nothingGiven: ReadonlyMap<string, unknown> = new Map();

/** Plans one step. Calls only what is in `tools`, with arguments that validate; `given` are values that are known before. Never throws. */
export function planStep(
  text: string,
  tools: readonly ModelTool[],
  given: ReadonlyMap<string, unknown> = nothingGiven,
): StepPlan {
  const tokens = tokenize(text);
  const named = findMention(tokens, tools);
  if (named.kind === 'ambiguous') return { kind: 'choose', tools: named.tools };
  const spoken = spokenIn(tokens, tools);
  if (named.kind === 'found') {
    const { tool, to } = named.mention;
    return filled({ tool, tokens, source: text, spoken, wordsFrom: to, outright: true, given });
  }
  const best = bestByWords(tokens, tools);
  if (!best) return { kind: 'none' };
  const { tool } = best;
  return filled({ tool, tokens, source: text, spoken, wordsFrom: 0, outright: false, given });
}

/** The tokens that name the tool and its server, and so are no values. */
export function spokenIn(tokens: readonly Token[], tools: readonly ModelTool[]): Set<number> {
  const named = findMention(tokens, tools);
  if (named.kind === 'found') {
    const { tool, from, to } = named.mention;
    const spoken = withServer(tokens, tool, rangeOf(from, to));
    if (isToolNoun(tokens[to])) spoken.add(to);
    if (isToolNoun(tokens[from - 1])) spoken.add(from - 1);
    return spoken;
  }
  const best = named.kind === 'none' ? bestByWords(tokens, tools) : undefined;
  return best ? withServer(tokens, best.tool, best.spoken) : new Set();
}

function filled(options: Parameters<typeof fillArguments>[0]): StepPlan {
  const { tool } = options;
  const result = fillArguments(options);
  switch (result.kind) {
    case 'complete':
      return { kind: 'call', tool, input: result.input };
    case 'missing':
      return { kind: 'ask', tool, fields: result.fields };
    case 'unusable':
      return { kind: 'unusable', tool, reason: result.reason };
  }
}

function isToolNoun(token: Token | undefined): boolean {
  return token?.words.some((word) => toolNouns.has(word)) ?? false;
}

function rangeOf(from: number, to: number): ReadonlySet<number> {
  return new Set(Array.from({ length: to - from }, (_, offset) => from + offset));
}

function withServer(
  tokens: readonly Token[],
  tool: ModelTool,
  spoken: ReadonlySet<number>,
): Set<number> {
  const all = new Set(spoken);
  for (const range of serverMentions(tokens, tool)) {
    for (let at = range.from; at < range.to; at += 1) all.add(at);
  }
  return all;
}
