import { describe, expect, it } from 'vitest';
import { createLineHighlighter } from './highlight-lines.ts';

const code = 'const a = 1;\n/* one\n   and two */\n// end\nreturn "x";';

describe('colours of code', () => {
  it('tell pieces of each line apart, and none for a language that is not known [UI-12.code]', async () => {
    const highlight = createLineHighlighter();
    const answer = await highlight({ block: 1, language: 'TS', code });
    expect(answer?.lines).toHaveLength(5);
    expect(answer?.lines[0]?.[0]).toEqual([5, 'keyword']);
    expect(answer?.lines[3]).toEqual([[6, 'comment']]);
    const lengths = answer?.lines.map((line) => line.reduce((sum, [part]) => sum + part, 0));
    expect(lengths).toEqual(code.split('\n').map((line) => line.length));
    expect(await highlight({ block: 2, language: 'constructor', code })).toBeUndefined();
  });

  it('go on where growing code had ended, with the same end [UI-12.code]', async () => {
    const highlight = createLineHighlighter();
    const whole = await createLineHighlighter()({ block: 1, language: 'ts', code });
    let lines: unknown[] = [];
    for (let length = 5; length < code.length + 5; length += 5) {
      const answer = await highlight({ block: 1, language: 'ts', code: code.slice(0, length) });
      if (length > 40) expect(answer?.from).toBeGreaterThan(0);
      lines = [...lines.slice(0, answer?.from), ...(answer?.lines ?? [])];
    }
    expect(lines).toEqual(whole?.lines);
    const other = await highlight({ block: 1, language: 'ts', code: 'let b;' });
    expect(other?.from).toBe(0);
  });
});
