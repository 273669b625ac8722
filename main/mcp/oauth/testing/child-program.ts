import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';

/** A program of this folder, bundled to run in a Node process of its own. Whoever builds it disposes it. */
export interface ChildProgram {
  /** The bundled file. */
  readonly path: string;
  start(...args: readonly string[]): Promise<RunningProgram>;
  dispose(): Promise<void>;
}

/** A process that has said that it is ready. */
export interface RunningProgram {
  /** Lets it go on, and gives the next line that it prints. */
  go(): Promise<string>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

export async function buildProgram(file: string): Promise<ChildProgram> {
  // Inside the tree, where the native module of the keychain is found.
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'oauth-program-'));
  const running = new Set<() => Promise<void>>();
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['node', 'import', 'module', 'default'] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: folder,
      rolldownOptions: {
        input: join(import.meta.dirname, file),
        external: ['@napi-rs/keyring', ...builtinModules, /^node:/],
        output: {
          format: 'es',
          entryFileNames: 'program.mjs',
          chunkFileNames: '[name]-[hash].mjs',
        },
      },
    },
  });
  return {
    path: join(folder, 'program.mjs'),
    start: async (...args) => {
      const child = spawn(process.execPath, [join(folder, 'program.mjs'), ...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { PATH: process.env['PATH'] },
      });
      const gone = once(child, 'close');
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const nextLine = async (): Promise<string> => {
        const line = await lines.next();
        if (line.done === true) throw new Error('The program ended without a line.');
        return line.value;
      };
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL');
        await gone;
        running.delete(kill);
      };
      running.add(kill);
      const first = await nextLine();
      if (first !== 'ready') throw new Error(`The program began with ${first}.`);
      return {
        go: () => {
          child.stdin.write('go\n');
          return nextLine();
        },
        kill,
      };
    },
    dispose: async () => {
      await Promise.all([...running].map((kill) => kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
