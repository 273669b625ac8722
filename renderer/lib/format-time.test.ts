import { describe, expect, it } from 'vitest';
import { formatAgo, formatDuration, formatElapsed, formatMoment } from './format-time.ts';

const now = new Date(2026, 5, 10, 15, 30, 0).getTime();

describe('formatAgo', () => {
  it.each([
    [0, 'now'],
    [4_000, '4 s'],
    [59_999, '59 s'],
    [180_000, '3 min'],
    [3_599_000, '59 min'],
    [3_600_000, '14:30'],
  ])('shows an age of %i ms as %s [UI-30]', (age, shown) => {
    expect(formatAgo(now - age, now)).toBe(shown);
  });

  it('never shows a time in the future', () => {
    expect(formatAgo(now + 5_000, now)).toBe('now');
  });
});

describe('formatMoment', () => {
  it.each([
    [new Date(2026, 5, 10, 9, 2), '09:02'],
    [new Date(2026, 5, 9, 23, 59), 'Yest.'],
    [new Date(2026, 5, 8, 12, 0), 'Mon'],
    [new Date(2026, 3, 28, 12, 0), 'Apr 28'],
    [new Date(2025, 11, 31, 12, 0), 'Dec 31, 2025'],
  ])('shows %s as %s', (at, shown) => {
    expect(formatMoment(at.getTime(), now)).toBe(shown);
  });
});

describe('durations', () => {
  it.each([
    [40, '40 ms'],
    [312, '0.3 s'],
    [12_400, '12 s'],
    [120_000, '2 min'],
    [7_800_000, '2 h 10 min'],
    [7_200_000, '2 h'],
    [3 * 86_400_000, '3 days'],
  ])('shows %i ms as %s', (span, shown) => {
    expect(formatDuration(span)).toBe(shown);
  });

  it.each([
    [14_000, '0:14'],
    [192_000, '3:12'],
    [3_729_000, '1:02:09'],
  ])('shows a clock of %i ms as %s', (span, shown) => {
    expect(formatElapsed(span)).toBe(shown);
  });
});
