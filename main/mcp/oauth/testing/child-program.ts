import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { spawnManaged } from '../../../lib/subprocess.ts';

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
  /** Kills it; resolves when it is gone. */
  kill(): Promise<void>;
}

export async function buildProgram(file: string): Promise<ChildProgram> {
  // Inside the tree, where the native module of the keychain is found.
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'oauth-program-'));
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
  const path = join(folder, 'program.mjs');
  const running: RunningProgram[] = [];
  return {
    path,
    start: async (...args) => {
      const program = await startProgram(path, args);
      running.push(program);
      return program;
    },
    dispose: async () => {
      await Promise.all(running.map((program) => program.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startProgram(path: string, args: readonly string[]): Promise<RunningProgram> {
  const child = await spawnManaged({
    command: process.execPath,
    args: [path, ...args],
    cwd: join(path, '..'),
    env: { PATH: process.env['PATH'] ?? '' },
  });
  child.stderr.resume();
  const lines = createInterface({ input: child.stdout });
  const waiting: string[] = [];
  lines.on('line', (line) => waiting.push(line));
  const nextLine = async (): Promise<string> => {
    while (waiting.length === 0) await Promise.race([once(lines, 'line'), failAtEnd(child.exited)]);
    return waiting.shift() ?? '';
  };
  const first = await nextLine();
  if (first !== 'ready') throw new Error(`The program began with ${first}.`);
  return {
    go: () => {
      child.stdin.write('go\n');
      return nextLine();
    },
    kill: async () => {
      child.kill();
      await child.exited;
    },
  };
}

async function failAtEnd(exited: Promise<unknown>): Promise<never> {
  await exited;
  // What it printed last arrives before this.
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('The program ended without a line.');
}
