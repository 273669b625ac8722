import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';

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

/** Bundles the runtime into a folder, for tests that run it as the program that it is. */
export async function bundleRuntime(folder: string): Promise<RuntimeBundle> {
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
