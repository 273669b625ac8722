import { readFileSync } from 'node:fs';
import { test as base, expect } from '../fixtures/index.ts';
import { descendantsOf } from '../fixtures/processes.ts';
import { filesWith, transcriptFiles } from '../fixtures/profile-files.ts';
import type { AppPages } from '../pages/app-pages.ts';
import { startModelServer } from '../servers/model/model-server.ts';
import type { ModelServer } from '../servers/model/model-server.ts';

/** A key that would be recognised wherever it got to. */
const key = 'sk-canary-4f1c9b7e02';
const model = 'scripted-large';

const test = base.extend<{ readonly service: ModelServer }>({
  service: async ({}, use) => {
    const service = await startModelServer();
    await use(service);
    await service.dispose();
  },
});

const kinds = [
  { kind: 'openai-compatible', name: 'Gateway', header: 'authorization', sent: `Bearer ${key}` },
  { kind: 'anthropic', name: 'Messages', header: 'x-api-key', sent: key },
] as const;
type Kind = (typeof kinds)[number];

async function addProvider(pages: AppPages, service: ModelServer, { kind, name }: Kind) {
  await pages.shell.openSettings();
  return pages.settings.addProvider({ kind, name, url: service.url, models: [model], key });
}

/** A session on the model of the scripted service. */
async function openSession(pages: AppPages, service: ModelServer, kind: Kind): Promise<void> {
  await addProvider(pages, service, kind);
  await pages.shell.openStart();
  await pages.chat.chooseModel(model);
}

const errorBody = (message: string) => ({
  type: 'error',
  error: { type: 'authentication_error', message },
});

test('tests a provider of each kind and shows what it really answered [MODEL-6, UI-17]', async ({
  pages,
  service,
}) => {
  for (const kind of kinds) {
    const provider = await addProvider(pages, service, kind);
    service.push(
      { kind: 'answer', parts: [{ text: `Good day from ${kind.name}.` }] },
      { kind: 'error', status: 401, body: errorBody(`The key of ${kind.name} is not known here.`) },
    );
    await provider.testButton.click();
    await expect(provider.testResult).toContainText(`${model} answered`);
    await provider.testResult.getByRole('button', { name: 'Show the whole answer' }).click();
    await expect(provider.testAnswer).toContainText(`Good day from ${kind.name}.`);
    expect(service.requests.at(-1)?.headers[kind.header]).toBe(kind.sent);
    await provider.testButton.click();
    await expect(provider.testResult).toContainText(`${kind.name} answered 401`);
    await expect(provider.testAnswer).toContainText(`The key of ${kind.name} is not known here.`);
  }
});

for (const kind of kinds) {
  test(`${kind.kind}: streams, calls a tool, waits when told to [RT-23, RT-24]`, async ({
    pages,
    service,
  }) => {
    const { chat } = pages;
    await openSession(pages, service, kind);

    await test.step('text appears as it comes', async () => {
      service.push({
        kind: 'hold',
        parts: [{ text: ['The **first** ', 'half'] }],
        rest: [{ text: [' and the ', 'second half.'] }],
      });
      await chat.send('Tell me something in two halves');
      await service.held();
      await expect(chat.answers.last()).toHaveText('The first half');
      await expect(chat.answers.last()).toHaveAttribute('aria-busy', 'true');
      service.release();
      // In the one protocol these are two blocks of text, in the other one.
      await expect
        .poll(async () => (await chat.answers.allTextContents()).join(' '))
        .toBe('The first half and the second half.');
      await chat.turnEnded();
    });

    await test.step('a tool call goes to the server and its result back to the model', async () => {
      const input = { name: 'plans', text: 'Water the plants.' };
      service.push(
        {
          kind: 'answer',
          parts: [{ tool: { id: 'call_1', name: 'mcp__notes__write_note', input } }],
        },
        (request) => ({
          kind: 'answer',
          parts: [
            {
              text: JSON.stringify(request.body).includes('Wrote the note')
                ? 'It is written.'
                : 'No result came.',
            },
          ],
        }),
      );
      await chat.send('Note that the plants need water');
      expect(await chat.prompt.arguments()).toEqual({
        name: '"plans"',
        text: '"Water the plants."',
      });
      await chat.prompt.allowOnce();
      await expect(chat.answers.last()).toHaveText('It is written.');
      await chat.toolCard('write_note').expectState('ok');
      await chat.turnEnded();
    });

    await test.step('a limit is waited for and told', async () => {
      service.push(
        {
          kind: 'error',
          status: 429,
          body: errorBody('Slow down.'),
          headers: { 'retry-after': '1' },
        },
        { kind: 'answer', parts: [{ text: 'Now there is room.' }] },
      );
      await chat.send('Are you there?');
      await expect(chat.answers.last()).toHaveText('Now there is room.');
      await expect(chat.conversation).toContainText(
        'The model service answered 429. It was asked once more.',
      );
      await chat.turnEnded();
    });

    await test.step('an answer that breaks off is asked for again', async () => {
      service.push(
        { kind: 'cut', parts: [{ text: 'This will be lo' }], how: 'reset' },
        { kind: 'answer', parts: [{ text: 'This is whole.' }] },
      );
      await chat.send('Once more');
      await expect(chat.answers.last()).toHaveText('This is whole.');
      await chat.turnEnded();
      await expect(chat.conversation).not.toContainText('This will be lo');
    });
  });

  test(`${kind.kind}: ends the turn with the provider’s words and goes on after it [JOB-5]`, async ({
    pages,
    service,
  }) => {
    const { chat } = pages;
    await openSession(pages, service, kind);
    const errors = [
      { status: 401, words: 'This key was revoked on Monday.' },
      { status: 400, words: 'The word xyzzy is not allowed.' },
    ];
    for (const { status, words } of errors) {
      service.push({ kind: 'error', status, body: errorBody(words) });
      await chat.send(`Message for ${String(status)}`);
      const end = chat.conversation.getByRole('status').last();
      await expect(end).toContainText(words);
      await chat.turnEnded();
    }
    service.push({ kind: 'answer', parts: [{ text: 'All is well again.' }] });
    await chat.send('And now?');
    await expect(chat.answers.last()).toHaveText('All is well again.');
  });
}

