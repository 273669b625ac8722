import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { text } from '../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { resize } from '../fixtures/launch.ts';
import { scriptedServer } from '../fixtures/stdio-servers.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
];

/** A theme has colours of its own; all else is the same page. */
const ofColours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};
/** Serious and critical findings, each as one line: rule, and the elements. */
async function findings(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
    };
    // What is half faded in is not what a person reads.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    return axe.run(document, { resultTypes: ['violations'], ...given });
  }, options);
  if (passes.length < (options.runOnly === undefined ? 10 : 1))
    throw new Error('axe has hardly looked at this page.');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

test('every screen has no serious finding of axe in light and dark [UI-5, UI-1]', async ({
  pages,
  parley,
  window,
}) => {
  test.setTimeout(120_000);
  const { chat, servers, settings, shell } = pages;
  let theme: 'light' | 'dark' = 'light';
  const wear = async (next: 'light' | 'dark', page: Page): Promise<void> => {
    theme = next;
    await callValue(window, 'settings.set', { theme });
    await page.waitForFunction(
      (isDark) => matchMedia('(prefers-color-scheme: dark)').matches === isDark,
      theme === 'dark',
    );
    await expect(window.locator(`html[data-theme="${theme}"]`)).toBeAttached();
  };
  /** Examines what is on the screen at each size and in each theme, all at the end so that one run tells everything. */
  const found: string[] = [];
  const examine = async (screen: string, page: Page = window): Promise<void> => {
    const note = async (how: string, options: RunOptions): Promise<void> => {
      const lines = await findings(page, options);
      found.push(...lines.map((line) => `${screen}, ${how}: ${line}`));
    };
    for (const size of sizes) {
      await resize(parley.app, size);
      const width = String(size.width);
      await note(`${theme}, ${width}`, {});
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      if (overflow) found.push(`${screen}, ${width}: wider than the window`);
    }
    await resize(parley.app, { width: 1280, height: 800 });
    await wear(theme === 'light' ? 'dark' : 'light', page);
    await note(theme, ofColours);
  };

  await wear(theme, window);
  await shell.openSettings();
  for (const section of ['appearance', 'providers', 'network', 'data', 'about'] as const) {
    await settings.section(section);
    await examine(`settings, ${section}`);
  }
  for (const section of ['shortcuts', 'system', 'log'] as const) {
    await settings.windowSection(section);
    await examine(`settings, ${section}`);
  }
  for (const section of ['instructions', 'notifications'] as const) {
    const name = settingsTexts.sections[section];
    await settings.sections.getByRole('button', { name, exact: true }).click();
    await expect(window.getByRole('region', { name, exact: true })).toBeVisible();
    await examine(`settings, ${section}`);
  }
  await shell.sidebar.getByRole('button', { name: text.app.inbox }).click();
  await expect(window.getByRole('heading', { name: text.inbox.empty })).toBeVisible();
  await examine('empty inbox');
  await shell.openSettings();
  await window.keyboard.press('ControlOrMeta+K');
  await expect(window.getByRole('combobox', { name: text.shell.palette.title })).toBeFocused();
  await examine('palette');
  await window.keyboard.press('Escape');
  await settings.ledger();
  await examine('settings, permissions');
  await settings.section('providers');
  await window.getByRole('button', { name: 'Add provider' }).click();
  await examine('form of a provider');
  await window.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await shell.openStart();
  await examine('start');

  await shell.openServers();
  const form = await servers.add();
  await form.fill(scriptedServer('Scripted', '--hints', '--stderr=Ready.'));
  await examine('form of a server');
  await form.review.click();
  const consent = await pages.consent();
  await examine('consent', consent.page);
  await consent.accept();
  const server = servers.detail('Scripted');
  await expect(server.state('connected')).toBeVisible();
  await server.tab('tools');
  await examine('tools of a server');
  await server.tab('overview');
  await examine('overview of a server');
  await server.tab('settings');
  await examine('settings of a server');
  await server.tab('logs');
  await expect(server.log).toContainText('Ready.');
  await examine('log of a server');
  const absent = await pages.addServer({ name: 'Absent', command: 'no-such-command-here' });
  await expect(absent.state('failed')).toBeVisible();
  await examine('launch doctor');
  await pages.bench.open();
  await pages.bench.tool('echo');
  await pages.bench.call();
  await examine('bench');
  await pages.bench.view('traffic');
  await pages.bench.messages('tools/call echo').first().click();
  await examine('traffic');

  await shell.openStart();
  await chat.send('Use hints_tft');
  await chat.prompt.allowForSession();
  await chat.turnEnded();
  await chat.send('Use echo with text="**shown**"');
  await expect(chat.prompt.root).toBeVisible();
  await examine('permission');
  await chat.prompt.deny();
  await chat.turnEnded();
  await chat.send('Use the fail tool of scripted');
  await chat.prompt.allowOnce();
  await chat.turnEnded();
  await chat.toolCard('hints_tft').open();
  await examine('session');
  expect(found).toEqual([]);
});
