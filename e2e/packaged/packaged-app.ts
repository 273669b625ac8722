import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findArtefact } from '../../scripts/package/artefact.mjs';
import { drawingSwitches, inheritedEnvironment } from '../fixtures/launch.ts';

export interface PackagedApp {
  /** The app as page objects want it. */
  readonly app: { windows(): Page[] };
  readonly window: Page;
  readonly pid: number;
  /** Closes the window like a person and waits until the process has gone. */
  quit(): Promise<void>;
}

/** Starts the packed app and attaches over its remote debugging port: its fuses refuse every other way in. */
export async function launchPackaged(profile: string): Promise<PackagedApp> {
  const { executable } = findArtefact();
  // As root Chromium's sandbox cannot be had, here as in development.
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(executable, [...switches, ...drawingSwitches, '--remote-debugging-port=0'], {
    env: { ...inheritedEnvironment(), PARLEY_CONFIG_DIR: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const match = /DevTools listening on (\S+)/.exec(said);
      if (match?.[1]) found(match[1]);
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The app ended with ${String(code)}: ${said}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const window = await firstWindow(browser);
  if (child.pid === undefined) throw new Error('The app has no process.');
  return {
    app: { windows: () => browser.contexts().flatMap((context) => context.pages()) },
    window,
    pid: child.pid,
    quit: async () => {
      child.kill('SIGTERM');
      await ended;
      await browser.close();
    },
  };
}

async function firstWindow(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('The app offers no pages.');
  const window =
    context.pages().find((page) => page.url().startsWith('parley-app:')) ??
    (await context.waitForEvent('page'));
  await window.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
  return window;
}
