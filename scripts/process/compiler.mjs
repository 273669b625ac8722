// @ts-check
import { existsSync } from 'node:fs';
import { packageFile } from './paths.mjs';

/**
 * The TypeScript compiler: as a native program, several times as fast, where there is one for this computer, else the one
 * that lint uses.
 * @returns {string} a script for Node
 */
export function compilerFile() {
  const native = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const isThere = existsSync(packageFile(native));
  return packageFile(isThere ? 'typescript-native/bin/tsc' : 'typescript/bin/tsc');
}
