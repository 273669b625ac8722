import type { ModelTool } from '../model-contract.ts';
import { fieldsOf, looksLike, shapeOf, takes } from './tool-fields.ts';
import { fillerWords, isVerb, similarVerbs, stem } from './prompt-words.ts';
import { wordsOf } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';

interface ScoredTool {
  readonly tool: ModelTool;
  readonly score: number;
  /** Indexes of the tokens that speak of the tool itself and so are no values. */
  readonly spoken: ReadonlySet<number>;
}

/** Below this nothing is called. */
const CONFIDENT = 2.5;
/** Words that say too little of what a tool is about. */
const vague = new Set([
  'data',
  'information',
  'info',
  'file',
  'thing',
  'item',
  'content',
  'text',
  'value',
  'result',
  'tool',
]);

/** The tool whose name, title, description and fields fit the words of a prompt best, or undefined when none fits well enough. */
export function bestByWords(
  tokens: readonly Token[],
  tools: readonly ModelTool[],
): ScoredTool | undefined {
  const scored = tools
    .map((tool) => scoreTool(tokens, tool))
    .filter((candidate) => candidate !== undefined)
    .sort((left, right) => right.score - left.score);
  const best = scored[0];
  return best && best.score >= CONFIDENT ? best : undefined;
}

interface Vocabulary {
  readonly name: readonly string[];
  readonly description: ReadonlySet<string>;
  readonly server: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

function stems(text: string): string[] {
  return wordsOf(text)
    .map(stem)
    .filter((word) => !fillerWords.has(word));
}

function vocabularyOf(tool: ModelTool): Vocabulary {
  const fields = fieldsOf(tool.inputSchema).flatMap((field) => stems(field.name));
  return {
    name: [...new Set([...stems(tool.toolName), ...stems(tool.title ?? '')])],
    description: new Set(stems(tool.description.slice(0, 2000))),
    server: new Set(stems(tool.serverName ?? '')),
    fields: new Set(fields),
  };
}

function scoreTool(tokens: readonly Token[], tool: ModelTool): ScoredTool | undefined {
  const vocabulary = vocabularyOf(tool);
  const spoken = new Set<number>();
  const matched = new Set<string>();
  let score = 0;
  let grounds = 0;
  tokens.forEach((token, index) => {
    if (token.kind !== 'word') return;
    for (const word of new Set(token.words.map(stem))) {
      if (fillerWords.has(word) || matched.has(word)) continue;
      const worth = wordWorth(word, vocabulary);
      if (worth.score === 0) continue;
      matched.add(word);
      score += worth.score;
      if (!isVerb(word)) grounds += worth.score;
      if (worth.speaksOfTool && token.words.length === 1) spoken.add(index);
    }
  });
  const values = valueWorth(tokens, tool);
  const unmatched = vocabulary.name.filter(
    (word) => !matched.has(word) && !isVerb(word) && !vague.has(word),
  ).length;
  const outdated = /deprecated/i.test(tool.description) ? 1 : 0;
  if (grounds + values < 1.5) return undefined;
  return { tool, score: score + values - Math.min(unmatched, 3) * 0.25 - outdated, spoken };
}

function wordWorth(
  word: string,
  vocabulary: Vocabulary,
): { readonly score: number; readonly speaksOfTool: boolean } {
  if (vocabulary.name.includes(word)) {
    return { score: isVerb(word) ? 2 : vague.has(word) ? 1 : 3, speaksOfTool: true };
  }
  if (isVerb(word) && vocabulary.name.some((own) => similarVerbs(own, word))) {
    return { score: 1, speaksOfTool: true };
  }
  if (vocabulary.server.has(word)) return { score: 1.5, speaksOfTool: true };
  if (vocabulary.description.has(word)) {
    const light = isVerb(word) || vague.has(word);
    return { score: light ? 0.5 : 1, speaksOfTool: isVerb(word) };
  }
  if (vocabulary.fields.has(word)) return { score: 0.5, speaksOfTool: false };
  return { score: 0, speaksOfTool: isVerb(word) };
}

/** What the values in the prompt say for a tool: a choice of its own, or things of the shapes that it needs. */
function valueWorth(tokens: readonly Token[], tool: ModelTool): number {
  const fields = fieldsOf(tool.inputSchema);
  const chosen = fields.filter((field) => {
    const choices: readonly unknown[] = Array.isArray(field.schema['enum'])
      ? field.schema['enum']
      : [];
    return tokens.some((token) => choices.some((choice) => sameText(choice, token)));
  });
  const required = fields.filter((field) => field.required);
  const shapes = required.flatMap((field) => shapeOf(field) ?? []);
  const shaped = [...new Set(shapes)].reduce((worth, shape) => {
    const wanted = shapes.filter((other) => other === shape).length;
    const given = tokens.filter((token) => looksLike(token, shape)).length;
    return given === 0 ? worth : worth + 1.5 - Math.max(0, wanted - given);
  }, 0);
  const numeric = required.filter((field) => takes(field, 'number', 'integer')).length;
  const numbers = tokens.filter((token) => token.kind === 'number').length;
  return chosen.length * 2 + shaped + (numeric > 0 && numeric === numbers ? 1.5 : 0);
}

function sameText(choice: unknown, token: Token): boolean {
  return (
    typeof choice === 'string' &&
    choice.length > 1 &&
    choice.toLowerCase() === String(token.value).toLowerCase()
  );
}
