// @ts-check
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../process/paths.mjs';
import { nativeFolder } from './keyring-plugin.mjs';

const name = 'libsql';
/** How the package finds its library among other packages, which the packed app does not have. */
const search = /function requireNative\(\) \{[\s\S]*?\n\}\n/;
const helpers = /^const \{[^}]*\} = require\("(?:@neon-rs\/load|detect-libc)"\);\n/gm;

/**
 * Puts the SQLite of the search index beside its bundle: the package's own files with the library of this system, which they
 * load from their own folder. So the packed app needs no node_modules.
 * @returns {import('vite').Plugin}
 */
export function libsqlPlugin() {
  let outDir = '';
  return {
    name: 'parley-libsql',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    resolveId: {
      order: 'pre',
      handler: (id) =>
        id === name ? { id: `./${nativeFolder}/${name}/index.js`, external: true } : null,
    },
    writeBundle: async () => {
      const target = join(outDir, nativeFolder, name);
      await mkdir(target, { recursive: true });
      // The checkout's own package.json says that .js files are modules.
      await writeFile(join(target, 'package.json'), '{ "type": "commonjs" }\n');
      for (const file of ['auth.js', 'sqlite-error.js'])
        await cp(packageFile(`${name}/${file}`), join(target, file));
      await writeFile(join(target, 'index.js'), await ownLoader());
      await cp(await library(), join(target, 'libsql.node'));
    },
  };
}

async function ownLoader() {
  const source = await readFile(packageFile(`${name}/index.js`), 'utf8');
  const changed = source
    .replace(search, 'function requireNative() {\n  return require("./libsql.node");\n}\n')
    .replace(helpers, '');
  if (/@neon-rs|detect-libc|@libsql/.test(changed) || !changed.includes('./libsql.node'))
    throw new Error('libsql finds its library in another way now: scripts/build/libsql-plugin.mjs');
  return changed;
}

/** The library that npm installed for this system; of two for Linux, the one for the usual C library. */
async function library() {
  const folder = packageFile('@libsql');
  const found = (await readdir(folder)).find((one) => !one.includes('musl'));
  if (found === undefined) throw new Error('npm installed no library of libsql for this system.');
  return join(folder, found, 'index.node');
}
