import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findElectron } from '../../scripts/electron-runtime/find-electron.mjs';
import { text } from '../../shared/texts/catalogue.ts';
import { callAfterKey, callApp, callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { launch, projectRoot } from '../fixtures/launch.ts';
import { filesWith } from '../fixtures/profile-files.ts';
import { descendantsOf } from '../fixtures/processes.ts';
import { createProfile } from '../fixtures/profile.ts';
import { scriptedDefinition } from '../fixtures/seeds.ts';
import { appPages } from '../pages/app-pages.ts';

test('a second start on the same profile brings the first to the front; another profile runs beside it [UI-60.instance]', async ({
  parley,
  window,
  profile,
}) => {
  await parley.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.hide();
  });
  const isVisible = (): Promise<boolean | undefined> =>
    parley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  expect(await isVisible()).toBe(false);
  const electron = findElectron();
  const second = spawn(electron.executablePath, [...electron.args, projectRoot], {
    env: { ...process.env, PARLEY_CONFIG_DIR: profile },
    stdio: 'ignore',
  });
  const [code] = (await once(second, 'exit')) as [number | null];
  expect(code).toBe(0);
  await expect.poll(isVisible).toBe(true);
  expect(parley.app.windows()).toHaveLength(1);
  await callValue(window, 'settings.set', { theme: 'dark' });

  const other = await createProfile();
  const beside = await launch({ profile: other.root });
  try {
    expect(beside.pid).not.toBe(parley.pid);
    expect((await callValue(beside.window, 'app.info')).profileFolder).toBe(other.root);
    expect((await callValue(beside.window, 'settings.get')).theme).toBe('system');
    expect((await callValue(window, 'app.info')).profileFolder).toBe(profile);
  } finally {
    await beside.quit();
    await other.remove();
  }
  expect((await callValue(window, 'settings.get')).theme).toBe('dark');
});

test('sets corrupt files aside, starts with the defaults and says so [SET-1]', async ({
  start,
  profile,
}) => {
  const corrupt = {
    'settings.json': '{"schemaVersion":1,"theme":"da',
    'servers.json': '\0\0\0\0 no JSON',
    'providers.json': '{"schemaVersion":1,"providers":"none"}',
    'secrets.json': '[]',
    'desktop/window.json': '{"schemaVersion":1,"window":{"bounds":{"x":"left"}}}',
  };
  mkdirSync(join(profile, 'desktop'));
  for (const [name, content] of Object.entries(corrupt))
    writeFileSync(join(profile, name), content);
  const parley = await start();
  const { notices } = appPages(parley).shell;
  const sentences = text.app.noticeSentences;
  for (const kind of ['settings-corrupt', 'servers-corrupt', 'providers-corrupt'] as const) {
    await expect(notices.getByText(sentences[kind]).first()).toBeVisible();
  }
  const notice = notices.getByRole('status').filter({ hasText: sentences['settings-corrupt'] });
  await notice.getByRole('button', { name: text.ui.details, exact: true }).click();
  await expect(notice).toContainText(`${join(profile, 'settings.json')}.corrupt-`);
  for (const [path, content] of Object.entries(corrupt)) {
    const [folder = '', name = ''] = path.includes('/') ? path.split('/') : ['', path];
    const kept = readdirSync(join(profile, folder)).filter((one) =>
      one.startsWith(`${name}.corrupt-`),
    );
    expect(kept, path).toHaveLength(1);
    expect(readFileSync(join(profile, folder, kept[0] ?? ''), 'utf8')).toBe(content);
  }
  expect(await callValue(parley.window, 'settings.get')).toMatchObject({ theme: 'system' });
  const { servers } = await callValue(parley.window, 'servers.list');
  expect(servers.map((server) => server.name)).toEqual(['Notes']);
  const { providers } = await callValue(parley.window, 'providers.list');
  expect(providers.map((provider) => provider.kind)).toEqual(['offline']);
  await callValue(parley.window, 'settings.set', { theme: 'light' });
  const saved = JSON.parse(readFileSync(join(profile, 'settings.json'), 'utf8')) as object;
  expect(saved).toMatchObject({ schemaVersion: 1, theme: 'light' });
  await notice.getByRole('button', { name: text.ui.dismiss }).click();
  await expect(notice).toBeHidden();
});

