import { expect } from '../fixtures/index.ts';
import { runtimesOf } from '../fixtures/runtime-process.ts';
import { openSession, scriptedModel, test } from '../fixtures/scripted-model.ts';

test('a runtime killed in the middle of a turn is told, and the session takes the next message [JOB-4]', async ({
  pages,
  parley,
  service,
}) => {
  const { chat, shell } = pages;
  await openSession(pages, service);
  service.push({ kind: 'hold', parts: [{ text: 'In the middle of ' }], rest: [] });
  await chat.send('Tell me everything');
  await service.held();
  await expect(chat.answers.last()).toContainText('In the middle of');
  const runtimes = runtimesOf(parley.pid);
  expect(runtimes).toHaveLength(1);
  for (const pid of runtimes) process.kill(pid, 'SIGKILL');
  await expect(chat.conversation).toContainText(
    'The process of this session ended in the middle of the turn.',
  );
  await chat.turnEnded();
  await expect(chat.answers.last()).toContainText('In the middle of');
  await expect(chat.answers.last()).toContainText('Stopped here');
  service.push({ kind: 'answer', parts: [{ text: 'Here I am again.' }] });
  await chat.send('Go on');
  await expect(chat.answers.last()).toHaveText('Here I am again.');
  await chat.turnEnded();
  expect(JSON.stringify(service.requests.at(-1)?.body)).toContain('Tell me everything');
  await expect(shell.session('Tell me everything')).toHaveAttribute('data-state', 'idle');
});

test('a window that reloads shows the same session, text and open prompt [RE-12.renderer]', async ({
  pages,
  service,
  window,
}) => {
  const { chat, shell } = pages;
  await openSession(pages, service);
  service.push(
    { kind: 'hold', parts: [{ text: 'I will look at ' }], rest: [{ text: 'the notes.' }] },
    {
      kind: 'answer',
      parts: [{ tool: { id: 'call_1', name: 'mcp__notes__read_note', input: { name: 'plans' } } }],
    },
    { kind: 'answer', parts: [{ text: 'There is no such note.' }] },
  );
  await chat.send('What are my plans?');
  await service.held();
  await expect(chat.answers.last()).toContainText('I will look at');

  await test.step('while the answer streams', async () => {
    await window.reload();
    await shell.openSession('What are my plans?');
    await expect(chat.answers.last()).toContainText('I will look at');
    service.release();
    await expect(chat.answers.last()).toHaveText('I will look at the notes.');
    await chat.turnEnded();
  });

  await test.step('while a prompt is open', async () => {
    await chat.send('Read the note then');
    await expect(chat.prompt.root).toBeVisible();
    await window.reload();
    await expect(shell.session('What are my plans?')).toContainText('Needs you');
    await shell.openSession('What are my plans?');
    expect(await chat.prompt.arguments()).toEqual({ name: '"plans"' });
    await chat.prompt.allowOnce();
    await expect(chat.answers.last()).toHaveText('There is no such note.');
    await chat.toolCard('read_note').expectState('error');
  });
});

test('messages queue behind a turn, and two sessions run at once [UI-1, SDK-1]', async ({
  pages,
  parley,
  service,
}) => {
  const { chat, shell } = pages;
  await openSession(pages, service);
  service.push(
    { kind: 'hold', parts: [{ text: 'First ' }], rest: [{ text: 'answer.' }] },
    { kind: 'hold', parts: [{ text: 'Other ' }], rest: [{ text: 'answer.' }] },
    { kind: 'answer', parts: [{ text: 'Answer to what waited.' }] },
  );
  await chat.send('First question');
  await expect(chat.answers.last()).toContainText('First');
  await chat.send('Second question');
  await expect(chat.queue).toContainText('Second question');
  expect(service.requests).toHaveLength(1);

  await shell.openStart();
  await chat.chooseModel(scriptedModel);
  await chat.send('Another matter');
  await expect(chat.answers.last()).toContainText('Other');
  await expect(shell.session('First question')).toHaveAttribute('data-state', 'running');
  await expect(shell.session('Another matter')).toHaveAttribute('data-state', 'running');
  expect(runtimesOf(parley.pid)).toHaveLength(2);

  await shell.openSession('First question');
  await expect(chat.queue).toContainText('Second question');
  service.release();
  await expect(chat.answers.last()).toHaveText('Answer to what waited.');
  await expect(chat.queue).toBeHidden();
  await chat.turnEnded();
  expect(await chat.ownMessages.allTextContents()).toEqual(['First question', 'Second question']);
  await shell.openSession('Another matter');
  await expect(chat.answers.last()).toHaveText('Other answer.');
  await expect(shell.session('Another matter')).toHaveAttribute('data-state', 'idle');
});

test('the conversation follows its end only while the person is at the end [UI-15.stick]', async ({
  pages,
  service,
}) => {
  const { chat } = pages;
  await openSession(pages, service);
  const lines = (from: number) =>
    Array.from({ length: 60 }, (_, index) => `Line ${String(from + index)}.\n\n`);
  service.push(
    { kind: 'hold', parts: [{ text: lines(1) }], rest: [{ text: lines(61) }] },
    { kind: 'answer', parts: [{ text: 'The very end.' }] },
  );
  const jump = chat.page.getByRole('button', { name: 'Jump to latest' });
  const line = (number: number) =>
    chat.conversation.getByText(`Line ${String(number)}.`, { exact: true });
  await chat.send('Count for me');
  await service.held();
  await expect(line(60)).toBeInViewport();
  await expect(jump).toBeHidden();
  // The scroll bar takes its room on both sides, so that the column stays above the composer.
  const [text, composer] = await Promise.all([
    chat.answers.last().boundingBox(),
    chat.page.locator('[data-region="composer"]').boundingBox(),
  ]);
  expect(Math.abs((text?.x ?? 0) - (composer?.x ?? 0))).toBeLessThanOrEqual(1);
  await chat.conversation.hover();
  await chat.page.mouse.wheel(0, -1_200);
  await expect(jump).toBeVisible();
  await expect(line(60)).not.toBeInViewport();
  service.release();
  await chat.turnEnded();
  await expect(line(120)).toBeAttached();
  await expect(line(120)).not.toBeInViewport();
  await jump.click();
  await expect(line(120)).toBeInViewport();
  await expect(jump).toBeHidden();
  await chat.send('And now?');
  await expect(chat.answers.last()).toHaveText('The very end.');
  await expect(chat.answers.last()).toBeInViewport();
});
