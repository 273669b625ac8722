import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverRecord } from '../../../../shared/mcp/server-config.ts';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { systemClock } from '../../../lib/clock.ts';
import { definitionHash } from '../definition-hash.ts';
import { ServerStore } from '../server-store.ts';
import type { AdditionsQuestion } from './additions-question.ts';
import { MASK } from './masked-values.ts';
import { RawServers } from './raw-servers.ts';

const signal = new AbortController().signal;
const canary = 'ghp_canary0123456789abcdef';
let folder: string;
let path: string;
let store: ServerStore;
let asked: AdditionsQuestion[];
let accepts: boolean;
let reloads: number;

const record = (id: number, change: Partial<ServerRecord> = {}): ServerRecord =>
  serverRecord.parse({
    id: `3f9ac2d1-7be4-4c0a-9d5e-${String(id).padStart(12, 'a')}`,
    key: `server-${String(id)}`,
    name: `Server ${String(id)}`,
    definition: { type: 'stdio', command: 'node', args: ['a'], env: { TOKEN: canary, MODE: 'x' } },
    enabled: true,
    startTimeoutMs: 60_000,
    createdAt: '2026-12-01T00:00:00.000Z',
    ...change,
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-raw-'));
  path = join(folder, 'servers.json');
  asked = [];
  accepts = true;
  reloads = 0;
  store = await ServerStore.open({ path, clock: systemClock, onTrouble: () => undefined });
  const { definition } = record(1);
  await store.put(record(1, { trustedHash: definitionHash(definition) }));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (): RawServers =>
  new RawServers({
    store,
    clock: systemClock,
    review: async (question) => {
      asked.push(question);
      return accepts;
    },
    reload: async () => {
      reloads += 1;
    },
  });
const onDisk = async (): Promise<{ servers: ServerRecord[] }> =>
  JSON.parse(await readFile(path, 'utf8')) as { servers: ServerRecord[] };

describe('the file of servers as JSON', () => {
  it('shows its path and no secret; what is left alone is stored as it was [UI-33.source, SE-51.raw]', async () => {
    const raw = open();
    const view = await raw.view();
    expect(view.path).toBe(path);
    expect(view.text).not.toContain(canary);
    expect(view.text).toContain(MASK);
    expect(view.text).not.toContain('trustedHash');
    expect(view.text).toContain(`"id": "${record(1).id}"`);
    expect(view.text).toContain('"key": "server-1"');
    expect(view.notes).toEqual([]);
    const before = await onDisk();
    expect(await raw.save(view.text, view.revision, signal)).toBe('saved');
    expect(await onDisk()).toEqual(before);
    expect(asked).toEqual([]);
  });

  it('stores an edit after the question, and no edit can bring its own trust [UI-33.source, SE-30.raw, SE-5.setup]', async () => {
    const raw = open();
    const view = await raw.view();
    const edited = view.text
      .replace('"a"', '"b"')
      .replace('"name"', `"trustedHash": "${'f'.repeat(64)}", "name"`);
    accepts = false;
    expect(await raw.save(edited, view.revision, signal)).toBe('cancelled');
    expect((await onDisk()).servers[0]?.definition).toMatchObject({ args: ['a'] });
    accepts = true;
    expect(await raw.save(edited, view.revision, signal)).toBe('saved');
    expect(asked.at(-1)).toMatchObject({
      occasion: 'edit',
      servers: [{ name: 'Server 1', change: 'changed', definition: { args: ['b'] } }],
    });
    const [stored] = store.records;
    if (!stored) throw new Error('It is gone.');
    expect(stored.definition).toMatchObject({ args: ['b'], env: { TOKEN: canary } });
    expect(stored.trustedHash).toBe(definitionHash(record(1).definition));
    expect(stored.trustedHash).not.toBe(definitionHash(stored.definition));
    expect(reloads).toBe(1);
  });

  it('completes a new entry, which stays off, and tells what goes [UI-33.source]', async () => {
    const raw = open();
    const { revision } = await raw.view();
    const text = JSON.stringify({
      schemaVersion: 1,
      servers: [{ name: 'New', enabled: true, definition: { type: 'stdio', command: 'x' } }],
    });
    expect(await raw.save(text, revision, signal)).toBe('saved');
    expect(asked[0]?.servers.map(({ name, change }) => [name, change])).toEqual([
      ['New', 'added'],
      ['Server 1', 'removed'],
    ]);
    expect(store.records).toMatchObject([{ name: 'New', key: 'new', enabled: false }]);
  });

  it.each([
    ['{\n "schemaVersion": 1,\n "servers": [,]\n}', /^3:1\d /],
    ['{ "schemaVersion": 1 } // x', /^1:24 /],
    ['{ "schemaVersion": 2, "servers": [] }', /must be an object with "schemaVersion": 1/],
    [
      '{"schemaVersion":1,"servers":[\n{"name":"A","definition":{"type":"pigeon"}}]}',
      /^2:\d+ “A” cannot be used: definition\.type/,
    ],
    [
      `{"schemaVersion":1,"servers":[{"name":"A","definition":{"type":"stdio","command":"${MASK}"}}]}`,
      /^1:\d+ This value is not stored/,
    ],
  ])('says where a mistake is, and writes nothing: %s [UI-33.mistakes]', async (text, expected) => {
    const raw = open();
    const before = await readFile(path, 'utf8');
    const { revision } = await raw.view();
    const told = (await raw.check(text)).map(
      ({ sentence, position }) =>
        `${String(position?.line)}:${String(position?.column)} ${sentence}`,
    );
    expect(told.some((one) => expected.test(one))).toBe(true);
    await expect(raw.save(text, revision, signal)).rejects.toThrow(/^Line \d+, column \d+/);
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(asked).toEqual([]);
  });

  it('keeps a broken entry as it is, beside the others [UI-33.broken]', async () => {
    const broken = { name: 'Odd', definition: { type: 'carrier-pigeon' } };
    const { servers } = await onDisk();
    await writeFile(path, JSON.stringify({ schemaVersion: 1, servers: [broken, ...servers] }));
    await store.takeOver();
    const raw = open();
    const view = await raw.view();
    expect(view.notes).toMatchObject([{ severity: 'warning', position: { line: 4 } }]);
    expect(await raw.save(view.text.replace('"a"', '"c"'), view.revision, signal)).toBe('saved');
    expect((await onDisk()).servers).toMatchObject([broken, { definition: { args: ['c'] } }]);
    expect(store.records).toHaveLength(1);
  });

  it('is never written over what others wrote meanwhile [UI-33.outside]', async () => {
    const raw = open();
    const view = await raw.view();
    const outside = JSON.stringify({ schemaVersion: 1, servers: [record(1), record(2)] });
    await writeFile(path, outside);
    expect(await raw.save(view.text.replace('"a"', '"z"'), view.revision, signal)).toBe('stale');
    expect(await readFile(path, 'utf8')).toBe(outside);
    // A change of the app builds on it, and says so.
    const seen = vi.fn();
    const end = store.watch(seen);
    await store.put(record(3));
    expect(seen).toHaveBeenCalled();
    end();
    expect(store.records.map(({ name }) => name)).toEqual(['Server 1', 'Server 2', 'Server 3']);
  });

  it('is left alone while others left a mistake in it [UI-33.outside, UI-33.mistakes]', async () => {
    const half = '{ "schemaVersion": 1,\n "servers": [ }';
    await writeFile(path, half);
    await expect(store.put(record(2))).rejects.toThrow(/Line 2, column \d+.*Correct it/);
    expect(await store.takeOver()).toBe(false);
    expect(await readFile(path, 'utf8')).toBe(half);
    expect(store.records.map(({ name }) => name)).toEqual(['Server 1']);
    expect((await open().view()).notes[0]?.position).toMatchObject({ line: 2 });
  });

  it('tells when others changed it, and not when the app did [UI-33.outside]', async () => {
    const seen = vi.fn();
    const end = store.watch(seen);
    await store.put(record(2));
    await writeFile(path, JSON.stringify({ schemaVersion: 1, servers: [record(1)] }));
    await vi.waitFor(() => expect(seen).toHaveBeenCalled(), { timeout: 5_000 });
    expect(await store.takeOver()).toBe(true);
    expect(store.records).toHaveLength(1);
    end();
  });

  it('of the first version gives the same servers, settings and all', async () => {
    const old: Partial<ServerRecord> = { ...record(5) };
    delete old.settings;
    await writeFile(path, JSON.stringify({ schemaVersion: 1, servers: [old] }));
    const again = await ServerStore.open({ path, clock: systemClock, onTrouble: () => undefined });
    expect(again.records).toEqual([record(5)]);
    expect(again.broken).toEqual([]);
  });
});
