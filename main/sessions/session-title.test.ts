import { describe, expect, it } from 'vitest';
import { titleFrom } from './session-title.ts';

describe('titleFrom', () => {
  it.each([
    ['\n\n  Read   the title \nplease', 'Read the title'],
    ['', ''],
    ['  \n ', ''],
    ['注文一覧が遅い', '注文一覧が遅い'],
  ])('takes the first line with words of %j', (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });

  it('shortens at a word and never inside a character', () => {
    const words = titleFrom('word '.repeat(40));
    expect(words.endsWith('word…')).toBe(true);
    const families = titleFrom('👨‍👩‍👧‍👦'.repeat(100));
    expect(families).toBe(`${'👨‍👩‍👧‍👦'.repeat(79)}…`);
  });
});