test('uses what a newer app wrote in nothing, and never rewrites it [RE-5]', async ({
  start,
  profile,
}) => {
  const newer = Object.fromEntries(
    ['settings.json', 'servers.json', 'providers.json', 'secrets.json'].map((name) => [
      name,
      `{"schemaVersion":99,"theme":{"name":"dark"},"servers":{"a":1},"providers":{},"kept":"${name}"}`,
    ]),
  );
  for (const [name, content] of Object.entries(newer)) writeFileSync(join(profile, name), content);
  const parley = await start();
  const { notices } = appPages(parley).shell;
  await expect(notices.getByText(text.app.noticeSentences['data-newer'])).toHaveCount(4);
  await callValue(parley.window, 'settings.set', { theme: 'dark' });
  expect((await callValue(parley.window, 'settings.get')).theme).toBe('dark');
  const adding = callApp(parley.window, 'providers.add', {
    kind: 'openai-compatible',
    label: 'New',
    models: ['m'],
  });
  await (await appPages(parley).consent()).accept();
  const added = await adding;
  if (added.ok) {
    await parley.window.keyboard.press('Shift');
    await callApp(parley.window, 'providers.setKey', {
      providerId: added.value.provider?.id,
      key: 'k1',
    });
  }
  const { servers } = await callValue(parley.window, 'servers.list');
  await callApp(parley.window, 'servers.setEnabled', {
    serverId: servers[0]?.id,
    enabled: false,
  });
  await parley.quit();
  for (const [name, content] of Object.entries(newer)) {
    expect(readFileSync(join(profile, name), 'utf8')).toBe(content);
  }
  expect(readdirSync(profile).filter((name) => name.includes('.corrupt-'))).toEqual([]);
});

test('keeps everything for its owner only, and secrets out of logs, transcripts and arguments [RT-40, SE-51]', async ({
  parley,
  window,
  pages,
  profile,
}) => {
  const canaries = {
    key: 'canary-of-the-provider-key',
    environment: 'canary-of-the-environment',
    stored: 'canary-of-a-header-value',
  };
  const asked: (string | undefined)[] = [];
  const provider = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(`{"error":{"message":"Incorrect API key provided: ${canaries.key}"}}`);
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  try {
    const baseUrl = `http://127.0.0.1:${String((provider.address() as AddressInfo).port)}/v1`;
    const adding = callValue(window, 'providers.add', {
      kind: 'openai-compatible',
      label: 'Canary',
      baseUrl,
      models: ['m'],
    });
    await (await pages.consent()).accept();
    const providerId = (await adding).provider?.id ?? '';
    await callAfterKey(window, 'providers.setKey', { providerId, key: canaries.key });
    const definition = {
      ...scriptedDefinition(),
      env: { SCRIPT_TOKEN: canaries.environment },
    };
    for (const draft of [
      { name: 'Secretive', definition },
      {
        name: 'Remote',
        definition: {
          type: 'http',
          url: `${baseUrl}/mcp`,
          headers: { Authorization: `Bearer ${canaries.stored}` },
        },
      },
    ]) {
      const answer = callApp(window, 'servers.add', draft);
      await (await pages.consent()).accept();
      expect(await answer).toMatchObject({ ok: true, value: { outcome: 'started' } });
    }
    await expect
      .poll(async () => (await callValue(window, 'servers.list')).servers.map((one) => one.status))
      .toEqual(['connected', 'connected', 'needs-auth']);
    const { id } = await callValue(window, 'sessions.create', {
      model: { provider_id: providerId, id: 'm' },
    });
    await callValue(window, 'sessions.send', { sessionId: id, text: 'hello' });
    const sessionState = async (): Promise<string> =>
      (await callValue(window, 'sessions.open', { sessionId: id })).summary.state;
    await expect.poll(sessionState).toBe('failed');
    expect(asked).toContain(`Bearer ${canaries.key}`);

    const page = JSON.stringify([
      await callApp(window, 'servers.list'),
      await callApp(window, 'sessions.open', { sessionId: id }),
      await callApp(window, 'providers.list'),
      await window.content(),
    ]);
    const commands = descendantsOf(parley.pid).map(({ command }) => command);
    for (const canary of Object.values(canaries)) {
      expect(page).not.toContain(canary);
      expect(commands.filter((command) => command.includes(canary))).toEqual([]);
    }
  } finally {
    provider.close();
    provider.closeAllConnections();
  }
  await parley.quit();
  const { key, environment, stored } = canaries;
  expect(filesWith(profile, key)).toEqual([]);
  // Its owner's file of servers is where values of servers live.
  expect(filesWith(profile, environment)).toEqual([join(profile, 'servers.json')]);
  expect(filesWith(profile, stored)).toEqual([join(profile, 'servers.json')]);
  expect(existsSync(join(profile, 'logs', 'main.log'))).toBe(true);
  expect(openToOthers(profile)).toEqual([]);
});

/** Files and folders of a profile that others may read or enter. What Electron keeps for itself is behind the door of its folder. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const mode = statSync(path).mode & 0o777;
    const wanted = entry.isDirectory() ? 0o700 : 0o600;
    const wrong = mode === wanted ? [] : [`${path} ${mode.toString(8)}`];
    const isElectrons = entry.name === 'desktop';
    return entry.isDirectory() && !isElectrons ? [...wrong, ...openToOthers(path)] : wrong;
  });
}
