// @ts-check
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../process/paths.mjs';

const isTest = /\.test\.[a-z]+$|__fixtures__/;

/**
 * A digest of everything that goes into a bundle: its source folders, the packages and the way it is built.
 * @param {readonly string[]} folders relative to the checkout; missing ones count as empty
 * @returns {Promise<string>}
 */
export async function digestInputs(folders) {
  const hash = createHash('sha256').update(process.versions.node);
  const files = (await Promise.all([...folders, 'scripts/build'].map(listFiles))).flat();
  for (const file of [...files, 'package.json', 'package-lock.json', 'tsconfig.base.json'].sort()) {
    hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

/** @param {string} folder */
async function listFiles(folder) {
  try {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !isTest.test(join(entry.parentPath, entry.name)))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}
