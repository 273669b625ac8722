import { describe, expect, it } from 'vitest';
import { isAcceptable } from './consent-answer.ts';

describe('an accepting answer', () => {
  it.each([
    ['a press right before', { shownAt: 10_000, lastInputAt: 10_900, now: 10_950 }, true],
    ['a press at the last moment', { shownAt: 10_000, lastInputAt: 10_400, now: 11_400 }, true],
    ['no press at all', { shownAt: 10_000, lastInputAt: 0, now: 20_000 }, false],
    ['a press before it was shown', { shownAt: 10_000, lastInputAt: 9_900, now: 10_500 }, false],
    ['a press in the first moments', { shownAt: 10_000, lastInputAt: 10_399, now: 10_800 }, false],
    ['a press long ago', { shownAt: 10_000, lastInputAt: 11_000, now: 12_001 }, false],
    ['a clock that jumped back', { shownAt: 10_000, lastInputAt: 12_000, now: 11_000 }, false],
  ])('with %s [SE-5.gesture]', (_what, circumstances, expected) => {
    expect(isAcceptable(circumstances)).toBe(expected);
  });
});
