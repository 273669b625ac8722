import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { definitionHash } from '../../../mcp/config/definition-hash.ts';
import { loadSettings } from './load-settings.ts';
import { TrustedFolders } from '../../../storage/trusted-folders.ts';
import { writePermissionUpdate } from './write-settings.ts';

let root = '';
let cwd = '';
let configRoot = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-settings-')));
  cwd = join(root, 'work');
  configRoot = join(root, 'profile');
  await mkdir(join(cwd, 'sub'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
}
const user = () => join(configRoot, 'settings.json');
const project = () => join(cwd, '.parley/settings.json');
const local = () => join(cwd, '.parley/settings.local.json');
const load = (more: Partial<Parameters<typeof loadSettings>[0]> = {}) =>
  loadSettings({ cwd, config_root: configRoot, additional_directories: [], ...more });
const hook = (command: string) => ({ PreToolUse: [{ hooks: [{ type: 'command', command }] }] });

async function writeAll(): Promise<void> {
  await write(user(), { theme: 'dark', env: { A: 'user', B: 'user' }, hooks: hook('user') });
  await write(project(), {
    permissions: { allow: ['Read'], deny: ['Bash(rm:*)'], additionalDirectories: ['../shared'] },
    env: { B: 'project' },
    hooks: hook('project'),
  });
  await write(local(), { permissions: { ask: ['Edit'] }, hooks: hook('local') });
}
const commands = (settings: Awaited<ReturnType<typeof load>>) =>
  settings.hooks.map((one) => one.setting.command);

describe('settings of a folder', () => {
  it('are not used before the folder is trusted, and nothing of them is told [SE-32.settings]', async () => {
    await writeAll();
    await write(project(), '{ broken');
    const settings = await load();
    expect(commands(settings)).toEqual(['user']);
    expect(settings).toMatchObject({ env: { A: 'user', B: 'user' }, notices: [] });
    expect(settings.rules.map((one) => one.source)).toEqual(['user']);
  });

  it('are used once it is trusted, and not those of a folder below or after it was taken back [SE-32.settings]', async () => {
    await writeAll();
    const trusted = new TrustedFolders(configRoot);
    expect(await trusted.add(join(cwd, 'sub/..'))).toBe(cwd);
    expect(await trusted.has(join(cwd, 'sub'))).toBe(false);
    const settings = await load();
    expect(commands(settings)).toEqual(['user', 'project', 'local']);
    expect(settings).toMatchObject({
      env: { A: 'user', B: 'project' },
      directories: [join(root, 'shared')],
      rules: [
        { source: 'user' },
        { source: 'project', rules: { allow: ['Read'], deny: ['Bash(rm:*)'] } },
        { source: 'local', rules: { ask: ['Edit'] } },
      ],
    });
    await trusted.remove(cwd);
    expect(commands(await load())).toEqual(['user']);
  });

  it('are used when the host names them, and no others [SE-32.settings]', async () => {
    await writeAll();
    expect(commands(await load({ setting_sources: ['project'] }))).toEqual(['project']);
    expect(await load({ setting_sources: [] })).toMatchObject({ hooks: [], env: {} });
  });
});

describe('servers', () => {
  const record = (name: string, more: object = {}) => {
    const definition = {
      type: 'stdio',
      command: `stored-${name}`,
      args: [] as string[],
      env: {},
    } as const;
    return {
      id: crypto.randomUUID(),
      key: name,
      name,
      definition,
      enabled: true,
      startTimeoutMs: 1_000,
      trustedHash: definitionHash(definition),
      createdAt: new Date(0).toISOString(),
      settings: {},
      ...more,
    };
  };
  const commandsOf = (settings: Awaited<ReturnType<typeof load>>) =>
    Object.fromEntries(
      settings.servers.map(({ name, definition }) => [
        name,
        definition.type === 'stdio' ? definition.command : definition.url,
      ]),
    );
  const command = (text: string) => ({ command: text });

  beforeEach(async () => {
    await write(user(), { mcpServers: { one: command('user'), mine: command('user') } });
    await write(project(), { mcpServers: { one: command('project') } });
    await write(join(cwd, '.mcp.json'), {
      mcpServers: { one: command('folder'), two: { url: 'http://localhost/mcp' } },
    });
    await write(join(configRoot, 'servers.json'), {
      schemaVersion: 1,
      servers: [
        record('one'),
        record('stored'),
        record('off', { enabled: false }),
        record('unreviewed', { trustedHash: 'of another definition' }),
        record('elsewhere', { settings: { scope: { kind: 'folder', folder: root } } }),
        record('here', { settings: { scope: { kind: 'folder', folder: cwd } } }),
        record('followed', {
          settings: {
            scope: { kind: 'folder', folder: cwd },
            source: { kind: 'folder', detail: join(cwd, '.mcp.json'), entry: 'digest' },
          },
        }),
      ],
    });
  });

  it('are those of the person before a folder is trusted, and of the folder after, the nearer of two [SDK-12, SE-32.servers]', async () => {
    const own = { one: 'user', mine: 'user', stored: 'stored-stored', here: 'stored-here' };
    expect(commandsOf(await load())).toEqual(own);
    await new TrustedFolders(configRoot).add(cwd);
    expect(commandsOf(await load())).toEqual({
      ...own,
      one: 'project',
      two: 'http://localhost/mcp',
    });
    expect(commandsOf(await load({ setting_sources: ['user'] }))).toEqual(own);
    expect(commandsOf(await load({ setting_sources: [] }))).toEqual({});
    expect(commandsOf(await load({ strict_mcp_config: true }))).toEqual({});
  });

  it('get their variables, and one that lacks a value is left out and told, like what is no server [SDK-12.variables]', async () => {
    await write(user(), {
      env: { FROM_SETTINGS: 'x' },
      mcpServers: {
        fine: command('${FROM_SETTINGS}-${FROM_HOST}'),
        lacks: command('${secret:token}'),
        none: { url: 'ftp://x' },
      },
    });
    const settings = await load({ setting_sources: ['user'], env: { FROM_HOST: 'y' } });
    expect(commandsOf(settings)).toMatchObject({ fine: 'x-y' });
    expect(commandsOf(settings)).not.toHaveProperty('lacks');
    expect(settings.notices).toEqual([
      expect.stringMatching(/settings\.json, server "none", field "url"/),
      expect.stringMatching(/"lacks" of .*settings\.json is left out.*token/),
    ]);
  });
});

describe('a settings file', () => {
  it('with mistakes is told place by place, and the rest holds [SDK-19.settings]', async () => {
    await write(user(), {
      permissions: { allow: ['Read', 'Bash(a;b)', 7], deny: ['Bash(a;b)'], ask: 'x' },
      hooks: {
        Never: [],
        Stop: 'x',
        PreToolUse: [{ matcher: '(', hooks: [] }, ...hook('fine').PreToolUse, { hooks: [{}] }],
      },
      env: { GOOD: 'x', 'BAD-NAME': 'x', NUMBER: 1 },
    });
    const settings = await load();
    expect(settings.rules).toEqual([
      { source: 'user', rules: { allow: ['Read'], deny: ['Bash(a;b)'], ask: [] } },
    ]);
    expect(commands(settings)).toEqual(['fine']);
    expect(settings.env).toEqual({ GOOD: 'x' });
    const places = settings.notices.map((notice) => /settings\.json, ([^:]+):/.exec(notice)?.[1]);
    expect(places.sort()).toEqual(
      [
        'permissions.allow.1',
        'permissions.allow.2',
        'permissions.deny.0',
        'permissions.ask',
        'hooks.Never',
        'hooks.Stop',
        'hooks.PreToolUse.0.matcher',
        'hooks.PreToolUse.2.hooks.0.command',
        'env.BAD-NAME',
        'env.NUMBER',
      ].sort(),
    );
  });

  it('that is no JSON is told with its line, and the session starts [SDK-19.settings]', async () => {
    await write(user(), '{\n  "env": {\n    "A" 1\n}}');
    expect((await load()).notices).toEqual([expect.stringMatching(/settings\.json .* line 3/)]);
  });
});

describe('settings of the option', () => {
  it('come over those of files, as an object or from a path [SDK-20.settings]', async () => {
    await writeAll();
    await write(join(cwd, 'own.json'), { env: { A: 'path' } });
    expect((await load({ settings: { env: { A: 'inline' } } })).env).toEqual({
      A: 'inline',
      B: 'user',
    });
    expect((await load({ settings: 'own.json' })).env).toMatchObject({ A: 'path' });
  });

  it('that cannot be used reject with the place [SDK-20.settings, SDK-21]', async () => {
    await expect(load({ settings: 'missing.json' })).rejects.toThrow(/missing\.json.*not exist/);
    await expect(load({ settings: { permissions: { allow: ['Bash('] } } })).rejects.toThrow(
      /permissions\.allow\.0/,
    );
    await expect(load({ settings: { hooks: { Never: [] } } })).rejects.toThrow(/hooks\.Never/);
  });
});

describe('a change of permissions', () => {
  it('is written into the file of its destination, and the rest of the file stays [SDK-17.updates]', async () => {
    await write(user(), { theme: 'dark', permissions: { deny: ['X'], allow: ['A'] } });
    const place = { configRoot, cwd };
    const change = { behavior: 'allow', destination: 'user' } as const;
    await writePermissionUpdate({ type: 'addRules', rules: ['A', 'B'], ...change }, place);
    const stored = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as unknown;
    expect(await stored(user())).toEqual({
      theme: 'dark',
      permissions: { deny: ['X'], allow: ['A', 'B'] },
    });
    await writePermissionUpdate({ type: 'removeRules', rules: ['A'], ...change }, place);
    expect(await stored(user())).toMatchObject({ permissions: { allow: ['B'] } });
    await writePermissionUpdate(
      { type: 'addDirectories', directories: ['/x'], destination: 'local' },
      place,
    );
    expect(await stored(local())).toEqual({ permissions: { additionalDirectories: ['/x'] } });
    const session = { ...change, destination: 'session' } as const;
    await writePermissionUpdate({ type: 'addRules', rules: ['A'], ...session }, place);
    await expect(stat(project())).rejects.toThrow('ENOENT');
  });

  it('does not overwrite a file that cannot be read [SDK-17.updates]', async () => {
    await write(user(), '{ broken');
    const change = { type: 'addRules', behavior: 'allow', destination: 'user' } as const;
    await expect(
      writePermissionUpdate({ ...change, rules: ['A'] }, { configRoot, cwd }),
    ).rejects.toThrow('no JSON');
    expect(await readFile(user(), 'utf8')).toBe('{ broken');
  });
});
