// @ts-check
import { runCommand } from '../process/failure.mjs';
import { closingLine } from '../test/counts.mjs';
import { runPlaywright, setUpEndToEnd } from '../test/playwright.mjs';

await runCommand(async () => {
  await setUpEndToEnd();
  const { code, counts } = await runPlaywright(process.argv.slice(2));
  process.stdout.write(`${closingLine(counts)}\n`);
  return code;
});
