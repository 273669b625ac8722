import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerDefinition, ServerRecord } from '../../../shared/mcp/server-config.ts';
import { systemClock } from '../../lib/clock.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Migration } from '../../storage/migrate-file.ts';
import type { FileTrouble } from '../../storage/versioned-file.ts';
import { definitionHash } from './definition-hash.ts';
import { ServerStore } from './server-store.ts';

const stdio = (
  change: Partial<Extract<ServerDefinition, { type: 'stdio' }>> = {},
): ServerDefinition => ({
  type: 'stdio',
  command: 'node',
  args: ['a', 'b'],
  env: { TOKEN: 'one' },
  ...change,
});
const record = (digit: string, change: Partial<ServerRecord> = {}): ServerRecord => ({
  id: `${digit.repeat(8)}-1111-4111-8111-111111111111`,
  key: `server-${digit}`,
  name: `Server ${digit}`,
  definition: stdio(),
  enabled: true,
  startTimeoutMs: 60_000,
  createdAt: '2026-12-01T00:00:00.000Z',
  settings: {
    scope: { kind: 'user' },
    sharing: 'shared',
    trustHints: false,
    tools: {},
    signIn: {},
  },
  ...change,
});

describe('the store of server records', () => {
  let folder: string;
  let path: string;
  let troubles: FileTrouble[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
    path = join(folder, 'servers.json');
    troubles = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (): Promise<ServerStore> =>
    ServerStore.open({ path, clock: systemClock, onTrouble: (trouble) => troubles.push(trouble) });
  const stored = async (): Promise<{ servers: unknown[] }> =>
    JSON.parse(await readFile(path, 'utf8')) as { servers: unknown[] };

  it('keeps records over reopening, for their owner only', async () => {
    const store = await open();
    await Promise.all([store.put(record('1')), store.put(record('2'))]);
    await store.put(record('1', { name: 'Renamed' }));
    await store.remove(record('2').id);
    expect((await open()).records).toEqual([record('1', { name: 'Renamed' })]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('reads entries one by one: broken ones hide nothing and stay in the file as they were', async () => {
    const broken = [
      { name: 'No id', definition: { type: 'stdio' } },
      'text',
      { ...record('4'), definition: { type: 'carrier-pigeon', route: 'home' } },
      { ...record('5'), key: record('1').key },
    ];
    const known = { ...record('1'), futureField: { kept: true } };
    await writeFile(
      path,
      JSON.stringify({
        schemaVersion: 1,
        servers: [broken[0], known, ...broken.slice(1), record('2')],
      }),
    );
    const store = await open();
    expect(store.records.map(({ name }) => name)).toEqual(['Server 1', 'Server 2']);
    expect(store.broken.map(({ name }) => name)).toEqual([
      'No id',
      'entry 3',
      'Server 4',
      'Server 5',
    ]);
    expect(store.broken.every(({ reason }) => reason.length > 0)).toBe(true);
    await store.put(record('1', { enabled: false }));
    await store.remove(record('2').id);
    expect((await stored()).servers).toEqual([
      broken[0],
      { ...known, enabled: false },
      ...broken.slice(1),
    ]);
    expect(troubles).toEqual([]);
  });

  it('reads what every earlier version wrote as the same servers, and rewrites nothing by reading [UI-33.report-14]', async () => {
    // As the first version wrote it: without settings, sign-in, known tools and a CA file.
    const first: Partial<ServerRecord> = { ...record('1') };
    delete first.settings;
    const remote = { type: 'http', url: 'https://a.example/mcp' };
    const second = { ...first, id: record('2').id, key: 'server-2', definition: remote };
    const third = {
      ...first,
      id: record('3').id,
      key: 'server-3',
      settings: {},
      knownTools: ['a'],
    };
    const text = JSON.stringify({ schemaVersion: 1, servers: [first, second, third] });
    await writeFile(path, text);
    const store = await open();
    expect(troubles).toEqual([]);
    expect(store.broken).toEqual([]);
    expect(store.records.map(({ key, settings }) => [key, settings.sharing])).toEqual([
      ['server-1', 'shared'],
      ['server-2', 'shared'],
      ['server-3', 'shared'],
    ]);
    expect(await readFile(path, 'utf8')).toBe(text);
    // A program that is killed while it writes leaves its half beside the file, never in it.
    await writeFile(join(folder, '.servers.json.1234.tmp'), text.slice(0, 40));
    expect((await open()).records).toHaveLength(3);
    expect(troubles).toEqual([]);
  });

  describe('written by an earlier app', () => {
    // In the first the servers were named by their keys; in the one after it a start had another unit.
    const migrations: Readonly<Record<number, Migration>> = {
      [-1]: ({ servers }) => ({
        servers: Object.entries(servers as JsonObject).map(([key, one]) => ({
          ...(one as JsonObject),
          key,
        })),
      }),
      0: ({ servers }) => ({
        servers: (servers as JsonObject[]).map(({ startTimeout, ...one }) => {
          if (typeof startTimeout !== 'number') throw new Error('a server has no limit');
          return { ...one, startTimeoutMs: startTimeout * 1_000 };
        }),
      }),
    };
    const inSeconds = (digit: string): JsonObject => {
      const { startTimeoutMs, ...one } = record(digit);
      return { ...one, startTimeout: startTimeoutMs / 1_000 };
    };
    const keyed = (digit: string): [string, JsonObject] => {
      const { key, ...one } = inSeconds(digit);
      return [String(key), one];
    };
    const versions = [
      [-1, { schemaVersion: -1, servers: Object.fromEntries([keyed('1'), keyed('2')]) }],
      [0, { schemaVersion: 0, servers: [inSeconds('1'), inSeconds('2')] }],
    ] as const;
    const openLater = (): Promise<ServerStore> =>
      ServerStore.open({
        ...{ path, clock: systemClock, migrations },
        onTrouble: (trouble) => troubles.push(trouble),
      });

    it.each(versions)(
      'as version %i is the same servers, with a copy of it beside, also after a kill in between [UI-33.report-14, RE-5.migration]',
      async (version, content) => {
        const text = JSON.stringify(content);
        await writeFile(path, text);
        // What a program leaves that was killed between the copy and the new file.
        await writeFile(`${path}.v${String(version)}`, text);
        const store = await openLater();
        expect(store.records).toEqual([record('1'), record('2')]);
        expect(await stored()).toMatchObject({ schemaVersion: 1 });
        expect(await readFile(`${path}.v${String(version)}`, 'utf8')).toBe(text);
        await store.put(record('3'));
        expect((await openLater()).records).toHaveLength(3);
        // A step back, and forth again: neither copy is written over.
        await writeFile(path, JSON.stringify({ ...content, added: true }));
        await openLater();
        const copies = (await readdir(folder)).filter((name) => name.includes('.v'));
        expect(copies).toHaveLength(2);
        expect(await readFile(`${path}.v${String(version)}`, 'utf8')).toBe(text);
        expect(troubles).toEqual([]);
      },
    );

    it('is left as it is where it cannot be taken over, and that is told [RE-5.migration]', async () => {
      const text = JSON.stringify({ schemaVersion: 0, servers: [record('1')] });
      await writeFile(path, text);
      const store = await openLater();
      expect(store.records).toEqual([]);
      await store.put(record('2'));
      expect(await readFile(path, 'utf8')).toBe(text);
      expect(await readdir(folder)).toEqual(['servers.json']);
      const reason = 'It could not be brought from version 0 to 1: a server has no limit';
      expect(troubles).toEqual([{ kind: 'unmigrated', path, reason }]);
    });
  });

  it('forgets the trust of a record that is stored without it', async () => {
    const store = await open();
    await store.put(record('1', { trustedHash: 'abc' }));
    await store.put(record('1'));
    expect((await open()).records).toEqual([record('1')]);
  });

  it('keeps a corrupt file aside, says so and goes on with an empty list', async () => {
    await writeFile(path, '{"schemaVersion":1,"servers":[');
    const store = await open();
    expect(store.records).toEqual([]);
    await store.put(record('1'));
    const [trouble] = troubles;
    if (trouble?.kind !== 'corrupt') throw new Error('It was not told.');
    expect(await readFile(trouble.keptAs, 'utf8')).toBe('{"schemaVersion":1,"servers":[');
    expect((await readdir(folder)).sort()).toHaveLength(2);
  });

  it('never writes the file of a newer app', async () => {
    const text = '{"schemaVersion":9,"machines":{}}';
    await writeFile(path, text);
    const store = await open();
    await store.put(record('1'));
    expect(store.isWritable).toBe(false);
    expect(store.records).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(troubles).toMatchObject([{ kind: 'newer', version: 9 }]);
  });
});

describe('the hash of a definition', () => {
  const base = definitionHash(stdio());

  it.each([
    ['command', stdio({ command: 'node2' })],
    ['arguments', stdio({ args: ['a b'] })],
    ['order of arguments', stdio({ args: ['b', 'a'] })],
    ['environment names', stdio({ env: { TOKEN: 'one', MORE: '' } })],
    ['folder', stdio({ cwd: '/elsewhere' })],
    ['kind', { type: 'http', url: 'http://localhost/', headers: {} }],
  ] as const)('is another one for another %s [SE-30]', (_what, definition) => {
    expect(definitionHash(definition as ServerDefinition)).not.toBe(base);
  });

  it('is the same for another value of the environment, and however fields are ordered', () => {
    expect(definitionHash(stdio({ env: { TOKEN: 'two' } }))).toBe(base);
    expect(
      definitionHash({ env: { TOKEN: 'one' }, args: ['a', 'b'], command: 'node', type: 'stdio' }),
    ).toBe(base);
    expect(base).toMatch(/^[0-9a-f]{64}$/);
  });

  it('covers address and headers of a remote server, however they are written [SE-30]', () => {
    const remote = (url: string, headers: Record<string, string>): string =>
      definitionHash({ type: 'http', url, headers });
    const reference = remote('https://Example.com:443/mcp', { A: '1', 'X-Key': 'k' });
    expect(remote('https://example.com/mcp', { 'x-key': 'k', a: '1' })).toBe(reference);
    expect(remote('https://example.com/mcp2', { A: '1', 'X-Key': 'k' })).not.toBe(reference);
    expect(remote('https://example.com/mcp', { A: '1', 'X-Key': 'k2' })).not.toBe(reference);
    expect(remote('https://example.com/mcp', { A: '1' })).not.toBe(reference);
  });
});
