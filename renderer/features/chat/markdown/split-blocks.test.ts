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

  it('begins anew for another text', () => {
    const split = createBlockSplitter();
    split('one\n\ntwo\n\nthree\n\nfour', true);
    expect(shape(split('else', false))).toEqual(shape([{ tokens: parseMarkdown('else', {}) }]));
  });
});
