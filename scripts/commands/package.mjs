// @ts-check
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from '../build/build.mjs';
import { ensureElectron } from '../electron-runtime/find-electron.mjs';
import { runCommand, say, warn } from '../process/failure.mjs';
import { out, packageFile } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';

/** Electron's platform folder lies beside the executable, on macOS three levels up. */
const distFolder = (/** @type {string} */ executable) =>
  process.platform === 'darwin' ? join(executable, '..', '..', '..', '..') : dirname(executable);

await runCommand(async () => {
  const { executablePath } = await ensureElectron();
  await build();
  const manifest = JSON.parse(await readFile(packageFile('electron/package.json'), 'utf8'));
  const isFallback = executablePath.includes('fallback-');
  const version = isFallback ? '33.2.1' : manifest.version;
  if (isFallback)
    warn(`packing with the fallback Electron ${version}: for tests only, never release it.`);
  const { code } = await runNode(packageFile('electron-builder/cli.js'), [
    '--dir',
    '--publish=never',
    `-c.electronDist=${distFolder(executablePath)}`,
    `-c.electronVersion=${version}`,
    ...process.argv.slice(2),
  ]);
  if (code === 0) say(`packed below ${join(out, 'packages')}`);
  return code;
});
