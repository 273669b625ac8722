import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** A file in code marks, perhaps with words of its tests behind it in brackets. */
const cited = /`([\w./-]+\.(?:ts|tsx|mjs))`(?: \(([^()]*(?:\([^()]*\)[^()]*)*)\))?/g;

it('each test that the table of user reports names is there, with the words that it names', () => {
  const table = readFileSync(join(root, 'docs', 'user-reports.md'), 'utf8');
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && line.includes('#'));
  expect(rows.length).toBeGreaterThan(80);
  const missing = rows.flatMap((row) => {
    const found = [...row.matchAll(cited)];
    if (found.length === 0 && !row.includes('the type check')) return [row.slice(0, 80)];
    return found.flatMap(([, file = '', words = '']) => {
      if (!existsSync(join(root, file))) return [file];
      const text = readFileSync(join(root, file), 'utf8');
      const quotes = [...words.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);
      return quotes.filter((quote) => !text.includes(quote)).map((quote) => `${file}: ${quote}`);
    });
  });
  expect(missing).toEqual([]);
});
