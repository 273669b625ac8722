import { defineConfig } from '@playwright/test';

/** `npm run package`: the packed app, driven over its remote debugging port. */
export default defineConfig({
  testDir: 'e2e/packaged',
  testMatch: '**/*.packaged.ts',
  outputDir: 'out/e2e-packaged',
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'out/reports/e2e.json' }]],
});
