import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { McpHub } from '../hub.ts';
import { connected, HubDesk, hostileDraft } from '../testing/hub-desk.ts';
import { RawClient } from '../testing/raw-client.ts';
import { ToolApps } from './tool-apps.ts';
import type { AppStage, ToolAppsDeps } from './tool-apps.ts';

vi.setConfig({ testTimeout: 30_000 });

type Opened = Parameters<AppStage['open']>[0] & {
  readonly id: string;
  readonly say: (message: JsonObject) => void;
  readonly posted: JsonObject[];
  readonly isClosed: () => boolean;
};

let desk: HubDesk;
let hub: McpHub;
let serverId: string;
let opened: Opened[];
let asked: unknown[];
let admit: ToolAppsDeps['admit'];
let agrees: boolean;
let apps: ToolApps;
const changes: unknown[] = [];

beforeEach(async () => {
  desk = await HubDesk.open();
  hub = await desk.hub();
  serverId = await connected(
    hub,
    hostileDraft(['--zoo=apps', '--era=legacy', '--app-origin=http://127.0.0.1:9']),
  );
  [opened, asked, agrees] = [[], [], true];
  changes.length = 0;
  admit = async ({ input }) => ({ input });
  apps = new ToolApps({
    hub,
    clock: systemClock,
    stage: { open: stage },
    theme: () => 'light',
    admit: (call, signal) => admit(call, signal),
    agreeToLocal: async (question) => {
      asked.push(question);
      return agrees;
    },
    openLink: async (url) => {
      asked.push(url);
      return agrees;
    },
    saveFile: async ({ name, bytes }, from) => {
      asked.push([name, Buffer.from(bytes).toString(), from]);
      return agrees;
    },
    events: { onChanged: (...change) => changes.push(change), onDraft: () => undefined },
  });
});
afterEach(async () => {
  await apps.dispose();
  await desk.dispose();
});

const stage: AppStage['open'] = async (page, events) => {
  const id = `app-${String(opened.length)}`;
  const posted: JsonObject[] = [];
  let isClosed = false;
  opened.push({
    ...page,
    id,
    posted,
    isClosed: () => isClosed,
    say: (message) => events.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message })),
  });
  return {
    id,
    hasFocus: () => false,
    post: (message) => posted.push(message),
    close: () => void (isClosed = true),
  };
};

const open = (tool: string, signal = new AbortController().signal) =>
  apps.open({ serverId, tool, input: {}, result: { content: [] } }, signal);

async function called(app: Opened, name: string): Promise<JsonObject | undefined> {
  app.say({ id: name, method: 'tools/call', params: { name, arguments: { text: 'x' } } });
  return vi.waitFor(
    () => {
      const found = app.posted.find((message) => message['id'] === name);
      if (!found) throw new Error('There is no answer.');
      return found;
    },
    { timeout: 8_000, interval: 5 },
  );
}

it('an app is read from its server when it is one, else refused with the reason [UI-44.read]', async () => {
  expect(await open('echo')).toEqual({ state: 'none' });
  expect(await open('app_curious')).toEqual({
    state: 'open',
    id: 'app-0',
    prefersBorder: true,
    domains: [],
    unreachable: [],
  });
  expect(opened[0]?.html).toContain('<script>');
  expect(await open('app_wrong_kind')).toEqual({ state: 'refused', reason: 'kind' });
  expect(await open('app_foreign')).toEqual({ state: 'refused', reason: 'address' });
  await expect(open('app_missing')).rejects.toMatchObject({ code: 'bench.refused' });
  expect(opened).toHaveLength(1);
});

it('what is on this computer is given after a yes, once for the same addresses [SE-13, SE-12]', async () => {
  agrees = false;
  const origins = ['http://127.0.0.1:9', 'ws://127.0.0.1:9'];
  expect(await open('app_greedy')).toMatchObject({ domains: [], unreachable: origins });
  expect(opened[0]?.domains).toEqual({ connect: [], resource: [], frame: [] });
  agrees = true;
  expect(await open('app_greedy')).toMatchObject({ domains: origins, unreachable: [] });
  expect(opened[1]?.domains.connect).toEqual(origins);
  await open('app_greedy');
  expect(asked).toHaveLength(2);
});

it('calls go to tools of its own server that are for apps, with what was allowed [UI-44.call]', async () => {
  await open('app_curious');
  const [app] = opened;
  if (!app) throw new Error('No app was opened.');
  expect(await called(app, 'echo')).toMatchObject({
    result: { content: [{ text: '{"text":"x"}' }] },
  });
  expect(await called(app, 'app_model_only')).toMatchObject({
    error: { message: 'This tool is not for apps.' },
  });
  expect(await called(app, 'nowhere')).toHaveProperty('error');
  admit = async () => ({ denied: 'Not now.' });
  expect(await called(app, 'app_curious')).toMatchObject({ error: { message: 'Not now.' } });
});

