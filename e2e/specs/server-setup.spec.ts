import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { text } from '../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../shared/texts/en/server-setup.ts';
import { expect, test as base } from '../fixtures/index.ts';
import { createKeyring } from '../fixtures/keyring.ts';
import type { Keyring } from '../fixtures/keyring.ts';
import { filesWith } from '../fixtures/profile-files.ts';
import { scriptedServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';
import { zip } from '../servers/bundle/zip.ts';
import { createScriptedHttpServer } from '../servers/mcp/scripted-http.ts';

const words = serverSetupTexts;
const pasted = 'ghp_canaryPasted0123456789';
const imported = 'ghp_canaryImported0123456789';

const test = base.extend<{ readonly home: string; readonly keyring: Keyring }>({
  home: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'parley-home-'));
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

async function write(path: string, value: unknown): Promise<string> {
  const written = JSON.stringify(value, null, 2);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, written);
  return written;
}

test('a pasted configuration is put right, reviewed and runs; servers of other apps come in turned off; no secret lies in a file [UI-31.review, UI-32.keychain, SE-30.import]', async ({
  home,
  keyring,
  profile,
  start,
}) => {
  const remote = await createScriptedHttpServer();
  const scripted = scriptedServer('memory');
  const desktop = join(home, 'config', 'Claude', 'claude_desktop_config.json');
  const original = await write(desktop, {
    mcpServers: {
      memory: { command: 'npx', args: ['-y', 'other-memory@1.0.0'] },
      github: { command: 'npx', args: ['gh@1.0.0'], env: { GITHUB_TOKEN: imported } },
      notes: { comand: 'node notes.js' },
    },
  });
  const app = await start({
    env: keyring.env,
    args: ['--password-store=gnome-libsecret'],
    size: { width: 1280, height: 800 },
  });
  const { window } = app;
  const pages = appPages(app);
  await pages.shell.openServers();

  await test.step('paste, fix, review', async () => {
    await window.getByRole('button', { name: text.servers.page.add }).first().click();
    const dialog = window.getByRole('dialog', { name: words.add.title });
    const configuration = {
      mcpServers: {
        memory: { command: scripted.command, args: scripted.args },
        billing: { url: remote.url, headers: { Authorization: `Bearer ${pasted}` } },
        legacy: { command: 'uvx', args: 'mcp-legacy --port 8080' },
      },
    };
    await dialog
      .getByRole('textbox', { name: words.add.paste })
      .fill(JSON.stringify(configuration, null, 2));
    await expect(dialog).toContainText(words.reading.shapes.mcpServers);
    await expect(dialog).toContainText(words.add.found(3, 1));
    await expect(dialog).toContainText('${secret:billing-authorization}');
    await dialog.getByRole('button', { name: words.add.fix }).click();
    await expect(dialog.getByRole('button', { name: words.add.review(3) })).toBeEnabled();
    await dialog.getByRole('checkbox', { name: words.add.choose('legacy') }).click();
    await dialog.getByRole('button', { name: words.add.review(2) }).click();
    const first = await pages.consent();
    expect((await first.lines()).map(([, value]) => value)).toContain(scripted.args[0]);
    await first.accept();
    const second = await pages.consent();
    await expect(second.dialog).toContainText(remote.url);
    await expect(second.dialog).not.toContainText(pasted);
    await second.accept();
    await expect(dialog).toBeHidden();
    const billing = await pages.servers.select('billing');
    await expect(billing.state('connected')).toBeVisible();
    const memory = await pages.servers.select('memory');
    await expect(memory.state('connected')).toBeVisible();
    expect(remote.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${pasted}`);
  });

  await test.step('import', async () => {
    await window.getByRole('button', { name: words.import.open }).click();
    const dialog = window.getByRole('dialog', { name: words.import.title });
    await expect(dialog).toContainText(words.import.read(3, 2));
    await expect(dialog).toContainText(words.add.newName('memory-2'));
    await expect(dialog).toContainText(words.import.secrets(1));
    await dialog.getByRole('button', { name: words.import.submit(2) }).click();
    const question = await pages.consent();
    await expect(question.dialog).toContainText(desktop);
    await expect(question.dialog).toContainText('other-memory@1.0.0');
    await expect(question.dialog).not.toContainText(imported);
    await question.accept();
    await expect(dialog).toBeHidden();
    const github = await pages.servers.select('github');
    await expect(github.state('disabled')).toBeVisible();
    expect(await readFile(desktop, 'utf8')).toBe(original);
  });

  const stored = JSON.parse(await readFile(join(profile, 'servers.json'), 'utf8')) as {
    servers: { name: string; enabled: boolean; trustedHash?: string }[];
  };
  expect(
    stored.servers
      .filter(({ enabled }) => !enabled)
      .map(({ name, trustedHash }) => [name, trustedHash]),
  ).toEqual([
    ['memory-2', undefined],
    ['github', undefined],
  ]);
  expect(filesWith(profile, pasted)).toEqual([]);
  expect(filesWith(profile, imported)).toEqual([]);
  await app.quit();
  await remote.close();
});

test('the JSON of the servers is saved after the question, and never over what was changed outside [UI-33.source, UI-33.outside, SE-30.raw]', async ({
  profile,
  start,
}) => {
  const app = await start();
  const { window } = app;
  const pages = appPages(app);
  const server = await pages.addServer(scriptedServer('Edited'));
  await expect(server.state('connected')).toBeVisible();
  await window.getByRole('button', { name: words.raw.open }).click();
  const area = window.getByRole('textbox', { name: words.raw.label });
  await expect(window.getByText(words.raw.valid)).toBeVisible();
  const save = window.getByRole('button', { name: words.raw.save, exact: true });
  await area.fill((await area.inputValue()).replace('"args": [', '"args": [ "--no-such-file",'));
  await save.click();
  const question = await pages.consent();
  await expect(question.dialog).toContainText('--no-such-file');
  await question.accept();
  await expect(window.getByText(words.raw.saved)).toBeVisible();

  const file = join(profile, 'servers.json');
  const edited = await area.inputValue();
  await area.fill(edited.replace('--no-such-file', '--mine'));
  const outside = (await readFile(file, 'utf8')).replace('--no-such-file', '--theirs');
  await writeFile(file, outside);
  await expect(window.getByText(words.raw.changed)).toBeVisible();
  await expect(save).toBeDisabled();
  await window.getByRole('button', { name: words.raw.reload }).click();
  await expect(area).toHaveValue(/--theirs/);
  expect(await readFile(file, 'utf8')).toBe(outside);
  await window.getByRole('button', { name: words.raw.close }).click();
  // What runs differently is stopped and waits for the person.
  await expect(server.root).toContainText(text.servers.state.review);
});

test('a bundle is opened, asked about, given its values, runs, comes again in a newer version and goes with its folder [UI-31.bundle, UI-32.inputs, UI-31.signature]', async ({
  home,
  keyring,
  profile,
  start,
}) => {
  const path = join(home, 'pg.mcpb');
  await writeFile(path, bundle('1.0.0'));
  const app = await start({ env: keyring.env, args: ['--password-store=gnome-libsecret'] });
  const { window } = app;
  const pages = appPages(app);
  await app.app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
  const dialog = window.getByRole('dialog', { name: words.import.title });
  const unpacked = () => readdir(join(profile, 'bundles')).catch(() => []);
  const open = async (): Promise<void> => {
    await window.getByRole('button', { name: words.import.open }).click();
    await dialog.getByRole('button', { name: words.import.chooseFile }).click();
    await expect(dialog).toContainText(words.bundle.unsigned);
  };
  const agree = async (): Promise<void> => {
    await dialog.getByRole('button', { name: words.import.submit(1) }).click();
    await (await pages.consent()).accept();
    await expect(dialog).toBeHidden();
  };
  await pages.shell.openServers();

  await open();
  expect(await unpacked()).toEqual([]);
  await agree();
  const [first = ''] = await unpacked();
  expect(first).toMatch(/^pg-/);
  const server = await pages.servers.select('Postgres');
  await expect(server.state('disabled')).toBeVisible();
  const care = server.root.getByRole('region', { name: words.care.title });
  await expect(care).toContainText(words.care.asked(['folder', 'key']));

  await test.step('its values are asked for, then it runs', async () => {
    await care.getByRole('button', { name: words.values.enter }).click();
    const values = window.getByRole('dialog', { name: words.values.title('Postgres') });
    await values.getByLabel('Folder').fill('/data');
    await values.getByLabel('key', { exact: true }).fill(pasted);
    await values.getByRole('button', { name: words.values.save }).click();
    await expect(values).toBeHidden();
    await server.switch.click();
    await (await pages.consent()).accept();
    await expect(server.state('connected')).toBeVisible({ timeout: 30_000 });
    await server.tab('overview');
    await expect(care).toBeHidden();
    expect(filesWith(profile, pasted)).toEqual([]);
  });

  await test.step('a newer version takes its place, with its values, and the files of the old one go', async () => {
    await writeFile(path, bundle('2.0.0'));
    await open();
    await expect(dialog).toContainText(words.bundle.update.title('1.0.0', '2.0.0'));
    await dialog.getByRole('button', { name: words.import.submit(1) }).click();
    await (await pages.consent()).accept();
    await expect(dialog).toBeHidden();
    await expect(server.state('connected')).toBeVisible({ timeout: 30_000 });
    await expect.poll(unpacked).not.toContain(first);
    expect(await unpacked()).toHaveLength(1);
  });

  await test.step('its files go with it', async () => {
    await server.root.getByRole('button', { name: text.servers.actions.more }).click();
    await window.getByRole('menuitem', { name: text.servers.actions.remove }).click();
    await window
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(unpacked).toEqual([]);
  });
});

function bundle(version: string): Buffer {
  const program = pathToFileURL(join(import.meta.dirname, '../servers/mcp/scripted-stdio.mjs'));
  const manifest = {
    name: 'pg',
    display_name: 'Postgres',
    version,
    server: {
      mcp_config: {
        command: process.execPath,
        args: ['${__dirname}/server.mjs', '${user_config.folder}'],
        env: { KEY: '${user_config.key}' },
      },
    },
    user_config: {
      folder: { title: 'Folder' },
      key: { title: 'Key', sensitive: true },
    },
  };
  return zip([
    { name: 'manifest.json', text: JSON.stringify(manifest) },
    { name: 'server.mjs', text: `import ${JSON.stringify(program.href)};` },
  ]);
}
