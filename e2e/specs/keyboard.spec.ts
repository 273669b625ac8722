import type { ElectronApplication } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { expect, test } from '../fixtures/index.ts';
import { scriptedServer } from '../fixtures/stdio-servers.ts';
import { Keyboard } from '../pages/by-keyboard.ts';

test('the main job by keyboard alone: add a server, agree, ask, allow, read, stop, settings [JOB-1.keyboard, UI-3.notice, UI-6.field]', async ({
  parley,
  window,
  pages,
}) => {
  const { chat, servers, shell } = pages;
  const keyboard = new Keyboard(window);
  const server = scriptedServer('Scripted', '--hints');
  const { form } = servers;

  await test.step('add a server by the form', async () => {
    await keyboard.run('add a server');
    await keyboard.goTo(form.dialog.getByRole('tab', { selected: true }));
    await keyboard.press('ArrowRight');
    await keyboard.goTo(form.name);
    await keyboard.type(server.name);
    await keyboard.goTo(form.command);
    await keyboard.type(server.command);
    for (const [index, argument] of server.args.entries()) {
      await keyboard.goTo(
        form.dialog.getByRole('button', { name: text.servers.form.addArgument, exact: true }),
      );
      await keyboard.press('Enter');
      await expect(form.argument(index + 1)).toBeFocused();
      await keyboard.type(argument);
    }
    await keyboard.press('ControlOrMeta+Enter');
  });

  await test.step('agree in the question of the app', async () => {
    const consent = await pages.consent();
    await expect(consent.cancelButton).toBeFocused();
    await expect(consent.page.locator('[data-settled="true"]')).toBeAttached();
    await consent.page.keyboard.press('Tab');
    await expect(consent.acceptButton).toBeFocused();
    await consent.press('Enter');
    await expect(servers.detail(server.name).state('connected')).toBeVisible();
  });

  await test.step('ask, and allow by the chord', async () => {
    await keyboard.press('ControlOrMeta+N');
    await expect(chat.composer).toBeFocused();
    await keyboard.type('Use the echo tool to echo "hello"');
    await keyboard.press('Enter');
    await expect(chat.prompt.root).toBeVisible();
    // What comes by itself leaves the focus where the person writes.
    await expect(chat.composer).toBeFocused();
    await keyboard.press('Shift+F6');
    await expect(chat.prompt.root.getByRole('button', { name: text.chat.deny })).toBeFocused();
    await expect(async () => {
      await keyboard.press('ControlOrMeta+Enter');
      await expect(chat.prompt.root).toBeHidden({ timeout: 1_000 });
    }).toPass({ timeout: 10_000 });
    await chat.toolCard('echo').expectState('ok');
    await chat.turnEnded();
  });

  await test.step('read the card', async () => {
    const { head, root } = chat.toolCard('echo');
    await keyboard.goTo(head, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    await expect(root).toContainText('hello');
  });

  await test.step('be called by the system while elsewhere, and stop the turn', async () => {
    const notices = await noticesOf(parley.app);
    await keyboard.goTo(chat.composer);
    await keyboard.type('Use the echo tool to echo "again"');
    await keyboard.press('Enter');
    await expect
      .poll(() => notices.shown())
      .toEqual([
        [text.shell.notices.toolWaits, text.shell.notices.toolWaitsBody('echo', 'Scripted')],
      ]);
    await notices.click();
    await expect(
      window.getByRole('heading', { name: text.inbox.title, exact: true }),
    ).toBeVisible();
    await expect(chat.prompt.root).toBeVisible();
    // What was answered before is there as well.
    await expect(window.getByText(text.inbox.outcomes.once)).toBeVisible();
    await keyboard.press('ControlOrMeta+1');
    await expect(chat.composer).toBeVisible();
    await keyboard.press('ControlOrMeta+.');
    await expect(chat.prompt.root).toBeHidden();
    await chat.turnEnded();
  });

  await test.step('change a setting, and come back', async () => {
    await keyboard.press('ControlOrMeta+,');
    await expect(window.getByRole('heading', { name: settingsTexts.title })).toBeVisible();
    await keyboard.run(text.shell.palette.theme.dark);
    await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark');
    await keyboard.press('ControlOrMeta+1');
    await expect(chat.answers.first()).toBeVisible();
    await expect(shell.sessions.first()).toHaveAttribute('aria-current', 'page');
  });
});

/** Notices of the system as the app shows them, while the window counts as not looked at. */
async function noticesOf(app: ElectronApplication) {
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const shown: Electron.Notification[] = [];
    Object.assign(globalThis, { shown });
    BrowserWindow.prototype.isFocused = () => false;
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this);
    };
  });
  return {
    shown: () =>
      app.evaluate(() => {
        const { shown } = globalThis as unknown as { shown: Electron.Notification[] };
        return shown.map(({ title, body }) => [title, body]);
      }),
    click: () =>
      app.evaluate(() => {
        const { shown } = globalThis as unknown as { shown: Electron.Notification[] };
        shown[0]?.emit('click');
      }),
  };
}
