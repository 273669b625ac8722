// @ts-check
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What the window may load as script before its first screen is drawn, in bytes. */
export const FIRST_SCREEN_LIMIT = 600_000;

const SCRIPTS = /<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.js)"/g;

/**
 * The scripts that a built page loads by itself: its entry and what that imports statically.
 * @param {string} page path of the built page
 * @returns {Promise<ReadonlyMap<string, number>>} bytes of each
 */
export async function firstScreenScripts(page) {
  const html = await readFile(page, 'utf8');
  const sizes = new Map();
  for (const [, path] of html.matchAll(SCRIPTS)) {
    if (path !== undefined) sizes.set(path, (await stat(join(dirname(page), path))).size);
  }
  return sizes;
}

/**
 * Fails when the first screen has become too heavy.
 * @param {string} page path of the built page
 * @param {number} [limit] in bytes
 */
export async function checkFirstScreen(page, limit = FIRST_SCREEN_LIMIT) {
  const sizes = await firstScreenScripts(page);
  if (sizes.size === 0) throw new Error(`${page} loads no script, so the build has gone wrong.`);
  const sum = [...sizes.values()].reduce((total, size) => total + size, 0);
  if (sum <= limit) return;
  const list = [...sizes].map(([path, size]) => `${path} ${String(size)}`).join(', ');
  throw new Error(
    `The first screen loads ${String(sum)} bytes of script, more than ${String(limit)} (${list}); load what it does not show with import().`,
  );
}
