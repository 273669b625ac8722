import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import { expect } from '../fixtures/index.ts';
import { openSession, scriptedModel, test } from '../fixtures/scripted-model.ts';

test('in a folder that is trusted the model edits a file once it is allowed, runs a command and keeps tasks; without a folder it has none of that [UI-17.tools, SE-32.tools, UI-41.proposal]', async ({
  pages,
  parley,
  service,
  window,
}) => {
  const { chat, shell } = pages;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-work-')));
  await writeFile(join(folder, 'notes.txt'), 'buy milk\n');
  await openSession(pages, service);
  const toolsAsked = () => JSON.stringify(service.requests.at(-1)?.body['tools'] ?? []);

  await test.step('a session without a folder', async () => {
    service.push({ kind: 'answer', parts: [{ text: 'Hello.' }] });
    await chat.send('Hi');
    await chat.turnEnded();
    expect(toolsAsked()).not.toMatch(/"(Bash|Edit|Write|Read)"/);
  });

  await shell.openStart();
  await chat.chooseModel(scriptedModel);
  await parley.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
  await window.getByRole('button', { name: new RegExp(`^${folderTexts.label}`) }).click();
  await window.getByRole('menuitem', { name: folderTexts.choose }).click();
  await (await pages.consent()).accept();
  await expect(
    window.getByRole('button', {
      name: new RegExp(`${folderTexts.label}.*${folderTexts.trusted}`),
    }),
  ).toBeVisible();

  const call = (name: string, input: object) => ({
    kind: 'answer' as const,
    parts: [{ tool: { id: `call_${name}`, name, input } }],
  });
  service.push(
    call('TodoWrite', {
      todos: [{ content: 'Change the note', status: 'in_progress', activeForm: 'Changing' }],
    }),
    call('Read', { file_path: 'notes.txt' }),
    call('Edit', { file_path: 'notes.txt', old_string: 'buy milk', new_string: 'buy bread' }),
    call('Bash', { command: 'tr a-z A-Z < notes.txt > loud.txt; cat loud.txt' }),
    { kind: 'answer', parts: [{ text: 'It is done.' }] },
  );
  await chat.send('Change my note');
  await expect(chat.prompt.root.getByLabel(text.chat.changes)).toContainText('buy bread');
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('buy milk\n');
  await chat.prompt.allowOnce();
  await expect(chat.prompt.root).toContainText('tr a-z A-Z');
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('buy bread\n');
  await chat.prompt.allowOnce();
  await expect(chat.answers.last()).toHaveText('It is done.');
  await chat.turnEnded();
  expect(await readFile(join(folder, 'loud.txt'), 'utf8')).toBe('BUY BREAD\n');

  const edit = chat.toolCard('Edit');
  await edit.expectState('ok');
  await edit.open();
  await expect(edit.root.getByLabel(text.chat.changes)).toContainText('buy bread');
  const bash = chat.toolCard('Bash');
  await bash.open();
  await expect(bash.root).toContainText('BUY BREAD');
  const todo = chat.toolCard('TodoWrite');
  await todo.open();
  await expect(todo.root.getByRole('list', { name: text.chat.tasks })).toContainText(
    'Change the note',
  );
  await rm(folder, { recursive: true, force: true });
});
