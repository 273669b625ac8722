// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, say } from '../process/failure.mjs';
import { out, packageFile } from '../process/paths.mjs';
import { executableIn } from './executable.mjs';
import { fallbackElectron } from './npm-fallback.mjs';
import { officialElectron } from './official-download.mjs';

/** @typedef {{ executablePath: string, args: string[] }} Electron `args` go before the app's folder */

const stateFile = join(out, 'electron-runtime.json');

/**
 * The Electron that the last set-up found; quick, for test fixtures.
 * PARLEY_ELECTRON names an executable and goes before everything.
 * @returns {Electron}
 */
export function findElectron() {
  const named = process.env.PARLEY_ELECTRON;
  if (named) return withArguments(named);
  if (existsSync(stateFile)) {
    const { executablePath } = JSON.parse(readFileSync(stateFile, 'utf8'));
    if (existsSync(executablePath)) return withArguments(executablePath);
  }
  throw new Failure('no Electron has been set up yet; run: npm run build');
}

/**
 * Finds an Electron, fetching one if there is none, and notes it down for `findElectron`.
 * @returns {Promise<Electron>}
 */
export async function ensureElectron() {
  const named = process.env.PARLEY_ELECTRON;
  if (named) return withArguments(named);
  const started = Date.now();
  const executablePath = (await overridden()) ?? (await installed()) ?? (await fetched());
  const seconds = Math.round((Date.now() - started) / 1000);
  if (seconds > 2) say(`Electron is there after ${seconds} s`);
  await mkdir(out, { recursive: true });
  await writeFile(stateFile, JSON.stringify({ executablePath }));
  return withArguments(executablePath);
}

async function overridden() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return undefined;
  const executable = executableIn(folder);
  if (executable) return executable;
  throw new Failure(
    `ELECTRON_OVERRIDE_DIST_PATH is set to ${folder}, but no Electron is there; unset it or point it at an unpacked Electron.`,
  );
}

async function installed() {
  return executableIn(packageFile('electron/dist'));
}

/** @returns {Promise<string>} */
async function fetched() {
  const manifest = JSON.parse(await readFile(packageFile('electron/package.json'), 'utf8'));
  const executable = (await officialElectron(manifest.version)) ?? (await fallbackElectron());
  if (executable) return executable;
  throw new Failure(
    `Electron ${manifest.version} could not be downloaded from its release page, and there is no other source for ${process.platform} ${process.arch}; set ELECTRON_MIRROR to a mirror, or ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron.`,
  );
}

/**
 * Chromium refuses to run as root with its sandbox on, so as root the sandbox goes.
 * @param {string} executablePath
 * @returns {Electron}
 */
function withArguments(executablePath) {
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
}
