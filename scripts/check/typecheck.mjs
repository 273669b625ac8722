// @ts-check
import { compilerFile } from '../process/compiler.mjs';
import { runCommand } from '../process/failure.mjs';
import { runNode } from '../process/run.mjs';

await runCommand(async () => {
  const { code } = await runNode(compilerFile(), ['-b', ...process.argv.slice(2)]);
  return code;
});
