import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverRecord, serverSettings } from '../../../../shared/mcp/server-config.ts';
import type { ServerDefinition, ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { systemClock } from '../../../lib/clock.ts';
import { openSecretStore } from '../../../storage/secret-store.ts';
import { appFiles } from '../import/app-files.ts';
import { ServerSecrets } from '../server-secrets.ts';
import type { AdditionsQuestion } from './additions-question.ts';
import { exportServers } from './export-servers.ts';
import { ServerSetup } from './server-setup.ts';
import type { ServerSetupDeps } from './server-setup.ts';

const signal = new AbortController().signal;
const user = { kind: 'user' } as const;
const canary = 'ghp_canary0123456789abcdef';
let home: string;
let records: ServerRecord[];
let asked: AdditionsQuestion[];
let reviewed: ServerDefinition[];
let accepts: boolean;
let secrets: ServerSecrets;

const record = (id: number, name: string, definition: ServerDefinition): ServerRecord =>
  serverRecord.parse({
    id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    key: name.toLowerCase(),
    name,
    definition,
    enabled: true,
    startTimeoutMs: 60_000,
    createdAt: '2026-12-01T00:00:00.000Z',
  });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-setup-'));
  records = [];
  asked = [];
  reviewed = [];
  accepts = true;
  const path = join(home, 'secrets.json');
  const cipher = {
    backend: 'test',
    encrypt: (text: string) => Buffer.from(text).reverse(),
    decrypt: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
  };
  secrets = new ServerSecrets(
    await openSecretStore({ path, clock: systemClock, onTrouble: () => undefined }, cipher),
  );
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** The setup over a hub that stores into `records`. */
function open(change: Partial<ServerSetupDeps> = {}): ServerSetup {
  const store = async (
    { name, definition }: { name: string; definition: ServerDefinition },
    settings: ServerRecord['settings'] = serverSettings.parse({}),
    prepare?: (record: ServerRecord) => Promise<void>,
  ): Promise<string> => {
    const made = { ...record(records.length + 1, name, definition), enabled: false, settings };
    await prepare?.(made);
    records.push(made);
    return made.id;
  };
  return new ServerSetup({
    adder: {
      update: async () => ({ outcome: 'cancelled' }),
      add: async (draft, _signal, settings, prepare) => {
        reviewed.push(draft.definition);
        if (!accepts) return { outcome: 'cancelled' };
        return { outcome: 'started', serverId: await store(draft, settings, prepare) };
      },
      addOff: async (servers) => {
        const ids: string[] = [];
        for (const { draft, settings, prepare } of servers) {
          ids.push(await store(draft, settings, prepare));
        }
        return ids;
      },
    },
    records: () => records,
    secrets,
    hasKeychain: () => true,
    environment: { SET: 'x' },
    home,
    platform: 'linux',
    folders: () => [],
    chooseFile: async () => undefined,
    bundleFolder: join(home, 'bundles'),
    registry: {
      host: 'registry.example',
      search: async () => ({ servers: [], nextCursor: undefined }),
    },
    reviewAdditions: async (question) => {
      asked.push(question);
      return accepts;
    },
    ...change,
  });
}

const write = async (path: string, value: unknown): Promise<string> => {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  await writeFile(file, text);
  return text;
};

describe('what was pasted', () => {
  const text = JSON.stringify({
    mcpServers: {
      memory: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] },
      billing: { url: 'https://a.example/mcp', headers: { Authorization: `Bearer ${canary}` } },
      broken: { comand: 'x' },
      region: { command: 'node', args: ['${REGION}', '${SET}'], env: { K: '${input:key}' } },
    },
  });

  it('is described without any secret, with what to know about each entry [UI-31.paste, UI-32.literal, SE-35.pin]', () => {
    const reading = open().read(text, {});
    expect(JSON.stringify(reading)).not.toContain(canary);
    expect(reading.entries.map(({ name, definition }) => [name, definition?.type])).toEqual([
      ['memory', 'stdio'],
      ['billing', 'http'],
      ['broken', undefined],
      ['region', 'stdio'],
    ]);
    const [memory, billing, , region] = reading.entries;
    expect(memory?.unpinned).toEqual({
      ecosystem: 'npm',
      name: '@modelcontextprotocol/server-memory',
    });
    expect(billing?.notes).toEqual([
      {
        severity: 'secret',
        sentence:
          'The Authorization value moves to the keychain as ${secret:billing-authorization}.',
      },
    ]);
    expect(region?.asksFor).toEqual(['key']);
    expect(region?.notes.map(({ sentence }) => sentence).join(' ')).toMatch(
      /REGION is not set.*Asks for key/,
    );
    const pinned = open().read(text, { memory: '2025.9.25' }).entries[0];
    expect(pinned?.unpinned).toBeUndefined();
    expect(pinned?.definition).toMatchObject({
      args: ['-y', '@modelcontextprotocol/server-memory@2025.9.25'],
    });
  });

  it('is reviewed one by one, and its secrets are in the keychain before it is stored [UI-31.review, UI-32.keychain]', async () => {
    const setup = open();
    const { readingId, entries } = setup.read(text, {});
    const entryIds = entries.filter(({ definition }) => definition).map(({ entryId }) => entryId);
    const results = await setup.review(
      { chosen: [{ readingId, entryIds }], scope: user, pins: { memory: '1.0.0' } },
      signal,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['started', 'started', 'started']);
    const [memory, billing] = records;
    expect(memory?.definition).toMatchObject({
      args: ['-y', '@modelcontextprotocol/server-memory@1.0.0'],
    });
    if (!billing) throw new Error('It was not stored.');
    expect(JSON.stringify(records)).not.toContain(canary);
    expect(secrets.get(billing, { kind: 'secret', name: 'billing-authorization' })).toBe(
      `Bearer ${canary}`,
    );
    expect(billing.settings.source).toEqual({ kind: 'paste' });
    expect(setup.read(text, { memory: '1.0.0' }).entries.map((one) => one.comparison.kind)).toEqual(
      ['same', 'same', 'new', 'same'],
    );
    accepts = false;
    const [answer] = await setup.review(
      { chosen: [{ readingId, entryIds: entryIds.slice(0, 1) }], scope: user, pins: {} },
      signal,
    );
    expect(answer?.outcome).toBe('cancelled');
    expect(records).toHaveLength(3);
  });

  it('may not name an entry that has a mistake or was never read [UI-31.mistakes, SE-5.setup]', async () => {
    const setup = open();
    const { readingId, entries } = setup.read(text, {});
    const broken = entries.find(({ definition }) => !definition)?.entryId ?? '';
    for (const chosen of [
      [{ readingId, entryIds: [broken] }],
      [{ readingId: '00000000-0000-4000-8000-000000000000', entryIds: ['x'] }],
    ]) {
      await expect(setup.review({ chosen, scope: user, pins: {} }, signal)).rejects.toThrow(
        /Read it/,
      );
      await expect(setup.addOff({ chosen, scope: user, pins: {} }, signal)).rejects.toThrow(
        /Read it/,
      );
    }
    expect([reviewed, asked, records]).toEqual([[], [], []]);
  });
});

