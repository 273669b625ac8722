import { createCssVariablesTheme, createHighlighterCore, type GrammarState } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { languageOf } from './language-names.ts';
import { grammarOf } from './languages.ts';
import type { HighlightAnswer, HighlightRequest, TokenKind, TokenLine } from './token-line.ts';

const theme = createCssVariablesTheme({ name: 'roles', variablePrefix: '--', fontStyle: false });

/** Roles of the theme that have a colour; all else is plain. */
const kinds: Readonly<Record<string, TokenKind>> = {
  'var(--token-keyword)': 'keyword',
  'var(--token-string)': 'string',
  'var(--token-string-expression)': 'string',
  'var(--token-constant)': 'number',
  'var(--token-comment)': 'comment',
  'var(--token-function)': 'name',
  'var(--token-link)': 'string',
  'var(--token-inserted)': 'inserted',
  'var(--token-deleted)': 'deleted',
};

interface KnownBlock {
  readonly language: string;
  /** The lines that are finished, and the grammar's state behind them. */
  readonly done: readonly string[];
  readonly state: GrammarState | undefined;
}

/** Blocks whose state is kept, so that growing code is not read from its begin each time. */
const MOST_BLOCKS = 50;

/** Colours code, going on where a block of the same number had ended. Undefined for a language that is not known. */
export function createLineHighlighter() {
  const blocks = new Map<number, KnownBlock>();
  const core = createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return async (request: HighlightRequest): Promise<HighlightAnswer | undefined> => {
    const language = languageOf(request.language) ?? '';
    const load = grammarOf(language);
    if (load === undefined) return undefined;
    const shiki = await core;
    if (!shiki.getLoadedLanguages().includes(language))
      await shiki.loadLanguage((await load()).default);
    const lines = request.code.split('\n');
    const known = goesOn(blocks.get(request.block), language, lines);
    const from = known?.done.length ?? 0;
    // The first line of a language takes long, as its patterns are compiled then: no limit of time, but one of length.
    const options = {
      lang: language,
      theme: 'roles',
      tokenizeTimeLimit: 0,
      tokenizeMaxLineLength: 5_000,
    };
    const state = known?.state;
    const finished = lines.slice(from, -1);
    const last = lines.slice(-1);
    const coloured: TokenLine[] = [];
    let next = state;
    if (finished.length > 0) {
      const code = finished.join('\n');
      const with_ = next === undefined ? options : { ...options, grammarState: next };
      const tokens = shiki.codeToTokensBase(code, with_);
      coloured.push(...tokens.map(lineOf));
      next = shiki.getLastGrammarState(tokens) ?? undefined;
    }
    const tail = next === undefined ? options : { ...options, grammarState: next };
    coloured.push(...shiki.codeToTokensBase(last.join(''), tail).map(lineOf));
    blocks.delete(request.block);
    blocks.set(request.block, { language, done: lines.slice(0, -1), state: next });
    const [oldest] = blocks.keys();
    if (blocks.size > MOST_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return { block: request.block, from, lines: coloured };
  };
}

function goesOn(
  known: KnownBlock | undefined,
  language: string,
  lines: readonly string[],
): KnownBlock | undefined {
  if (known?.language !== language || known.done.length >= lines.length) return undefined;
  return known.done.every((line, index) => line === lines[index]) ? known : undefined;
}

function lineOf(
  tokens: readonly { readonly content: string; readonly color?: string }[],
): TokenLine {
  const line: [number, TokenKind][] = [];
  for (const { content, color } of tokens) {
    const kind = kinds[color ?? ''] ?? 'plain';
    const last = line.at(-1);
    if (last?.[1] === kind) last[0] += content.length;
    else line.push([content.length, kind]);
  }
  return line;
}
