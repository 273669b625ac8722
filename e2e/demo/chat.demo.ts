import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { serverSetup as serverSetupTexts } from '../../shared/texts/en/server-setup.ts';
import { changeTexts } from '../../shared/texts/en/changes.ts';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import { turnTexts } from '../../shared/texts/en/turns.ts';
import { expect } from '../fixtures/index.ts';
import { createKeyring } from '../fixtures/keyring.ts';
import type { Keyring } from '../fixtures/keyring.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { writeLongSession } from '../fixtures/long-session.ts';
import { openSession, scriptedModel, test as base } from '../fixtures/scripted-model.ts';
import { seedServers } from '../fixtures/seeds.ts';
import { storeSession } from '../fixtures/stored-sessions.ts';
import { appPages } from '../pages/app-pages.ts';
import type { AppPages } from '../pages/app-pages.ts';
import type { ModelServer } from '../servers/model/model-server.ts';
import { zip } from '../servers/bundle/zip.ts';
import { Album } from './album.ts';
import { Pictures } from './pictures.ts';
import { step } from './step.ts';

const test = base.extend<{ readonly home: string; readonly keyring: Keyring }>({
  home: async ({}, use) => {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'parley-demo-')));
    await use(home);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  },
  keyring: async ({ home }, use) => {
    const keyring = await createKeyring(home);
    await keyring.start('unlocked');
    await use(keyring);
    await keyring.dispose();
  },
});

/** Everything that the steps share. */
interface Stage {
  readonly launched: LaunchedApp;
  readonly pages: AppPages;
  readonly album: Album;
  readonly service: ModelServer;
  readonly home: string;
}

const DAY = 86_400_000;
const words = text.sessions;
const longTitle =
  'Why does the order list of the largest customer need more than nine seconds since the migration of last Tuesday?';

test('chat: listed, found, in a folder, with files, edited; network, servers in care, a bundle', async ({
  home,
  keyring,
  profile,
  service,
  start,
}) => {
  const pictures = await Pictures.start('chat');
  await writeSessions(profile);
  await writeServers(profile);
  await writeLongSession(profile, { messages: 2_000 });
  const launched = await start({
    env: keyring.env,
    args: ['--password-store=gnome-libsecret'],
    size: { width: 1280, height: 800 },
  });
  const album = new Album(launched, pictures);
  const stage: Stage = { launched, pages: appPages(launched), album, service, home };
  await list(stage);
  await chooseFolder(stage);
  await workInFolder(stage);
  await composeAndEdit(stage);
  await readLongSession(stage);
  await setNetwork(stage);
  await careForServers(stage);
  await openBundle(stage);
  await step('The person quits.', () => launched.quit());
  process.stdout.write(`The pictures are in ${pictures.folder}\n`);
});

async function writeSessions(profile: string): Promise<void> {
  const folder = '/work/harbor-api';
  await storeSession(profile, {
    texts: ['東京の天気を教えて', '今日は晴れです。'],
    folder,
    ago: 2 * DAY,
  });
  await storeSession(profile, { texts: [longTitle, 'An index is missing.'], folder, ago: 3 * DAY });
  await storeSession(profile, {
    texts: ['Orders do not load'],
    isFinished: false,
    folder,
    ago: DAY,
  });
  await storeSession(profile, {
    texts: ['Rate limit design notes', 'Use a bucket, and an index.'],
    folder: '/home/mira/a-folder-with-a-name-that-does-not-end-soon-enough',
    ago: 4 * DAY,
  });
  await storeSession(profile, {
    texts: ['Release checklist', 'Done.'],
    ago: 60_000,
    meta: { pinned: true, unread: true, title: 'Release checklist 2.14' },
  });
  await storeSession(profile, {
    texts: ['Last year', 'Over.'],
    ago: 300 * DAY,
    meta: { archived: true },
  });
}

async function writeServers(profile: string): Promise<void> {
  await seedServers(profile, {
    search: {
      type: 'stdio',
      command: 'npx',
      args: ['-y', '@harbor/search-mcp', '--root=${PARLEY_DEMO_ROOT}'],
      env: { SEARCH_API_KEY: 'sk-demo0123456789abcdef', REGION: '${input:region}' },
    },
  });
}

