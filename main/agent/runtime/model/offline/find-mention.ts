import type { ModelTool } from '../model-contract.ts';
import { callVerbs, serverNouns, toolNouns } from './prompt-words.ts';
import { wordsOf } from './prompt-tokens.ts';
import type { Token } from './prompt-tokens.ts';

/** Where a prompt names a tool: tokens `from` up to but not including `to`. */
interface Mention {
  readonly tool: ModelTool;
  readonly from: number;
  readonly to: number;
  /** Higher is surer. From `NAMED` on, the prompt names the tool outright. */
  readonly strength: number;
}

/** The strength from which a mention counts as naming the tool. */
const NAMED = 30;

/** A tool is named near the beginning; what comes later is content. */
const SEARCHED_TOKENS = 2000;

type MentionResult =
  | { readonly kind: 'found'; readonly mention: Mention }
  | { readonly kind: 'ambiguous'; readonly tools: readonly ModelTool[] }
  | { readonly kind: 'none' };

/** The tool that `tokens` name best. Equal names on several servers that the prompt does not tell apart are ambiguous. */
export function findMention(tokens: readonly Token[], tools: readonly ModelTool[]): MentionResult {
  const searched = tokens.slice(0, SEARCHED_TOKENS);
  const found = tools
    .flatMap((tool) => mentionsOf(searched, tool))
    .filter((mention) => mention.strength >= NAMED)
    .sort((left, right) => right.strength - left.strength || left.from - right.from);
  const best = found[0];
  if (!best) return { kind: 'none' };
  const equals = found.filter(
    (other) =>
      other.strength === best.strength && other.from === best.from && other.tool !== best.tool,
  );
  const rivals = new Set([best.tool, ...equals.map((mention) => mention.tool)]);
  return rivals.size > 1
    ? { kind: 'ambiguous', tools: [...rivals] }
    : { kind: 'found', mention: best };
}

interface Form {
  readonly raw: string;
  readonly words: readonly string[];
  readonly kind: 'full' | 'name' | 'title';
}

const formCache = new WeakMap<ModelTool, readonly Form[]>();

function formsOf(tool: ModelTool): readonly Form[] {
  const known = formCache.get(tool);
  if (known) return known;
  const forms = newForms(tool);
  formCache.set(tool, forms);
  return forms;
}

function newForms(tool: ModelTool): Form[] {
  const form = (raw: string, kind: Form['kind']): Form => ({ raw, words: wordsOf(raw), kind });
  const forms = [form(tool.name, 'full'), form(tool.toolName, 'name')];
  if (tool.serverName !== undefined) {
    forms.push(form(`${tool.serverName} ${tool.toolName}`, 'full'));
  }
  if (tool.title !== undefined) forms.push(form(tool.title, 'title'));
  return forms.filter((candidate) => candidate.words.length > 0);
}

function mentionsOf(tokens: readonly Token[], tool: ModelTool): Mention[] {
  const serverBonus = serverMentions(tokens, tool).length > 0 ? 8 : 0;
  const mentions: Mention[] = [];
  for (const form of formsOf(tool)) {
    for (let from = 0; from < tokens.length; from += 1) {
      const to = matchWords(tokens, from, form.words);
      if (to === undefined) continue;
      const strength = strengthOf(tokens, from, to, form);
      const bonus = form.kind === 'full' ? 10 : serverBonus;
      mentions.push({ tool, from, to, strength: strength + bonus });
    }
  }
  return mentions;
}

/** The index after the tokens that spell `words`, or undefined. Only whole tokens count. */
export function matchWords(
  tokens: readonly Token[],
  from: number,
  words: readonly string[],
): number | undefined {
  let matched = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const here = tokens[at];
    if (!here || (here.words.length === 0 && !/^[./]$/.test(here.text))) return undefined;
    if (here.words.length === 0 && matched === 0) return undefined;
    for (const word of here.words) {
      if (words[matched] !== word) return undefined;
      matched += 1;
    }
    if (matched === words.length) return at + 1;
  }
  return undefined;
}

