import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { inject, vi } from 'vitest';
import { messageOf } from '../../../shared/lib/errors.ts';

/** A file of the bundle. `modules` are the source files in it. */
export interface BundleChunk {
  readonly fileName: string;
  /** Loaded with this one. */
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

export interface RuntimeBundle {
  /** The program to run. */
  readonly program: string;
  readonly chunks: readonly BundleChunk[];
}

const root = join(import.meta.dirname, '../../..');

/** How long a file waits for the one that makes the bundle, in ms. */
const WAIT_MS = 60_000;

/**
 * The runtime as a bundle, for tests that run it as the program that it is. The first file of a run that asks makes it and the
 * others take the same one, so nobody changes it.
 */
export async function runtimeBundle(): Promise<RuntimeBundle> {
  const folder = inject('runtimeFolder');
  const told = join(folder, 'bundle.json');
  const isFirst = await mkdir(join(folder, 'begun')).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const made = await bundleRuntime(join(folder, 'out')).catch((failure: unknown) => ({
      failure: messageOf(failure),
    }));
    await writeFile(`${told}.part`, JSON.stringify(made));
    await rename(`${told}.part`, told);
  }
  const text = await vi.waitFor(() => readFile(told, 'utf8'), { timeout: WAIT_MS, interval: 50 });
  const made = JSON.parse(text) as RuntimeBundle | { readonly failure: string };
  if ('failure' in made) throw new Error(`The runtime cannot be bundled: ${made.failure}`);
  return made;
}

async function bundleRuntime(folder: string): Promise<RuntimeBundle> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['node', 'import', 'module', 'default'] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(root, 'main/agent/runtime/entry.ts'),
        // Tests never touch the keychain of whoever runs them: its module is not found.
        external: ['electron', '@napi-rs/keyring', ...builtinModules, /^node:/],
        output: { format: 'es', entryFileNames: 'parley.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('One bundle was expected.');
  return {
    program: join(folder, 'parley.js'),
    chunks: built.output
      .filter((file) => file.type === 'chunk')
      .map(({ fileName, imports, moduleIds }) => ({ fileName, imports, modules: moduleIds })),
  };
}
