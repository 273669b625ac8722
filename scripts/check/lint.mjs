// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/failure.mjs';
import { packageFile, root } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';

// Of the whole checkout, or of the paths that are named.
const named = process.argv.slice(2);
const paths = named.length > 0 ? named : ['.'];

/**
 * Prettier has the last word, but takes half a minute of a processor for the whole checkout. oxfmt says in less than one
 * second which files are surely as Prettier writes them; some types it writes otherwise.
 */
async function checkFormat() {
  const quick = await runNode(
    packageFile('oxfmt/bin/oxfmt'),
    ['--list-different', '--no-error-on-unmatched-pattern', ...paths],
    { quiet: true },
  );
  if (quick.code === 0) return quick;
  const doubtful = quick.output.split('\n').filter((line) => line !== '');
  // What is no file is a failure of oxfmt itself.
  const areFiles = doubtful.length > 0 && doubtful.every((file) => existsSync(join(root, file)));
  const left = areFiles ? doubtful : paths;
  return runNode(packageFile('prettier/bin/prettier.cjs'), [
    '--check',
    '--log-level=warn',
    ...left,
  ]);
}

await runCommand(async () => {
  const formatted = await checkFormat();
  const linted = await runNode(packageFile('oxlint/bin/oxlint'), [
    '--deny-warnings',
    '--report-unused-disable-directives-severity=error',
    ...paths,
  ]);
  return formatted.code || linted.code;
});
