import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { text } from '../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../shared/texts/en/permissions.ts';
import { serverSetup as serverSetupTexts } from '../../shared/texts/en/server-setup.ts';
import { createBrowser } from '../fixtures/browser.ts';
import type { PersonsBrowser } from '../fixtures/browser.ts';
import { expect, test as base } from '../fixtures/index.ts';
import { createKeyring } from '../fixtures/keyring.ts';
import type { Keyring } from '../fixtures/keyring.ts';
import { projectRoot } from '../fixtures/launch.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { seedServers } from '../fixtures/seeds.ts';
import { hostileServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';
import type { AppPages } from '../pages/app-pages.ts';
import { ConsentView } from '../pages/consent-view.ts';
import { QuestionDialog } from '../pages/question-dialog.ts';
import { SignInSection } from '../pages/sign-in-section.ts';
import { zip } from '../servers/bundle/zip.ts';
import { startOAuthServer } from '../servers/oauth/oauth-server.ts';
import type { ScriptedOAuth } from '../servers/oauth/oauth-server.ts';
import { Album } from './album.ts';
import { Person } from './person.ts';
import { Pictures } from './pictures.ts';
import { step } from './step.ts';

interface Desktop {
  readonly home: string;
  readonly keyring: Keyring;
  readonly browser: PersonsBrowser;
}

const test = base.extend<{ readonly desktop: Desktop; readonly oauth: ScriptedOAuth }>({
  desktop: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'parley-demo-'));
    const keyring = await createKeyring(home);
    await keyring.start('unlocked');
    await use({ home, keyring, browser: await createBrowser(home, keyring.env) });
    await keyring.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  },
  oauth: async ({}, use) => {
    const oauth = await startOAuthServer({ loginPage: true });
    await use(oauth);
    await oauth.close();
  },
});

/** Everything that the steps share. */
interface Stage {
  readonly launched: LaunchedApp;
  readonly pages: AppPages;
  readonly person: Person;
  readonly album: Album;
  readonly desktop: Desktop;
}

const many = 300;
const words = serverSetupTexts;

test('servers: added, imported, signed in to, answered, trusted and revoked', async ({
  desktop,
  oauth,
  profile,
  start,
}) => {
  const pictures = await Pictures.start('servers');
  await seedThirty(profile);
  await writeImport(desktop.home);
  const launched = await start({
    env: desktop.keyring.env,
    args: ['--password-store=gnome-libsecret'],
    size: { width: 1280, height: 800 },
  });
  const stage: Stage = {
    launched,
    pages: appPages(launched),
    person: new Person(launched.window),
    album: new Album(launched, pictures),
    desktop,
  };
  await thirtyServers(stage);
  await addByPaste(stage);
  await importFromAnotherApp(stage);
  await updateBundle(stage);
  await signIn(stage, oauth);
  await answerQuestions(stage);
  await allowAndRevoke(stage, profile);
  await step('The person quits.', () => launched.quit());
  process.stdout.write(`The pictures are in ${pictures.folder}\n`);
});

/** Servers that were there before: one with many tools, some that fail, most of them running. */
function seedThirty(profile: string): Promise<unknown> {
  const definition = (server: ReturnType<typeof hostileServer>) => ({
    type: 'stdio' as const,
    command: server.command,
    args: [...server.args],
    env: {},
  });
  const names = Array.from({ length: 24 }, (_, index) => `team-${String(index + 1)}`);
  return seedServers(profile, {
    library: definition(hostileServer('library', `--tools=${String(many)}`, '--zoo=hints')),
    planner: definition(hostileServer('planner', '--zoo=elicitations', '--name=planner')),
    playwright: { type: 'stdio', command: 'npx-of-nowhere', args: ['-y', 'pw-mcp@1.0.0'], env: {} },
    crashes: definition(hostileServer('crashes', '--exit=3', '--stderr=boom')),
    ...Object.fromEntries(
      names.map((name) => [name, definition(hostileServer(name, `--name=${name}`, '--tools=2'))]),
    ),
  });
}

