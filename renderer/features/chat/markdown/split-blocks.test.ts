import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './parser.ts';
import { createBlockSplitter, type MarkdownBlock } from './split-blocks.ts';

const shape = (blocks: readonly Pick<MarkdownBlock, 'tokens'>[]) =>
  blocks.flatMap((block) => block.tokens.map((token) => [token.type, token.content, token.info]));

const documents = fc
  .array(
    fc.constantFrom(
      '# Head',
      'A **bold** word and `code`.',
      'lazy\nlines',
      '- one\n- two\n  - deep',
      '1. a\n2. b',
      '> quote\n> more',
      '```js\nlet a;\n\nlet b;\n```',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      'Title\n---',
      '[link](https://x.example)',
      'see [late]',
      '[late]: https://late.example',
    ),
    { minLength: 1, maxLength: 10 },
  )
  .map((parts) => parts.join('\n\n'));

describe('createBlockSplitter', () => {
  it('ends with what one parse gives, however the text was cut [UI-12]', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(60), { maxLength: 30 }), (whole, steps) => {
        const split = createBlockSplitter();
        let at = 0;
        for (const step of steps) {
          at = Math.min(whole.length, at + step);
          split(whole.slice(0, at), true);
        }
        expect(shape(split(whole, false))).toEqual(shape([{ tokens: parseMarkdown(whole, {}) }]));
      }),
    );
  });

  it('parses only the newest part again: finished blocks keep their tokens [UI-12]', () => {
    const split = createBlockSplitter();
    const first = split('one\n\ntwo\n\nthree\n\nfo', true);
    const second = split('one\n\ntwo\n\nthree\n\nfour\n\nfive', true);
    expect(second[0]?.tokens).toBe(first[0]?.tokens);
    expect(second[1]?.tokens).toBe(first[1]?.tokens);
  });

  it('cuts a long table while it grows, and gives it whole in the end [UI-12]', () => {
    const split = createBlockSplitter();
    const row = (n: number) => `| ${String(n)} | ${'cell '.repeat(20)} |`;
    const head = '| a | b |\n|---|---|\n';
    const rows = Array.from({ length: 200 }, (_, n) => row(n));
    let seen = 0;
    for (let n = 30; n <= 200; n += 10) {
      const blocks = split(head + rows.slice(0, n).join('\n'), true);
      seen = blocks.length;
      const cells = shape(blocks).filter(([type]) => type === 'td_open');
      expect(cells).toHaveLength(n * 2);
      // The newest part is short, however long the table is.
      expect(shape(blocks.slice(-1)).length).toBeLessThan(600);
    }
    expect(seen).toBeGreaterThan(3);
    const after = split(`${head}${rows.join('\n')}\n\nAfter it.\n\nAnd more.\n\nEnd`, true);
    expect(shape(after).filter(([type]) => type === 'paragraph_open')).toHaveLength(3);
    const whole = `${head}${rows.join('\n')}\n\nAfter it.`;
    expect(shape(split(whole, false))).toEqual(shape([{ tokens: parseMarkdown(whole, {}) }]));
  });

  it('reads formulas and footnotes, and leaves money alone [UI-12.math]', () => {
    const types = (source: string) =>
      shape([{ tokens: parseMarkdown(source, {}).flatMap((one) => one.children ?? [one]) }]).map(
        ([type, content]) => `${String(type)}:${String(content)}`,
      );
    expect(types('So $a^2$ and \\(b\\).')).toEqual(
      expect.arrayContaining(['math_inline:a^2', 'math_inline:b']),
    );
    expect(types('$$\nx = 1\n$$')).toContain('math_block:x = 1');
    expect(types('It is $5 and then $6.').join()).not.toContain('math');
    expect(types('`$a$`').join()).not.toContain('math');
    expect(types('See[^1].\n\n[^1]: The *source*.')).toEqual(
      expect.arrayContaining(['footnote_ref:1', 'text:source']),
    );
  });

  it('begins anew for another text', () => {
    const split = createBlockSplitter();
    split('one\n\ntwo\n\nthree\n\nfour', true);
    expect(shape(split('else', false))).toEqual(shape([{ tokens: parseMarkdown('else', {}) }]));
  });
});