function strengthOf(tokens: readonly Token[], from: number, to: number, form: Form): number {
  const single = to - from === 1 ? tokens[from] : undefined;
  let strength = form.words.length * 2;
  if (single?.value === form.raw) strength += 4;
  const written = single !== undefined && form.words.length > 1;
  if (form.kind === 'full' && single?.value === form.raw) strength += 90;
  else if (written) strength += 60;
  else if (form.words.length > 1) strength += 35;
  else if (/[^a-z0-9]/.test(form.raw) && single?.value === form.raw) strength += 20;
  strength += contextStrength(tokens, from, to, single);
  // A whole quoted text that happens to be a tool's name is a value unless something says otherwise.
  if (single?.kind === 'quoted' && contextStrength(tokens, from, to, undefined) < 40) return 0;
  return strength;
}

function contextStrength(
  tokens: readonly Token[],
  from: number,
  to: number,
  single: Token | undefined,
): number {
  const before = wordBefore(tokens, from);
  const after = tokens[to]?.words[0];
  if (after !== undefined && toolNouns.has(after)) return 50;
  if (before !== undefined && toolNouns.has(before)) return 50;
  if (before !== undefined && callVerbs.has(before)) return 42;
  if (single?.kind === 'quoted' && single.text.startsWith('`')) return 40;
  return leads(tokens, from) ? 30 : 0;
}

const lightWords = new Set([
  'the',
  'a',
  'an',
  'my',
  'please',
  'kindly',
  'now',
  'just',
  'can',
  'you',
  'could',
  'would',
]);

function wordBefore(tokens: readonly Token[], from: number): string | undefined {
  for (let at = from - 1; at >= 0; at -= 1) {
    const word = tokens[at]?.words.at(-1);
    if (word === undefined) return undefined;
    if (!lightWords.has(word)) return word;
  }
  return undefined;
}

/** True when nothing but courtesy comes before: the name is the order itself. */
function leads(tokens: readonly Token[], from: number): boolean {
  return tokens
    .slice(0, from)
    .every(
      (before) => before.kind === 'mark' || before.words.every((word) => lightWords.has(word)),
    );
}

const serverPrepositions = new Set(['on', 'from', 'in', 'of', 'via', 'by', 'at', 'with', 'using']);

/** Token ranges that name the tool's server, together with the words that introduce it. */
export function serverMentions(
  tokens: readonly Token[],
  tool: ModelTool,
): readonly { readonly from: number; readonly to: number }[] {
  if (tool.serverName === undefined) return [];
  const words = wordsOf(tool.serverName);
  if (words.length === 0) return [];
  const ranges: { from: number; to: number }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const to = matchWords(tokens, at, words);
    if (to === undefined) continue;
    const range = serverRange(tokens, at, to);
    if (range) ranges.push(range);
  }
  return ranges;
}

function serverRange(
  tokens: readonly Token[],
  nameFrom: number,
  nameTo: number,
): { from: number; to: number } | undefined {
  let from = nameFrom;
  let to = nameTo;
  const isServerNoun = (index: number): boolean =>
    tokens[index]?.words.some((word) => serverNouns.has(word)) ?? false;
  let introduced = false;
  if (isServerNoun(to)) {
    to += 1;
    introduced = true;
  } else if (isServerNoun(from - 1)) {
    from -= 1;
    introduced = true;
  }
  while (
    tokens[from - 1]?.words.every((word) => lightWords.has(word)) &&
    (tokens[from - 1]?.words.length ?? 0) > 0
  )
    from -= 1;
  const word = tokens[from - 1]?.words[0];
  if (word !== undefined && serverPrepositions.has(word)) return { from: from - 1, to };
  return introduced ? { from, to } : undefined;
}
