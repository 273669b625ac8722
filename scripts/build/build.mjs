// @ts-check
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build as viteBuild } from 'vite';
import { say } from '../process/failure.mjs';
import { out } from '../process/paths.mjs';
import { checkFirstScreen } from './first-screen.mjs';
import { digestInputs } from './inputs.mjs';
import { withBuildLock } from './lock.mjs';
import { allTargets } from './targets.mjs';
import { buildTypes } from './types.mjs';

const stampFile = join(out, '.build-stamp');

/**
 * Builds the bundles whose inputs have changed since they were built.
 * @param {{ force?: boolean, only?: string }} [options] `only`: the name of one bundle
 * @returns {Promise<string[]>} the names of what was built
 */
export function build({ force = false, only } = {}) {
  return withBuildLock(out, () => buildChanged(force, only));
}

/**
 * @param {boolean} force
 * @param {string | undefined} only
 */
async function buildChanged(force, only) {
  const stamps = await readStamps();
  const built = [];
  for (const target of allTargets()) {
    if (only !== undefined && target.name !== only) continue;
    const digest = await digestInputs(target.sources);
    const outDir = target.config.build?.outDir ?? out;
    if (!force && stamps.get(target.name) === digest && existsSync(outDir)) continue;
    const started = Date.now();
    // A build that fails or is cut short leaves no stamp behind.
    stamps.delete(target.name);
    await writeStamps(stamps);
    await viteBuild(target.config);
    if (target.name === 'renderer') await checkFirstScreen(join(outDir, 'index.html'));
    if (target.name === 'mcp' && only === undefined) await buildTypes();
    if (target.name === 'runtime') await chmod(join(outDir, 'parley.js'), 0o755);
    stamps.set(target.name, digest);
    await writeStamps(stamps);
    built.push(target.name);
    say(`built ${target.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  return built;
}

/** @returns {Promise<Map<string, string>>} */
async function readStamps() {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(stampFile, 'utf8'))));
  } catch {
    return new Map();
  }
}

/** @param {ReadonlyMap<string, string>} stamps */
async function writeStamps(stamps) {
  await mkdir(out, { recursive: true });
  await writeFile(stampFile, JSON.stringify(Object.fromEntries(stamps), null, 2));
}
