// @ts-check
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const nothing = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {readonly Counts[]} parts
 * @returns {Counts}
 */
export function total(parts) {
  return parts.reduce(
    (sum, part) => ({
      passed: sum.passed + part.passed,
      failed: sum.failed + part.failed,
      skipped: sum.skipped + part.skipped,
    }),
    nothing,
  );
}

/**
 * The closing line of a test run.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * A step that passes or fails as a whole. One that the run did not get to counts as skipped.
 * @param {'passed' | 'failed' | 'skipped'} outcome
 * @returns {Counts}
 */
export function one(outcome) {
  return { ...nothing, [outcome]: 1 };
}

/**
 * Counts of Vitest's JSON report. A run that failed counts at least one failure, whatever the
 * report says: a file that cannot be loaded has no failed test in it.
 * @param {any} report undefined if there is none
 * @param {number} code exit code of the run
 * @returns {Counts}
 */
export function vitestCounts(report, code) {
  return withFailure(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  });
}

/**
 * Counts of Playwright's JSON report; a flaky test counts as passed only with retries on.
 * @param {any} report undefined if there is none
 * @param {number} code exit code of the run
 * @returns {Counts}
 */
export function playwrightCounts(report, code) {
  return withFailure(code, {
    passed: (report?.stats?.expected ?? 0) + (report?.stats?.flaky ?? 0),
    failed: report?.stats?.unexpected ?? 0,
    skipped: report?.stats?.skipped ?? 0,
  });
}

/**
 * @param {number} code
 * @param {Counts} counts
 * @returns {Counts}
 */
function withFailure(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