async function list({ launched, pages, album }: Stage): Promise<void> {
  const { window } = launched;
  const { shell } = pages;
  const search = window.getByRole('searchbox', { name: words.searchLabel });
  await step('The sessions are listed by their folders.', async () => {
    await expect(shell.session('Release checklist 2.14')).toBeVisible();
    await album.take('list');
  });
  await step('They are found by the words in them.', async () => {
    await search.fill('index');
    await expect(window.getByText(words.resultCount(3))).toBeVisible();
    await album.take('search');
    await search.fill('kubernetes');
    await expect(window.getByText(words.noMatch('kubernetes'))).toBeVisible();
    await album.take('search-none');
    await search.press('Escape');
  });
  await step('One was put away.', async () => {
    const archived = shell.sidebar.getByRole('button', { name: /^Archived/ });
    await archived.click();
    await expect(shell.session('Last year')).toBeVisible();
    await album.take('archived');
    await archived.click();
    await shell.session('Orders do not load').click();
    await shell.session('Orders do not load').press('Shift+F10');
    await expect(window.getByRole('menu')).toBeVisible();
    await album.takeOne('menu');
    await window.keyboard.press('Escape');
    await shell.session('Orders do not load').press('Delete');
    await expect(window.getByRole('dialog')).toBeVisible();
    await album.takeWide('delete');
    await window.getByRole('dialog').getByRole('button', { name: words.cancel }).click();
  });
}

async function chooseFolder({ launched, pages, album, service, home }: Stage): Promise<void> {
  const { window, app } = launched;
  const { shell } = pages;
  const folder = join(home, 'harbor-api');
  await mkdir(folder);
  await writeFile(join(folder, 'notes.txt'), 'buy milk\nwrite home\n');
  await writeFile(join(folder, 'AGENTS.md'), 'Answer in one sentence.\n');
  const mcpServers = { orders: { command: 'node', args: ['orders.js', '--port=8080'] } };
  await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers }));
  const picker = window.getByRole('button', { name: new RegExp(`^${folderTexts.label}`) });
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
  await openSession(pages, service);
  await step('They choose a folder to work in, and do not trust it yet.', async () => {
    await album.take('start');
    await picker.click();
    await window.getByRole('menuitem', { name: folderTexts.choose }).click();
    const question = await pages.consent();
    await album.take('folder-question', question.page);
    await question.cancel();
    await expect(picker).toContainText(folderTexts.untrusted);
    await album.take('folder-untrusted');
  });
  await step('Then they trust it.', async () => {
    await picker.click();
    await window.getByRole('menuitem', { name: folderTexts.choose }).click();
    await (await pages.consent()).accept();
    const server = await pages.consent();
    await album.take('folder-server', server.page);
    await server.cancel();
    await expect(picker).not.toContainText(folderTexts.untrusted);
    await expect(picker).toContainText(folderTexts.trusted);
    await expect(shell.sidebar).toBeVisible();
    await album.take('folder-trusted');
  });
}

async function workInFolder({ launched, pages, album, service }: Stage): Promise<void> {
  const { chat, shell, settings } = pages;
  const call = (name: string, input: object) => ({
    kind: 'answer' as const,
    parts: [{ tool: { id: `call_${name}`, name, input } }],
  });
  const todos = [
    { content: 'Read the note', status: 'completed', activeForm: 'Reading' },
    { content: 'Change the note', status: 'in_progress', activeForm: 'Changing' },
    { content: `Answer: ${longTitle}`, status: 'pending', activeForm: 'Answering' },
  ];
  const command = 'tr a-z A-Z < notes.txt > loud.txt; cat loud.txt; seq 1 400; ls no-such-file';
  service.push(
    call('TodoWrite', { todos }),
    call('Read', { file_path: 'notes.txt' }),
    call('Edit', { file_path: 'notes.txt', old_string: 'buy milk', new_string: 'buy bread' }),
    call('Bash', { command }),
    { kind: 'answer', parts: [{ text: doneWithImage }] },
  );
  await step('The agent asks before it changes a file and runs a command.', async () => {
    await chat.send('Change my note');
    await expect(chat.prompt.root.getByLabel(text.chat.changes)).toContainText('buy bread');
    await album.take('permission-edit');
    await chat.prompt.allowOnce();
    await expect(chat.prompt.root).toContainText('tr a-z A-Z');
    await album.take('permission-command');
    await chat.prompt.allowOnce();
    await chat.turnEnded();
  });
  await step('They look into the cards.', async () => {
    for (const tool of ['TodoWrite', 'Edit', 'Bash'] as const) {
      const card = chat.toolCard(tool);
      await card.open();
      await card.root.scrollIntoViewIfNeeded();
      await album.take(`card-${tool}`);
    }
  });
  await step('An image elsewhere waits until they want it.', async () => {
    const place = chat.conversation.getByRole('group', {
      name: text.chat.imagePlaceholder('bread'),
    });
    await place.scrollIntoViewIfNeeded();
    await chat.answers.last().hover();
    await album.takeWide('image');
    await place.getByRole('button', { name: text.chat.loadImage }).click();
    const question = await pages.consent();
    await album.take('image-question', question.page);
    await question.cancel();
  });
  await step('They find words in the session.', async () => {
    await launched.window.keyboard.press('ControlOrMeta+f');
    const find = launched.window.getByRole('searchbox', { name: text.chat.find });
    await find.fill('bread');
    await expect(launched.window.locator('[data-found]')).toContainText(/\d/);
    await album.take('find');
    await find.fill('kubernetes');
    await album.take('find-none');
    await find.press('Escape');
  });
  await reviewChanges({ launched, pages, album });
  await step('The ledger names the folder.', async () => {
    await shell.openSettings();
    await settings.ledger();
    const region = launched.window.getByRole('region', { name: folderTexts.ledger.title });
    await expect(region).toContainText('harbor-api');
    await album.take('ledger-folders');
  });
}

