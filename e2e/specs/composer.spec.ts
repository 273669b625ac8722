import { expect } from '../fixtures/index.ts';
import { openSession, test } from '../fixtures/scripted-model.ts';

test('messages wait, are sent now, edited in place and as a fork, with files, over main [UI-11.now, UI-14.here, UI-10.attach]', async ({
  pages,
  service,
  window,
}) => {
  const { chat } = pages;
  await openSession(pages, service);
  service.push({ kind: 'hold', parts: [{ text: 'A long story' }], rest: [] });
  await chat.send('Tell me a story');
  await service.held();
  await expect(chat.answers.last()).toContainText('A long story');

  await test.step('the second of two waiting messages interrupts the turn', async () => {
    await chat.send('Also add a test');
    await window.locator('input[type=file]').setInputFiles({
      name: 'facts.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The sky is green.'),
    });
    await expect(window.getByText('facts.txt')).toBeVisible();
    await chat.send('Read this first');
    await expect(chat.queue.getByRole('listitem')).toHaveText([
      /Also add a test/,
      /Read this first.*1 file/,
    ]);
    service.push(
      { kind: 'answer', parts: [{ text: 'Green, then.' }] },
      { kind: 'answer', parts: [{ text: 'A test, too.' }] },
    );
    await chat.queue.getByRole('listitem').last().getByRole('button', { name: 'Send now' }).click();
    await expect(chat.answers.last()).toHaveText('A test, too.');
    await chat.turnEnded();
    expect(JSON.stringify(service.requests.at(-2)?.body)).toContain('The sky is green.');
    expect(JSON.stringify(service.requests.at(-2)?.body)).not.toContain('Also add a test');
  });

  const choose = async (message: string, action: string) => {
    const bubble = chat.ownMessages.filter({ hasText: message });
    await bubble.hover();
    await bubble.getByRole('button', { name: 'What to do with this message' }).click();
    await window.getByRole('menuitem', { name: action, exact: true }).click();
  };

  await test.step('a message is edited in place, after a word on what goes', async () => {
    await choose('Read this first', 'Edit and ask again');
    const dialog = window.getByRole('dialog');
    await expect(dialog).toContainText('3 messages behind this one go');
    await dialog.getByRole('textbox').fill('Read this again');
    service.push({ kind: 'answer', parts: [{ text: 'Still green.' }] });
    await dialog.getByRole('button', { name: /^Ask again/ }).click();
    await expect(chat.answers.last()).toHaveText('Still green.');
    await chat.turnEnded();
    await expect(chat.ownMessages).toHaveText([/Tell me a story/, /Read this again/]);
    const body = JSON.stringify(service.requests.at(-1)?.body);
    expect(body).toContain('The sky is green.');
    expect(body).not.toContain('A test, too.');
  });

  await test.step('a message is asked in a fork, and the session stays as it is', async () => {
    await choose('Read this again', 'Ask again');
    await window.getByRole('dialog').getByRole('radio', { name: 'As a fork' }).click();
    service.push({ kind: 'answer', parts: [{ text: 'Green in the fork.' }] });
    await window
      .getByRole('dialog')
      .getByRole('button', { name: /^Ask again/ })
      .click();
    await expect(chat.answers.last()).toHaveText('Green in the fork.');
    await chat.turnEnded();
    await expect(chat.ownMessages).toHaveCount(2);
  });
});
