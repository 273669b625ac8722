import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hintCombinations } from '../servers/mcp/scripted-tools.mjs';
import { expect, test } from '../fixtures/index.ts';
import { everythingServer, filesystemServer, scriptedServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';
import type { ChatPage } from '../pages/chat-page.ts';

test('the main job: add a server, allow, deny, restart [JOB-1, JOB-2, JOB-3]', async ({
  start,
}) => {
  const first = await start();
  const { chat, shell, ...pages } = appPages(first);

  await test.step('add a server', async () => {
    const server = await pages.addServer(everythingServer);
    await expect(server.state('connected')).toBeVisible();
    await expect(server.tool('echo')).toBeVisible();
  });

  await test.step('allow a call once', async () => {
    await shell.openStart();
    await chat.send('Use the echo tool to echo "hello there"');
    expect(await chat.prompt.arguments()).toEqual({ message: '"hello there"' });
    await expect(chat.prompt.root).toHaveAccessibleName('Allow Echo Tool on Everything?');
    await chat.toolCard('echo').expectState('waiting');
    await chat.prompt.allowOnce();
    await chat.toolCard('echo').expectState('ok');
    await expect(chat.answers.last()).toContainText('Echo: hello there');
    await chat.turnEnded();
  });

  await test.step('allow a tool for this session', async () => {
    await chat.send('Use get-sum with a=40 and b=2');
    await chat.prompt.allowForSession();
    await expect(chat.answers.last()).toContainText('42');
    await chat.turnEnded();
    await chat.send('Use get-sum with a=1 and b=6');
    await expect(chat.answers.last()).toContainText('7');
    await chat.turnEnded();
  });

  await test.step('deny a call', async () => {
    await chat.send('Use the echo tool to echo "not this"');
    expect(await chat.prompt.arguments()).toEqual({ message: '"not this"' });
    await chat.prompt.deny();
    await chat.toolCard('echo').expectState('denied');
    await expect(chat.answers.last()).toContainText('permission was denied');
    await chat.turnEnded();
    await expectConversation(chat);
  });

  await first.quit();
  const again = appPages(await start());
  await again.shell.openSession('Use the echo tool to echo "hello there"');
  await expectConversation(again.chat);
  await again.shell.openServers();
  const server = await again.servers.select('Everything');
  await expect(server.state('connected')).toBeVisible();
});

/** What the conversation of the main job holds at its end: from the end up to its start. */
async function expectConversation(chat: ChatPage): Promise<void> {
  await expect(chat.answers.last()).toContainText('permission was denied');
  const denied = chat.toolCard('echo');
  await denied.expectState('denied');
  await denied.show('arguments');
  await expect(denied.root).toContainText('"not this"');
  await denied.head.click();
  await chat.goToStart();
  await expect(chat.ownMessages.first()).toHaveText('Use the echo tool to echo "hello there"');
  const allowed = chat.toolCard('echo', 0);
  await allowed.expectState('ok');
  await expect(allowed.head).toContainText('Read-only');
  await allowed.show('arguments');
  await expect(allowed.root).toContainText('"hello there"');
  await allowed.show('result');
  await expect(allowed.root).toContainText('Echo: hello there');
  await allowed.head.click();
  await chat.conversation.press('End');
}

test('shows the exact command before anything starts, and each hint as it is declared [SE-31, UI-35]', async ({
  pages,
  profile,
}) => {
  const starts = join(profile, 'starts.txt');
  const scripted = scriptedServer('Scripted', '--hints', `--starts=${starts}`, '; rm -rf "$HOME"');
  const { servers, shell } = pages;
  await shell.openServers();
  const form = await servers.add();
  await form.fill(scripted);
  await form.review.click();

  await test.step('cancelling starts and keeps nothing', async () => {
    const consent = await pages.consent();
    expect(await consent.lines()).toEqual([
      ['command', scripted.command],
      ...scripted.args.map((argument, index) => [String(index + 1), argument]),
    ]);
    await expect(consent.cancelButton).toBeFocused();
    await consent.cancel();
    await expect(form.dialog).toContainText('Nothing was started or changed.');
    await expect(form.argument(2)).toHaveValue('--hints');
    expect(existsSync(starts)).toBe(false);
  });

  await form.review.click();
  await (await pages.consent()).accept();
  const server = servers.detail('Scripted');
  await expect(server.state('connected')).toBeVisible();
  expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(1);
  const word = (hint: boolean | undefined) =>
    hint === undefined ? 'Not declared' : hint ? 'Yes' : 'No';
  const combinations = hintCombinations();
  expect(combinations).toHaveLength(27);
  await expect(server.tool('hints_tt_')).toBeVisible();
  const shown = await server.allHints();
  for (const { name, annotations } of combinations) {
    const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
    expect(shown[name], name).toEqual([readOnlyHint, destructiveHint, openWorldHint].map(word));
  }
});

test('asks again when the definition changes, and goes on with the old one until then [SE-30]', async ({
  pages,
  profile,
}) => {
  const starts = join(profile, 'starts.txt');
  const countStarts = () => readFileSync(starts, 'utf8').trim().split('\n').length;
  const server = await pages.addServer(scriptedServer('Scripted', `--starts=${starts}`));
  await expect(server.state('connected')).toBeVisible();
  const form = await server.edit();
  await form.addArgument(3, '--hints');
  await form.review.click();
  const refused = await pages.consent();
  await expect(refused.dialog).toHaveAccessibleName('Let Scripted run this changed command?');
  expect((await refused.lines()).at(-1)).toEqual(['3', '--hints']);
  await refused.cancel();
  await expect(form.dialog).toContainText('Nothing was started or changed.');
  expect(countStarts()).toBe(1);
  await form.review.click();
  await (await pages.consent()).accept();
  await expect(form.dialog).toBeHidden();
  await expect(server.tool('hints_tft')).toBeVisible();
  expect(countStarts()).toBe(2);
});

test('reads a file with the file server by the path in the message [JOB-1]', async ({
  pages,
  profile,
}) => {
  const folder = join(profile, 'shared files');
  await mkdir(folder);
  const file = join(folder, 'greeting.txt');
  await writeFile(file, 'Good morning from a file.\n');
  const server = await pages.addServer(filesystemServer(folder));
  await expect(server.state('connected')).toBeVisible();
  await pages.shell.openStart();
  await pages.chat.send(`Use read_text_file to read "${file}"`);
  expect(await pages.chat.prompt.arguments()).toEqual({ path: JSON.stringify(file) });
  await pages.chat.prompt.allowOnce();
  await expect(pages.chat.answers.last()).toContainText('Good morning from a file.');
});
