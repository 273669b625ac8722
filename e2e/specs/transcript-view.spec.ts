import { expect } from '../fixtures/index.ts';
import { openSession, test } from '../fixtures/scripted-model.ts';
import { appPages } from '../pages/app-pages.ts';

const jumpLabel = 'Jump to latest';
const longText = Array.from({ length: 40 }, (_, line) => `Paragraph ${String(line + 1)}.`).join(
  '\n\n',
);

const writeNote = {
  kind: 'answer',
  parts: [
    { text: 'I will write it down.' },
    {
      tool: {
        id: 'call_1',
        name: 'mcp__notes__write_note',
        input: { name: 'plans', text: 'line\n'.repeat(30) },
      },
    },
  ],
} as const;

test('each row is on the screen as soon as it exists, also after the prompt, another page and a reload [UI-15.stick, JOB-1]', async ({
  pages,
  service,
  window,
}) => {
  const { chat, shell } = pages;
  await openSession(pages, service);
  service.push({ kind: 'answer', parts: [{ text: longText }] });
  await chat.send('Tell me much');
  await expect(chat.answers.last()).toContainText('Paragraph 40.');
  await chat.turnEnded();

  service.push(writeNote, { kind: 'answer', parts: [{ text: 'It is written down.' }] });
  await chat.send('Write down my plans');
  const mine = chat.ownMessages.last();
  await expect(mine).toHaveText('Write down my plans');
  await expect(chat.prompt.root).toBeVisible();
  await expect(chat.toolCard('write_note').head).toBeInViewport();
  await chat.prompt.allowOnce();
  const seeAll = async (): Promise<void> => {
    await expect(mine).toBeInViewport();
    await expect(chat.toolCard('write_note').head).toBeInViewport();
    await expect(chat.answers.last()).toHaveText('It is written down.');
    await expect(chat.answers.last()).toBeInViewport();
    await expect(window.getByRole('button', { name: jumpLabel })).toBeHidden();
  };
  await seeAll();
  await chat.turnEnded();
  await seeAll();

  await shell.openServers();
  await shell.openSession('Tell me much');
  await seeAll();
  await window.reload();
  await seeAll();
});

test('sending goes to the end from anywhere, and what is unfolded there stays in its place [UI-15.stick]', async ({
  pages,
  service,
  window,
}) => {
  const { chat } = pages;
  await openSession(pages, service);
  service.push({ kind: 'answer', parts: [{ text: longText }] });
  await chat.send('Tell me much');
  await expect(chat.answers.last()).toContainText('Paragraph 40.');
  await chat.turnEnded();
  await chat.conversation.hover();
  await window.mouse.wheel(0, -5_000);
  await expect(window.getByRole('button', { name: jumpLabel })).toBeVisible();

  service.push(writeNote, { kind: 'answer', parts: [{ text: 'Done.' }] });
  await chat.send('And write it down');
  await chat.prompt.allowOnce();
  await expect(chat.answers.last()).toHaveText('Done.');
  await expect(chat.answers.last()).toBeInViewport();
  await chat.turnEnded();
  await chat.restsAtEnd();

  const card = chat.toolCard('write_note');
  const before = await card.head.boundingBox();
  await card.show('arguments');
  await expect(card.root.locator('dd').last()).toBeVisible();
  expect(await card.head.boundingBox()).toEqual(before);
});

test('messages that wait are still there after a reload [RE-12.renderer]', async ({
  parley,
  pages,
  service,
  window,
}) => {
  const { chat } = pages;
  await openSession(pages, service);
  service.push(
    { kind: 'hold', parts: [{ text: 'One ' }], rest: [{ text: 'moment.' }] },
    { kind: 'answer', parts: [{ text: 'Here is the rest.' }] },
  );
  await chat.send('Begin');
  await service.held();
  await chat.send('Then this');
  await expect(chat.queue).toContainText('Then this');
  await window.reload();
  const again = appPages(parley).chat;
  await expect(again.queue.getByRole('listitem')).toHaveCount(1);
  await expect(again.queue).toContainText('Then this');
  service.release();
  await expect(again.answers.last()).toHaveText('Here is the rest.');
  await expect(again.queue).toBeHidden();
  expect(await again.ownMessages.allTextContents()).toEqual(['Begin', 'Then this']);
});
