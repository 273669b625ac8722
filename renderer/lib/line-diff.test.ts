import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';

/** Both lists, as the changes tell them. */
function readBack(lines: readonly string[], previous: readonly string[]) {
  const changes = diffLines(lines, previous);
  const now = changes.filter((one) => one.change !== 'removed').map((one) => lines[one.index]);
  const gone = changes.filter((one) => one.change === 'removed').map((one) => one.index);
  const kept = changes.filter((one) => one.change === 'same').map((one) => lines[one.index]);
  return { now, gone, kept };
}

describe('the difference of two lists of lines', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

  it('leaves nothing out and makes nothing up [UI-42.pin, RE-51]', () => {
    fc.assert(
      fc.property(lines, lines, (after, before) => {
        const { now, gone, kept } = readBack(after, before);
        expect(now).toEqual(after);
        expect(before.filter((_, index) => !gone.includes(index))).toEqual(kept);
      }),
    );
  });

  it('shows lists that are too long to compare as replaced, but for their equal ends [UI-42.pin]', () => {
    const long = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word} ${String(n)}`);
    const changes = diffLines(['head', ...long('new'), 'foot'], ['head', ...long('old'), 'foot']);
    expect(changes).toHaveLength(6_002);
    expect(changes[0]).toEqual({ index: 0, change: 'same' });
    expect(changes.at(-1)).toEqual({ index: 3_001, change: 'same' });
    expect(changes.filter((one) => one.change === 'removed')).toHaveLength(3_000);
  });
});
