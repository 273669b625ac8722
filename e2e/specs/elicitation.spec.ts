import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { callApp, callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { projectRoot, resize } from '../fixtures/launch.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { ConsentView } from '../pages/consent-view.ts';
import { QuestionDialog } from '../pages/question-dialog.ts';

const words = text.elicitation;
const pictures = join(projectRoot, 'out', 'elicitation');
const servers = join(projectRoot, 'e2e', 'servers', 'mcp');

async function addServer(launched: LaunchedApp, name: string, definition: object): Promise<void> {
  const added = callApp(launched.window, 'servers.add', { name, definition });
  const consent = await ConsentView.open(launched.app);
  await consent.accept();
  expect(await added).toMatchObject({ ok: true, value: { outcome: 'started' } });
  await expect
    .poll(async () =>
      (await callValue(launched.window, 'servers.list')).servers.map((one) => one.status),
    )
    .not.toContain('connecting');
}

const asking = (...switches: string[]) => ({
  type: 'stdio' as const,
  command: process.execPath,
  args: [join(servers, 'asking-stdio.mjs'), ...switches],
  env: {},
});

/** What the server was answered, in order; the first line is what the app declared to it. */
function answersIn(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** Keeps the addresses that would be opened in place of opening them. */
async function catchAddresses({ app }: LaunchedApp): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    const openExternal = (url: string): Promise<void> => {
      opened.push(url);
      return Promise.resolve();
    };
    Object.assign(shell, { openExternal });
    Object.assign(globalThis, { openedAddresses: opened });
  });
  return () =>
    app.evaluate(() => (globalThis as unknown as { openedAddresses: string[] }).openedAddresses);
}

test.beforeAll(() => mkdirSync(pictures, { recursive: true }));