async function writeImport(home: string): Promise<void> {
  const path = join(home, 'config', 'Claude', 'claude_desktop_config.json');
  const mcpServers = {
    memory: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory@2026.8.31'] },
    github: {
      command: 'npx',
      args: ['-y', 'github-mcp@2.1.0'],
      env: { GITHUB_TOKEN: 'ghp_demo0123' },
    },
    notes: { comand: 'node notes.js' },
  };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify({ mcpServers }, null, 2));
}

async function thirtyServers({ launched, pages, person, album }: Stage): Promise<void> {
  const { window } = launched;
  await step('Parley starts with servers of long standing.', async () => {
    await person.press(pages.shell.sidebar.getByRole('button', { name: /^Servers/ }));
    const library = await pages.servers.select('library');
    await expect(library.state('connected')).toBeVisible({ timeout: 60_000 });
    await expect(window.getByText('27 of 29 connected')).toBeVisible({ timeout: 60_000 });
    await library.tab('tools');
    await expect(library.tool('echo')).toBeVisible();
    await window.getByPlaceholder('Search tools').fill('hints_');
    await expect(library.tool('hints_ttt')).toBeVisible();
    await album.take('tools');
  });
  await step('One has three hundred tools.', async () => {
    await window.getByPlaceholder('Search tools').fill('tool_29');
    await expect(pages.servers.detail('library').tool('tool_299')).toBeVisible();
    await album.take('tools-searched');
  });
  await step('What is set about it stands on one page; its messages on another.', async () => {
    const library = pages.servers.detail('library');
    await library.tab('settings');
    await expect(library.root.getByText(text.servers.settings.limits)).toBeVisible();
    await album.take('settings');
    await window
      .getByRole('heading', { name: text.servers.settings.definition })
      .scrollIntoViewIfNeeded();
    await album.take('settings-end');
    await library.tab('traffic');
    await library.root.getByText('tools/list').first().click();
    await album.take('traffic');
  });
  await step('A tool is called by hand.', async () => {
    await pages.bench.open();
    await pages.bench.tool('echo');
    await pages.bench.call();
    await album.take('bench');
    await pages.shell.openServers();
  });
  await step('What failed says why.', async () => {
    await pages.servers.select('crashes');
    await expect(pages.servers.detail('crashes').doctor).toContainText('boom');
    await album.take('doctor');
    await pages.servers.select('playwright');
    await album.take('doctor-not-found');
  });
}

async function addByPaste({ launched, pages, person, album }: Stage): Promise<void> {
  const { window } = launched;
  const dialog = window.getByRole('dialog', { name: words.add.title });
  const scripted = hostileServer('memory', '--name=memory');
  await step('The person pastes a configuration; what is wrong in it is told.', async () => {
    await person.press(window.getByRole('button', { name: text.servers.page.add }).first());
    const mcpServers = {
      memory: { command: scripted.command, args: scripted.args },
      legacy: { command: 'uvx', args: 'mcp-legacy --port 8080' },
    };
    await dialog
      .getByRole('textbox', { name: words.add.paste })
      .fill(JSON.stringify({ mcpServers }, null, 2));
    await expect(dialog).toContainText(words.add.found(2, 1));
    await album.take('paste');
  });
  await step('Parley shows exactly what would run, and they agree.', async () => {
    await person.press(dialog.getByRole('button', { name: words.add.review(1) }));
    const question = await pages.consent();
    await expect(question.acceptButton).toBeEnabled();
    await album.take('consent', question.page);
    await question.accept();
    await expect(dialog).toBeHidden();
    await expect(pages.servers.detail('memory').state('connected')).toBeVisible({
      timeout: 30_000,
    });
  });
}

async function importFromAnotherApp({ launched, pages, person, album }: Stage): Promise<void> {
  const { window } = launched;
  const dialog = window.getByRole('dialog', { name: words.import.title });
  await step('They import from another app; nothing starts.', async () => {
    await person.press(window.getByRole('button', { name: words.import.open }));
    await expect(dialog).toContainText(words.import.read(3, 2));
    await album.take('import');
    await person.press(dialog.getByRole('button', { name: words.import.submit(2) }));
    const question = await pages.consent();
    await expect(question.acceptButton).toBeEnabled();
    await album.take('import-consent', question.page);
    await question.accept();
    await expect(dialog).toBeHidden();
    const github = await pages.servers.select('github');
    await expect(github.state('disabled')).toBeVisible();
    await album.take('imported');
  });
}

