const LONGEST_TITLE = 80;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A title made from the first message: its first line with words, shortened at a word, never inside a character. */
export function titleFrom(text: string): string {
  const line =
    text
      .split(/\r?\n/)
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .find((part) => part !== '') ?? '';
  const characters = Array.from(graphemes.segment(line.slice(0, 4_096)), ({ segment }) => segment);
  if (characters.length <= LONGEST_TITLE) return line.slice(0, 4_096);
  const cut = characters.slice(0, LONGEST_TITLE - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > LONGEST_TITLE / 2 ? cut.slice(0, lastSpace) : cut}…`;
}