test('a form reaches the server as it was filled in, over a reload, declined and cancelled too [UI-40, UI-40.reload, UI-6]', async ({
  parley,
  window,
  pages,
  profile,
}) => {
  test.setTimeout(120_000);
  const log = join(profile, 'answers.jsonl');
  await addServer(parley, 'linear', asking(`--log=${log}`));
  expect(answersIn(log)[0]).toMatchObject({ declared: { elicitation: { form: {}, url: {} } } });
  const { chat, shell } = pages;
  await shell.openStart();
  await chat.send('Use create_release');
  await chat.prompt.allowForSession();
  const dialog = new QuestionDialog(window);
  await expect(dialog.root).toHaveAccessibleName('linear asks for details');
  await expect(dialog.button(words.decline)).toBeFocused();
  await expect(dialog.root).toContainText('I need a plan to create the release.');
  await expect(dialog.root).toContainText(words.clockPaused);
  await expect(window.locator('[data-session]').first()).toHaveAttribute('data-state', 'waiting');

  await dialog.field('Release name').fill('Harbor 2.14');
  await dialog.field('Owner').fill('mira@harbor');
  await dialog.field('Code freeze').fill('2026-06-18');
  await dialog.field('Deploy token').fill('s3cret-canary');
  await dialog.choose('Channel', 'Stable');
  await dialog.root.getByRole('checkbox', { name: 'macOS' }).click();
  await dialog.root.getByText('Windows', { exact: true }).click();
  await expect(dialog.root).toContainText('Enter a full address, as in name@example.com.');
  await expect(dialog.root).toContainText(words.secret('linear'));
  await dialog.field('Deploy token').focus();
  for (const theme of ['light', 'dark'] as const) {
    await callValue(window, 'settings.set', { theme });
    await expect(window.locator(`html[data-theme="${theme}"]`)).toBeAttached();
    await window.screenshot({ path: join(pictures, `form-${theme}.png`) });
  }
  await resize(parley.app, { width: 900, height: 600 });
  await window.screenshot({ path: join(pictures, 'form-small.png') });
  await resize(parley.app, { width: 1280, height: 800 });

  // Wrong as it is, it is not sent; and what was typed outlives the page, the secret apart.
  await dialog.field('Deploy token').press('ControlOrMeta+Enter');
  await expect(dialog.field('Owner')).toBeFocused();
  await window.reload();
  await expect(dialog.field('Release name')).toHaveValue('Harbor 2.14');
  await expect(dialog.field('Deploy token')).toHaveValue('');
  expect(await window.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('s3cret');
  await dialog.field('Owner').fill('mira@harbor.dev');
  await dialog.field('Deploy token').fill('s3cret-canary');
  await dialog.answer(() => dialog.field('Deploy token').press('ControlOrMeta+Enter'));
  await chat.turnEnded();
  expect(answersIn(log).at(-1)).toEqual({
    action: 'accept',
    content: {
      name: 'Harbor 2.14',
      owner: 'mira@harbor.dev',
      freeze: '2026-06-18',
      days: 3,
      live: '2026-06-22T09:00:00+02:00',
      channel: 'stable',
      notify: true,
      platforms: ['macOS', 'Windows'],
      token: 's3cret-canary',
    },
  });

  await chat.send('Use create_release');
  await dialog.decline();
  await chat.turnEnded();
  expect(answersIn(log).at(-1)).toEqual({ action: 'decline' });

  await chat.send('Use create_release');
  await expect(dialog.root).toBeVisible();
  await dialog.answer(() => window.keyboard.press('Escape'));
  await chat.turnEnded();
  expect(answersIn(log).at(-1)).toEqual({ action: 'cancel' });
});

test('two questions queue, wait while one writes or looks elsewhere, and can be answered in the inbox [UI-40.queue, UI-6, UI-3]', async ({
  parley,
  window,
  pages,
  profile,
}) => {
  test.setTimeout(120_000);
  const log = join(profile, 'answers.jsonl');
  const gate = join(profile, 'gate');
  await addServer(parley, 'linear', asking(`--log=${log}`, `--gate=${gate}`));
  const { chat, shell } = pages;
  await shell.openStart();
  await chat.send('Use ask_twice');
  await chat.prompt.allowForSession();
  const dialog = new QuestionDialog(window);
  await expect(dialog.root).toContainText('The first question.');
  await expect(dialog.root).toContainText('1 of 2');
  await dialog.field('first').fill('one');
  await dialog.send('linear');
  await expect(dialog.root).toContainText('The second question.');
  // Set aside: a line says that it waits, and the sidebar does.
  await window.mouse.click(20, 400);
  await expect(dialog.root).toBeHidden();
  const inboxRow = shell.sidebar.getByRole('button', { name: new RegExp(`^${text.app.inbox}`) });
  await expect(inboxRow).toHaveAccessibleName(/1 thing waits for you/);
  await expect(shell.sessions.first()).toHaveAttribute('data-state', 'waiting');
  await shell.openStart();
  await expect(dialog.root).toBeHidden();
  await window.keyboard.press('ControlOrMeta+i');
  const panel = new QuestionDialog(window, window.locator('[data-answering]'));
  await expect(panel.root).toContainText('The second question.');
  await window.screenshot({ path: join(pictures, 'inbox.png') });
  await panel.field('second').fill('two');
  await panel.send('linear');
  await expect(window.getByText(text.inbox.empty)).toBeVisible();
  expect(answersIn(log).slice(1)).toEqual([
    { action: 'accept', content: { first: 'one' } },
    { action: 'accept', content: { second: 'two' } },
  ]);

  // Who writes is not disturbed.
  await shell.sessions.first().click();
  await chat.send('Use ask_when_told');
  await chat.prompt.allowOnce();
  await chat.composer.fill('half a sentence');
  writeFileSync(gate, '');
  const bar = window.getByRole('status').filter({ hasText: words.formTitle('linear') });
  await expect(bar).toBeVisible();
  await expect(dialog.root).toBeHidden();
  await expect(chat.composer).toBeFocused();
  await bar.getByRole('button', { name: words.answer }).click();
  await dialog.decline();
  await chat.turnEnded();
  await expect(chat.composer).toHaveValue('half a sentence');
  await chat.composer.fill('');

  // Stopping the turn takes the questions of its call back; nobody said no.
  const before = answersIn(log).length;
  await chat.send('Use ask_twice');
  await expect(dialog.root).toContainText('1 of 2');
  await window.mouse.click(20, 400);
  await expect(dialog.root).toBeHidden();
  await chat.stopButton.click();
  await chat.turnEnded();
  await expect(bar).toBeHidden();
  expect((await callValue(window, 'elicitations.list')).questions).toEqual([]);
  expect(answersIn(log).slice(before)).not.toContainEqual({ action: expect.any(String) });
});

test('an address is opened by consent alone, then the call is made again; sampling shows its prompt and can be refused [UI-41, UI-41.done, UI-43]', async ({
  parley,
  window,
  pages,
  profile,
}) => {
  test.setTimeout(120_000);
  const log = join(profile, 'answers.jsonl');
  const opened = await catchAddresses(parley);
  const url = 'https://auth.lіnear.example/connect?client=parley&scope=read%20write';
  await addServer(parley, 'linear', asking(`--log=${log}`, `--url=${url}`));
  const { chat, shell } = pages;
  await shell.openStart();
  await chat.send('Use connect_account');
  await chat.prompt.allowForSession();
  const dialog = new QuestionDialog(window);
  await expect(dialog.root).toHaveAccessibleName('linear wants to open a page in your browser');
  await window.screenshot({ path: join(pictures, 'address.png') });
  const review = async (): Promise<ConsentView> => {
    await expect(async () => {
      if (ConsentView.openPages(parley.app).length === 0)
        await dialog.button(words.review).click({ timeout: 1_000 });
      expect(ConsentView.openPages(parley.app)).toHaveLength(1);
    }).toPass();
    return ConsentView.open(parley.app);
  };
  const closed = await review();
  await expect(closed.dialog.getByRole('button', { name: 'Decline' })).toBeFocused();
  await expect(closed.dialog).toContainText('Its second letter is U+0456');
  await expect(closed.dialog).toContainText(consentTexts.openServerUrl.why);
  for (const theme of ['light', 'dark'] as const) {
    await callValue(window, 'settings.set', { theme });
    await expect(closed.page.locator(`html[data-theme="${theme}"]`)).toBeAttached();
    await closed.page.screenshot({ path: join(pictures, `consent-${theme}.png`) });
  }
  await closed.press('Escape');
  await expect(dialog.button(words.review)).toBeVisible();
  expect(await opened()).toEqual([]);
  const agreed = await review();
  await expect(agreed.page.locator('[data-settled="true"]')).toBeAttached();
  await agreed.dialog.getByRole('button', { name: 'Open anyway' }).click();
  await expect(dialog.button(words.done)).toBeVisible();
  expect(await opened()).toEqual([
    'https://auth.xn--lnear-n2e.example/connect?client=parley&scope=read%20write',
  ]);
  await window.screenshot({ path: join(pictures, 'opened.png') });
  await dialog.answer(() => dialog.button(words.done).click({ timeout: 2_000 }));
  await chat.turnEnded();
  await expect(chat.answers.last()).toContainText('connected');

  await chat.send('Use open_page');
  await chat.prompt.allowForSession();
  await expect(dialog.root).toBeVisible();
  const declined = await review();
  await declined.page.locator('[data-settled="true"]').waitFor({ state: 'attached' });
  await declined.press('Enter');
  await chat.turnEnded();
  expect(answersIn(log).at(-1)).toEqual({ action: 'decline' });
  expect(await opened()).toHaveLength(1);

  await chat.send('Use summarise_text');
  await chat.prompt.allowForSession();
  await expect(dialog.root).toHaveAccessibleName('linear wants to ask the model');
  await expect(dialog.field(words.messageFrom.user)).toHaveValue('Summarise the plan.');
  await window.screenshot({ path: join(pictures, 'sampling.png') });
  await expect(dialog.root).toContainText(words.noModel);
  await expect(dialog.button(words.allow)).toBeHidden();
  await dialog.decline();
  await chat.turnEnded();
  expect(answersIn(log).at(-1)).toMatchObject({
    error: { code: -1, message: 'The person did not allow it (decline).' },
  });
});

test('a question of the newer era gets its rounds over http [UI-40, MC-30]', async ({
  parley,
  window,
  pages,
}) => {
  const child = spawn(process.execPath, [join(servers, 'two-era-server.mjs'), '--http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await portOf(child);
    await addServer(parley, 'twoera', {
      type: 'http',
      url: `http://127.0.0.1:${port}/mcp`,
      headers: {},
    });
    const { chat, shell } = pages;
    await shell.openStart();
    await chat.send('Use ask');
    await chat.prompt.allowOnce();
    const dialog = new QuestionDialog(window);
    await expect(dialog.root).toContainText('Who?');
    await expect(dialog.field('name')).toHaveValue('Ada');
    await dialog.field('name').fill('Grace 🙂');
    await dialog.send('twoera');
    await chat.turnEnded();
    await expect(chat.answers.last()).toContainText('Grace 🙂');
  } finally {
    child.kill();
  }
});

function portOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server ended.')));
    child.stdout?.on('data', (chunk: Buffer) => {
      const port = /^port (\d+)/.exec(chunk.toString())?.[1];
      if (port !== undefined) resolve(port);
    });
  });
}
