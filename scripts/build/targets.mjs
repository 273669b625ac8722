// @ts-check
import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import manifest from '../../package.json' with { type: 'json' };
import { out, root } from '../process/paths.mjs';
import { keyringPlugin } from './keyring-plugin.mjs';
import { libsqlPlugin } from './libsql-plugin.mjs';
import { ripgrepPlugin } from './ripgrep-plugin.mjs';

/**
 * A bundle: its entry, the folders that go into it, and how Vite makes it.
 * @typedef {object} Target
 * @property {string} name
 * @property {string[]} entries relative to the checkout; a target without any of them is left out
 * @property {string[]} sources folders whose files decide whether it must be built again
 * @property {import('vite').InlineConfig} config
 */

/** The oldest Node and Chromium that run our code: the fallback Electron is a 33. */
const NODE_TARGET = 'node20.18';
const CHROME_TARGET = 'chrome130';

const builtins = [...builtinModules, /^node:/];

/**
 * @typedef {object} NodeBundle
 * @property {string} name
 * @property {string} entry
 * @property {string} file path below out/
 * @property {(string | RegExp)[]} [external]
 * @property {'es' | 'cjs'} [format]
 * @property {string} [banner]
 * @property {string[]} [sources]
 * @property {import('vite').Plugin[]} [plugins]
 * @property {Record<string, string>} [more] further entries, by the name of their file
 */

/**
 * A bundle for Node or Electron's main side. Chunks lie beside the entry, so that
 * `import.meta.dirname` is the same folder everywhere.
 * @param {NodeBundle} bundle
 * @returns {Target}
 */
function nodeTarget(bundle) {
  const {
    name,
    entry,
    file,
    external = [],
    format = 'es',
    banner,
    sources,
    plugins,
    more,
  } = bundle;
  const [folder = '', fileName = ''] = file.split('/');
  const isSingleFile = format === 'cjs';
  return {
    name,
    entries: [entry],
    sources: sources ?? ['main', 'shared'],
    config: {
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      ...(plugins ? { plugins } : {}),
      resolve: { conditions: ['node', 'import', 'module', 'default'] },
      // The app carries no node_modules: all but `external` goes into the bundle.
      ssr: external.length > 0 ? {} : { noExternal: true },
      build: {
        ssr: true,
        target: NODE_TARGET,
        outDir: join(out, folder),
        emptyOutDir: !isSingleFile,
        sourcemap: true,
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: { [fileName]: join(root, entry), ...more },
          external: ['electron', ...builtins, ...external],
          output: {
            format,
            entryFileNames: '[name]',
            chunkFileNames: '[name]-[hash].js',
            ...(isSingleFile ? { codeSplitting: false } : {}),
            ...(banner ? { banner: (chunk) => (chunk.isEntry ? banner : '') } : {}),
          },
        },
      },
    },
  };
}

/** @returns {Target} */
function rendererTarget() {
  const pages = ['renderer/index.html', 'renderer/consent.html', 'renderer/diagram.html'];
  return {
    name: 'renderer',
    entries: pages,
    sources: ['renderer', 'shared', 'assets'],
    config: {
      root: join(root, 'renderer'),
      base: './',
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), tailwind()],
      // Grammars of the worker that colours code are loaded one by one.
      worker: { format: 'es' },
      build: {
        target: CHROME_TARGET,
        // Below this, light-dark() would be rewritten.
        cssTarget: CHROME_TARGET,
        // Small files as data: URLs would be against the content security policy.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        outDir: join(out, 'renderer'),
        emptyOutDir: true,
        sourcemap: true,
        reportCompressedSize: false,
        chunkSizeWarningLimit: 2000,
        rolldownOptions: {
          input: pages.map((page) => join(root, page)).filter(existsSync),
          // The style sheets have no source map, which hurts nobody.
          onLog: (level, log, next) => {
            if (log.code !== 'SOURCEMAP_BROKEN') next(level, log);
          },
        },
      },
    },
  };
}

/** Everything in `dependencies` is installed beside the SDK by npm, so it stays outside. */
const dependencies = Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`));

/** @returns {Target[]} the bundles whose entry exists */
export function allTargets() {
  const targets = [
    nodeTarget({
      name: 'main',
      entry: 'main/index.ts',
      file: 'main/index.js',
      plugins: [keyringPlugin()],
    }),
    nodeTarget({
      name: 'index',
      entry: 'main/storage/session-index/index-thread.ts',
      file: 'index/thread.js',
      plugins: [libsqlPlugin()],
    }),
    nodeTarget({
      name: 'runtime',
      entry: 'main/agent/runtime/entry.ts',
      file: 'runtime/parley.js',
      plugins: [keyringPlugin(), ripgrepPlugin()],
      banner: '#!/usr/bin/env node',
    }),
    ...['index', 'consent', 'app'].map((name) =>
      nodeTarget({
        name: `preload-${name}`,
        entry: `preload/${name}.ts`,
        file: `preload/${name}.cjs`,
        format: 'cjs',
        sources: ['preload', 'shared'],
      }),
    ),
    rendererTarget(),
    nodeTarget({
      name: 'sdk',
      entry: 'main/agent/sdk/index.ts',
      file: 'sdk/index.js',
      external: dependencies,
    }),
    nodeTarget({
      name: 'mcp',
      entry: 'main/mcp/client/index.ts',
      file: 'mcp/index.js',
      external: dependencies,
      more: { 'stdio.js': join(root, 'main/mcp/client/stdio.ts') },
    }),
  ];
  return targets.filter((target) => target.entries.some((entry) => existsSync(join(root, entry))));
}
