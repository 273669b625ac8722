import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composerTexts as words } from '../../shared/texts/en/composer.ts';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import { appPages } from '../pages/app-pages.ts';
import { expect } from '../fixtures/index.ts';
import { filesWith } from '../fixtures/profile-files.ts';
import { openSession, scriptedModel, test } from '../fixtures/scripted-model.ts';
import { scriptedDefinition, seedServers } from '../fixtures/seeds.ts';

const TITLE = 'The colour of the sky';

test('a message with a file of the folder, what its request carries, its title, and going on after a kill [UI-10.mention, UI-16.tools, UI-18.go-on]', async ({
  profile,
  start,
  service,
}) => {
  const folder = join(profile, 'harbor-api');
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'src', 'sky.txt'), 'The sky is green.');
  await writeFile(join(folder, '.gitignore'), 'secret.txt\n');
  await writeFile(join(folder, 'secret.txt'), 'x');
  const definition = scriptedDefinition(['--hints']);
  const [on, off] = await seedServers(profile, { Letters: definition, Sleeper: definition });
  await writeFile(
    join(profile, 'servers.json'),
    JSON.stringify({ schemaVersion: 1, servers: [on, { ...off, enabled: false }] }),
  );
  const first = await start();
  const { window } = first;
  const pages = appPages(first);
  const { chat, shell } = pages;
  await openSession(pages, service);

  await test.step('the folder, the mode and the file are chosen by keys', async () => {
    await first.app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, folder);
    await window.getByRole('button', { name: new RegExp(`^${folderTexts.label}`) }).click();
    await window.getByRole('menuitem', { name: folderTexts.choose }).click();
    await (await pages.consent()).accept();
    await chat.composer.fill('/mode plan');
    await window.getByRole('option', { name: /Plan only/ }).click();
    await chat.composer.pressSequentially('What colour? @s');
    const list = window.getByRole('listbox', { name: words.suggestions.mention });
    await expect(list.getByRole('option').first()).toContainText('sky.txt');
    await expect(list).not.toContainText('secret');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('button', { name: 'Remove src/sky.txt' })).toBeVisible();
  });

  service.titles.push(`"${TITLE}."`);
  const usage = { input: 24_000, output: 500 };
  service.push({ kind: 'answer', parts: [{ text: 'Green.' }], usage });
  await window.keyboard.press('Enter');
  await expect(chat.answers.last()).toHaveText('Green.');
  await chat.turnEnded();
  expect(JSON.stringify(service.requests[0]?.body)).toContain('The sky is green.');
  await expect(shell.session(TITLE)).toBeVisible();

  await test.step('the ring opens what the next request carries, and why not', async () => {
    // Nothing is known of this model, so neither is a share.
    const ring = window.getByRole('button', { name: words.contextUnknown });
    await ring.click();
    const details = window.getByRole('dialog', { name: words.context });
    await expect(details).toContainText('24.5k tokens');
    await expect(details).toContainText(words.unknown);
    await expect(details).toContainText(words.ownTools);
    await expect(details).toContainText(words.serverReasons.off);
    await window.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(shell.panel).toContainText('24.5k tokens');
  });

  await test.step('after a kill in the middle of a turn it goes on', async () => {
    service.push({ kind: 'hold', parts: [{ text: 'It is' }], rest: [] });
    await chat.send('And the sea?');
    await service.held();
    await expect(chat.answers.last()).toContainText('It is');
    await chat.composer.fill('not sent');
    await window.locator('input[type=file]').setInputFiles({
      name: 'facts.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Facts.'),
    });
    await expect(window.getByText('facts.txt')).toBeVisible();
    await expect.poll(() => filesWith(profile, 'facts.txt')).not.toEqual([]);
    process.kill(first.pid, 'SIGKILL');
    const second = await start();
    const again = appPages(second);
    await again.shell.openSession(TITLE);
    await expect(second.window.getByText('facts.txt')).toBeVisible();
    service.push({ kind: 'answer', parts: [{ text: 'Blue.' }] });
    await second.window.getByRole('button', { name: words.goOn }).click();
    await expect(again.chat.answers.last()).toHaveText('Blue.');
    await again.chat.turnEnded();
    expect(JSON.stringify(service.requests.at(-1)?.body)).toContain('And the sea?');
    expect(service.requests.at(-1)?.body['model']).toBe(scriptedModel);
  });
});
