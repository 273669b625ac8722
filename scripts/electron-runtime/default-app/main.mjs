// @ts-check
// Opens the app that the first path on the command line names, as Electron's own default app does.
// Top-level await keeps 'ready' back until the app's main module has been evaluated.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/**
 * Both are real, but not in Electron's types.
 * @type {typeof app & { setVersion(version: string): void, setAppPath(folder: string): void }}
 */
const settable = /** @type {any} */ (app);

/** Modules that are loaded before the app: `-r <file>`. */
const modules = process.argv.flatMap((arg, index) =>
  process.argv[index - 1] === '-r' ? [resolve(arg)] : [],
);
const path = process.argv
  .slice(1)
  .find((arg) => !arg.startsWith('-') && !modules.includes(resolve(arg)) && existsSync(arg));

if (path === undefined) {
  process.stderr.write('usage: electron <folder or main file of an app>\n');
  app.exit(1);
} else {
  Object.assign(process, { defaultApp: true });
  const require = createRequire(import.meta.url);
  for (const module of modules) require(module);
  await import(pathToFileURL(adopt(resolve(path))).href);
}

/**
 * Takes over name, version and folder of the app; returns its main file.
 * @param {string} target
 */
function adopt(target) {
  const isFolder = statSync(target).isDirectory();
  const folder = isFolder ? target : dirname(target);
  const manifestFile = join(folder, 'package.json');
  const manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};
  const name = manifest.productName ?? manifest.name;
  if (name) app.setName(name);
  if (manifest.version) settable.setVersion(manifest.version);
  settable.setAppPath(folder);
  return isFolder ? join(folder, manifest.main ?? 'index.js') : target;
}
