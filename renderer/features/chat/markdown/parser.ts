import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { addFootnotes } from './footnote-rules.ts';
import { addMath } from './math/math-rules.ts';
import { safeUrl } from './safe-url.ts';

/** Holds what one document gathers between parts of it that are parsed apart: link definitions. */
export type ParserMemory = Record<string, unknown>;

const parser = new MarkdownIt({ html: false, linkify: true, breaks: false, typographer: false });
// Which addresses become links is decided when they are drawn: see safe-url.ts.
parser.validateLink = (url) => safeUrl(url) !== undefined;
// "www.example.org" alone would become a plain-http link that nobody wrote.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

addMath(parser);
addFootnotes(parser);

/** CommonMark with GFM tables, strikethrough and bare addresses, footnotes and formulas, as tokens. Raw HTML is text. */
export function parseMarkdown(source: string, memory: ParserMemory): Token[] {
  return parser.parse(source, memory);
}
