import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { allTargets } from '../../scripts/build/targets.mjs';
import { buildTypes } from '../../scripts/build/types.mjs';
import { compilerFile } from '../../scripts/process/compiler.mjs';
import { root } from '../../scripts/process/paths.mjs';
import { run, runNpm } from '../../scripts/process/run.mjs';
import manifest from '../../package.json' with { type: 'json' };

/** The outcome of a program. */
export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

/** The package as npm packs it, installed into an empty folder; its dependencies are those of this checkout. */
export interface PackedPackage {
  /** Folder of a program that has the package and nothing else of this checkout. */
  readonly folder: string;
  /** Compiles `examples/*.ts` of the folder under strict; gives what the compiler says. */
  compile(): Promise<string>;
  /** Runs a compiled example in plain Node, on a profile of its own. */
  runExample(name: string, env?: Readonly<Record<string, string>>): Promise<Finished>;
  dispose(): Promise<void>;
}

/** Builds, packs and unpacks. Code blocks of `document` are compiled beside the examples. The caller disposes it. */
export async function installPacked(examples: string, document: string): Promise<PackedPackage> {
  const work = await mkdtemp(join(tmpdir(), 'parley-packed-'));
  const folder = join(work, 'host');
  const installed = join(folder, 'node_modules', manifest.name);
  await mkdir(installed, { recursive: true });
  const archive = await packInto(work);
  await must('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
  for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link, 'dir');
  }
  await cp(examples, join(folder, 'examples'), { recursive: true });
  const blocks = (await readFile(document, 'utf8')).split('```ts\n').slice(1);
  for (const [index, block] of blocks.entries())
    await writeFile(
      join(folder, 'examples', `document-${String(index + 1)}.ts`),
      block.split('```')[0] ?? '',
    );
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(consumerSettings));
  return {
    folder,
    compile: async () =>
      (
        await run(process.execPath, [compilerFile(), '-p', join(folder, 'tsconfig.json')], {
          quiet: true,
        })
      ).output,
    runExample: (name, env = {}) => runProgram(folder, name, env),
    dispose: () => rm(work, { recursive: true, force: true }),
  };
}

const consumerSettings = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    outDir: 'dist',
    rootDir: 'examples',
  },
  include: ['examples'],
};

/** Builds what the package holds beside this checkout's own `out`, which others may be using, and packs it. */
async function packInto(work: string): Promise<string> {
  const stage = join(work, 'stage');
  await mkdir(stage);
  await cp(join(root, 'package.json'), join(stage, 'package.json'));
  const bundles = allTargets().filter(({ name }) => ['runtime', 'sdk', 'mcp'].includes(name));
  const types = buildTypes(join(stage, 'out', 'types'));
  for (const { name, config } of bundles) {
    const outDir = join(stage, 'out', name);
    await build({ ...config, logLevel: 'error', build: { ...config.build, outDir } });
  }
  await types;
  const { code, output } = await runNpm(['pack', '--ignore-scripts', '--pack-destination', work], {
    cwd: stage,
    quiet: true,
  });
  const archive = (await readdir(work)).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || archive === undefined) throw new Error(`npm pack failed: ${output}`);
  return join(work, archive);
}

async function must(program: string, args: string[]): Promise<void> {
  const { code, output } = await run(program, args, { quiet: true });
  if (code !== 0) throw new Error(`${program} failed: ${output}`);
}

function runProgram(
  folder: string,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  const surroundings = join(folder, 'examples', 'surroundings.mjs');
  const child = spawn(
    process.execPath,
    ['--import', surroundings, join(folder, 'dist', `${name}.js`)],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        PARLEY_CONFIG_DIR: join(folder, 'profile'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
}
