// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, runCommand } from '../process/failure.mjs';
import { root } from '../process/paths.mjs';
import { runPlaywright, setUpEndToEnd } from '../test/playwright.mjs';

const config = 'playwright.demo.config.ts';
/** What may be shown: `npm run demo -- servers`; without a name the main job. */
const demos = ['main-job', 'servers', 'chat'];

await runCommand(async () => {
  if (!existsSync(join(root, config))) throw new Failure(`there is no ${config}, so no demo.`);
  const [demo = 'main-job', ...others] = process.argv.slice(2);
  if (!demos.includes(demo))
    throw new Failure(`there is no demo “${demo}”; there are: ${demos.join(', ')}.`);
  await setUpEndToEnd();
  const { code } = await runPlaywright([`e2e/demo/${demo}.demo.ts`, ...others], { config });
  return code === 0 ? 0 : 1;
});
