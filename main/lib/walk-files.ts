import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that are never looked into without ripgrep, which would read what a project ignores. */
const skipped = new Set(['.git', 'node_modules']);

/** Paths of the files below `root`, relative and with slashes. Symbolic links are not followed; folders that may not be read are left out. */
export async function* walkFiles(root: string, signal: AbortSignal): AsyncGenerator<string> {
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) waiting.push(path);
      else if (entry.isFile()) yield path;
    }
  }
}
