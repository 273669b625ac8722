import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** A process for each file took longer than most files. So each one takes back what it changes outside itself. */
const isolate = false;

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
          name: 'node',
          isolate,
          // Deadlines of awaiting, not claims: real processes take their time on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          environment: 'node',
          globalSetup: ['main/lib/testing/runtime-folder.ts'],
          include: [
            'shared/**/*.test.ts',
            'main/**/*.test.ts',
            'preload/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'e2e/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          isolate,
          testTimeout: 30_000,
          environment: 'happy-dom',
          setupFiles: ['renderer/testing/each-file.ts'],
          include: ['renderer/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
