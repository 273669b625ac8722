// @ts-check
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from '../build/build.mjs';
import { ensureElectron } from '../electron-runtime/find-electron.mjs';
import { artefactProblems, findArtefact } from '../package/artefact.mjs';
import { Failure, runCommand, say, warn } from '../process/failure.mjs';
import { packageFile } from '../process/paths.mjs';
import { runNode } from '../process/run.mjs';
import { closingLine } from '../test/counts.mjs';
import { runPlaywright } from '../test/playwright.mjs';
import { ensureSystemLibraries } from '../system-libraries/ensure.mjs';

/** Electron's platform folder lies beside the executable, on macOS three levels up. */
const distFolder = (/** @type {string} */ executable) =>
  process.platform === 'darwin' ? join(executable, '..', '..', '..', '..') : dirname(executable);

/** @param {string[]} args for electron-builder */
async function pack(args) {
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
    ...args,
  ]);
  return code;
}

/** `npm run package`: packs the app, checks what came out, and drives its main job. `-- --no-drive` leaves the last out. */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const isDriven = !args.includes('--no-drive');
  await ensureSystemLibraries({ forTests: isDriven });
  const code = await pack(args.filter((one) => one !== '--no-drive'));
  if (code !== 0) return code;
  const problems = await artefactProblems();
  if (problems.length > 0)
    throw new Failure(`the packed app is not fit to ship: ${problems.join(' ')}`);
  const { folder } = findArtefact();
  say(`packed into ${folder}; its fuses and contents are right`);
  if (!isDriven) return 0;
  const driven = await runPlaywright([], { config: 'playwright.packaged.config.ts' });
  process.stdout.write(`${closingLine(driven.counts)}\n`);
  return driven.code;
});
