import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { openSecretStore } from '../../../storage/secret-store.ts';
import { HubDesk, reaches, stateOf } from '../../hub/testing/hub-desk.ts';
import type { McpHub } from '../../hub/hub.ts';
import { ServerSecrets } from '../server-secrets.ts';
import { ServerStore } from '../server-store.ts';
import { FolderServers } from './folder-servers.ts';

const signal = new AbortController().signal;
const scripted = join(import.meta.dirname, '../../../../e2e/servers/mcp/scripted-stdio.mjs');
const canary = 'ghp_canary0123456789abcdef';

let desk: HubDesk;
let store: ServerStore;
let secrets: ServerSecrets;
let hub: McpHub;
let folder = '';
let isTrusted = true;
let problems: string[] = [];

beforeEach(async () => {
  desk = await HubDesk.open();
  [isTrusted, problems] = [true, []];
  folder = join(desk.root, 'work');
  await mkdir(join(folder, '.parley'), { recursive: true });
  const cipher = {
    backend: 'test',
    encrypt: (text: string) => Buffer.from(text).reverse(),
    decrypt: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
  };
  const common = { clock: systemClock, onTrouble: () => undefined };
  const kept = await openSecretStore({ path: join(desk.root, 'secrets.json'), ...common }, cipher);
  secrets = new ServerSecrets(kept);
  store = await ServerStore.open({ path: join(desk.root, 'servers.json'), ...common });
});
afterEach(() => desk.dispose());

async function open(): Promise<FolderServers> {
  const servers = new FolderServers({
    store,
    hub: {
      addOff: (additions) => hub.addOff(additions),
      remove: (id) => hub.remove(id),
      replaceRecord: (...call) => hub.replaceRecord(...call),
      setEnabled: (...call) => hub.setEnabled(...call),
    },
    secrets,
    hasKeychain: () => true,
    isTrusted: async () => isTrusted,
    onProblem: (problem) => problems.push(problem),
  });
  await servers.start();
  hub = await desk.hub({ store });
  return servers;
}

const says = (mcpServers: object | string, file = '.mcp.json'): Promise<void> =>
  writeFile(
    join(folder, file),
    typeof mcpServers === 'string' ? mcpServers : JSON.stringify({ mcpServers }),
  );
const server = (...args: string[]) => ({ command: process.execPath, args: [scripted, ...args] });
const brought = () => store.records.filter(({ settings }) => settings.scope.kind === 'folder');
const one = () => {
  const [record] = brought();
  if (!record) throw new Error('A server was expected.');
  return record;
};

it('are not read before the folder is trusted, then are its own, each agreed to before it starts [UI-31.folder, SE-32.desktop-servers, SE-30]', async () => {
  await says({ own: server(), other: server('--x') });
  await says({ third: { url: 'https://x.example/mcp' } }, '.parley/settings.json');
  const servers = await open();
  isTrusted = false;
  await servers.offer(folder, signal);
  expect([brought(), desk.person.asked]).toEqual([[], []]);

  isTrusted = true;
  expect(await servers.sync(folder)).toHaveLength(3);
  expect(brought().map(({ name, enabled, trustedHash }) => [name, enabled, trustedHash])).toEqual([
    ['own', false, undefined],
    ['other', false, undefined],
    ['third', false, undefined],
  ]);
  expect(desk.person.asked).toEqual([]);
  for (const record of brought()) await store.remove(record.id);
  await hub.reload();

  desk.person.accepts = false;
  await servers.offer(folder, signal);
  expect(desk.person.asked.map(({ name }) => name)).toEqual(['own', 'other', 'third']);
  // A command of a folder works there.
  expect(desk.person.asked[0]).toMatchObject({ folder, definition: { args: [scripted] } });
  expect(hub.facades({ id: 's', folder }).size).toBe(1);
  desk.person.accepts = true;
  await hub.setEnabled(one().id, true, signal);
  await reaches(hub, one().id, 'connected');
  expect([...hub.facades({ id: 's', folder }).keys()]).toEqual(['notes', 'own']);
  expect([...hub.facades({ id: 't', folder: desk.root }).keys()]).toEqual(['notes']);
  // Nothing is new, so nobody is asked again.
  await servers.offer(folder, signal);
  expect(desk.person.asked).toHaveLength(4);
});

