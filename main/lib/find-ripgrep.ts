import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

const file = process.platform === 'win32' ? 'rg.exe' : 'rg';

/** Where ripgrep is: beside the runtime's bundle in the app, in the package of this platform elsewhere; undefined where there is none. */
export function findRipgrep(): string | undefined {
  // Programs cannot be started from inside an archive, so the packer lays them beside it.
  const folder = import.meta.dirname.replace(`app.asar${sep}`, `app.asar.unpacked${sep}`);
  const packed = [folder, join(folder, '..', 'runtime')].map((one) => join(one, 'native', file));
  const beside = packed.find((path) => existsSync(path));
  if (beside !== undefined) return beside;
  try {
    const name = `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${file}`;
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}
