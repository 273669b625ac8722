// @ts-check
import { join } from 'node:path';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { runCommand } from '../scripts/process/failure.mjs';
import { newerNode } from '../scripts/process/newer-node.mjs';
import { out, root } from '../scripts/process/paths.mjs';
import { run } from '../scripts/process/run.mjs';

const bundles = join(out, 'bench');

/** What is measured is a bundle as it is shipped: packages stay outside. */
const external = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
);

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
          'peer-worker': join(root, 'bench/peers/peer-worker.ts'),
          'echo-stdio': join(root, 'bench/servers/echo-stdio.ts'),
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
  // One of the peers needs a newer Node, and all clients run in the same.
  const node = (await newerNode()) ?? process.execPath;
  return (await run(node, [join(bundles, 'mcp.js'), ...process.argv.slice(2)])).code;
});
