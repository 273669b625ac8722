// @ts-check
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../process/paths.mjs';
import { runSuite } from './scenarios.mjs';

/**
 * @typedef {object} Row
 * @property {string} suite
 * @property {string} specVersion
 * @property {string} scenario
 * @property {boolean} passed
 * @property {[number, number]} checks passed, total
 * @property {string} [reason] why it did not pass
 */

const CASE_LIMIT_MS = 60_000;
const host = join(root, 'e2e', 'conformance', 'host.mjs');

/**
 * Runs the client against one scenario.
 * @param {import('./scenarios.mjs').Case} one
 * @returns {Promise<Row>}
 */
export async function runCase({ suite, specVersion, scenario }) {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const { code } = await runSuite(suite, [
      ...['client', '--command', `"${process.execPath}" "${host}"`],
      ...['--scenario', scenario, '-o', folder, '--timeout', String(CASE_LIMIT_MS)],
      ...(specVersion === 'default' ? [] : ['--spec-version', specVersion, '--force']),
    ]);
    const checks = await readChecks(folder);
    const total = checks.filter(({ status }) => status !== 'INFO' && status !== 'SKIPPED');
    const failed = total.filter(({ status }) => status !== 'SUCCESS');
    const passed = code === 0 && total.length > 0 && failed.length === 0;
    const why = total.length === 0 ? 'empty: the scenario checked nothing' : reasonOf(failed);
    return {
      suite: suite.version,
      specVersion,
      scenario,
      passed,
      checks: [total.length - failed.length, total.length],
      ...(passed ? {} : { reason: why }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {{ id?: string, errorMessage?: string }[]} failed */
function reasonOf(failed) {
  const [first] = failed;
  if (!first) return 'the client ended with an error or too late';
  return `${first.id ?? 'check'}: ${first.errorMessage ?? 'failed'}`
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);
}

/**
 * @param {string} folder
 * @returns {Promise<{ id?: string, status?: string, errorMessage?: string }[]>}
 */
async function readChecks(folder) {
  const names = await readdir(folder, { recursive: true });
  const file = names.find((name) => name.endsWith('checks.json'));
  if (file === undefined) return [];
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}