it('files come from the app or a resource of its own server, never from the web, and go where the person says [UI-44.files]', async () => {
  await open('app_curious');
  const [app] = opened;
  const ask = async (id: string, method: string, params: JsonObject): Promise<string> => {
    app?.say({ id, method, params });
    return vi.waitFor(
      () => {
        const found = app?.posted.find((message) => message['id'] === id);
        if (!found) throw new Error('There is no answer.');
        return JSON.stringify(found);
      },
      { timeout: 8_000, interval: 5 },
    );
  };
  const link = (uri: string): JsonObject => ({
    contents: [{ type: 'resource_link', uri, name: 'a.html' }],
  });
  expect(await ask('own', 'ui/download-file', link('ui://hostile/silent'))).toContain(
    '"result":{}',
  );
  expect(asked).toEqual([
    [
      'a.html',
      expect.stringContaining('I do not talk'),
      { tool: 'app_curious', serverName: 'Hostile' },
    ],
  ]);
  const web = await ask('web', 'ui/download-file', link('https://example.com/a'));
  expect(web).toContain('no addresses of the web');
  expect(await ask('none', 'ui/download-file', link('ui://hostile/nowhere'))).toContain('error');
  expect(asked).toHaveLength(1);
  expect(await ask('read', 'resources/read', { uri: 'ui://hostile/silent' })).toContain(
    'I do not talk',
  );
});

it('an app that hears no again and again over the window asks there no more, until it is opened anew [UI-44.bounds]', async () => {
  const link = async (app: Opened | undefined, id: number): Promise<string> => {
    app?.say({ id, method: 'ui/open-link', params: { url: `https://example.com/${String(id)}` } });
    return vi.waitFor(
      () => {
        const found = app?.posted.find((message) => message['id'] === id);
        if (!found) throw new Error('There is no answer.');
        return JSON.stringify(found);
      },
      { timeout: 8_000, interval: 5 },
    );
  };
  const mayAsk: boolean[] = [];
  admit = async (call) => {
    mayAsk.push(call.mayAsk);
    return { denied: 'No.', isRefused: true };
  };
  await open('app_curious');
  agrees = false;
  expect(await link(opened[0], 1)).toContain('did not open');
  await called(opened[0] as Opened, 'echo');
  agrees = true;
  expect(await link(opened[0], 2)).toContain('result');
  agrees = false;
  expect(await link(opened[0], 3)).toContain('did not open');
  agrees = true;
  expect(await link(opened[0], 4)).toContain('not asked again');
  await called(opened[0] as Opened, 'app_curious');
  expect(mayAsk).toEqual([true, false]);
  expect(asked).toEqual([1, 2, 3].map((id) => `https://example.com/${String(id)}`));
  await open('app_curious');
  expect(await link(opened[1], 5)).toContain('result');
});

it('an app ends with the page that opened it, and the oldest makes room [UI-44.bounds]', async () => {
  const page = new AbortController();
  await open('app_silent', page.signal);
  page.abort();
  await vi.waitFor(() => expect(opened[0]?.isClosed()).toBe(true), { timeout: 8_000 });
  for (let turn = 0; turn < 9; turn += 1) await open('app_silent');
  await vi.waitFor(() => expect(opened[1]?.isClosed()).toBe(true), { timeout: 8_000 });
  expect(opened.slice(2).every((app) => !app.isClosed())).toBe(true);
  expect(changes).toEqual([['app-1', { trouble: 'replaced' }]]);
});

it('models are offered tools for models only, and the window knows which have an app [UI-44.audience]', async () => {
  const facade = [...hub.facades().values()].find(({ record }) => record.id === serverId);
  const client = await RawClient.open(facade?.server);
  await client.request('initialize', { protocolVersion: '2025-11-25' });
  const { result } = await client.request('tools/list');
  const names = JSON.stringify(result);
  expect(names).toContain('"app_model_only"');
  expect(names).not.toContain('"app_only"');
  expect(await client.call('app_only')).toHaveProperty('error');
  await client.close();
  const tools = hub.list().find(({ id }) => id === serverId)?.tools ?? [];
  expect(tools.find(({ name }) => name === 'app_curious')?.hasApp).toBe(true);
  expect(tools.find(({ name }) => name === 'echo')?.hasApp).toBeUndefined();
});
