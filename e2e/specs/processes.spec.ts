import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';
import { windowTexts } from '../../shared/texts/en/window.ts';
import { callApp, callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { descendantsOf, stillRunning, zombiesBelow } from '../fixtures/processes.ts';
import type { ProcessFacts } from '../fixtures/processes.ts';
import { scriptedDefinition, seedServers } from '../fixtures/seeds.ts';
import { appPages } from '../pages/app-pages.ts';

/** Waits until a server has these states, in the order of the list. */
async function serversReach(parley: LaunchedApp, status: string): Promise<void> {
  await expect
    .poll(async () => {
      const { servers } = await callValue(parley.window, 'servers.list');
      return servers.filter((server) => server.status !== status).map((server) => server.name);
    })
    .toEqual([]);
}

/** A stubborn server with a child that is no better, and a runtime in the middle of a turn. Gives all processes of the app. */
async function busyApp(parley: LaunchedApp, serverId: string): Promise<ProcessFacts[]> {
  await serversReach(parley, 'connected');
  const { id } = await callValue(parley.window, 'sessions.create', {});
  await callValue(parley.window, 'sessions.send', {
    sessionId: id,
    text: 'Use the silent tool',
  });
  await expect
    .poll(async () => {
      const { prompts } = await callValue(parley.window, 'sessions.open', { sessionId: id });
      return prompts.length;
    })
    .toBe(1);
  await expect
    .poll(async () => {
      const { lines } = await callValue(parley.window, 'servers.logs', { serverId });
      return lines.some((line) => /^grandchild \d+$/.test(line.text));
    })
    .toBe(true);
  const family = descendantsOf(parley.pid);
  const commands = family.map((process) => process.command);
  expect(commands.filter((command) => command.includes('scripted-stdio.mjs'))).toHaveLength(1);
  expect(commands.filter((command) => command.includes(`console.log('up')`))).toHaveLength(1);
  expect(commands.filter((command) => command.includes('node.mojom.NodeService'))).toHaveLength(1);
  return family;
}

/** Every way in which the app may end, of itself or not. */
const ends: Readonly<Record<string, (parley: LaunchedApp) => unknown>> = {
  quit: (parley) => parley.quit(),
  SIGTERM: ({ pid }) => process.kill(pid, 'SIGTERM'),
  SIGKILL: ({ pid }) => process.kill(pid, 'SIGKILL'),
  crash: ({ app }) => app.evaluate(() => process.crash()),
};

for (const [name, end] of Object.entries(ends)) {
  test(`leaves no process after ${name}, whatever the servers do [RE-10]`, async ({
    start,
    profile,
  }) => {
    const definition = scriptedDefinition(['--ignore-term', '--grandchild']);
    const [record] = await seedServers(profile, { Stubborn: definition });
    const parley = await start();
    const family = await busyApp(parley, record?.id ?? '');
    const exited = new Promise<void>((done) => parley.app.process().once('exit', () => done()));
    await Promise.resolve(end(parley)).catch(() => undefined);
    await exited;
    await expect.poll(() => stillRunning(family), { timeout: 10_000 }).toEqual([]);
  });
}

test('stops a stubborn server, its child and a runtime when it is told to; an idle app has no zombies [RE-10]', async ({
  start,
  profile,
}) => {
  const definition = scriptedDefinition(['--ignore-term', '--grandchild']);
  const [record] = await seedServers(profile, { Stubborn: definition });
  const serverId = record?.id ?? '';
  const parley = await start();
  const family = await busyApp(parley, serverId);
  const ofServer = family.filter(({ command }) => /scripted-stdio|console\.log/.test(command));
  await callValue(parley.window, 'servers.setEnabled', { serverId, enabled: false });
  await expect.poll(() => stillRunning(ofServer), { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => zombiesBelow(parley.pid)).toEqual([]);
});

/** Runs script in the window's page, past a page object that a crash has made useless. */
function inPage(app: ElectronApplication, script: string): Promise<unknown> {
  return app.evaluate(
    ({ BrowserWindow }, code) =>
      BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript(code)
        .catch(() => undefined),
    script,
  );
}

/** Kills the window's page; resolves when the app has loaded it again. */
function crashPage(app: ElectronApplication): Promise<void> {
  return app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((loaded) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-finish-load', () => loaded());
        contents?.forcefullyCrashRenderer();
      }),
  );
}

