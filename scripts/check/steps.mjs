// @ts-check
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { out, packageFile, root } from '../process/paths.mjs';
import { say } from '../process/failure.mjs';
import { runNode } from '../process/run.mjs';
import { one, vitestCounts } from '../test/counts.mjs';

/** @typedef {import('../test/counts.mjs').Counts} Counts */
/** @typedef {{ name: string, run: () => Promise<Counts> }} Step */
/** @typedef {{ name: string, counts: Counts, seconds: number }} StepResult */

/** @type {Step[][]} what `npm run check` does: groups one after the other, steps of a group together */
export const checkSteps = [
  [
    wholeStep('type check', 'scripts/check/typecheck.mjs'),
    wholeStep('lint', 'scripts/check/lint.mjs'),
    wholeStep('dependency rules', 'scripts/check/dependency-rules.mjs'),
    // Lint keeps one processor busy for minutes; the tests have the others meanwhile.
    { name: 'unit tests', run: runUnitTests },
  ],
];

/**
 * Runs groups of steps, also after one that fails, and says how each step ended.
 * @param {readonly Step[][]} groups
 * @returns {Promise<StepResult[]>} in the order of the steps
 */
export async function runSteps(groups) {
  const results = [];
  for (const group of groups) results.push(...(await Promise.all(group.map(runStep))));
  return results;
}

/**
 * @param {Step} step
 * @returns {Promise<StepResult>}
 */
async function runStep({ name, run }) {
  say(`${name} …`);
  const started = Date.now();
  const counts = await run();
  const seconds = (Date.now() - started) / 1000;
  say(`${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
  return { name, counts, seconds };
}

/**
 * Prints a table of the steps.
 * @param {readonly StepResult[]} results
 */
export function printSummary(results) {
  process.stdout.write('\n');
  for (const { name, counts, seconds } of results) {
    const outcome = counts.failed > 0 ? `FAILED (${counts.failed})` : `ok (${counts.passed})`;
    process.stdout.write(`  ${name.padEnd(18)} ${outcome.padEnd(14)} ${seconds.toFixed(1)} s\n`);
  }
}

/**
 * A step that passes or fails as a whole. It shares the terminal with its group, so it shows its
 * output at the end, and only if it failed.
 * @param {string} name
 * @param {string} file script, relative to the checkout
 * @returns {Step}
 */
function wholeStep(name, file) {
  return {
    name,
    run: async () => {
      const options = { quiet: true, tick: `${name} is at work`, tickEverySeconds: 20 };
      const { code, output } = await runNode(join(root, file), [], options);
      if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`);
      return one(code === 0 ? 'passed' : 'failed');
    },
  };
}

async function runUnitTests() {
  const report = join(out, 'reports', 'unit.json');
  const { code } = await runNode(packageFile('vitest/vitest.mjs'), ['run'], {
    env: { ...process.env, VITEST_JSON: await freshReport(report) },
  });
  return vitestCounts(await readReport(report), code);
}

/**
 * Removes the report of an earlier run, so that it is never counted again.
 * @param {string} file
 */
export async function freshReport(file) {
  await mkdir(join(out, 'reports'), { recursive: true });
  await rm(file, { force: true });
  return file;
}

/**
 * @param {string} file
 * @returns {Promise<unknown>} undefined if there is no readable report
 */
export async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
