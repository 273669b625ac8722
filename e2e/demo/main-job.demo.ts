import { readFileSync } from 'node:fs';
import { serverSetup as serverSetupTexts } from '../../shared/texts/en/server-setup.ts';
import { expect, test } from '../fixtures/index.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { everythingServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';
import { Person } from './person.ts';
import { Pictures } from './pictures.ts';
import { step } from './step.ts';

test('the main job, by mouse and keyboard', async ({ start, profile }) => {
  const pictures = await Pictures.start('main-job');
  const launched = await start();
  await addServer(launched, pictures);
  await talk(launched, pictures);
  await step('The person quits.', () => launched.quit());
  await comeBack(await start(), pictures);
  await step('The transcript is kept beside the pictures.', async () => {
    const kept = await pictures.keepTranscripts(profile);
    expect(kept).toHaveLength(1);
    const transcript = readFileSync(kept[0] ?? '', 'utf8');
    for (const words of ['get-sum', '"outcome":"ok"', '"outcome":"denied"']) {
      expect(transcript).toContain(words);
    }
  });
  process.stdout.write(`The pictures and the transcript are in ${pictures.folder}\n`);
});

async function addServer(launched: LaunchedApp, pictures: Pictures): Promise<void> {
  const { window } = launched;
  const { shell, servers, consent } = appPages(launched);
  const person = new Person(window);
  const { form } = servers;

  await step('Parley opens with a fresh profile.', async () => {
    await expect(window.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await expect(shell.panel).toContainText('Notes');
    await pictures.take(window, 'start');
    // What this computer has to say first, such as that it has no keychain, is read and put away.
    for (const notice of await shell.notices.getByRole('button', { name: 'Dismiss' }).all()) {
      await person.press(notice);
    }
    await expect(shell.notices).toBeHidden();
  });
  await step('The person opens the servers; the notes server is built in.', async () => {
    await person.press(shell.sidebar.getByRole('button', { name: /^Servers/ }));
    await person.press(window.getByRole('button', { name: 'Open it' }));
    await expect(servers.detail('Notes').tool('write_note')).toBeVisible();
    await pictures.take(window, 'servers');
  });
  await step('They type the command of a server from npm into the form.', async () => {
    await person.press(window.getByRole('button', { name: 'Add server' }).first());
    await person.press(form.dialog.getByRole('tab', { name: serverSetupTexts.add.tabs.form }));
    await person.write(form.name, everythingServer.name);
    await person.write(form.command, 'node');
    await person.press(form.dialog.getByRole('button', { name: 'Argument', exact: true }));
    const [script, ...others] = everythingServer.args;
    await person.type(script);
    for (const argument of others) {
      await person.key('Enter');
      await person.type(argument);
    }
    await expect(form.argument(2)).toHaveValue('stdio');
    await pictures.take(window, 'server-form');
  });
  await step('Parley shows exactly what would be run, and they agree.', async () => {
    await person.press(form.review);
    const question = await consent();
    expect((await question.lines()).slice(1)).toEqual(
      everythingServer.args.map((argument, index) => [String(index + 1), argument]),
    );
    await expect(question.acceptButton).toBeEnabled();
    await pictures.take(question.page, 'consent');
    await new Person(question.page).press(question.acceptButton);
  });
  await step('The server starts and connects; each tool says what it declares.', async () => {
    const server = servers.detail(everythingServer.name);
    await expect(form.dialog).toBeHidden();
    await pictures.take(window, 'server-starting');
    await expect(server.state('connected')).toBeVisible({ timeout: 30_000 });
    await expect(server.tool('get-sum')).toBeVisible();
    await pictures.take(window, 'server-connected');
  });
}

async function talk(launched: LaunchedApp, pictures: Pictures): Promise<void> {
  const { window } = launched;
  const { shell, chat } = appPages(launched);
  const person = new Person(window);

  await step('They start a session and ask for a tool.', async () => {
    await person.press(shell.sidebar.getByRole('button', { name: 'New session' }));
    await person.press(chat.composer);
    await person.type('Use the get-sum tool with a=19 and b=23');
    await pictures.take(window, 'first-message');
    await person.key('Enter');
  });
  await step('Parley asks first, with the exact arguments, and they allow it once.', async () => {
    expect(await chat.prompt.arguments()).toEqual({ a: '19', b: '23' });
    await pictures.take(window, 'permission');
    await person.pressAway(chat.prompt.root.getByRole('button', { name: 'Allow once' }));
  });
  await step('The tool runs and the answer comes.', async () => {
    const card = chat.toolCard('get-sum');
    await card.expectState('ok');
    await expect(chat.answers.last()).toContainText('42');
    await chat.turnEnded();
    await pictures.take(window, 'answer');
  });
  await step('They look into the tool card.', async () => {
    const card = chat.toolCard('get-sum');
    await person.press(card.head);
    await expect(card.root).toContainText('The sum of 19 and 23 is 42.');
    await pictures.take(window, 'tool-card');
    await person.press(card.head);
  });
  await step('They deny the next call, and the model is told.', async () => {
    await person.press(chat.composer);
    await person.type('Use write_note with name="diary" and text="Nobody asked for this."');
    await person.key('Enter');
    expect(await chat.prompt.arguments()).toEqual({
      name: '"diary"',
      text: '"Nobody asked for this."',
    });
    await pictures.take(window, 'permission-destructive');
    await person.pressAway(chat.prompt.root.getByRole('button', { name: 'Deny' }));
    await chat.toolCard('write_note').expectState('denied');
    await expect(chat.answers.last()).toContainText('permission was denied');
    await chat.turnEnded();
    await pictures.take(window, 'denied');
  });
}

async function comeBack(launched: LaunchedApp, pictures: Pictures): Promise<void> {
  const { window } = launched;
  const { shell, chat } = appPages(launched);
  const person = new Person(window);

  await step('After a restart the session is in the list.', async () => {
    await expect(shell.session(/get-sum/)).toBeVisible();
    await pictures.take(window, 'restarted');
  });
  await step('It opens with everything in it.', async () => {
    await person.press(shell.session(/get-sum/));
    await expect(chat.answers.last()).toContainText('permission was denied');
    await chat.toolCard('get-sum').expectState('ok');
    await chat.toolCard('write_note').expectState('denied');
    await expect(shell.panel).toContainText(everythingServer.name);
    await pictures.take(window, 'session-again');
  });
}
