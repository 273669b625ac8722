// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/failure.mjs';
import { packageFile, root } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';

const folders = ['shared', 'main', 'preload', 'renderer', 'e2e', 'bench'];

await runCommand(async () => {
  const { code } = await runNode(packageFile('dependency-cruiser/bin/dependency-cruise.mjs'), [
    ...folders.filter((folder) => existsSync(join(root, folder))),
    '--config',
    '.dependency-cruiser.cjs',
  ]);
  return code;
});
