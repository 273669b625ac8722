// @ts-check
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../process/paths.mjs';

const name = '@napi-rs/keyring';
/** Beside the bundle; the packer takes this folder out of the archive, since the system loads libraries from real files only. */
export const nativeFolder = 'native';

/**
 * Puts the keychain's native module beside a bundle: its loader stays outside, and looks for the library of this system in its
 * own folder first. So the packed app needs no node_modules.
 * @returns {import('vite').Plugin}
 */
export function keyringPlugin() {
  let outDir = '';
  return {
    name: 'parley-keyring',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    resolveId: {
      order: 'pre',
      handler: (id) =>
        id === name ? { id: `./${nativeFolder}/keyring.cjs`, external: true } : null,
    },
    writeBundle: async () => {
      const target = join(outDir, nativeFolder);
      await mkdir(target, { recursive: true });
      await cp(packageFile(`${name}/index.js`), join(target, 'keyring.cjs'));
      for (const file of await libraries())
        await cp(file, join(target, file.split('/').at(-1) ?? ''));
    },
  };
}

/** The libraries that npm installed for this system; of two for Linux, the one for the usual C library. */
async function libraries() {
  const folder = packageFile('@napi-rs');
  const packages = (await readdir(folder)).filter(
    (one) => one.startsWith('keyring-') && !one.includes('musl'),
  );
  const found = await Promise.all(
    packages.map(async (one) =>
      (await readdir(join(folder, one)))
        .filter((file) => file.endsWith('.node'))
        .map((file) => join(folder, one, file)),
    ),
  );
  return found.flat();
}
