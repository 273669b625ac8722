// @ts-check
import { parseArgs } from 'node:util';
import { build } from '../build/build.mjs';
import { runCommand, say } from '../process/failure.mjs';

await runCommand(async () => {
  const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } });
  const built = await build(values);
  if (built.length === 0) say('everything is built; nothing has changed since');
  return 0;
});
