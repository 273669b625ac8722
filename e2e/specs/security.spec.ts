import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { Bridge, Reply } from '../../shared/ipc/contract.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { callAfterKey, callApp, callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { launch, projectRoot } from '../fixtures/launch.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { createProfile } from '../fixtures/profile.ts';
import type { Profile } from '../fixtures/profile.ts';
import { scriptedDefinition } from '../fixtures/seeds.ts';
import { ConsentView } from '../pages/consent-view.ts';

const pageAddress = 'parley-app://app/index.html';

interface Preferences {
  readonly sandbox?: boolean;
  readonly contextIsolation?: boolean;
  readonly nodeIntegration?: boolean;
  readonly webSecurity?: boolean;
  readonly webviewTag?: boolean;
}

function preferencesOfAll(
  app: ElectronApplication,
): Promise<{ url: string; preferences: Preferences }[]> {
  return app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const reader = contents as unknown as { getLastWebPreferences(): Preferences };
      return { url: contents.getURL(), preferences: reader.getLastWebPreferences() };
    }),
  );
}

/** A server on this computer that counts who reaches it; every answer admits everyone. */
async function createListener(): Promise<{ origin: string; seen: string[]; close(): void }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('reached');
  });
  server.on('upgrade', (request, socket) => {
    seen.push(`UPGRADE ${request.url ?? ''}`);
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    seen,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test.describe('the open app', () => {
  // One launch for all: each leaves the page as it found it.
  test.describe.configure({ mode: 'default' });

  let profile: Profile;
  let parley: LaunchedApp;
  let window: Page;

  test.beforeAll(async () => {
    profile = await createProfile();
    parley = await launch({ profile: profile.root });
    window = parley.window;
  });
  test.afterAll(async () => {
    await parley.quit();
    await profile.remove();
  });

  test('has only sandboxed and isolated contents, the consent view too [SE-1, SE-4]', async () => {
    const answer = callApp(window, 'servers.add', {
      name: 'Never',
      definition: scriptedDefinition(),
    });
    const consent = await ConsentView.open(parley.app);
    const all = await preferencesOfAll(parley.app);
    expect(all.map(({ url }) => url).sort()).toEqual([
      pageAddress,
      'parley-consent://consent/consent.html',
    ]);
    for (const { preferences } of all) {
      expect(preferences).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
      });
    }
    const globals = (page: Page): Promise<Record<string, string>> =>
      page.evaluate(() => {
        const own = globalThis as unknown as Record<string, unknown>;
        const shape = (name: string): string => {
          const value = own[name];
          return typeof value === 'object' && value !== null
            ? Object.entries(value)
                .map(([key, member]) => `${key}: ${typeof member}`)
                .sort()
                .join(', ')
            : typeof value;
        };
        const names = ['parley', 'parleyConsent', 'require', 'process', 'module', 'exports'];
        names.push('Buffer', 'global', 'electron', 'ipcRenderer', '__dirname', 'setImmediate');
        const webview = document.createElement('webview') as unknown as Record<string, unknown>;
        return {
          ...Object.fromEntries(names.map((name) => [name, shape(name)])),
          webview: typeof webview['loadURL'],
        };
      });
    const none = Object.fromEntries(
      ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'electron', 'ipcRenderer']
        .concat('__dirname', 'setImmediate', 'webview')
        .map((name) => [name, 'undefined']),
    );
    expect(await globals(window)).toEqual({
      ...none,
      parley: 'call: function, on: function',
      parleyConsent: 'undefined',
    });
    expect(await globals(consent.page)).toEqual({
      ...none,
      parley: 'undefined',
      parleyConsent: 'answer: function, onShow: function',
    });
    await consent.cancel();
    expect(await answer).toEqual({ ok: true, value: { outcome: 'cancelled' } });
  });

  test('closes contents with unsafe preferences at once [SE-1]', async () => {
    const isDestroyed = await parley.app.evaluate(async ({ BrowserWindow }) => {
      const unsafe = new BrowserWindow({ show: false, webPreferences: { sandbox: false } });
      const { webContents } = unsafe;
      const gone = new Promise<boolean>((done) => {
        webContents.once('destroyed', () => done(true));
        setTimeout(() => done(false), 10_000);
      });
      webContents.loadURL('about:blank').catch(() => undefined);
      const result = await gone;
      if (!unsafe.isDestroyed()) unsafe.destroy();
      return result;
    });
    expect(isDestroyed).toBe(true);
  });

  test('comes from its own scheme under the exact policy; all else is 404 [SE-2]', async () => {
    expect(window.url()).toBe(pageAddress);
    const first = await window.evaluate(async (address) => {
      const answer = await fetch(address);
      return { status: answer.status, headers: Object.fromEntries(answer.headers) };
    }, pageAddress);
    expect(first.status).toBe(200);
    expect(first.headers['x-content-type-options']).toBe('nosniff');
    expect((first.headers['content-security-policy'] ?? '').split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'frame-src parley-diagram:',
      "img-src 'self' data: blob:",
      'media-src data:',
      "object-src 'none'",
      "script-src 'self'",
      expect.stringMatching(/^style-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='$/),
      "worker-src 'self'",
    ]);
    const paths = [
      '/../main/index.js',
      '/%2e%2e/main/index.js',
      '/%2E%2E%2Fmain%2Findex.js',
      '/..%2fmain%2findex.js',
      '/..%5cmain%5cindex.js',
      '/assets/..%2f..%2fmain/index.js',
      '/%252e%252e%252fmain%252findex.js',
      '/.%2e/main/index.js',
      '/%c0%ae%c0%ae/main/index.js',
      '//main/index.js',
      '//etc/passwd',
      '/%2fetc/passwd',
      `${projectRoot}/package.json`,
      '/index.html%00',
      '/index.html/..%00/main/index.js',
      '/%zz',
      '/nothing.html',
      '/',
    ];
    const statuses = await window.evaluate(
      (all) =>
        Promise.all(
          all.map(async (path) => {
            const answer = await fetch(`parley-app://app${path}`);
            return [path, answer.status, (await answer.text()).length];
          }),
        ),
      paths,
    );
    expect(statuses).toEqual(paths.map((path) => [path, 404, 0]));
    const posted = await window.evaluate(
      async (address) => (await fetch(address, { method: 'POST', body: 'x' })).status,
      pageAddress,
    );
    expect(posted).toBe(405);
  });

  test('runs no code that was not served, and has no network of its own [SE-2]', async () => {
    const listener = await createListener();
    try {
      const seen = await window.evaluate(async (origin) => {
        const tried: Record<string, string> = {};
        const note = (name: string, run: () => unknown): Promise<void> =>
          // From a timer: what a debugger runs may use eval in spite of the policy.
          new Promise<void>((done) => {
            setTimeout(() => {
              Promise.resolve()
                .then(run)
                .then(
                  () => 'done',
                  (failure: unknown) => (failure instanceof Error ? failure.name : 'refused'),
                )
                .then((outcome) => {
                  tried[name] = outcome;
                  done();
                }, done);
            });
          });
        const loading = (element: HTMLElement): Promise<void> =>
          new Promise<void>((loaded, failed) => {
            element.addEventListener('load', () => {
              loaded();
            });
            element.addEventListener('error', () => {
              failed(new Error('not loaded'));
            });
            document.body.append(element);
          }).finally(() => {
            element.remove();
          });
        const make = (tag: string, attributes: Record<string, string>): HTMLElement => {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          return element;
        };
        const opened = (socket: WebSocket | EventSource): Promise<void> =>
          new Promise((done, failed) => {
            socket.onopen = () => {
              done();
            };
            socket.onerror = () => {
              failed(new Error('closed'));
            };
          });
        const own = globalThis as unknown as Record<string, unknown>;

        await note('eval', () => eval('1'));
        // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it must be refused
        await note('new Function', () => new Function('return 1'));
        await note('inline script', () => {
          own['inline'] = 'not run';
          const script = document.createElement('script');
          script.textContent = 'globalThis.inline = "run"';
          document.body.append(script);
          script.remove();
          if (own['inline'] !== 'run') throw new Error('not run');
        });
        await note('inline handler', () => {
          own['handler'] = 'not run';
          const button = make('button', { onclick: 'globalThis.handler = "run"' });
          button.click();
          if (own['handler'] !== 'run') throw new Error('not run');
        });
        await note('text as timer', async () => {
          own['timer'] = 'not run';
          // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it must be refused
          setTimeout('globalThis.timer = "run"', 0);
          await new Promise((done) => setTimeout(done, 20));
          if (own['timer'] !== 'run') throw new Error('not run');
        });
        await note('blob script', () =>
          loading(make('script', { src: URL.createObjectURL(new Blob(['1'])) })),
        );
        await note('data script', () => loading(make('script', { src: 'data:text/javascript,1' })));
        await note('blob worker', () => {
          const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
          return new Promise((done, failed) => {
            worker.onmessage = done;
            worker.onerror = () => {
              failed(new Error('not run'));
            };
          });
        });
        await note('import', () => import(`http://${origin}/import.js`));
        await note('fetch', () => fetch(`http://${origin}/fetch`));
        await note('fetch without cors', () =>
          fetch(`http://${origin}/fetch`, { mode: 'no-cors' }),
        );
        await note('fetch of a file', () => fetch('file:///etc/passwd'));
        await note('fetch of the consent view', () =>
          fetch('parley-consent://consent/consent.html'),
        );
        await note('request', async () => {
          const request = new XMLHttpRequest();
          request.open('GET', `http://${origin}/xhr`);
          await new Promise((done, failed) => {
            request.onload = done;
            request.onerror = () => {
              failed(new Error('refused'));
            };
            request.send();
          });
        });
        await note('web socket', () => opened(new WebSocket(`ws://${origin}/ws`)));
        await note('event source', () => opened(new EventSource(`http://${origin}/events`)));
        await note('image', () => loading(make('img', { src: `http://${origin}/image.png` })));
        await note('style sheet', () =>
          loading(make('link', { rel: 'stylesheet', href: `http://${origin}/style.css` })),
        );
        await note('foreign script', () =>
          loading(make('script', { src: `http://${origin}/script.js` })),
        );
        navigator.sendBeacon(`http://${origin}/beacon`, 'x');
        document.body.append(make('link', { rel: 'prefetch', href: `http://${origin}/prefetch` }));
        const video = make('video', { src: `http://${origin}/video.mp4`, preload: 'auto' });
        await note('video', () => loading(video));
        return tried;
      }, listener.origin);
      const outcomes = Object.entries(seen);
      expect(outcomes).toHaveLength(20);
      expect(outcomes.filter(([, outcome]) => outcome === 'done')).toEqual([]);
      expect(listener.seen).toEqual([]);
      expect(parley.takeRefusals().join('\n')).toContain('unsafe-eval');
    } finally {
      listener.close();
    }
  });

  test('has no peer connections either [SE-2]', async () => {
    const heard: number[] = [];
    const udp = createSocket('udp4');
    udp.on('message', (message) => heard.push(message.length));
    const tcp = createTcpServer((socket) => {
      heard.push(-1);
      socket.destroy();
    });
    await new Promise<void>((bound) => udp.bind(0, '127.0.0.1', bound));
    await new Promise<void>((listening) => tcp.listen(0, '127.0.0.1', listening));
    try {
      await window.evaluate(
        async (urls) => {
          const iceServers = urls.map((url) => ({ urls: url, username: 'x', credential: 'x' }));
          const peer = new RTCPeerConnection({ iceServers });
          peer.createDataChannel('leak');
          await peer.setLocalDescription(await peer.createOffer());
          // Ends when every way was tried.
          await new Promise<void>((done) => {
            const check = (): void => {
              if (peer.iceGatheringState === 'complete') done();
            };
            peer.onicegatheringstatechange = check;
            check();
          });
          peer.close();
        },
        [
          `stun:127.0.0.1:${String(udp.address().port)}`,
          `turn:127.0.0.1:${String(udp.address().port)}`,
          `turn:127.0.0.1:${String((tcp.address() as AddressInfo).port)}?transport=tcp`,
        ],
      );
      expect(heard).toEqual([]);
    } finally {
      udp.close();
      tcp.close();
    }
  });

  test('denies permissions and devices, but lets a person copy [SE-3]', async () => {
    const asked = await window.evaluate(async () => {
      const names = ['notifications', 'geolocation', 'camera', 'microphone', 'midi'];
      names.push('clipboard-read', 'screen-wake-lock', 'persistent-storage', 'storage-access');
      const states = await Promise.all(
        names.map(async (name) => {
          const query = await navigator.permissions.query({ name: name as PermissionName });
          return [name, query.state];
        }),
      );
      return Object.fromEntries(states) as Record<string, string>;
    });
    expect(Object.values(asked).filter((state) => state !== 'denied')).toEqual([]);
    await window.evaluate(() => {
      const own = globalThis as unknown as { asked: Promise<Record<string, string>> };
      const devices = navigator as unknown as Record<
        'usb' | 'hid' | 'serial' | 'bluetooth',
        { requestDevice(options: object): Promise<unknown>; requestPort(): Promise<unknown> }
      >;
      const button = document.createElement('button');
      button.textContent = 'Ask for everything';
      button.style.cssText = 'position:fixed;top:0;left:0;z-index:99999';
      // Some of these need a click of the person before they even ask.
      button.onclick = () => {
        const ways: Record<string, () => Promise<unknown>> = {
          notifications: async () => {
            if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
          },
          geolocation: () =>
            new Promise((done, failed) => {
              navigator.geolocation.getCurrentPosition(done, failed);
            }),
          camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
          microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
          screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
          'clipboard read': () => navigator.clipboard.readText(),
          midi: () => navigator.requestMIDIAccess({ sysex: true }),
          usb: () => devices.usb.requestDevice({ filters: [] }),
          hid: async () => {
            const found = await devices.hid.requestDevice({ filters: [] });
            if ((found as unknown[]).length === 0) throw new Error('none');
          },
          serial: () => devices.serial.requestPort(),
          bluetooth: () => devices.bluetooth.requestDevice({ acceptAllDevices: true }),
          'pointer lock': () => document.documentElement.requestPointerLock(),
        };
        const tried = Object.entries(ways).map(async ([name, ask]) => {
          try {
            await ask();
            return [name, 'granted'];
          } catch {
            return [name, 'refused'];
          }
        });
        own.asked = Promise.all(tried).then(
          (all) => Object.fromEntries(all) as Record<string, string>,
        );
      };
      document.body.append(button);
    });
    await window.getByRole('button', { name: 'Ask for everything' }).click();
    const tried = await window.evaluate(
      () => (globalThis as unknown as { asked: Promise<Record<string, string>> }).asked,
    );
    expect(Object.entries(tried).filter(([, outcome]) => outcome !== 'refused')).toEqual([]);
    expect(Object.keys(tried)).toHaveLength(12);

    const copied = await window.evaluate(async () => {
      await navigator.clipboard.writeText('copied by the page');
      return true;
    });
    expect(copied).toBe(true);
    await window.evaluate(() => {
      for (const button of document.querySelectorAll('body > button')) button.remove();
    });
  });

  test('refuses hostile payloads with a code and answers on [SE-4]', async () => {
    const codes = await window.evaluate(async () => {
      const { parley: bridge } = globalThis as unknown as { parley: Bridge };
      const call = bridge.call as (route: unknown, input?: unknown) => Promise<Reply<unknown>>;
      const deep = (levels: number): unknown => {
        let value: unknown = 'x';
        for (let level = 0; level < levels; level += 1) value = [value];
        return value;
      };
      const circle: Record<string, unknown> = {};
      circle['circle'] = circle;
      const id = '00000000-0000-4000-8000-000000000000';
      const tries: Record<string, () => Promise<Reply<unknown>>> = {};
      const routes: unknown[] = ['', 'nothing.here', '__proto__', 'constructor', 'toString'];
      routes.push('hasOwnProperty', 'app.info\0', 'APP.INFO', ' app.info', 'app', null, undefined);
      routes.push(0, true, ['app.info'], { route: 'app.info' }, 'x'.repeat(1_000_000));
      routes.forEach((route, index) => {
        tries[`route ${String(index)}`] = () => call(route);
      });
      const inputs: Record<string, [route: string, input: unknown]> = {
        'extra input': ['app.info', {}],
        'no input': ['sessions.open', undefined],
        'null input': ['sessions.open', null],
        'number input': ['sessions.open', 5],
        'list input': ['sessions.open', [id]],
        'wrong type': ['sessions.open', { sessionId: 5 }],
        'path as id': ['sessions.open', { sessionId: '../../../etc/passwd' }],
        'extra key': ['sessions.open', { sessionId: id, more: 1 }],
        'prototype key': ['settings.set', JSON.parse('{"__proto__":{"theme":"dark"},"x":1}')],
        'constructor key': ['settings.set', { constructor: { prototype: { theme: 'dark' } } }],
        'unknown value': ['settings.set', { theme: 'pink' }],
        'map input': ['settings.set', new Map([['theme', 'dark']])],
        'date input': ['settings.set', { theme: new Date() }],
        'big integer': ['settings.set', { theme: 1n }],
        'not a number': [
          'servers.add',
          { name: 'x', definition: { type: 'stdio' }, startTimeoutMs: NaN },
        ],
        'bundled kind': [
          'servers.add',
          { name: 'x', definition: { type: 'builtin', module: 'notes' } },
        ],
        'NUL in a command': [
          'servers.add',
          { name: 'x', definition: { type: 'stdio', command: 'a\0b' } },
        ],
        'file address': [
          'servers.add',
          { name: 'x', definition: { type: 'http', url: 'file:///etc/passwd' } },
        ],
        circle: ['settings.set', circle],
        '50 MB': ['app.reportError', { message: 'x'.repeat(50_000_000) }],
        '20 MB of bytes': ['app.reportError', { message: new Uint8Array(20_000_000) }],
        'million values': ['app.reportError', { message: new Array(1_100_000).fill(0) }],
        'depth 900': ['app.reportError', deep(900)],
        'depth 10,000': ['app.reportError', deep(10_000)],
        'wide keys': [
          'settings.set',
          Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key${String(at)}`, at])),
        ],
        function: ['settings.set', { theme: () => 'dark' }],
        symbol: ['settings.set', { theme: Symbol('dark') }],
        element: ['sessions.open', document.body],
        window: ['sessions.open', globalThis],
        promise: ['settings.set', { theme: Promise.resolve('dark') }],
      };
      for (const [name, [route, input]] of Object.entries(inputs)) {
        tries[name] = () => call(route, input);
      }
      const outcomes: Record<string, string> = {};
      for (const [name, run] of Object.entries(tries)) {
        try {
          const reply = await run();
          outcomes[name] = reply.ok ? 'taken' : reply.error.code;
        } catch {
          outcomes[name] = 'thrown in the page';
        }
      }
      return outcomes;
    });
    const routes = Object.entries(codes).filter(([name]) => name.startsWith('route '));
    expect(routes).toHaveLength(17);
    expect(routes.filter(([, code]) => code !== 'ipc.unknown-route')).toEqual([]);
    const inputs = Object.entries(codes).filter(([name]) => !name.startsWith('route '));
    expect(inputs).toHaveLength(30);
    const allowed = /^(?:ipc\.(?:invalid-input|too-large)|thrown in the page)$/;
    expect(inputs.filter(([, code]) => !allowed.test(code))).toEqual([]);
    expect(codes).toMatchObject({
      '50 MB': 'ipc.too-large',
      '20 MB of bytes': 'ipc.too-large',
      'million values': 'ipc.too-large',
      'depth 900': 'ipc.too-large',
      'extra key': 'ipc.invalid-input',
      'path as id': 'ipc.invalid-input',
      'prototype key': 'ipc.invalid-input',
    });
    const inherited = await parley.app.evaluate(() => {
      const names: string[] = [];
      for (const name in {}) names.push(name);
      return names;
    });
    expect(inherited).toEqual([]);
    expect((await callValue(window, 'app.info')).profileFolder).toBe(profile.root);
    expect((await callValue(window, 'settings.get')).theme).toBe('system');
    expect(ConsentView.openPages(parley.app)).toEqual([]);
  });

  test('takes calls from its own page only [SE-4]', async () => {
    // Made in main, as no page can: our very preload in other contents, and under the consent view's origin.
    const answers = await parley.app.evaluate(
      async ({ BrowserWindow }, { preload, pages }) => {
        const results: unknown[] = [];
        for (const { url, partition } of pages) {
          const other = new BrowserWindow({
            show: false,
            webPreferences: { preload, sandbox: true, ...(partition ? { partition } : {}) },
          });
          await other.loadURL(url);
          const script = `parley.call('app.info').then((reply) => [parley === undefined, reply])`;
          results.push(await other.webContents.executeJavaScript(script));
          other.destroy();
        }
        return results;
      },
      {
        preload: join(projectRoot, 'out/preload/index.cjs'),
        pages: [
          { url: pageAddress, partition: undefined },
          { url: 'parley-consent://consent/consent.html', partition: 'consent' },
        ],
      },
    );
    const refused = {
      ok: false,
      error: {
        code: 'ipc.forbidden-sender',
        message: 'This page may not call the app.',
        retryable: false,
      },
    };
    expect(answers).toEqual([
      [false, refused],
      [false, refused],
    ]);
  });

  test('stays where it is, whatever the page tries [SE-3]', async () => {
    const listener = await createListener();
    const foreign = `http://${listener.origin}/away`;
    try {
      await window.evaluate(() => {
        (globalThis as unknown as Record<string, unknown>)['stillHere'] = true;
      });
      const targets = [
        foreign,
        'https://example.invalid/',
        'file:///etc/passwd',
        'data:text/html,hello',
        'about:blank',
        'parley-consent://consent/consent.html',
        'parley-app://app/consent.html',
        'parley-app://other/index.html',
        'mailto:someone@example.invalid',
        'parley://anything',
      ];
      const opened = await window.evaluate((all) => {
        const results: unknown[] = [];
        for (const target of all) {
          results.push(globalThis.open(target), globalThis.open(target, '_blank', 'popup'));
          location.assign(target);
          location.replace(target);
        }
        location.href = URL.createObjectURL(new Blob(['hello'], { type: 'text/html' }));
        return results;
      }, targets);
      expect(opened.every((result) => result === null)).toBe(true);

      // As a person would: by mouse, on links and forms that a page could show.
      await window.evaluate((target) => {
        const box = document.createElement('div');
        box.id = 'tried';
        box.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:99999;background:white';
        const add = (tag: string, label: string, attributes: Record<string, string>): void => {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          element.textContent = label;
          box.append(element);
        };
        add('a', 'plain', { href: target });
        add('a', 'blank', { href: target, target: '_blank' });
        add('a', 'download', { href: target, download: 'file.txt' });
        add('a', 'own download', { href: 'parley-app://app/index.html', download: 'page.html' });
        add('a', 'script', { href: 'javascript:globalThis.ran = true' });
        const form = document.createElement('form');
        form.action = target;
        form.method = 'post';
        const button = document.createElement('button');
        button.textContent = 'submit';
        form.append(button);
        box.append(form);
        document.body.append(box);
      }, foreign);
      const places = await window.evaluate(() =>
        [...document.querySelectorAll('#tried a, #tried button')].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        }),
      );
      expect(places).toHaveLength(6);
      // Not by locators, which would wait for navigations that never come to an end.
      for (const { x, y } of places) {
        await window.mouse.click(x, y);
        await window.mouse.click(x, y, { button: 'middle' });
        await window.keyboard.down('Control');
        await window.mouse.click(x, y);
        await window.keyboard.up('Control');
      }
      await window.evaluate(() => {
        document.querySelector('#tried')?.remove();
      });

      // Frames, a refresh, and things that are dropped on the window.
      const frames = await window.evaluate(async (all) => {
        const seen: string[] = [];
        for (const src of all) {
          const frame = document.createElement('iframe');
          frame.src = src;
          document.body.append(frame);
          await new Promise((done) => setTimeout(done, 20));
          try {
            const inner = frame.contentWindow as unknown as Record<string, unknown> | null;
            if (typeof inner?.['parley'] !== 'undefined') seen.push(src);
            if ((frame.contentDocument?.body.textContent ?? '') !== '') seen.push(src);
          } catch {
            // An error page of an opaque origin.
          }
          frame.remove();
        }
        const refresh = document.createElement('meta');
        refresh.httpEquiv = 'refresh';
        refresh.content = `0;url=${all[0] ?? ''}`;
        document.head.append(refresh);
        return seen;
      }, targets);
      expect(frames).toEqual([]);
      await drop(window, { files: [join(projectRoot, 'package.json')] });
      await drop(window, { address: foreign });
      await drop(window, { address: 'file:///etc/passwd' });

      await expect.poll(() => window.url()).toBe(pageAddress);
      expect(
        await window.evaluate(() => {
          const own = globalThis as unknown as Record<string, unknown>;
          return [own['stillHere'], own['ran']];
        }),
      ).toEqual([true, undefined]);
      expect(parley.app.windows()).toHaveLength(1);
      expect(await preferencesOfAll(parley.app)).toHaveLength(1);
      expect(listener.seen).toEqual([]);
      parley.takeRefusals();
    } finally {
      listener.close();
    }
  });
});

/** Drops files or an address on the middle of the page, as the system does it. */
async function drop(
  page: Page,
  what: { readonly files: readonly string[] } | { readonly address: string },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data =
    'files' in what
      ? { items: [], files: [...what.files], dragOperationsMask: 1 }
      : {
          items: [{ mimeType: 'text/uri-list', data: what.address }],
          files: [],
          dragOperationsMask: 1,
        };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
  }
  await session.detach();
}

