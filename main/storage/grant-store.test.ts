import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../lib/testing/manual-clock.ts';
import type { SessionGrant, StoredGrant, ToolPin } from './grant-store.ts';
import { GrantStore } from './grant-store.ts';
import type { FileTrouble } from './versioned-file.ts';

const serverId = '11111111-1111-4111-8111-111111111111';
const sessionId = '22222222-2222-4222-8222-222222222222';
const idOf = (n: number): string => `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`;

function grant(n: number, part: Partial<StoredGrant> = {}): StoredGrant {
  return {
    id: idOf(n),
    behavior: 'allow',
    scope: 'always',
    serverId,
    serverName: 'Files',
    trustedHash: 'trusted',
    covers: { kind: 'tool', tool: `tool_${String(n)}`, definitionHash: 'hash' },
    origin: { kind: 'tools-table' },
    createdAt: n,
    uses: 0,
    ...part,
  };
}

function pin(tool: string, hash: string): ToolPin {
  return {
    serverId,
    tool,
    hash,
    definition: { inputSchema: { type: 'object' }, annotations: {} },
    pinnedAt: 1,
  };
}

describe('the grant store', () => {
  let folder: string;
  let path: string;
  let clock: ManualClock;
  let troubles: FileTrouble[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-grants-'));
    path = join(folder, 'permissions.json');
    clock = new ManualClock(1_000);
    troubles = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (): Promise<GrantStore> =>
    GrantStore.open({ path, clock, onTrouble: (trouble) => troubles.push(trouble) });
  const onDisk = async (): Promise<Record<string, unknown[]>> =>
    JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown[]>;

  it('keeps grants and pins in a versioned file, and those of sessions in memory [SE-40.store]', async () => {
    const store = await open();
    const ofSession: SessionGrant = { ...grant(2), scope: 'session', sessionId };
    await store.change({ add: grant(1), pin: pin('tool_1', 'one') });
    await store.change({ add: ofSession });
    expect(store.grants.map((one) => one.id)).toEqual([idOf(1), idOf(2)]);
    expect(await onDisk()).toMatchObject({ schemaVersion: 1, grants: [{ id: idOf(1) }] });
    const again = await open();
    expect(again.grants).toEqual([grant(1)]);
    expect(again.pinOf(serverId, 'tool_1')).toEqual(pin('tool_1', 'one'));
    expect(again.pinOf(serverId, 'tool_2')).toBeUndefined();
  });

  it('drops, maps and pins in one write, or does nothing when it cannot be written [SE-40.store]', async () => {
    const store = await open();
    await store.change({ add: grant(1), pin: pin('tool_1', 'one') });
    await store.change({
      drop: (one) => one.id === idOf(1),
      add: grant(2),
      pin: pin('tool_1', 'two'),
    });
    expect(store.pins).toEqual([pin('tool_1', 'two')]);
    await store.change({ map: (one) => ({ ...one, serverName: 'Other' }) });
    expect((await open()).grants).toEqual([grant(2, { serverName: 'Other' })]);
    await rm(path);
    await mkdir(path);
    await expect(store.change({ drop: () => true })).rejects.toThrow();
    expect(store.grants).toHaveLength(1);
  });

  it('counts uses at once and writes them together [UI-42.ledger]', async () => {
    const store = await open();
    await store.change({ add: grant(1) });
    store.used(idOf(1));
    clock.advance(1_000);
    store.used(idOf(1));
    expect(store.grants).toMatchObject([{ uses: 2, lastUsedAt: 2_000 }]);
    expect(await onDisk()).toMatchObject({ grants: [{ uses: 0 }] });
    await store.dispose();
    expect(await onDisk()).toMatchObject({ grants: [{ uses: 2, lastUsedAt: 2_000 }] });
    expect((await open()).grants).toMatchObject([{ uses: 2 }]);
  });

  it('reads entry by entry and writes back what it does not understand', async () => {
    const strange = { id: 'no uuid', behavior: 'maybe' };
    await writeFile(
      path,
      JSON.stringify({ schemaVersion: 1, grants: [strange, grant(1)], pins: [{ tool: 1 }] }),
    );
    const store = await open();
    expect(store.grants).toEqual([grant(1)]);
    await store.change({ add: grant(2) });
    expect(await onDisk()).toMatchObject({
      grants: [{ id: idOf(1) }, { id: idOf(2) }, strange],
      pins: [{ tool: 1 }],
    });
  });

  it.each([
    ['corrupt', '{"schemaVersion":1,"grants":'],
    ['newer', '{"schemaVersion":9,"grants":[]}'],
  ])('allows nothing by a %s file and says so [RE-2.permissions]', async (kind, text) => {
    await writeFile(path, text);
    const store = await open();
    expect(store.grants).toEqual([]);
    expect(troubles).toMatchObject([{ kind }]);
  });
});
