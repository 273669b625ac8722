import type { ModelTool } from '../model-contract.ts';
import { findMention } from './find-mention.ts';
import { callVerbs } from './prompt-words.ts';
import { endsSentence, tokenize } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';

/** Cuts that always start a new step, as the words that mark them. */
const hardCuts: readonly (readonly string[])[] = [
  ['and', 'then'],
  ['after', 'that'],
  ['after', 'this'],
  ['then'],
  ['afterwards'],
  ['finally'],
  ['次に'],
  ['次', 'に'],
  ['それから'],
  ['その後'],
  ['그리고'],
  ['그다음'],
  ['그런', '다음'],
];

/** Most steps of one prompt. */
const STEP_LIMIT = 20;

/**
 * The steps of a prompt, in order, as pieces of its text. "Then" and its like always start a step; a sentence, a line
 * or "and" does when what follows names a tool.
 */
export function splitSteps(prompt: string, tools: readonly ModelTool[]): string[] {
  const tokens = tokenize(prompt);
  const steps: string[] = [];
  let from = 0;
  const close = (to: number): void => {
    const first = tokens[from + numbering(tokens, from)];
    const last = tokens[to - 1];
    if (first && last && last.end > first.start) {
      const text = prompt.slice(first.start, last.end);
      if (/[\p{L}\p{N}]/u.test(text)) steps.push(text);
    }
  };
  for (let at = 0; at < tokens.length; at += 1) {
    if (steps.length >= STEP_LIMIT) break;
    const length = hardCutAt(tokens, at) ?? softCutAt(tokens, at, from, tools);
    if (length === undefined) continue;
    close(trimEnd(tokens, from, at));
    from = at + length;
    at = from - 1;
  }
  close(tokens.length);
  return steps.slice(0, STEP_LIMIT);
}

/** Leaves commas and full stops in front of a cut out. */
function trimEnd(tokens: readonly Token[], from: number, to: number): number {
  let end = to;
  while (end > from && tokens[end - 1]?.kind === 'mark') end -= 1;
  return end;
}

function hardCutAt(tokens: readonly Token[], at: number): number | undefined {
  const cut = hardCuts.find((words) =>
    words.every((word, offset) => {
      const token = tokens[at + offset];
      return token?.kind === 'word' && token.text.toLowerCase() === word;
    }),
  );
  if (!cut) return undefined;
  // A key or a value may be called that.
  const next = tokens[at + cut.length]?.text;
  const before = tokens[at - 1]?.text;
  if (next === '=' || next === ':' || before === '=' || before === ':') return undefined;
  return tokens[at + cut.length]?.text === ',' ? cut.length + 1 : cut.length;
}

function softCutAt(
  tokens: readonly Token[],
  at: number,
  from: number,
  tools: readonly ModelTool[],
): number | undefined {
  const token = tokens[at];
  if (!token || at === from) return undefined;
  if (token.kind === 'word' && token.text.toLowerCase() === 'and') {
    return startsWithCall(tokens, at + 1, tools) ? 1 : undefined;
  }
  const newSentence = endsSentence(token);
  const newLine = tokens[at - 1]?.lineEnd ?? false;
  if (!newSentence && !newLine) return undefined;
  const next = newSentence ? at + 1 : at;
  const start = next + numbering(tokens, next);
  if (!namesTool(tokens, start, sentenceEnd(tokens, start), tools)) return undefined;
  return namesTool(tokens, from, at, tools) ? start - at : undefined;
}

/** How many tokens of "1." or "-" stand in front of an item of a list. */
function numbering(tokens: readonly Token[], at: number): number {
  const first = tokens[at];
  if (first?.kind === 'number' && /^[.)]$/.test(tokens[at + 1]?.text ?? '')) return 2;
  if (first?.kind === 'number' && first.text.endsWith('.')) return 1;
  return first !== undefined && /^[-*•]$/u.test(first.text) ? 1 : 0;
}

function sentenceEnd(tokens: readonly Token[], from: number): number {
  let end = from;
  while (end < tokens.length) {
    const token = tokens[end];
    end += 1;
    if (!token || endsSentence(token) || token.lineEnd) break;
  }
  return end;
}

function namesTool(
  tokens: readonly Token[],
  from: number,
  to: number,
  tools: readonly ModelTool[],
): boolean {
  return findMention(tokens.slice(from, to), tools).kind !== 'none';
}

/** True for "use x", "call x": an order of its own. */
function startsWithCall(
  tokens: readonly Token[],
  at: number,
  tools: readonly ModelTool[],
): boolean {
  const word = tokens[at]?.text.toLowerCase();
  return word !== undefined && callVerbs.has(word) && namesTool(tokens, at, tokens.length, tools);
}