test('brings a crashed window back with its session and its open question [RE-12.renderer]', async ({
  parley,
  window,
  pages,
}) => {
  const { chat } = pages;
  await chat.send('Use the write_note tool with name="kept" text="before the crash"');
  await expect(chat.prompt.root).toBeVisible();
  const { sessions } = await callValue(window, 'sessions.list');
  expect(sessions).toHaveLength(1);
  await crashPage(parley.app);
  const ready = `document.documentElement.dataset.ready === 'true'`;
  await expect.poll(() => inPage(parley.app, ready)).toBe(true);
  const shown = 'document.body.innerText';
  await expect.poll(() => inPage(parley.app, shown)).toContain(text.chat.allowOnce);
  expect(await inPage(parley.app, shown)).toContain('before the crash');
  const list = `parley.call('sessions.list').then((reply) => reply.value.sessions.length)`;
  expect(await inPage(parley.app, list)).toBe(1);

  // What was open may be what kills it: the second time it opens without it, the third time the person decides.
  await crashPage(parley.app);
  await expect.poll(() => inPage(parley.app, ready)).toBe(true);
  expect(await inPage(parley.app, list)).toBe(1);
  expect(await inPage(parley.app, shown)).not.toContain(text.chat.allowOnce);
  await parley.app.evaluate(({ dialog }) => {
    const own = globalThis as unknown as { offered: unknown[] };
    own.offered = [];
    const showMessageBox = (_window: unknown, options: unknown): Promise<{ response: number }> => {
      own.offered.push(options);
      return Promise.resolve({ response: 0 });
    };
    Object.assign(dialog, { showMessageBox });
  });
  await crashPage(parley.app);
  await expect.poll(() => inPage(parley.app, ready)).toBe(true);
  expect(await inPage(parley.app, 'location.href')).toBe('parley-app://app/index.html');
  const offered = await parley.app.evaluate(
    () => (globalThis as unknown as { offered: unknown[] }).offered,
  );
  expect(offered).toMatchObject([{ buttons: [windowTexts.reload, windowTexts.quit] }]);
});

test('lives on after an uncaught error, says so, and keeps secrets out of its log [SE-51]', async ({
  parley,
  window,
  profile,
}) => {
  const canary = 'sk-canary0123456789abcdefghij';
  await parley.app.evaluate((_electron, secret) => {
    setTimeout(() => {
      throw new Error(`Thrown on purpose with apiKey=${secret}`);
    }, 0);
    setTimeout(() => {
      void Promise.reject(new Error(`Rejected on purpose with Bearer ${secret}`));
    }, 0);
  }, canary);
  const { notices } = appPages(parley).shell;
  await expect(notices.getByText(text.app.noticeSentences['main-error'])).toHaveCount(2);
  const notice = notices
    .getByRole('status')
    .filter({ hasText: text.app.noticeSentences['main-error'] })
    .first();
  await notice.getByRole('button', { name: text.ui.details, exact: true }).click();
  await expect(notice).toContainText('Thrown on purpose with apiKey=');
  const told = (await callValue(window, 'app.info')).notices;
  expect(told.map((notice) => notice.details).join('\n')).toContain('Rejected on purpose');
  expect(JSON.stringify(told)).not.toContain(canary);
  await callApp(window, 'app.reportError', { message: `The page failed: token=${canary}` });
  const log = readFileSync(join(profile, 'logs', 'main.log'), 'utf8');
  for (const said of ['Thrown on purpose', 'Rejected on purpose', 'The page failed']) {
    expect(log).toContain(said);
  }
  expect(log).not.toContain(canary);
  for (const line of log.trim().split('\n'))
    expect(() => JSON.parse(line) as unknown).not.toThrow();
});