async function reviewChanges({
  launched,
  pages,
  album,
}: Pick<Stage, 'launched' | 'pages' | 'album'>): Promise<void> {
  const { window } = launched;
  const { chat, shell } = pages;
  const menu = async (message: Locator): Promise<void> => {
    await message.hover();
    await message.getByRole('button', { name: turnTexts.actions }).click();
  };
  await step('They look at what changed in files, and at what would go back.', async () => {
    await shell.panel.getByRole('tab', { name: text.app.panelChanges }).click();
    await expect(shell.panel.getByRole('button', { name: /notes\.txt/ })).toBeVisible();
    await album.takeOne('changes');
    await shell.panel.getByRole('button', { name: /notes\.txt/ }).click();
    const review = window.getByRole('dialog');
    await expect(review.locator('pre')).toContainText('buy bread');
    await album.takeWide('changes-review');
    await review.getByRole('button', { name: changeTexts.close }).click();
    await chat.goToStart();
    await menu(chat.ownMessages.first());
    await album.takeOne('message-menu-folder');
    await window.getByRole('menuitem', { name: changeTexts.rewind }).click();
    const rewind = window.getByRole('dialog', { name: changeTexts.rewindTitle });
    await expect(rewind.locator('pre')).toContainText('buy bread');
    await album.take('rewind');
    await rewind.getByRole('button', { name: changeTexts.confirm }).click();
    await expect(rewind).toContainText(changeTexts.done(1));
    await album.take('rewind-done');
    await rewind.getByRole('button', { name: changeTexts.undo }).click();
    await expect(rewind).toContainText(changeTexts.undone(1));
    await window.keyboard.press('Escape');
  });
}

/** Every kind of content, one after the other, in a session that is as long as work makes them. */
async function readLongSession({ launched, pages, album }: Stage): Promise<void> {
  const { window } = launched;
  const { chat, shell } = pages;
  const search = window.getByRole('searchbox', { name: words.searchLabel });
  await step('They find a message of a long session, which opens there.', async () => {
    await search.fill('answer 250');
    await shell.session('This is answer 250.').click();
    await expect(chat.conversation.locator('[data-marked]')).toContainText('This is answer 250.');
    await album.takeWide('found-message');
    await search.press('Escape');
  });
  await step('They read through it.', async () => {
    await window.getByRole('button', { name: text.chat.jumpToLatest }).click();
    await expect(chat.conversation.getByText('This is answer 499.')).toBeInViewport();
    await album.take('long-end');
    await chat.conversation.hover();
    for (let part = 1; part <= 6; part += 1) {
      await window.mouse.wheel(0, -700);
      await expect(chat.conversation.getByRole('article').first()).toBeVisible();
      await album.take(`long-${String(part)}`);
    }
  });
}