/** A bundle of the scripted server; the newer one starts it with one argument more. */
async function writeBundle(
  folder: string,
  version: string,
  args: readonly string[],
): Promise<string> {
  const path = join(folder, `harbor-notes-${version}.mcpb`);
  const program = pathToFileURL(join(projectRoot, 'e2e/servers/hostile/hostile.mjs')).href;
  const mcp_config = {
    command: process.execPath,
    args: ['${__dirname}/server.mjs', '--name=notes', ...args],
    env: { REGION: '${user_config.region}' },
  };
  const manifest = {
    ...{ name: 'harbor-notes', display_name: 'Harbor notes', version },
    server: { mcp_config },
    user_config: { region: { title: 'Region', default: 'eu' } },
  };
  const parts = [
    { name: 'manifest.json', text: JSON.stringify(manifest) },
    { name: 'server.mjs', text: `import ${JSON.stringify(program)};` },
  ];
  await writeFile(path, zip(parts));
  return path;
}

async function updateBundle({ launched, pages, person, album, desktop }: Stage): Promise<void> {
  const { app, window } = launched;
  const choosing = (path: string): Promise<void> =>
    app.evaluate(({ dialog }, filePath) => {
      const answer = { canceled: false, filePaths: [filePath] };
      Object.assign(dialog, { showOpenDialog: () => Promise.resolve(answer) });
    }, path);
  const settings = text.servers.settings;
  const server = pages.servers.detail('Harbor notes');
  await step('They add a bundle, look at its command and start it.', async () => {
    await choosing(await writeBundle(desktop.home, '1.0.0', []));
    const dialog = window.getByRole('dialog', { name: words.import.title });
    await person.press(window.getByRole('button', { name: words.import.open }));
    await expect(dialog).toContainText(words.import.read(3, 0));
    await person.press(dialog.getByRole('button', { name: words.import.chooseFile }));
    await expect(dialog).toContainText('Harbor notes');
    await album.take('bundle');
    await person.press(dialog.getByRole('button', { name: /^Import \d/ }));
    await (await pages.consent()).accept();
    await expect(dialog).toBeHidden();
    await pages.servers.select('Harbor notes');
    await person.press(server.root.getByRole('button', { name: text.servers.form.reviewCommand }));
    await (await pages.consent()).accept();
    await expect(server.state('connected')).toBeVisible({ timeout: 30_000 });
  });
  await step('A newer one takes its place.', async () => {
    await choosing(await writeBundle(desktop.home, '1.1.0', ['--tools=3']));
    await server.tab('settings');
    const choose = server.root.getByRole('button', { name: settings.chooseBundle });
    await choose.scrollIntoViewIfNeeded();
    await person.press(choose);
    const update = server.root.getByRole('button', { name: settings.updateBundle('1.1.0') });
    await update.scrollIntoViewIfNeeded();
    await album.take('bundle-update');
    await person.press(update);
    const question = await pages.consent();
    await expect(question.acceptButton).toBeEnabled();
    await album.take('bundle-update-consent', question.page);
    await question.accept();
    await expect(
      server.root.getByText(settings.bundleVersion('harbor-notes', '1.1.0')),
    ).toBeVisible();
    await expect(server.state('connected')).toBeVisible({ timeout: 30_000 });
  });
}

