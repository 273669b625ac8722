import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { expect, test as base } from '../fixtures/index.ts';
import { filesWith } from '../fixtures/profile-files.ts';
import { createKeyring } from '../fixtures/keyring.ts';
import type { Keyring } from '../fixtures/keyring.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { appPages } from '../pages/app-pages.ts';
import type { AppPages } from '../pages/app-pages.ts';
import { startModelServer } from '../servers/model/model-server.ts';

const test = base.extend<{ readonly keyring: Keyring }>({
  keyring: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'parley-home-'));
    const keyring = await createKeyring(home);
    await use(keyring);
    await keyring.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  },
});

const key = 'sk-canary-4f1d2c';
const states = settingsTexts.providers.key.states;

test('a key is encrypted by the real keychain, survives a restart, and is not lost while the keychain is locked [SE-50.keychain-real, RE-31]', async ({
  keyring,
  profile,
  start,
}) => {
  const service = await startModelServer();
  const secrets = join(profile, 'secrets.json');
  const open = async (): Promise<{ app: LaunchedApp; pages: AppPages }> => {
    const app = await start({ env: keyring.env, args: ['--password-store=gnome-libsecret'] });
    const pages = appPages(app);
    await pages.shell.openSettings();
    await pages.settings.section('providers');
    return { app, pages };
  };
  const openProvider = async ({ settings }: AppPages) => {
    const provider = settings.provider('Gateway');
    await provider.root.getByRole('button', { expanded: false }).first().click();
    return provider;
  };
  const unavailable = text.app.noticeSentences['keychain-unavailable'];

  await keyring.start('unlocked');
  const first = await open();
  const added = await first.pages.settings.addProvider({
    kind: 'openai-compatible',
    name: 'Gateway',
    url: service.url,
    models: ['scripted-large'],
    key,
  });
  await expect(added.root).toContainText(states.stored);
  await expect(first.pages.shell.notices).toBeHidden();
  await first.app.quit();
  const kept = await readFile(secrets, 'utf8');
  expect(kept).toContain('"backend": "gnome_libsecret"');
  expect(filesWith(profile, key)).toEqual([]);

  await test.step('after a restart it is sent', async () => {
    const { app, pages } = await open();
    const provider = await openProvider(pages);
    await expect(provider.root).toContainText(states.stored);
    service.push({ kind: 'answer', parts: [{ text: 'Hello.' }] });
    await provider.testButton.click();
    await expect(provider.testResult).toBeVisible();
    expect(service.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${key}`);
    await app.quit();
  });

  await test.step('locked, it is kept and said', async () => {
    await keyring.start('locked');
    const { app, pages } = await open();
    await expect(pages.shell.notices).toContainText(unavailable);
    const provider = await openProvider(pages);
    await expect(provider.root).toContainText(states.locked);
    await app.quit();
    expect(await readFile(secrets, 'utf8')).toBe(kept);
  });

  await test.step('unlocked again, it is there', async () => {
    await keyring.start('unlocked');
    const { app, pages } = await open();
    const provider = await openProvider(pages);
    await expect(provider.root).toContainText(states.stored);
    await app.quit();
  });
  await service.dispose();
});
