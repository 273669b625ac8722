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

/** @type {Step[]} what `npm run check` does */
export const checkSteps = [
  wholeStep('type check', 'scripts/check/typecheck.mjs'),
  wholeStep('lint', 'scripts/check/lint.mjs'),
  wholeStep('dependency rules', 'scripts/check/dependency-rules.mjs'),
  { name: 'unit tests', run: runUnitTests },
];

/**
 * Runs steps one after the other, also after one that fails, and says how each ended.
 * @param {readonly Step[]} steps
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps) {
  const results = [];
  for (const { name, run } of steps) {
    say(`${name} …`);
    const started = Date.now();
    const counts = await run();
    const seconds = (Date.now() - started) / 1000;
    say(`${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
    results.push({ name, counts, seconds });
  }
  return results;
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
 * A step that passes or fails as a whole.
 * @param {string} name
 * @param {string} file script, relative to the checkout
 * @returns {Step}
 */
function wholeStep(name, file) {
  return {
    name,
    run: async () => one((await runNode(join(root, file), [])).code === 0 ? 'passed' : 'failed'),
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
