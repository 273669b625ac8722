import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../lib/line-diff.ts';
import { diffNames } from './definition-diff.ts';

describe('what changed in a definition', () => {
  it('is nothing when there is nothing to compare with', () => {
    expect(diffLines(['a', 'b'], undefined)).toEqual([
      { index: 0, change: 'same' },
      { index: 1, change: 'same' },
    ]);
    expect(diffNames(['A'], undefined)).toEqual([{ name: 'A', change: 'same' }]);
  });

  it('is shown line by line, the old before the new [SE-30.diff]', () => {
    expect(diffLines(['-y', 'docs@2', '--root'], ['-y', 'docs@1', '--root'])).toEqual([
      { index: 0, change: 'same' },
      { index: 1, change: 'removed' },
      { index: 1, change: 'added' },
      { index: 2, change: 'same' },
    ]);
  });

  it('rebuilds both lists whatever they are [SE-30.diff]', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '-y', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (now, before) => {
        const changes = diffLines(now, before);
        const pick = (kinds: readonly string[]): typeof changes =>
          changes.filter((change) => kinds.includes(change.change));
        expect(pick(['same', 'added']).map(({ index }) => now[index])).toEqual(now);
        const old: (string | undefined)[] = changes.flatMap(({ index, change }) =>
          change === 'added' ? [] : [change === 'same' ? now[index] : before[index]],
        );
        expect(old).toEqual(before);
      }),
    );
  });

  it('names what came and what went', () => {
    expect(diffNames(['A', 'B'], ['B', 'C'])).toEqual([
      { name: 'A', change: 'added' },
      { name: 'B', change: 'same' },
      { name: 'C', change: 'removed' },
    ]);
  });
});
