import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { changeTexts as words } from '../../shared/texts/en/changes.ts';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import { turnTexts } from '../../shared/texts/en/turns.ts';
import { expect } from '../fixtures/index.ts';
import { QuestionDialog } from '../pages/question-dialog.ts';
import { openSession, scriptedModel, test } from '../fixtures/scripted-model.ts';

const scripted = join(import.meta.dirname, '../servers/mcp/scripted-stdio.mjs');

test('in a folder that is trusted the model edits a file once it is allowed, runs a command, asks the person and has the servers of the folder; without a folder it has none of that [UI-17.tools, SE-32.tools, UI-41.proposal]', async ({
  pages,
  parley,
  service,
  window,
}) => {
  const { chat, shell } = pages;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-work-')));
  await writeFile(join(folder, 'notes.txt'), 'buy milk\n');
  await mkdir(join(folder, '.git'));
  await writeFile(join(folder, '.git/HEAD'), 'ref: refs/heads/fix/note\n');
  const mcpServers = { bakery: { command: process.execPath, args: [scripted] } };
  await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers }));
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
  const server = await pages.consent();
  await expect(server.dialog).toContainText('bakery');
  await expect(server.dialog).toContainText(scripted);
  await server.accept();
  await expect(
    window.getByRole('button', {
      name: new RegExp(`${folderTexts.label}.*(?<!not )${folderTexts.trusted}`),
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
    call('AskUser', {
      questions: [
        {
          question: 'What should I buy?',
          header: 'Shopping',
          options: [{ label: 'Bread', description: 'Sourdough' }, { label: 'Cake' }],
        },
      ],
    }),
    call('Read', { file_path: 'notes.txt' }),
    call('Edit', { file_path: 'notes.txt', old_string: 'buy milk', new_string: 'buy bread' }),
    call('Bash', { command: 'tr a-z A-Z < notes.txt > loud.txt; cat loud.txt' }),
    { kind: 'answer', parts: [{ text: 'It is done.' }] },
  );
  await chat.send('Change my note');
  const asked = new QuestionDialog(window);
  await expect(asked.root).toContainText('What should I buy?');
  await asked.choose('Shopping', 'Bread: Sourdough');
  await asked.field('In my own words').fill('two loaves');
  await asked.send('Parley');
  await expect(chat.prompt.root.getByLabel(text.chat.changes)).toContainText('buy bread');
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('buy milk\n');
  expect(toolsAsked()).toContain('mcp__bakery__echo');
  expect(JSON.stringify(service.requests.at(-1)?.body['messages'])).toContain('Bread, two loaves');
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

  await test.step('what it changed is reviewed, taken back and brought again', async () => {
    const note = () => readFile(join(folder, 'notes.txt'), 'utf8');
    await expect(window.getByTitle(words.branch('fix/note'))).toBeVisible();
    await shell.panel.getByRole('tab', { name: text.app.panelChanges }).click();
    await shell.panel.getByRole('button', { name: /notes\.txt/ }).click();
    const review = window.getByRole('dialog', { name: 'notes.txt' });
    await expect(review.getByLabel(words.diff(join(folder, 'notes.txt')))).toContainText(
      'buy bread',
    );
    await review.getByRole('button', { name: words.revert }).click();
    await expect(shell.panel).toContainText(words.reverted('notes.txt'));
    expect(await note()).toBe('buy milk\n');
    await shell.panel.getByRole('button', { name: words.undo }).click();
    await expect(shell.panel.getByRole('button', { name: /notes\.txt/ })).toBeVisible();
    expect(await note()).toBe('buy bread\n');

    const message = chat.ownMessages.first();
    await message.hover();
    await message.getByRole('button', { name: turnTexts.actions }).click();
    await window.getByRole('menuitem', { name: words.rewind }).click();
    const rewind = window.getByRole('dialog', { name: words.rewindTitle });
    await expect(rewind).toContainText(words.goBack(1));
    await expect(rewind).toContainText('tr a-z A-Z');
    await rewind.getByRole('button', { name: words.confirm }).click();
    await expect(rewind).toContainText(words.done(1));
    expect(await note()).toBe('buy milk\n');
  });
  await rm(folder, { recursive: true, force: true });
});
