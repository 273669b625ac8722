// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure, say } from './failure.mjs';
import { run, runNpm } from './run.mjs';

/** @typedef {{ spec: string, integrity: string, size: string, otherwise?: string }} PinnedPackage `otherwise`: what to do where it cannot be fetched */

/**
 * Makes a folder out of an npm package that is needed at times and must not lie in node_modules. Half made, it is never
 * seen under its name.
 * @param {PinnedPackage} pinned
 * @param {string} folder made by this
 * @param {(unpacked: string, folder: string) => Promise<void>} make
 */
export async function fromNpmPackage(pinned, folder, make) {
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  try {
    const made = join(work, 'made');
    await make(await fetchPackage(pinned, work), made);
    await rename(made, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param {PinnedPackage} pinned
 * @param {string} work
 * @returns {Promise<string>} the folder of its files
 */
async function fetchPackage({ spec, integrity, size, otherwise }, work) {
  say(`fetching ${spec} from the npm registry (${size})`);
  const packed = await runNpm(['pack', '--silent', '--pack-destination', work, spec], {
    quiet: true,
    tick: 'still fetching',
  });
  const tarball = join(work, packed.output.trim().split('\n').at(-1) ?? '');
  if (packed.code !== 0) {
    throw new Failure(
      `the npm package ${spec} could not be fetched; check that the npm registry can be reached${otherwise ? `, or ${otherwise}` : ''}.`,
    );
  }
  const found = `sha512-${await digest(tarball)}`;
  if (found !== integrity)
    throw new Failure(`${spec} is not the package that was pinned (${found}); not used.`);
  const unpacked = await run('tar', ['-xzf', tarball, '-C', work], { quiet: true });
  if (unpacked.code !== 0) throw new Failure(`tar could not unpack ${spec}: ${unpacked.output}`);
  await rm(tarball);
  return join(work, 'package');
}

/** @param {string} file */
async function digest(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}