test('Stop keeps the text so far, and the next message works [RT-25]', async ({
  pages,
  service,
}) => {
  const { chat } = pages;
  const [kind] = kinds;
  await openSession(pages, service, kind);
  service.push({ kind: 'hold', parts: [{ text: 'So far and no ' }], rest: [{ text: 'further' }] });
  await chat.send('Tell me a long story');
  await service.held();
  await expect(chat.answers.last()).toContainText('So far and no');
  await chat.stopButton.click();
  await chat.turnEnded();
  expect(await service.requests[0]?.closed).toBe('aborted');
  await expect(chat.answers.last()).toContainText('So far and no');
  await expect(chat.answers.last()).toContainText('Stopped here');
  service.push({ kind: 'answer', parts: [{ text: 'A short one then.' }] });
  await chat.send('A short one, please');
  await expect(chat.answers.last()).toHaveText('A short one then.');
  expect(JSON.stringify(service.requests[1]?.body)).toContain('So far and no');
});

test('a key is in no page, file, argument or environment [SE-51, RT-5]', async ({
  pages,
  parley,
  profile,
  service,
}) => {
  const [kind] = kinds;
  await openSession(pages, service, kind);
  service.push(
    { kind: 'error', status: 401, body: errorBody(`No such key: ${key}`) },
    { kind: 'hold', parts: [{ text: 'Waiting' }], rest: [{ text: ' no more' }] },
  );
  await pages.chat.send('First');
  await expect(pages.chat.conversation.getByRole('status').last()).toContainText('No such key');
  await pages.chat.turnEnded();
  await pages.chat.send('Second');
  await service.held();
  await expect(pages.chat.answers.last()).toContainText('Waiting');
  // While the runtime has the key and a request is under way.
  for (const process of descendantsOf(parley.pid)) {
    expect(process.command).not.toContain(key);
    expect(readFileSync(`/proc/${String(process.pid)}/environ`, 'latin1')).not.toContain(key);
  }
  service.release();
  await pages.chat.turnEnded();
  expect(service.requests.map(({ headers }) => headers[kind.header])).toEqual([
    kind.sent,
    kind.sent,
  ]);
  expect(await parley.window.content()).not.toContain(key);
  await pages.shell.openSettings();
  await pages.settings.provider(kind.name).root.getByRole('button').first().click();
  await expect(pages.settings.provider(kind.name).testButton).toBeVisible();
  expect(await parley.window.content()).not.toContain(key);
  expect(transcriptFiles(profile)).toHaveLength(1);
  expect(filesWith(profile, key)).toEqual([]);
  await parley.quit();
  expect(filesWith(profile, key)).toEqual([]);
});
