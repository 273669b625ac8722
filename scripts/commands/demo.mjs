// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, runCommand } from '../process/failure.mjs';
import { root } from '../process/paths.mjs';
import { runPlaywright, setUpEndToEnd } from '../test/playwright.mjs';

const config = 'playwright.demo.config.ts';

await runCommand(async () => {
  if (!existsSync(join(root, config))) throw new Failure(`there is no ${config}, so no demo.`);
  await setUpEndToEnd();
  const { code } = await runPlaywright(process.argv.slice(2), { config });
  return code === 0 ? 0 : 1;
});
