// @ts-check
import { join } from 'node:path';
import { build } from '../build/build.mjs';
import { freshReport, readReport } from '../check/steps.mjs';
import { withDisplay } from '../display/with-display.mjs';
import { ensureElectron } from '../electron-runtime/find-electron.mjs';
import { out, packageFile } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';
import { ensureSystemLibraries } from '../system-libraries/ensure.mjs';
import { playwrightCounts } from './counts.mjs';

/** Everything that an end-to-end test needs but the build. */
export async function setUpElectron() {
  await ensureSystemLibraries({ forTests: true });
  await ensureElectron();
}

/** Everything that an end-to-end test needs. */
export async function setUpEndToEnd() {
  await setUpElectron();
  await build();
}

/**
 * Runs Playwright under a display. The set-up has been done.
 * @param {readonly string[]} args files and options for Playwright
 * @param {{ config?: string }} [options]
 * @returns {Promise<{ code: number, counts: import('./counts.mjs').Counts }>}
 */
export function runPlaywright(args, { config = 'playwright.config.ts' } = {}) {
  return withDisplay(async (env) => {
    const report = await freshReport(join(out, 'reports', 'e2e.json'));
    const { code } = await runNode(
      packageFile('@playwright/test/cli.js'),
      ['test', '--config', config, ...args],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
    );
    return { code, counts: playwrightCounts(await readReport(report), code) };
  });
}
