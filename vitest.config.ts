import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

const folders = ['shared', 'main', 'preload', 'scripts', 'e2e'];

/** Test files that put something in place of a module: another file in the same process would get it, too. */
const replacing = folders
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => join(folder, file),
    ),
  )
  .filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file))
  .filter((file) =>
    /\bvi\.(do)?mock\(/i.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  .map((file) => file.replaceAll('\\', '/'));

const node = {
  // A process for each file took longer than most files. So each one takes back what it changes outside itself.
  isolate: false,
  // Deadlines of awaiting, not claims: real processes take their time on a busy machine.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  environment: 'node',
  globalSetup: ['main/lib/testing/runtime-folder.ts'],
};

export default defineConfig({
  test: {
    reporters: process.env.VITEST_JSON ? ['default', 'json'] : ['default'],
    ...(process.env.VITEST_JSON ? { outputFile: { json: process.env.VITEST_JSON } } : {}),
    passWithNoTests: true,
    // Left to itself, vitest keeps one processor back, which is half of two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: [
            'shared/**/*.test.ts',
            'main/**/*.test.ts',
            'preload/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'e2e/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...replacing],
        },
      },
      { test: { ...node, name: 'alone', isolate: true, include: replacing } },
      {
        plugins: [react()],
        test: {
          name: 'web',
          isolate: false,
          testTimeout: 30_000,
          environment: 'happy-dom',
          setupFiles: ['renderer/testing/each-file.ts'],
          include: ['renderer/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
