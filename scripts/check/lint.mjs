// @ts-check
import { runCommand } from '../process/failure.mjs';
import { packageFile } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';

// Of the whole checkout, or of the paths that are named.
const named = process.argv.slice(2);
const paths = named.length > 0 ? named : ['.'];

await runCommand(async () => {
  const formatted = await runNode(packageFile('prettier/bin/prettier.cjs'), [
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-strategy',
    'content',
    ...paths,
  ]);
  const linted = await runNode(packageFile('oxlint/bin/oxlint'), [
    '--deny-warnings',
    '--report-unused-disable-directives-severity=error',
    ...paths,
  ]);
  return formatted.code || linted.code;
});
