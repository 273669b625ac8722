import type { CDPSession, Page } from '@playwright/test';
import { launch, type LaunchedApp } from '../../e2e/fixtures/launch.ts';
import { createProfile } from '../../e2e/fixtures/profile.ts';

/** The built app on a profile of its own that `prepare` fills. */
export async function withApp<T>(
  prepare: (profile: string) => Promise<void>,
  run: (app: LaunchedApp, devTools: CDPSession) => Promise<T>,
): Promise<T> {
  const profile = await createProfile();
  await prepare(profile.root);
  const app = await launch({ profile: profile.root, size: { width: 1280, height: 800 } });
  try {
    return await run(app, await app.app.context().newCDPSession(app.window));
  } finally {
    await app.quit();
    await profile.remove();
  }
}

/** Bytes that the page's scripts hold, garbage taken out. */
export async function heapBytes(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('Performance.enable');
  const { metrics } = await devTools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

/** Seconds that the page's main thread has run scripts. */
export async function scriptSeconds(devTools: CDPSession): Promise<number> {
  await devTools.send('Performance.enable');
  const { metrics } = await devTools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

export async function openSession(window: Page, title: string): Promise<void> {
  await window.getByText(title, { exact: true }).first().click();
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
