import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { expect, test as base } from '../fixtures/index.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { hostileServer } from '../fixtures/stdio-servers.ts';
import { AppView } from '../pages/app-view.ts';
import { ConsentView } from '../pages/consent-view.ts';

const words = text.apps;

interface Neighbours {
  /** What an app may declare. */
  readonly origin: string;
  /** Requests to it, and to the port beside it, which no app declares. */
  readonly seen: string[];
  readonly unseen: string[];
}

const test = base.extend<{ readonly neighbours: Neighbours }>({
  neighbours: async ({}, use) => {
    const seen: string[] = [];
    const unseen: string[] = [];
    const [declared, beside] = await twoPorts(seen, unseen);
    const { port } = declared.address() as AddressInfo;
    await use({ origin: `http://127.0.0.1:${String(port)}`, seen, unseen });
    for (const server of [declared, beside]) {
      server.closeAllConnections();
      server.close();
    }
  },
});

/** Two servers on ports side by side: the app knows the other one as its own less one. */
async function twoPorts(seen: string[], unseen: string[]): Promise<[Server, Server]> {
  for (;;) {
    const beside = await listening(unseen, 0);
    const { port } = beside?.address() as AddressInfo;
    const declared = await listening(seen, port + 1, port);
    if (beside && declared) return [declared, beside];
    beside?.close();
  }
}

