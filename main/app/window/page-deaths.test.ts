import { describe, expect, it } from 'vitest';
import { PageDeaths } from './page-deaths.ts';

describe('a page that dies', () => {
  it('comes back as it was, then at its start, then only when the person wants it [RE-12.renderer]', () => {
    const deaths = new PageDeaths();
    expect([0, 1_000, 2_000, 3_000].map((at) => deaths.add(at))).toEqual([
      'as-it-was',
      'at-start',
      'ask',
      'ask',
    ]);
  });

  it('is not blamed for deaths of long ago', () => {
    const deaths = new PageDeaths();
    expect([0, 60_000, 120_000].map((at) => deaths.add(at))).toEqual([
      'as-it-was',
      'as-it-was',
      'as-it-was',
    ]);
  });
});
