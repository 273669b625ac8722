import { describe, expect, it } from 'vitest';
import { hasLeftEnd, isAtEnd, type View } from './end-of-view.ts';

const end: View = { top: 600, height: 400, contentHeight: 1000 };

describe('the end of a view', () => {
  it('is near enough within a line', () => {
    expect(isAtEnd(end)).toBe(true);
    expect(isAtEnd({ ...end, top: 570 })).toBe(true);
    expect(isAtEnd({ ...end, top: 500 })).toBe(false);
  });

  it('is left by going up alone [UI-15.stick]', () => {
    expect(hasLeftEnd(end, { ...end, top: 400 })).toBe(true);
    expect(hasLeftEnd(end, { ...end, top: 400, contentHeight: 1200 })).toBe(true);
    expect(hasLeftEnd(end, { ...end, top: 0, contentHeight: 980 })).toBe(true);
    expect(hasLeftEnd(end, { ...end, top: 590 })).toBe(false);
  });

  it.each([
    ['content that grows below', { ...end, contentHeight: 2000 }],
    ['a view that grows, such as when a prompt goes', { ...end, top: 300, height: 700 }],
    ['content that shrinks, such as when a line goes', { ...end, top: 300, contentHeight: 700 }],
    ['going down', { ...end, top: 700, contentHeight: 2000 }],
  ])('is not left by %s [UI-15.stick]', (_what, now) => {
    expect(hasLeftEnd(end, now)).toBe(false);
  });
});
