import { expect, it } from 'vitest';
import { closingLine, one, playwrightCounts, total, vitestCounts } from './counts.mjs';

it('adds up the parts into one plain line', () => {
  const parts = [one('passed'), one('skipped'), { passed: 40, failed: 2, skipped: 3 }];
  expect(closingLine(total(parts))).toBe('41 passed, 2 failed, 4 skipped');
});

it('counts a failed run without a failed test as a failure', () => {
  expect(vitestCounts({ numPassedTests: 7, numFailedTests: 0 }, 1).failed).toBe(1);
  expect(playwrightCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('reads both reports', () => {
  const unit = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(vitestCounts(unit, 1)).toEqual({ passed: 7, failed: 1, skipped: 3 });
  const e2e = { stats: { expected: 5, unexpected: 2, skipped: 1, flaky: 0 } };
  expect(playwrightCounts(e2e, 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
});
