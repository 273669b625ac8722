import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

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
          testTimeout: 30_000,
          environment: 'happy-dom',
          include: ['renderer/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
