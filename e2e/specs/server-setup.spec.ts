import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { expect, test as base } from '../fixtures/index.ts';
import { createKeyring } from '../fixtures/keyring.ts';
import type { Keyring } from '../fixtures/keyring.ts';
import { filesWith } from '../fixtures/profile-files.ts';
import { scriptedServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';
import { createScriptedHttpServer } from '../servers/mcp/scripted-http.ts';

const words = text.serverSetup;
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
