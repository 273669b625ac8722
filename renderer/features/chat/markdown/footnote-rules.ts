import type { BlockRule, InlineRule, MarkdownParser } from './parser-rules.ts';

const mark = /^\[\^([^\]\s]{1,40})\]/;

const reference: InlineRule = (state, silent) => {
  const match = mark.exec(state.src.slice(state.pos, state.pos + 50));
  if (match === null) return false;
  if (!silent) state.push('footnote_ref', '', 0).content = match[1] ?? '';
  state.pos += match[0].length;
  return true;
};

/** `[^name]: text` in a paragraph of its own. It stays where it is written, so that a text that grows needs no second reading. */
const definition: BlockRule = (state, startLine, _endLine, silent) => {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const line = state.src.slice(start, state.eMarks[startLine]);
  const match = /^\[\^([^\]\s]{1,40})\]:[ \t]+(?=\S)/.exec(line);
  if (match === null) return false;
  if (silent) return true;
  const open = state.push('footnote_open', '', 1);
  open.info = match[1] ?? '';
  open.map = [startLine, startLine + 1];
  const inline = state.push('inline', '', 0);
  inline.content = line.slice(match[0].length);
  inline.map = open.map;
  inline.children = [];
  state.push('footnote_close', '', -1);
  state.line = startLine + 1;
  return true;
};

/** Footnotes of GFM: a mark in the text, and its words. */
export function addFootnotes(parser: MarkdownParser): void {
  parser.inline.ruler.before('link', 'footnote', reference);
  parser.block.ruler.before('reference', 'footnote', definition, { alt: ['paragraph'] });
}