it('stop when their file changes them until that is agreed to, and keep what the person changed until then [UI-31.folder, SE-30]', async () => {
  await says({ own: server() });
  const servers = await open();
  await servers.offer(folder, signal);
  await reaches(hub, one().id, 'connected');
  const draft = { name: 'own', startTimeoutMs: 30_000 };
  const edited = { ...one().definition, args: [scripted, '--mine'] };
  const nothing = { env: [], headers: [] };
  await hub.update(one().id, { ...draft, definition: edited as never }, nothing, signal);
  await servers.sync(folder);
  expect(one().definition).toMatchObject({ args: [scripted, '--mine'] });

  // Values of the environment may do harm, too.
  await says({ own: { ...server(), env: { NODE_OPTIONS: '--no-warnings' } } });
  await servers.sync(folder);
  await reaches(hub, one().id, 'failed');
  expect(stateOf(hub, one().id)).toMatchObject({
    trusted: false,
    failure: { code: 'not-trusted' },
  });
  await says({ own: { ...server(), env: { NODE_OPTIONS: '--no-deprecation' } } });
  await servers.offer(folder, signal);
  expect(desk.person.asked.at(-1)?.definition).toMatchObject({
    env: { NODE_OPTIONS: '--no-deprecation' },
  });
  await reaches(hub, one().id, 'connected');
});

it('go with their entry unless they were agreed to, and end when the folder is not trusted any more [UI-31.folder, SE-32.desktop-servers]', async () => {
  await says({ own: server() });
  let servers = await open();
  await servers.offer(folder, signal);
  await says({ other: server('--x') });
  await servers.sync(folder);
  expect(brought().map(({ name }) => name)).toEqual(['own', 'other']);
  await says({});
  await servers.sync(folder);
  expect(brought().map(({ name }) => name)).toEqual(['own']);

  isTrusted = false;
  await servers.sync(folder);
  await reaches(hub, one().id, 'disabled');
  isTrusted = true;
  await hub.setEnabled(one().id, true, signal);
  await reaches(hub, one().id, 'connected');
  // Trust was taken back while the app was closed.
  await hub.dispose();
  isTrusted = false;
  servers = await open();
  expect(stateOf(hub, one().id).status).toBe('disabled');
  await servers.sync(folder);
  expect(brought()).toHaveLength(1);
});

it('lose nothing by a file with a mistake, and their secrets go to the keychain [UI-31.folder, SE-50]', async () => {
  await says({ own: { ...server(), env: { GITHUB_TOKEN: canary } }, broken: { command: 7 } });
  const servers = await open();
  await servers.sync(folder);
  expect(await readFile(store.path, 'utf8')).not.toContain(canary);
  const [name = ''] = /\$\{secret:([^}]+)\}/.exec(JSON.stringify(one().definition))?.slice(1) ?? [];
  expect(secrets.get(one(), { kind: 'secret', name })).toBe(canary);
  expect(problems.join()).toMatch(/\.mcp\.json, “broken”/);

  await says('{ "mcpServers": { "own": ');
  await servers.sync(folder);
  expect(brought()).toHaveLength(1);
  expect(problems.at(-1)).toContain(join(folder, '.mcp.json'));
  // A server that is everywhere already is not brought a second time.
  const before = one();
  await says({});
  await servers.sync(folder);
  expect(secrets.get(before, { kind: 'secret', name })).toBeUndefined();
  await hub.add(
    {
      name: 'far',
      definition: { type: 'http', url: 'https://x.example/mcp', headers: {} },
      startTimeoutMs: 1_000,
    },
    signal,
  );
  await says({ far: { type: 'http', url: 'https://x.example/mcp' } });
  expect(await servers.sync(folder)).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'are not waited for where their file is none, which is told [UI-31.folder]',
  async () => {
    execFileSync('mkfifo', [join(folder, '.mcp.json')]);
    await says({ third: { url: 'https://x.example/mcp' } }, '.parley/settings.json');
    const servers = await open();
    expect(await servers.sync(folder)).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(/\.mcp\.json: It is not a file/)]);
  },
);
