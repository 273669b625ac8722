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

/** Plans one step. Calls only what is in `tools`, with arguments that validate. Never throws. */
export function planStep(text: string, tools: readonly ModelTool[]): StepPlan {
  const tokens = tokenize(text);
  const named = findMention(tokens, tools);
  if (named.kind === 'ambiguous') return { kind: 'choose', tools: named.tools };
  if (named.kind === 'found') {
    const { tool, from, to } = named.mention;
    const spoken = withServer(tokens, tool, rangeOf(from, to));
    if (isToolNoun(tokens[to])) spoken.add(to);
    if (isToolNoun(tokens[from - 1])) spoken.add(from - 1);
    return filled({ tool, tokens, source: text, spoken, wordsFrom: to, outright: true });
  }
  const best = bestByWords(tokens, tools);
  if (!best) return { kind: 'none' };
  const spoken = withServer(tokens, best.tool, best.spoken);
  return filled({ tool: best.tool, tokens, source: text, spoken, wordsFrom: 0, outright: false });
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
