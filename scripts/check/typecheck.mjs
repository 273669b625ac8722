// @ts-check
import { runCommand } from '../process/failure.mjs';
import { packageFile } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';

await runCommand(async () => {
  const { code } = await runNode(packageFile('typescript/bin/tsc'), [
    '-b',
    ...process.argv.slice(2),
  ]);
  return code;
});
