// @ts-check
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compilerFile } from '../process/compiler.mjs';
import { Failure } from '../process/failure.mjs';
import { out, root } from '../process/paths.mjs';
import { run } from '../process/run.mjs';

/**
 * Writes the types of the SDK and of the client, for whoever installs the package.
 * @param {string} [folder] default: out/types
 */
export async function buildTypes(folder = join(out, 'types')) {
  await rm(folder, { recursive: true, force: true });
  const project = join(root, 'tsconfig.types.json');
  const args = [compilerFile(), '-p', project, '--outDir', folder];
  const { code, output } = await run(process.execPath, args, { quiet: true });
  if (code !== 0) throw new Failure(`the types of the package could not be written: ${output}`);
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(folder, name);
    const text = await readFile(file, 'utf8');
    // Consumers resolve .js to the declarations beside it; .ts they may refuse.
    await writeFile(file, text.replaceAll(/(from '|import\(")(\.[^'"]*)\.ts(['"])/g, '$1$2.js$3'));
  }
}
