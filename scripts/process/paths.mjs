// @ts-check
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of the checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** Builds, reports and pictures; never committed. */
export const out = join(root, 'out');

/** Downloads that outlive the checkout. */
export function cacheFolder() {
  const { PARLEY_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (PARLEY_CACHE_DIR) return PARLEY_CACHE_DIR;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'parley');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'parley', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'parley');
  return join(homedir(), '.cache', 'parley');
}

/**
 * The JavaScript file of a package's command, to be run with this Node (no .cmd shims).
 * @param {string} file path below node_modules
 */
export function packageFile(file) {
  return join(root, 'node_modules', file);
}