test.describe('a hostile page', () => {
  test('adds and starts nothing without the person [SE-5, SE-31]', async ({
    parley,
    window,
    profile,
  }) => {
    const starts = join(profile, 'starts');
    const answer = callApp(window, 'servers.add', {
      name: 'Hostile',
      definition: scriptedDefinition([`--starts=${starts}`]),
    });
    const consent = await ConsentView.open(parley.app);
    await expect(consent.page.locator('[data-settled="true"]')).toBeVisible();
    // The page below clicks everywhere and presses keys; none of it reaches the question.
    await window.evaluate(() => {
      for (let x = 0; x < innerWidth; x += 40) {
        for (let y = 0; y < innerHeight; y += 40) {
          const target = document.elementFromPoint(x, y) ?? document.body;
          const at = { bubbles: true, clientX: x, clientY: y };
          if (target.closest('a,button') === null) {
            for (const type of ['mousedown', 'mouseup', 'click']) {
              target.dispatchEvent(new MouseEvent(type, at));
            }
          }
          target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        }
      }
      globalThis.focus();
    });
    // And were the question's own page turned, its script still has no hands.
    await consent.acceptButton.evaluate((button: HTMLElement) => {
      button.click();
    });
    await callValue(window, 'app.info');
    expect(existsSync(starts)).toBe(false);
    expect(ConsentView.openPages(parley.app)).toHaveLength(1);
    expect((await callValue(window, 'servers.list')).servers).toHaveLength(1);

    // Many questions at once are not a way through either: they wait, and too many are refused.
    const draft = { name: 'More', definition: scriptedDefinition([`--starts=${starts}`]) };
    const more = [1, 2, 3, 4].map(() => callApp(window, 'servers.add', draft));
    const codes = await Promise.race(more);
    expect(codes).toMatchObject({ ok: false, error: { code: 'consent.busy' } });
    await consent.cancel();
    expect(await answer).toEqual({ ok: true, value: { outcome: 'cancelled' } });
    for (let left = 3; left > 0; left -= 1) await (await ConsentView.open(parley.app)).cancel();
    await Promise.all(more);
    expect(existsSync(starts)).toBe(false);
    expect((await callValue(window, 'servers.list')).servers).toHaveLength(1);
  });

  test('opens no address; the person opens what was re-serialised [SE-5, SE-10]', async ({
    parley,
    window,
  }) => {
    await parley.app.evaluate(({ shell }) => {
      const own = globalThis as unknown as { opened: string[] };
      own.opened = [];
      const openExternal = (url: string): Promise<void> => {
        own.opened.push(url);
        return Promise.resolve();
      };
      Object.assign(shell, { openExternal });
    });
    const opened = (): Promise<string[]> =>
      parley.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'smb://host/share',
      'data:text/html,x',
      'ms-settings:privacy',
      'parley://callback',
      'vbscript:x',
      'http://example.com/',
      'https://user:pass@example.com/',
      'https://exa\u200bmple.com/',
      'https://example.com/\u202egpj',
      'https://example.com/ --flag',
      '\\\\host\\share',
      '/etc/passwd',
      '',
    ]) {
      const reply = await callApp(window, 'app.openLink', { url });
      expect(reply, url).toMatchObject({ ok: false, error: { code: 'link.refused' } });
    }
    expect(ConsentView.openPages(parley.app)).toEqual([]);
    const cancelled = callApp(window, 'app.openLink', { url: 'https://example.com/a' });
    await (await ConsentView.open(parley.app)).cancel();
    expect(await cancelled).toEqual({ ok: true, value: { opened: false } });
    expect(await opened()).toEqual([]);
    const accepted = callApp(window, 'app.openLink', { url: 'HTTPS://EXAMPLE.com:443/a"b\'$(c)' });
    const consent = await ConsentView.open(parley.app);
    await expect(consent.dialog).toContainText('https://example.com/a%22b%27%24(c)');
    await consent.accept();
    expect(await accepted).toEqual({ ok: true, value: { opened: true } });
    expect(await opened()).toEqual(['https://example.com/a%22b%27%24(c)']);
  });

  test('approves no tool by itself, nor with another hash [SE-5, SE-41]', async ({
    window,
    pages,
    profile,
  }) => {
    const { chat } = pages;
    const { id } = await callValue(window, 'sessions.create', {});
    await callValue(window, 'sessions.send', {
      sessionId: id,
      text: 'Use the write_note tool with name="hostile" text="by the page"',
    });
    await expect
      .poll(
        async () => (await callValue(window, 'sessions.open', { sessionId: id })).prompts.length,
      )
      .toBe(1);
    const [prompt] = (await callValue(window, 'sessions.open', { sessionId: id })).prompts;
    const { promptId = '', argumentsHash = '' } = prompt ?? {};
    const allow = { behavior: 'allow', scope: 'session' };
    const answerWith = (input: object): ReturnType<typeof callApp> =>
      callApp(window, 'sessions.answerPermission', {
        promptId,
        argumentsHash,
        answer: allow,
        ...input,
      });
    expect(await answerWith({})).toMatchObject({ error: { code: 'session.no-gesture' } });
    expect(await answerWith({ argumentsHash: '0'.repeat(64) })).toMatchObject({
      error: { code: 'session.prompt-mismatch' },
    });
    expect(await answerWith({ promptId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      error: { code: 'session.no-prompt' },
    });
    // A made-up click on the very button is no gesture either.
    await window.locator(`[data-session]`).first().dispatchEvent('click');
    await expect(chat.prompt.root).toBeVisible();
    await chat.prompt.root
      .getByRole('button', { name: text.chat.allowOnce })
      .evaluate(async (button: HTMLElement) => {
        for (let press = 0; press < 20; press += 1) {
          button.click();
          await new Promise((done) => requestAnimationFrame(done));
        }
      });
    // Right after a real press elsewhere, an answer for other arguments does not count.
    await chat.composer.press('Shift');
    expect(await answerWith({ argumentsHash: '0'.repeat(64) })).toMatchObject({
      error: { code: 'session.prompt-mismatch' },
    });
    const after = await callValue(window, 'sessions.open', { sessionId: id });
    expect(after.prompts).toHaveLength(1);
    expect(existsSync(join(profile, 'notes', 'hostile.md'))).toBe(false);
    await chat.prompt.deny();
    await chat.turnEnded();
    expect(existsSync(join(profile, 'notes', 'hostile.md'))).toBe(false);
  });

  test('never gets a key back [SE-5, SE-51, MODEL-6]', async ({ window, pages }) => {
    const key = 'canary-7f3b1c9d-of-the-provider';
    const asked: string[] = [];
    const echo = createServer((request, response) => {
      asked.push(request.headers.authorization ?? '');
      const given = JSON.stringify(request.headers);
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `Wrong key. You sent ${given}` } }));
    });
    await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
    try {
      const baseUrl = `http://127.0.0.1:${String((echo.address() as AddressInfo).port)}/v1`;
      const draft = { kind: 'openai-compatible', label: 'Echo', baseUrl, models: ['m'] };
      const adding = callValue(window, 'providers.add', draft);
      await (await pages.consent()).accept();
      const id = (await adding).provider?.id ?? '';
      const replies = [
        await callAfterKey(window, 'providers.setKey', { providerId: id, key }),
        await callValue(window, 'providers.list'),
        await callAfterKey(window, 'providers.test', { providerId: id, model: 'm' }),
        await callAfterKey(window, 'providers.update', {
          providerId: id,
          draft: { ...draft, label: 'Echo 2' },
        }),
        await callValue(window, 'app.info'),
      ];
      expect(asked).toEqual([`Bearer ${key}`]);
      expect(JSON.stringify(replies)).not.toContain(key);
      expect(replies[2]).toMatchObject({ ok: false, status: 401 });
      // A key goes to no other origin than the one it was entered for.
      const moving = callAfterKey(window, 'providers.update', {
        providerId: id,
        draft: { ...draft, baseUrl: baseUrl.replace('127.0.0.1', 'localhost') },
      });
      const question = await pages.consent();
      await expect(question.dialog).toContainText(consentTexts.useProvider.keyDropped);
      await question.accept();
      // This one is on this computer, where a key is not needed.
      expect((await moving).provider?.key).toBe('not-needed');
      await callAfterKey(window, 'providers.test', { providerId: id, model: 'm' });
      expect(asked.filter((given) => given !== '')).toEqual([`Bearer ${key}`]);
    } finally {
      echo.close();
      echo.closeAllConnections();
    }
  });
});
