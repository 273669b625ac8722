/**
 * A piece of a prompt. `text` is what was written; `value` is what it stands for: the inside of quotes,
 * the parsed JSON, the number. `words` are its lower-case words, for matching against names.
 */
export interface Token {
  readonly kind: 'quoted' | 'json' | 'number' | 'url' | 'word' | 'mark';
  readonly text: string;
  readonly value: unknown;
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Ends a line: what follows starts on a new one. */
  readonly lineEnd: boolean;
}

/** Longest prompt that is planned from; the rest is not looked at. */
const PROMPT_LIMIT = 200_000;
/** Characters that may be looked at in search of closing quotes and brackets, so that hostile text costs little. */
const SCAN_BUDGET = 5_000_000;

interface Budget {
  left: number;
}

const quotePairs: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '「': '」',
  '『': '』',
};
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々]{1,50}/uy;
const address = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>」』”]+/iuy;
const windowsPath = /[a-z]:\\[^\s"'`,;]*/iuy;
const moment = /\d{1,4}-\d{1,2}-\d{1,2}T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|\d{1,2}:\d{2}(?::\d{2})?/uy;
const plain =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々])[^\s"`“”„«»「」『』,;:=(){}[\]<>、。！？，])+/uy;
const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** The lower-case words of an identifier or a text: camel, snake, kebab and spaces are the same. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/['’]s(?!\p{L})/gu, '')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((part) => splitScripts(part));
}

function splitScripts(part: string): string[] {
  if (part === '') return [];
  const pieces = part.split(
    /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々]{1,50})/u,
  );
  return pieces.flatMap((piece, index) =>
    piece === ''
      ? []
      : index % 2 === 0
        ? [piece]
        : [...segmenter.segment(piece)].map((segment) => segment.segment),
  );
}

/** Splits a prompt into tokens. Never throws. */
export function tokenize(prompt: string): Token[] {
  const text = prompt.slice(0, PROMPT_LIMIT);
  const tokens: Token[] = [];
  const budget: Budget = { left: SCAN_BUDGET };
  let at = 0;
  while (at < text.length) {
    if (/\s/u.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const found = tokenAt(text, at, budget);
    tokens.push(...found.tokens);
    at = Math.max(found.end, at + 1);
  }
  return tokens.map((token) => ({
    ...token,
    lineEnd: /^[^\S\n]*\n/u.test(text.slice(token.end, token.end + 200)),
  }));
}

interface Found {
  readonly tokens: readonly Token[];
  readonly end: number;
}

function token(
  kind: Token['kind'],
  source: string,
  start: number,
  end: number,
  value?: unknown,
): Token {
  const text = source.slice(start, end);
  const words =
    kind === 'word' ? wordsOf(text) : kind === 'quoted' && end - start < 200 ? wordsOf(text) : [];
  return { kind, text, value: value ?? text, words, start, end, lineEnd: false };
}

function one(found: Token): Found {
  return { tokens: [found], end: found.end };
}

function tokenAt(text: string, at: number, budget: Budget): Found {
  return (
    quotedAt(text, at, budget) ??
    jsonAt(text, at, budget) ??
    matchAt(text, at, address, 'url') ??
    matchAt(text, at, windowsPath, 'word') ??
    matchAt(text, at, moment, 'word') ??
    unspacedAt(text, at) ??
    plainAt(text, at) ??
    one(token('mark', text, at, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)))
  );
}

function quotedAt(text: string, at: number, budget: Budget): Found | undefined {
  if (text.startsWith('```', at)) {
    const close = text.indexOf('```', at + 3);
    if (close < 0) return undefined;
    const inside = text.slice(at + 3, close).replace(/^[\w-]*\n/, '');
    return one(token('quoted', text, at, close + 3, inside.replace(/\n$/, '')));
  }
  const open = text.charAt(at);
  const close = Object.hasOwn(quotePairs, open) ? quotePairs[open] : undefined;
  if (close === undefined) return undefined;
  // An apostrophe inside a word is no quote.
  const apostrophe = open === "'" || open === '‘';
  if (apostrophe && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return undefined;
  for (let end = at + 1; end < text.length && budget.left > 0; end += 1) {
    budget.left -= 1;
    const here = text.charAt(end);
    if (here === '\\' && (open === '"' || open === "'")) end += 1;
    else if (here === close && !(apostrophe && /[\p{L}\p{N}]/u.test(text.charAt(end + 1)))) {
      return one(token('quoted', text, at, end + 1, unquote(text.slice(at, end + 1))));
    }
  }
  return undefined;
}

function unquote(quoted: string): string {
  if (quoted.startsWith('"') && quoted.includes('\\')) {
    try {
      const parsed: unknown = JSON.parse(quoted);
      if (typeof parsed === 'string') return parsed;
    } catch {
      // Not written as JSON: taken as it stands.
    }
  }
  return quoted.slice(1, -1);
}

function jsonAt(text: string, at: number, budget: Budget): Found | undefined {
  const open = text.charAt(at);
  if (open !== '{' && open !== '[') return undefined;
  let depth = 0;
  let inString = false;
  for (let end = at; end < text.length && budget.left > 0; end += 1) {
    budget.left -= 1;
    const here = text.charAt(end);
    if (inString) {
      if (here === '\\') end += 1;
      else if (here === '"') inString = false;
    } else if (here === '"') inString = true;
    else if (here === '{' || here === '[') depth += 1;
    else if (here === '}' || here === ']') depth -= 1;
    if (depth === 0 && !inString) return parsedJson(text, at, end + 1);
  }
  return undefined;
}

function parsedJson(text: string, start: number, end: number): Found | undefined {
  try {
    return one(token('json', text, start, end, JSON.parse(text.slice(start, end)) as unknown));
  } catch {
    return undefined;
  }
}

function matchAt(text: string, at: number, form: RegExp, kind: 'url' | 'word'): Found | undefined {
  form.lastIndex = at;
  const match = form.exec(text);
  if (!match) return undefined;
  const trimmed = match[0].replace(/[.,;:!?)]+$/u, '');
  if (trimmed === '') return undefined;
  return one(token(kind, text, at, at + trimmed.length));
}

/** Scripts written without spaces: one token for each word. Long runs are cut, because the segmenter copies them for each word. */
function unspacedAt(text: string, at: number): Found | undefined {
  unspacedScript.lastIndex = at;
  const match = unspacedScript.exec(text);
  if (!match) return undefined;
  const tokens = [...segmenter.segment(match[0])].map(({ segment, index }): Token => {
    const start = at + index;
    const cut = token('word', text, start, start + segment.length);
    // The same cut for text and words: a segment alone might be cut again.
    return { ...cut, words: [segment.normalize('NFKC').toLowerCase()] };
  });
  return { tokens, end: at + match[0].length };
}

function plainAt(text: string, at: number): Found | undefined {
  plain.lastIndex = at;
  const match = plain.exec(text);
  if (!match) return undefined;
  const whole = match[0];
  const dots = /^\.{1,2}$/.test(whole) && !/\S/u.test(text.charAt(at - 1));
  const trimmed = dots ? whole : whole.replace(/[.!?'’]+$/u, '');
  if (trimmed === '') return one(token('mark', text, at, at + 1));
  const end = at + trimmed.length;
  return one(
    numeric.test(trimmed)
      ? token('number', text, at, end, Number(trimmed))
      : token('word', text, at, end),
  );
}

/** True for a mark that ends a sentence. */
export function endsSentence(candidate: Token): boolean {
  return candidate.kind === 'mark' && /^[.!?。！？;]$/u.test(candidate.text);
}
