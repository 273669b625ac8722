// @ts-check
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../process/paths.mjs';
import { nativeFolder } from './keyring-plugin.mjs';

/**
 * Puts the search program of this system beside a bundle, so that the packed app needs no node_modules. Where npm has none for
 * this system, the runtime searches by itself.
 * @returns {import('vite').Plugin}
 */
export function ripgrepPlugin() {
  let outDir = '';
  return {
    name: 'parley-ripgrep',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    writeBundle: async () => {
      const file = process.platform === 'win32' ? 'rg.exe' : 'rg';
      const source = packageFile(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${file}`);
      if (!existsSync(source)) return;
      const target = join(outDir, nativeFolder);
      await mkdir(target, { recursive: true });
      await copyFile(source, join(target, file));
      await chmod(join(target, file), 0o755);
    },
  };
}
