// @ts-check
import { Failure } from '../process/failure.mjs';
import { join } from 'node:path';
import { packageFile, root } from '../process/paths.mjs';
import { run } from '../process/run.mjs';

/** @typedef {{ version: string, packageName: string }} Suite */
/** @typedef {{ suite: Suite, specVersion: string, scenario: string }} Case `specVersion`: 'default' or a date */

export const suites = {
  legacy: { version: '0.1.16', packageName: 'conformance-legacy' },
  modern: { version: '0.2.0-alpha.12', packageName: 'conformance-modern' },
};
const MODERN_VERSION = '2026-07-28';

/**
 * Runs a suite's command.
 * @param {Suite} suite
 * @param {string[]} args
 */
export function runSuite(suite, args) {
  const shim = join(root, 'scripts', 'conformance', 'file-system-shim.mjs');
  const entry = packageFile(`${suite.packageName}/dist/index.js`);
  return run(process.execPath, ['--import', shim, entry, ...args], { quiet: true });
}

/**
 * @param {Suite} suite
 * @returns {Promise<{ name: string, versions: string[] }[]>} its scenarios for clients
 */
export async function listScenarios(suite) {
  const { code, output } = await runSuite(suite, ['list', '--client']);
  const found = [...output.matchAll(/^\s+- (\S+) \[(.*)\]$/gm)].map(
    ([, name = '', versions = '']) => ({
      name,
      versions: versions.split(','),
    }),
  );
  if (code !== 0 || found.length === 0)
    throw new Failure(
      `the conformance suite ${suite.version} did not list its scenarios: ${output}`,
    );
  return found;
}

/** @returns {Promise<Case[]>} all that is run: both suites at their default versions, the newer one at the newest version too */
export async function allCases() {
  const [older, newer] = await Promise.all([
    listScenarios(suites.legacy),
    listScenarios(suites.modern),
  ]);
  const atNewest = newer.filter(
    ({ versions }) => versions.includes(MODERN_VERSION) || versions.includes('extension'),
  );
  return [
    ...older.map(({ name }) => ({ suite: suites.legacy, specVersion: 'default', scenario: name })),
    ...newer.map(({ name }) => ({ suite: suites.modern, specVersion: 'default', scenario: name })),
    ...atNewest.map(({ name }) => ({
      suite: suites.modern,
      specVersion: MODERN_VERSION,
      scenario: name,
    })),
  ];
}
