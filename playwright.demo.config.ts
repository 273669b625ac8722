import { defineConfig } from '@playwright/test';

/** `npm run demo`: the main job, driven like a person; its pictures go to out/demo. */
export default defineConfig({
  testDir: 'e2e/demo',
  testMatch: '**/*.demo.ts',
  outputDir: 'out/e2e-demo',
  workers: 1,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['dot']],
});
