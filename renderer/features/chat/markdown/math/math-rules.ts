import type { BlockRule, InlineRule, MarkdownParser } from '../parser-rules.ts';

const pairs = [
  { open: '$$', close: '$$', type: 'math_block' },
  { open: '\\[', close: '\\]', type: 'math_block' },
  { open: '\\(', close: '\\)', type: 'math_inline' },
  { open: '$', close: '$', type: 'math_inline' },
] as const;

/** A formula in a line. A single `$` counts only close to its formula and not before a digit: "$5 and $6" is money. */
const inlineMath: InlineRule = (state, silent) => {
  const pair = pairs.find(({ open }) => state.src.startsWith(open, state.pos));
  if (pair === undefined) return false;
  const start = state.pos + pair.open.length;
  const end = state.src.indexOf(pair.close, start);
  if (end === -1 || end >= state.posMax) return false;
  const tex = state.src.slice(start, end);
  if (tex.trim() === '') return false;
  if (pair.open === '$') {
    const after = state.src[end + 1] ?? '';
    if (/^\s|\s$/.test(tex) || /\d/.test(after) || tex.includes('\n\n')) return false;
  }
  if (!silent) {
    const token = state.push(pair.type, '', 0);
    token.content = tex;
  }
  state.pos = end + pair.close.length;
  return true;
};

/** A formula in lines of its own. */
const blockMath: BlockRule = (state, startLine, endLine, silent) => {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const first = lineAt(startLine);
  const pair = pairs.find(({ open, type }) => type === 'math_block' && first.startsWith(open));
  if (pair === undefined) return false;
  const content: string[] = [];
  for (let line = startLine; line < endLine; line += 1) {
    const written = line === startLine ? first.slice(pair.open.length) : lineAt(line);
    const end = written.trimEnd();
    const isLast = end.endsWith(pair.close);
    if (!isLast && end.includes(pair.close)) return false;
    content.push(isLast ? end.slice(0, -pair.close.length) : written);
    if (!isLast) continue;
    if (silent) return true;
    const token = state.push('math_block', '', 0);
    token.content = content.join('\n').trim();
    token.map = [startLine, line + 1];
    state.line = line + 1;
    return token.content !== '';
  }
  return false;
};

/** Formulas between `$`, `$$`, `\(` and `\[`. */
export function addMath(parser: MarkdownParser): void {
  parser.inline.ruler.before('escape', 'math', inlineMath);
  parser.block.ruler.before('fence', 'math', blockMath, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}