async function composeAndEdit({ launched, pages, album, service }: Stage): Promise<void> {
  const { window } = launched;
  const { chat, shell } = pages;
  const attach = (name: string, mimeType: string, content: string, encoding: BufferEncoding) =>
    window
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType, buffer: Buffer.from(content, encoding) });
  await step('Messages with files wait while a turn runs.', async () => {
    await shell.openStart();
    await chat.chooseModel(scriptedModel);
    service.push({ kind: 'hold', parts: [{ text: 'A long story' }], rest: [] });
    await chat.send('Tell me a story');
    await service.held();
    await chat.send('Also add a test');
    await attach('facts.txt', 'text/plain', 'The sky is green.', 'utf8');
    await chat.send(longTitle);
    await attach('a-file-with-a-name-that-is-longer-than-its-place.txt', 'text/plain', 'x', 'utf8');
    await attach('dot.png', 'image/png', pixel, 'base64');
    await chat.composer.fill('What is in these?');
    await expect(chat.queue.getByRole('listitem')).toHaveCount(2);
    await album.take('queue');
  });
  await step('They ask a message again with other words.', async () => {
    service.push(
      { kind: 'answer', parts: [{ text: 'Green, then.' }] },
      { kind: 'answer', parts: [{ text: 'A test, too.' }] },
    );
    await chat.queue.getByRole('listitem').last().getByRole('button', { name: 'Send now' }).click();
    await chat.turnEnded();
    await expect(chat.answers.last()).toHaveText('A test, too.');
    const bubble = chat.ownMessages.first();
    await bubble.hover();
    await bubble.getByRole('button', { name: turnTexts.actions }).click();
    await album.takeOne('message-menu');
    await window.getByRole('menuitem', { name: turnTexts.edit, exact: true }).click();
    await expect(window.getByRole('dialog')).toBeVisible();
    await album.take('edit');
    await window.keyboard.press('Escape');
  });
}

async function setNetwork({ launched, pages, album }: Stage): Promise<void> {
  const { window } = launched;
  const network = settingsTexts.network;
  const region = window.getByRole('region', { name: network.title, exact: true });
  await step('They set a proxy; what is wrong with it is told.', async () => {
    await pages.shell.openSettings();
    await pages.settings.section('network');
    await region.getByRole('radio', { name: network.proxies.address }).click();
    await region.getByLabel(network.proxyAddress).fill('socks5://proxy.harbor.test');
    await region.getByLabel(network.caFile).fill('/no/such/company.pem');
    await region.getByRole('button', { name: network.review }).click();
    await expect(region.getByRole('alert')).toBeVisible();
    await album.take('network-refused');
    await region.getByLabel(network.proxyAddress).fill('http://proxy.harbor.test:8080');
    await region.getByLabel(network.caFile).fill('');
    await region.getByRole('button', { name: network.review }).click();
    const question = await pages.consent();
    await album.take('network-question', question.page);
    await question.cancel();
  });
}

async function careForServers({ launched, pages, album }: Stage): Promise<void> {
  const { window } = launched;
  const { shell, servers } = pages;
  await step('A server says what should be put right.', async () => {
    await shell.openServers();
    const server = await servers.select('search');
    await expect(
      server.root.getByRole('region', { name: serverSetupTexts.care.title }),
    ).toBeVisible();
    await album.take('care');
    await server.edit();
    await expect(servers.form.name).toHaveValue('search');
    await album.take('form-edit');
    await servers.form.dialog.getByRole('button', { name: serverSetupTexts.raw.open }).click();
    await album.take('form-json');
    await servers.form.cancel.click();
  });
  await step('A form is filled with mistakes.', async () => {
    const form = await servers.add();
    await form.fill({
      name: 'search',
      command: 'no-such-command-here',
      args: ['--root=${NO_SUCH_VARIABLE}', longTitle],
      env: { API_KEY: 'sk-demo0123456789abcdef', REGION: 'eu' },
    });
    await form.name.focus();
    await album.take('form-mistakes');
    await form.cancel.click();
    await expect(window.getByRole('dialog')).toBeHidden();
  });
}

async function openBundle({ launched, pages, album, home }: Stage): Promise<void> {
  const { window, app } = launched;
  const path = join(home, 'pg.mcpb');
  const manifest = {
    name: 'pg',
    display_name: 'Postgres',
    version: '1.0.0',
    server: { mcp_config: { command: 'node', args: ['${__dirname}/server.mjs'] } },
    user_config: { folder: { title: 'Folder' }, key: { title: 'Key', sensitive: true } },
  };
  await writeFile(
    path,
    zip([
      { name: 'manifest.json', text: JSON.stringify(manifest) },
      { name: 'server.mjs', text: '' },
    ]),
  );
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
  const { import: importing, bundle } = serverSetupTexts;
  const dialog = window.getByRole('dialog', { name: importing.title });
  await step('They open a bundle; who vouches for it is told.', async () => {
    await pages.shell.openServers();
    await window.getByRole('button', { name: importing.open }).click();
    await dialog.getByRole('button', { name: importing.chooseFile }).click();
    await expect(dialog).toContainText(bundle.unsigned);
    await album.take('bundle');
    await dialog.getByRole('button', { name: importing.submit(2) }).click();
    const question = await pages.consent();
    await album.take('bundle-consent', question.page);
    await question.cancel();
  });
}

const doneWithImage =
  'It is done: the note says **bread**.\n\n![bread](https://images.harbor.test/bread.png?note=bread)';

/** One green pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
