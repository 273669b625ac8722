// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDisplay } from '../display/with-display.mjs';
import { Failure, runCommand } from '../process/failure.mjs';
import { root } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';
import { setUpEndToEnd } from '../test/playwright.mjs';

const entry = join(root, 'bench', 'run.mjs');

await runCommand(async () => {
  if (!existsSync(entry)) throw new Failure('there is no bench/run.mjs, so nothing to measure.');
  await setUpEndToEnd();
  return withDisplay(async (env) => (await runNode(entry, process.argv.slice(2), { env })).code);
});