async function signIn(stage: Stage, oauth: ScriptedOAuth): Promise<void> {
  const { launched, pages, person, album, desktop } = stage;
  const section = new SignInSection(launched.window);
  const server = pages.servers.detail('linear');
  await step('They add a server that wants a sign-in.', async () => {
    const form = await pages.servers.add();
    await form.fillAddress('linear', 'http', oauth.mcpUrl);
    await album.take('form-http');
    await person.press(form.review);
    await (await pages.consent()).accept();
    await expect(server.state('needs-auth')).toBeVisible();
    await section.open();
    await album.take('signed-out');
  });
  await step('They sign in with their own browser, which hands the answer back.', async () => {
    await section.chooseRedirect('protocol');
    await section.start.click();
    const question = await pages.consent();
    await expect(question.dialog).toContainText(oauth.issuer);
    await album.take('sign-in-consent', question.page);
    await question.accept();
    await expect(section.address).toContainText(`${oauth.issuer}/authorize`);
    await album.take('sign-in-waits');
    const { page, close } = await desktop.browser.nextPage();
    await page.getByLabel('Name').fill('mira');
    const sentOn = page.waitForResponse((answer) => answer.status() === 302);
    await page.getByRole('button', { name: 'Allow' }).click();
    const target = (await (await sentOn).headerValue('location')) ?? '';
    await close();
    await desktop.browser.handOver(target);
    await expect(server.state('connected')).toBeVisible({ timeout: 30_000 });
    await section.open();
    await album.take('signed-in');
    await server.tab('settings');
    const heading = launched.window.getByRole('heading', { name: text.servers.settings.signIn });
    await heading.scrollIntoViewIfNeeded();
    await album.take('settings-remote');
  });
}

async function answerQuestions({ launched, pages, person, album }: Stage): Promise<void> {
  const { window } = launched;
  const { chat, shell, consent } = pages;
  const dialog = new QuestionDialog(window);
  await step('A tool of the planner asks for details in a form.', async () => {
    await shell.openStart();
    await chat.send('Use elicit_every_field');
    await expect(chat.prompt.root).toBeVisible();
    await album.take('permission');
    await chat.prompt.allowOnce();
    await dialog.field('Release name').fill('Harbor 2.14');
    await dialog.field('Owner').fill('mira@harbor');
    await dialog.field('Deploy token').fill('s3cret');
    await dialog.field('Release name').focus();
    await album.take('form');
    await dialog.field('Owner').fill('mira@harbor.dev');
    await dialog.send('planner');
    await expect(chat.answers.last()).toContainText('Harbor 2.14');
    await chat.turnEnded();
  });
  await step('Another wants a page opened; its address is a trap, and they decline.', async () => {
    await chat.send('Use elicit_url_punycode');
    await chat.prompt.allowOnce();
    await expect(dialog.root).toBeVisible();
    await album.take('address');
    const review = dialog.button(text.elicitation.review);
    // A question that has just come takes no answer yet.
    await expect(async () => {
      if (ConsentView.openPages(launched.app).length === 0) await person.press(review);
      expect(ConsentView.openPages(launched.app)).toHaveLength(1);
    }).toPass();
    const question = await consent();
    await album.take('address-consent', question.page);
    await question.page.locator('[data-settled="true"]').waitFor({ state: 'attached' });
    await question.press('Enter');
    await chat.turnEnded();
    await expect(chat.answers.last()).toContainText('decline');
  });
}

async function allowAndRevoke(stage: Stage, profile: string): Promise<void> {
  const { pages, album } = stage;
  const { chat, shell, servers, settings } = pages;
  await step('They allow a tool for always; then it changes behind their back.', async () => {
    await shell.openStart();
    await chat.send('Use changing of planner with path="a"');
    await chat.prompt.allowAlways();
    await chat.turnEnded();
    await chat.send('Use pull_rug of planner');
    await chat.prompt.allowOnce();
    await chat.turnEnded();
    await shell.openServers();
    const planner = await servers.select('planner');
    await planner.tab('tools');
    const review = await planner.review('changing');
    await album.take('tool-changed');
    await review.getByRole('button', { name: permissionTexts.review.keepAsking }).click();
  });
  await step('They look at what they allowed, and revoke it.', async () => {
    await shell.openSettings();
    const ledger = await settings.ledger();
    const row = ledger.getByRole('listitem').filter({ hasText: 'changing' });
    await expect(row).toBeVisible();
    await album.take('ledger');
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await expect(row).toBeHidden();
    const kept: unknown = JSON.parse(await readFile(join(profile, 'permissions.json'), 'utf8'));
    expect(kept).toMatchObject({ grants: [] });
  });
}
