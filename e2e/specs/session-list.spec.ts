import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { appPages } from '../pages/app-pages.ts';
import { openSession, test as withModel } from '../fixtures/scripted-model.ts';
import { storeSession } from '../fixtures/stored-sessions.ts';

const words = text.sessions;
const DAY = 86_400_000;

test('stored sessions are listed with their state, found, renamed, archived, deleted and brought back [UI-1.search, UI-18.restart, UI-19.delete]', async ({
  profile,
  start,
}) => {
  for (let index = 0; index < 300; index += 1) {
    await storeSession(profile, {
      texts: [`Old question ${String(index)}`, 'An answer'],
      ago: 9 * DAY + index * 60_000,
    });
  }
  const folder = '/work/harbor-api';
  await storeSession(profile, {
    texts: ['東京の天気を教えて', '今日は晴れです。'],
    folder,
    ago: 2 * DAY,
  });
  await storeSession(profile, {
    texts: ['Rate limit design notes', 'Use a bucket.'],
    folder,
    ago: 3 * DAY,
  });
  await storeSession(profile, { texts: ['Slow order list'], isFinished: false, folder, ago: DAY });
  await storeSession(profile, {
    texts: ['Release checklist', 'Done.'],
    ago: 60_000,
    meta: { pinned: true, unread: true, title: 'Release checklist 2.14' },
  });
  const gone = await storeSession(profile, {
    texts: ['Deleted by another program', 'Yes.'],
    ago: 5_000,
  });
  const parley = await start({ size: { width: 1280, height: 800 } });
  const { window } = parley;
  const { shell, chat } = appPages(parley);
  const picture = async (name: string): Promise<void> => {
    const to = process.env['PARLEY_PICTURES'];
    if (to !== undefined) await window.screenshot({ path: join(to, `${name}.png`) });
  };
  await expect(shell.session('Slow order list')).toHaveAttribute('data-state', 'interrupted');
  await expect(shell.session('Release checklist 2.14')).toContainText(words.unread);
  await expect(window.getByRole('heading', { name: words.pinned })).toBeVisible();
  // Of some hundred only those near the view are there.
  expect(await shell.sessions.count()).toBeLessThan(100);
  await picture('list-light');

  await test.step('by the words of messages, in a language without spaces', async () => {
    const search = window.getByRole('searchbox', { name: words.searchLabel });
    await window.keyboard.press('ControlOrMeta+Shift+F');
    await expect(search).toBeFocused();
    await search.fill('晴れ');
    await expect(window.getByText(words.resultCount(1))).toBeVisible();
    await expect(shell.sidebar.locator('mark')).toHaveText('晴れ');
    await picture('search');
    await search.fill('kubernetes');
    await expect(window.getByText(words.noMatch('kubernetes'))).toBeVisible();
    await picture('no-results');
    await search.press('Escape');
  });

  await test.step('by the keys of the list', async () => {
    await shell.session('Release checklist 2.14').focus();
    await window.keyboard.press('End');
    await expect(shell.session('Old question 299')).toBeFocused();
    await window.keyboard.press('Home');
    await shell.session('Rate limit').focus();
    await window.keyboard.press('F2');
    await window.getByRole('textbox', { name: words.titleLabel }).fill('Buckets');
    await window.keyboard.press('Enter');
    await expect(shell.session('Buckets')).toBeFocused();
    await window.keyboard.press('Shift+F10');
    await expect(window.getByRole('menu')).toBeVisible();
    await picture('menu');
    await window.getByRole('menuitem', { name: words.archive }).click();
    await expect(shell.session('Buckets')).toHaveCount(0);
    await expect(shell.sidebar.getByRole('button', { name: /^Archived/ })).toContainText('1');
  });

  await test.step('to the trash and back', async () => {
    await shell.openSession('Slow order list');
    await expect(chat.conversation).toContainText('Slow order list');
    await shell.session('Slow order list').press('Delete');
    await picture('delete');
    await window.getByRole('button', { name: words.deleteConfirm, exact: true }).click();
    await expect(shell.session('Slow order list')).toHaveCount(0);
    expect(await readdir(join(profile, 'trash'))).toHaveLength(1);
    await picture('deleted');
    await window.getByRole('button', { name: words.undo }).click();
    await expect(shell.session('Slow order list')).toHaveCount(1);
    expect(await readdir(join(profile, 'trash'))).toEqual([]);
  });

  await test.step('one that another program deletes', async () => {
    await shell.openSession('Deleted by another program');
    await rm(gone.path);
    // The person comes back to the window.
    await parley.app.evaluate(({ app, BrowserWindow }) => {
      app.emit('browser-window-focus', {}, BrowserWindow.getAllWindows()[0]);
    });
    await expect(shell.session('Deleted by another program')).toHaveCount(0);
  });

  await callValue(window, 'settings.set', { theme: 'dark' });
  await expect(window.locator('html[data-theme="dark"]')).toBeAttached();
  await shell.sidebar.getByRole('button', { name: /^Archived/ }).click();
  await expect(shell.session('Buckets')).toBeVisible();
  await picture('archived-dark');
});

withModel(
  'quitting asks while a turn runs, and afterwards the turn is told as interrupted [UI-18]',
  async ({ pages, parley, start, service }) => {
    const { chat } = pages;
    await openSession(pages, service);
    service.push({ kind: 'hold', parts: [{ text: 'In the middle of ' }], rest: [] });
    await chat.send('Tell me everything');
    await service.held();
    const asked = await parley.app.evaluate(async ({ app, dialog }) => {
      const questions: string[] = [];
      dialog.showMessageBox = ((_window: unknown, options: { message: string }) => {
        questions.push(options.message);
        return Promise.resolve({ response: 1, checkboxChecked: false });
      }) as typeof dialog.showMessageBox;
      app.quit();
      await new Promise((resolve) => setImmediate(resolve));
      return questions;
    });
    expect(asked).toHaveLength(1);
    await expect(chat.answers.last()).toContainText('In the middle of');
    await parley.quit();
    const again = await start();
    await expect(appPages(again).shell.session('Tell me everything')).toHaveAttribute(
      'data-state',
      'interrupted',
    );
  },
);
