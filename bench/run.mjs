// @ts-check
import { join } from 'node:path';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { allTargets } from '../scripts/build/targets.mjs';
import { Failure, runCommand } from '../scripts/process/failure.mjs';
import { newerNode } from '../scripts/process/newer-node.mjs';
import { out, root } from '../scripts/process/paths.mjs';
import { run } from '../scripts/process/run.mjs';

const bundles = join(out, 'bench');

/** What is measured is a bundle as it is shipped: packages stay outside. */
const external = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
);

/**
 * Drives the built app by the fixtures of the tests, which know each other by where they lie: so nothing is bundled, and a Node
 * that takes types runs the files as they are.
 * @param {string} file
 */
async function driveApp(file) {
  const node = await newerNode();
  if (!node) throw new Failure('measuring the app needs Node 22.7 or newer; run it with that.');
  const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
  return (await run(node, [...flags, join(root, 'bench', file)])).code;
}

const measurements = {
  mcp: async () => {
    // One of the peers needs a newer Node, and all clients run in the same.
    const node = (await newerNode()) ?? process.execPath;
    return (await run(node, [join(bundles, 'mcp.js')])).code;
  },
  hub: async () => (await run(process.execPath, ['--expose-gc', join(bundles, 'hub.js')])).code,
  search: async () => (await run(process.execPath, [join(bundles, 'search.js')])).code,
  chat: () => driveApp('chat.ts'),
  window: () => driveApp('window.ts'),
  runtime: async () => {
    const target = allTargets().find(({ name }) => name === 'runtime');
    if (!target) throw new Failure('there is no target "runtime" to measure.');
    const outDir = join(bundles, 'package', 'runtime');
    await build({ ...target.config, build: { ...target.config.build, outDir } });
    return (await run(process.execPath, [join(bundles, 'runtime.js')])).code;
  },
};
const legs = /** @type {(keyof typeof measurements)[]} */ (Object.keys(measurements));

await runCommand(async () => {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: bundles,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          mcp: join(root, 'bench/mcp.ts'),
          runtime: join(root, 'bench/runtime.ts'),
          search: join(root, 'bench/search.ts'),
          hub: join(root, 'bench/hub.ts'),
          'peer-worker': join(root, 'bench/peers/peer-worker.ts'),
          'echo-stdio': join(root, 'bench/servers/echo-stdio.ts'),
          'mute-stdio': join(root, 'bench/servers/mute-stdio.ts'),
          'echo-http': join(root, 'bench/servers/echo-http.ts'),
          apart: join(root, 'bench/servers/apart.ts'),
          'modern-stdio': join(root, 'bench/servers/modern-stdio.ts'),
          'modern-http': join(root, 'bench/servers/modern-http.ts'),
        },
        external,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const wanted = process.argv.slice(2);
  for (const leg of legs.filter((one) => wanted.length === 0 || wanted.includes(one))) {
    const code = await measurements[leg]();
    if (code !== 0) return code;
  }
  return 0;
});
