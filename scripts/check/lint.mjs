// @ts-check
import { runCommand } from '../process/failure.mjs';
import { packageFile } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';

const cache = ['--cache', '--cache-strategy', 'content'];

await runCommand(async () => {
  const formatted = await runNode(packageFile('prettier/bin/prettier.cjs'), [
    '--check',
    '--log-level=warn',
    ...cache,
    '.',
  ]);
  const linted = await runNode(packageFile('eslint/bin/eslint.js'), [
    '--max-warnings=0',
    ...cache,
    '--cache-location',
    'node_modules/.cache/eslint/',
    '.',
  ]);
  return formatted.code || linted.code;
});