function listening(log: string[], port: number, other?: number): Promise<Server | undefined> {
  const server = createServer((request, response) => {
    log.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const headers = { 'Access-Control-Allow-Origin': '*' };
    if (request.url === '/away') {
      const location = `http://127.0.0.1:${String(other)}/data`;
      response.writeHead(302, { ...headers, location }).end();
    } else if (request.url === '/framed') {
      response.writeHead(200, { ...headers, 'content-type': 'text/html' });
      response.end('<script>parent.postMessage("framed", "*")</script>');
    } else response.writeHead(200, headers).end('{}');
  });
  server.on('upgrade', (request, socket) => {
    log.push(`socket ${request.url ?? ''}`);
    const key = `${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.on('error', () => undefined);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Keeps the addresses that would be opened in place of opening them. */
async function catchAddresses({ app }: LaunchedApp): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(shell, {
      openExternal: async (url: string): Promise<void> => void opened.push(url),
    });
    Object.assign(globalThis, { openedAddresses: opened });
  });
  return () =>
    app.evaluate(() => (globalThis as unknown as { openedAddresses: string[] }).openedAddresses);
}

const nothingButDeclared = {
  declared: 'allowed',
  socket: 'allowed',
  undeclared: 'refused',
  redirected: 'refused',
  frame: 'allowed',
  foreignFrame: 'refused',
  internet: 'refused',
  image: 'refused',
  worker: 'refused',
  popup: 'refused',
  top: 'refused',
  storage: 'refused',
  place: 'refused',
  camera: 'refused',
  clipboard: 'refused',
  notices: 'refused',
};

test('an app on the bench reaches what it declares and the person allowed, asks for calls, and is ended when it misbehaves [UI-44, UI-44.frames, SE-13]', async ({
  pages,
  parley,
  profile,
  window,
  neighbours,
}) => {
  test.setTimeout(120_000);
  const { bench } = pages;
  const { origin, seen, unseen } = neighbours;
  const detail = await pages.addServer(
    hostileServer('Hostile', '--zoo=apps', '--era=legacy', `--app-origin=${origin}`),
  );
  await expect(detail.state('connected')).toBeVisible();
  await bench.open();

  await test.step('nothing is declared: neither page, storage nor network', async () => {
    await bench.tool('app_curious');
    await bench.call();
    const { frame, page } = await AppView.open(parley.app);
    const out = frame.locator('#out');
    await expect(out).toContainText('parent');
    expect(JSON.parse((await out.textContent()) ?? '')).toEqual({
      parent: 'refused',
      storage: 'refused',
      cookie: 'refused',
      fetch: 'refused',
    });
    await expect(out).toHaveAttribute('data-result', /"shown":true/);
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    // The last height that it asks for and that is one: 1e9 and -1 came before.
    const place = bench.result.getByRole('group', { name: words.place('app_curious') });
    await expect.poll(async () => (await place.boundingBox())?.height).toBe(120);
    expect(await window.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
    await bench.tool('app_foreign');
    await bench.call();
    await expect(bench.result.getByText(words.refused.address)).toBeVisible();
    await AppView.gone(parley.app);
  });

  const openGreedy = async (): Promise<AppView> => {
    await bench.tool('app_greedy');
    await bench.call();
    return AppView.open(parley.app);
  };

  await test.step('what is on this computer is asked for, and refused without a yes', async () => {
    await bench.tool('app_greedy');
    await bench.call();
    const consent = await ConsentView.open(parley.app);
    await expect(consent.dialog).toContainText(consentTexts.appNetwork.title('Hostile'));
    await expect(consent.dialog).toContainText(origin);
    await consent.cancel();
    const view = await AppView.open(parley.app);
    expect(await view.tried()).toMatchObject({ declared: 'refused', socket: 'refused' });
    await expect(bench.result.getByText(new RegExp(`asks for ${origin}`))).toBeVisible();
    expect(seen).toEqual([]);
  });

  await test.step('with a yes it reaches that, and nothing beside it', async () => {
    await bench.call();
    await (await ConsentView.open(parley.app)).accept();
    const view = await AppView.open(parley.app);
    expect(await view.tried()).toMatchObject(nothingButDeclared);
    expect(seen).toEqual(['GET /data', 'socket /socket', 'GET /away', 'GET /framed']);
    expect(unseen).toEqual([]);
    expect(parley.app.windows().filter((page) => /example/.test(page.url()))).toEqual([]);
  });

  await test.step('a call goes through main’s own question, with the arguments as they are sent', async () => {
    const view = await AppView.open(parley.app);
    await view.press('call');
    const consent = await ConsentView.open(parley.app);
    await expect(consent.dialog).toContainText(consentTexts.appCall.title('Hostile'));
    expect(await consent.dialog.locator('dl').last().innerText()).toContain('"from the app"');
    await consent.accept();
    await expect(view.answer()).toContainText('from the app');
    await view.press('call');
    await (await ConsentView.open(parley.app)).cancel();
    await expect(view.answer()).toContainText('The person denied this call.');
    await view.press('foreign');
    await expect(view.answer()).toContainText('lists no tool of this name');
    await view.press('hidden');
    await expect(view.answer()).toContainText('not for apps');
    await view.press('say');
    await expect(view.answer()).toContainText('no conversation');
  });

  await test.step('links are opened by the person alone; it cannot leave; giant messages are ignored', async () => {
    const opened = await catchAddresses(parley);
    const view = await AppView.open(parley.app);
    await view.press('link');
    await (await ConsentView.open(parley.app)).accept();
    await expect(view.answer()).toContainText('"result":{}');
    expect(await opened()).toEqual(['https://example.com/from-app']);
    await view.press('giant');
    await expect(view.answer()).toContainText('"result":{}');
    await view.press('tall');
    const place = bench.result.getByRole('group', { name: words.place('app_greedy') });
    await expect.poll(async () => (await place.boundingBox())?.height).toBe(300);
  });

  await test.step('it fills the window while the person is in it, and a bar leads back', async () => {
    const view = await AppView.open(parley.app);
    await view.press('fill');
    await expect(view.answer()).toContainText('"mode":"inline"');
    await bench.result.getByRole('group', { name: words.place('app_greedy') }).press('Enter');
    await view.press('fill');
    await expect(view.answer()).toContainText('"mode":"fullscreen"');
    const filled = window.getByRole('dialog', { name: words.filling('app_greedy') });
    await expect(filled).toBeVisible();
    const widest = () =>
      parley.app.evaluate(({ BrowserWindow }) => {
        const [only] = BrowserWindow.getAllWindows();
        const width = only?.getContentBounds().width ?? 0;
        const views = only?.contentView.children ?? [];
        return views.some((one) => one.getBounds().width === width && one.getBounds().y > 0);
      });
    await expect.poll(widest).toBe(true);
    await filled.getByRole('button', { name: words.shrink }).click();
    await expect(filled).toBeHidden();
    await expect.poll(widest).toBe(false);
  });

  await test.step('a file of it is saved where the person says', async () => {
    const path = join(profile, 'chart.csv');
    await parley.app.evaluate(({ dialog }, filePath) => {
      Object.assign(dialog, { showSaveDialog: async () => ({ canceled: false, filePath }) });
    }, path);
    const view = await AppView.open(parley.app);
    await view.press('save');
    await expect(view.answer()).toContainText('"result":{}');
    expect(readFileSync(path, 'utf8')).toBe('a,b');
  });

  await test.step('one that tries to leave is ended', async () => {
    await (await AppView.open(parley.app)).press('leave');
    await expect(bench.result.getByText(words.trouble.ended)).toBeVisible();
    await AppView.gone(parley.app);
    expect(seen).not.toContain('GET /left');
  });

  await test.step('a flood ends it', async () => {
    await (await openGreedy()).press('flood');
    await expect(bench.result.getByText(words.trouble.flood)).toBeVisible();
    await AppView.gone(parley.app);
    // The window answers all the while.
    await bench.resultTab('raw').click();
    await bench.tool('echo');
  });

  await test.step('a reload takes it down', async () => {
    await openGreedy();
    await window.reload();
    await AppView.gone(parley.app);
  });
  parley.takeRefusals();
});

test('an app in a conversation calls by the rules of the person, drafts, follows theme and place, and ends with its card [UI-44.chat, UI-44.call, UI-44.place]', async ({
  pages,
  parley,
  window,
  neighbours,
}) => {
  test.setTimeout(120_000);
  const { chat, shell } = pages;
  const { origin } = neighbours;
  const detail = await pages.addServer(
    hostileServer('Hostile', '--zoo=apps', '--era=legacy', `--app-origin=${origin}`),
  );
  await expect(detail.state('connected')).toBeVisible();
  await shell.openStart();
  await chat.send('Use app_greedy');
  await chat.prompt.allowForSession();
  await (await ConsentView.open(parley.app)).accept();
  const view = await AppView.open(parley.app);
  await view.tried();
  await chat.turnEnded();
  const card = chat.toolCard('app_greedy');
  const place = card.root.getByRole('group', { name: words.place('app_greedy') });

  await test.step('a call is a question of the conversation that says who asks', async () => {
    await view.press('call');
    await expect(chat.prompt.root).toContainText(words.asks('app_greedy'));
    expect(await chat.prompt.arguments()).toEqual({ text: '"from the app"' });
    await chat.prompt.allowForSession();
    await expect(view.answer()).toContainText('from the app');
    // Allowed for the session: not asked again.
    await view.press('call');
    await expect(view.answer()).toContainText('from the app');
    await expect(chat.prompt.root).toBeHidden();
  });

  await test.step('its words are a draft with their origin', async () => {
    await chat.composer.fill('mine');
    await view.press('say');
    await expect(chat.composer).toHaveValue('mine\n\nWords of the app');
    await view.press('say');
    await expect(chat.composer).toHaveValue('mine\n\nWords of the app');
    await expect(window.getByText(words.draft('app_greedy', 'Hostile'))).toBeVisible();
    await expect(chat.ownMessages).toHaveCount(1);
    await chat.composer.fill('');
  });

  await test.step('it lies over its place, hides under what lies over that, and hears of the theme', async () => {
    const bounds = () =>
      parley.app.evaluate(({ BrowserWindow }) => {
        const views = BrowserWindow.getAllWindows()[0]?.contentView.children ?? [];
        return views.map((one) => one.getBounds());
      });
    await expect
      .poll(async () => {
        const box = await place.boundingBox();
        const all = await bounds();
        return all.some(
          (at) => box && Math.abs(at.x - box.x) < 2 && Math.abs(at.width - box.width) < 2,
        );
      })
      .toBe(true);
    const sight = async () => ((await bounds()).some((at) => at.width > 0) ? 'visible' : 'hidden');
    await expect.poll(sight).toBe('visible');
    await window.evaluate(() => {
      const cover = document.createElement('div');
      cover.id = 'cover';
      cover.style.cssText = 'position:fixed;inset:0;z-index:9999';
      document.body.append(cover);
    });
    await expect.poll(sight).toBe('hidden');
    await window.evaluate(() => document.getElementById('cover')?.remove());
    await expect.poll(sight).toBe('visible');
    await parley.app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = nativeTheme.shouldUseDarkColors ? 'light' : 'dark';
    });
    await expect(view.frame.locator('#context')).toContainText('"theme":');
  });

  await test.step('it ends with its card', async () => {
    await card.root.getByRole('button', { name: words.hide }).click();
    await AppView.gone(parley.app);
    await card.root.getByRole('button', { name: words.show }).click();
    await AppView.open(parley.app);
    await shell.openSettings();
    await AppView.gone(parley.app);
  });
  parley.takeRefusals();
});