describe('servers of other apps', () => {
  it('are found where each system keeps them [UI-31.import]', () => {
    const at = (platform: NodeJS.Platform, base: string, environment = {}): string[] =>
      appFiles({ platform, home: base, environment, folders: [] }).map(({ path }) => path);
    expect(at('darwin', '/Users/m')).toContain(
      '/Users/m/Library/Application Support/Claude/claude_desktop_config.json',
    );
    expect(at('darwin', '/Users/m')).toContain(
      '/Users/m/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    );
    const windows = at('win32', 'C:\\Users\\m', { APPDATA: 'C:\\Users\\m\\AppData\\Roaming' });
    expect(windows).toContain('C:\\Users\\m\\AppData\\Roaming\\Claude\\claude_desktop_config.json');
    expect(windows).toContain('C:\\Users\\m\\.cursor\\mcp.json');
    expect(windows).toContain('C:\\Users\\m\\AppData\\Roaming\\Code\\User\\mcp.json');
    expect(at('linux', '/home/m', { XDG_CONFIG_HOME: '/cfg' })).toContain(
      '/cfg/Qoder/SharedClientCache/mcp.json',
    );
  });

  it('are read as they are, said to be new, the same or another, and stored turned off [UI-31.import, SE-30.import]', async () => {
    records = [
      record(8, 'github', { type: 'http', url: 'https://api.example/mcp/', headers: {} }),
      record(9, 'filesystem', {
        type: 'stdio',
        command: 'npx',
        args: ['fs@1.0.0', '/code'],
        env: {},
      }),
    ];
    const desktop = await write('.config/Claude/claude_desktop_config.json', {
      globalShortcut: 'Ctrl+Space',
      mcpServers: {
        memory: { command: 'npx', args: ['mem@1.0.0'], env: { GITHUB_TOKEN: canary } },
        github: { url: 'https://api.example/mcp/', headers: { 'X-Mode': 'all' } },
        'github-work': { url: 'https://api.example/mcp/' },
        filesystem: { command: 'npx', args: ['fs@1.0.0', '/code'] },
        notes: { comand: 'node notes.js' },
      },
    });
    await write('.claude.json', {
      numStartups: 4,
      mcpServers: { time: { type: 'stdio', command: 'uvx', args: ['time'], env: {} } },
      projects: { '/code/harbor': { history: [], mcpServers: { db: { command: 'db' } } } },
    });
    await write(
      '.config/Code/User/settings.json',
      '{ // mine\n "editor.tabSize": 2,\n "mcp": { "servers": { "old": { "command": "old", }, }, },\n}',
    );
    await write('.config/Code/User/mcp.json', {
      servers: { pg: { type: 'stdio', command: 'npx', args: ['pg@1.0.0', '${input:url}'] } },
      inputs: [{ type: 'promptString', id: 'url', description: 'Database', password: true }],
    });
    await write('.config/Code - Insiders/User/settings.json', '{ "editor.tabSize": 4 }');
    await write('.cursor/mcp.json', '{ "mcpServers": { "a": { "command" "x" } } }');
    await write('code/.mcp.json', { mcpServers: { local: { command: './run' } } });

    const setup = open({ folders: () => [join(home, 'code')] });
    const sources = await setup.sources({});
    expect(JSON.stringify(sources)).not.toContain(canary);
    const byApp = new Map(sources.map((source) => [source.app, source]));
    expect(
      byApp
        .get('claude-desktop')
        ?.reading?.entries.map(({ name, comparison }) => [name, comparison]),
    ).toEqual([
      ['memory', { kind: 'new' }],
      ['github', { kind: 'renamed', name: 'github-2', difference: 'Yours has other headers' }],
      // The same address may belong to another account: it stays a server of its own.
      ['github-work', { kind: 'new' }],
      ['filesystem', { kind: 'same' }],
      ['notes', { kind: 'new' }],
    ]);
    const notes = byApp.get('claude-desktop')?.reading?.entries.at(-1);
    expect(notes?.excerpt).toBe('"comand": "node notes.js"');
    expect(notes?.notes[0]?.sentence).toMatch(/No command or url.*comand.*command/);
    expect(byApp.get('claude-code')?.reading?.entries).toMatchObject([
      { name: 'time' },
      { name: 'db', folder: '/code/harbor' },
    ]);
    expect(byApp.get('vscode')?.reading?.entries.map(({ name }) => name)).toEqual(['pg', 'old']);
    expect(byApp.get('vscode')?.files).toHaveLength(2);
    expect(byApp.get('cursor')?.reading?.notes[0]).toMatchObject({ position: { line: 1 } });
    expect(byApp.get('folder')).toMatchObject({ label: 'code' });
    expect(byApp.get('roo')?.reading).toBeUndefined();

    const chosen = sources.flatMap(({ reading }) => {
      const entryIds = (reading?.entries ?? [])
        .filter(({ definition, comparison }) => definition && comparison.kind !== 'same')
        .map(({ entryId }) => entryId);
      return reading && entryIds.length > 0 ? [{ readingId: reading.readingId, entryIds }] : [];
    });
    accepts = false;
    expect(await setup.addOff({ chosen, scope: user, pins: {} }, signal)).toBeUndefined();
    expect(records).toHaveLength(2);
    accepts = true;
    expect(await setup.addOff({ chosen, scope: user, pins: {} }, signal)).toHaveLength(8);
    expect(asked[1]?.servers.map(({ name }) => name)).toContain('github-2');
    const stored = records.slice(2);
    expect(stored.every(({ enabled, trustedHash }) => !enabled && trustedHash === undefined)).toBe(
      true,
    );
    expect(stored.find(({ name }) => name === 'local')?.settings.scope).toEqual({
      kind: 'folder',
      folder: join(home, 'code'),
    });
    expect(stored.find(({ name }) => name === 'pg')?.settings.inputs).toEqual([
      { id: 'url', description: 'Database', password: true },
    ]);
    expect(JSON.stringify(stored)).not.toContain(canary);
    const kept = await readFile(join(home, '.config/Claude/claude_desktop_config.json'), 'utf8');
    expect(kept).toBe(desktop);
    // Once more, all of it is there, under whatever name.
    const again = (await setup.sources({})).flatMap(({ reading }) => reading?.entries ?? []);
    const usable = again.filter(({ definition }) => definition !== undefined);
    expect(usable.map(({ comparison }) => comparison.kind)).toEqual(usable.map(() => 'same'));
  });

  it('are read from a chosen file, whose faults are told [UI-31.import]', async () => {
    await write('team.json', { mcpServers: { a: { command: 'a' } } });
    const chosen = open({ chooseFile: async () => join(home, 'team.json') });
    expect((await chosen.chooseFile())?.reading?.entries).toMatchObject([{ name: 'a' }]);
    expect(await open().chooseFile()).toBeNull();
    const none = open({ chooseFile: async () => join(home, 'none.json') });
    expect((await none.chooseFile())?.troubles[0]).toMatch(/none\.json/);
  });
});

describe('values that are asked for', () => {
  it('are listed with their state and can be set, never read [UI-32.inputs]', async () => {
    records = [
      {
        ...record(1, 'pg', {
          type: 'stdio',
          command: 'pg',
          args: ['${input:url}', '${SET}', '${NONE}'],
          env: { U: '${input:url}' },
        }),
        settings: serverSettings.parse({ inputs: [{ id: 'url', description: 'Database' }] }),
      },
    ];
    const id = records[0]?.id ?? '';
    const setup = open();
    expect(setup.variables({ serverId: id })).toEqual([
      {
        kind: 'input',
        name: 'url',
        description: 'Database',
        places: ['argument 1', 'the environment value U'],
        rows: [{ field: 'env', name: 'U' }],
        isSet: false,
      },
      { kind: 'env', name: 'SET', places: ['argument 2'], isSet: true },
      { kind: 'env', name: 'NONE', places: ['argument 3'], isSet: false },
    ]);
    await setup.setSecret(id, { kind: 'input', name: 'url' }, canary);
    expect(setup.variables({ serverId: id })[0]?.isSet).toBe(true);
    expect(JSON.stringify(setup.variables({ serverId: id }))).not.toContain(canary);
    const typed = {
      references: ['${SET}', '${NONE}', '${NONE:-x}', '${workspaceFolder}', '${input:url}'],
    };
    const states = (more: object) =>
      setup.variables({ ...typed, ...more }).map(({ name, isSet }) => `${name} ${String(isSet)}`);
    expect(states({ scope: { kind: 'folder', folder: '/work' } })).toEqual([
      'SET true',
      'NONE false',
      'workspaceFolder true',
      'url false',
    ]);
    expect(states({ serverId: id })).toEqual([
      'SET true',
      'NONE false',
      'workspaceFolder false',
      'url true',
    ]);
    await expect(setup.setSecret(id, { kind: 'secret', name: 'other' }, 'x')).rejects.toThrow(
      /does not use “other”/,
    );
  });
});

describe('an install link', () => {
  it('waits until a window takes it, and is given out once [UI-31.link]', () => {
    const setup = open();
    const config = Buffer.from('{"command":"npx","args":["a"]}').toString('base64');
    setup.showInstall(`parley://mcp/install?name=a&config=${config}`);
    const told: number[] = [];
    setup.onLink((waiting) => told.push(waiting));
    setup.showInstall('parley://mcp/install?config=broken');
    expect(told).toEqual([2]);
    const [first, second] = setup.takeLinks();
    expect(first?.entries).toMatchObject([{ name: 'a', definition: { args: ['a'] } }]);
    expect(second?.notes[0]?.severity).toBe('error');
    expect(setup.takeLinks()).toEqual([]);
    expect([reviewed, records]).toEqual([[], []]);
  });
});

describe('an export', () => {
  it('holds no secret, and whoever imports it is asked [UI-32.export]', () => {
    const { text, leftOut } = exportServers([
      record(1, 'gh', {
        type: 'stdio',
        command: 'npx',
        args: [],
        env: { GITHUB_TOKEN: canary, A: 'b' },
      }),
      record(2, 'api', {
        type: 'sse',
        url: 'https://a.example/sse',
        headers: { K: '${secret:api-k}' },
      }),
      record(3, 'Notes', { type: 'builtin', module: 'notes' }),
    ]);
    expect(leftOut).toBe(1);
    expect(JSON.parse(text)).toEqual({
      mcpServers: {
        gh: {
          command: 'npx',
          args: [],
          env: { GITHUB_TOKEN: '${secret:gh-github-token}', A: 'b' },
        },
        api: { type: 'sse', url: 'https://a.example/sse', headers: { K: '${secret:api-k}' } },
      },
    });
    const again = open().read(text, {});
    expect(again.entries.map(({ asksFor }) => asksFor)).toEqual([['gh-github-token'], ['api-k']]);
  });
});
