import { defineConfig } from '@playwright/test';

/** `npm run demo`: driven like a person; the pictures go below out/demo. */
export default defineConfig({
  testDir: 'e2e/demo',
  testMatch: '**/*.demo.ts',
  outputDir: 'out/e2e-demo',
  workers: 1,
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 15_000 },
  reporter: [['dot']],
});
