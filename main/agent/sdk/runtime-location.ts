import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RuntimeStartError } from './errors.ts';

/** Name of the environment variable that names another runtime than the package's. */
const RUNTIME_PATH_VARIABLE = 'PARLEY_RUNTIME_PATH';

/** Places of the package's own runtime: beside the bundled SDK, or in a checkout whose sources run unbundled. */
const bundled = [
  join(import.meta.dirname, '..', 'runtime', 'parley.js'),
  join(import.meta.dirname, '..', '..', '..', 'out', 'runtime', 'parley.js'),
];

/**
 * The runtime to start (RT-4): the given path, else the one that `PARLEY_RUNTIME_PATH` names, else the package's own.
 * Throws `RuntimeStartError` when there is none, saying where it was looked for.
 */
export function locateRuntime(
  given: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (given !== undefined) return existing(resolve(given), 'the option `pathToRuntime` names it');
  const named = environment[RUNTIME_PATH_VARIABLE];
  if (named) return existing(resolve(named), `${RUNTIME_PATH_VARIABLE} names it`);
  const found = bundled.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new RuntimeStartError(
    `No runtime was found at ${bundled.join(' or ')}. Build or reinstall the package, or set \`pathToRuntime\`.`,
  );
}

function existing(path: string, why: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
  throw new RuntimeStartError(
    `The runtime ${path} cannot be started because there is no such file (${why}). Correct the path or leave it out.`,
  );
}

/** True for programs that Node runs; anything else is started by itself. */
export function isNodeProgram(path: string): boolean {
  return /\.[cm]?js$/i.test(path);
}
