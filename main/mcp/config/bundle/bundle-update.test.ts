import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { silentLog } from '../../../lib/logger.ts';
import { stateOf, until } from '../../hub/testing/hub-desk.ts';
import { BundleUpkeep } from './bundle-upkeep.ts';
import { compareVersions } from './compare-versions.ts';
import { BundleDesk } from './testing/bundle-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

const words = serverSetupTexts.bundle.update;
const { signal } = new AbortController();
const ref = (kind: 'input' | 'secret', name: string) => ({ kind, name }) as const;

let desk: BundleDesk;
let upkeep: BundleUpkeep;
beforeEach(async () => {
  desk = await BundleDesk.open();
  const { hub, store, secrets, bundles } = desk;
  const records = () => store.records;
  upkeep = new BundleUpkeep({ hub, records, secrets, bundles, log: silentLog });
});
afterEach(() => desk.dispose());

const launch = (args: readonly string[], env: Record<string, string> = {}) => ({
  mcp_config: { command: process.execPath, args: ['${__dirname}/server.mjs', ...args], env },
});
const asks = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { title: name, sensitive: name === 'key' }]));
const connects = (serverId: string) =>
  until(desk.hub, serverId, ({ status, failure }) =>
    expect(`${status} ${failure?.message ?? ''}`).toBe('connected '),
  );
/** What the app does at each news of servers. */
const tidied = async (): Promise<string[]> => {
  upkeep.look(desk.hub.list());
  await upkeep.settled();
  return desk.unpacked();
};
const recordOf = (serverId: string) => {
  const record = desk.hub.recordOf(serverId);
  if (record?.definition.type !== 'stdio') throw new Error('The server is gone.');
  return { ...record, definition: record.definition };
};

/** Version 1.0.0, connected, with values, a limit, a tool turned off and a variable of the person's own. */
async function installed(): Promise<string> {
  const { hub, secrets } = desk;
  const server = launch(['--region=${user_config.region}'], { KEY: '${user_config.key}' });
  const user_config = asks('region', 'key', 'old');
  const { entry, agree } = await desk.choose({ version: '1.0.0', server, user_config });
  expect(entry?.comparison).toEqual({ kind: 'new' });
  const { serverId } = await agree();
  await secrets.set(recordOf(serverId), ref('input', 'region'), 'eu');
  await secrets.set(recordOf(serverId), ref('secret', 'key'), 'canary');
  await secrets.set(recordOf(serverId), ref('input', 'old'), 'stale');
  const { name, startTimeoutMs, definition } = recordOf(serverId);
  const own = { ...definition, env: { ...definition.env, DEBUG: '1' } };
  const none = { env: [], headers: [] };
  await hub.update(serverId, { name: 'Database', startTimeoutMs, definition: own }, none, signal);
  expect(name).toBe('pg');
  await hub.updateSettings(serverId, (settings) => ({
    ...settings,
    toolTimeoutMs: 300_000,
    tools: { echo: { enabled: false } },
  }));
  await connects(serverId);
  return serverId;
}

describe('a newer bundle of a server that is there', () => {
  it('takes its place after main’s question: id, name, settings and values stay, and it says what changes [UI-31.update, SE-30]', async () => {
    const serverId = await installed();
    const { hub, secrets } = desk;
    const { person } = desk.desk;
    const before = recordOf(serverId);
    const server = launch(['--place=${user_config.region}', '--team=${user_config.team}'], {
      KEY: '${user_config.key}',
      MODE: 'fast',
    });
    // The region is a secret from now on: its value is the same all the same.
    const user_config = {
      region: { title: 'Region', sensitive: true },
      key: { title: 'Key', sensitive: true },
      team: { title: 'Team', default: 'harbor' },
    };
    const { entry, agree } = await desk.choose({ version: '1.10.0', server, user_config });
    expect(entry?.comparison).toEqual({
      kind: 'update',
      serverId,
      name: 'Database',
      from: '1.0.0',
      to: '1.10.0',
      isOlder: false,
      changes: [
        words.args,
        words.sets(['MODE']),
        words.asks(['team']),
        words.keeps(['region', 'key']),
      ],
    });
    // What has a default is not asked for.
    expect(entry?.asksFor).toEqual([]);
    const asked = person.asked.length;
    person.accepts = false;
    expect((await agree()).outcome).toBe('cancelled');
    expect(person.asked.at(-1)).toMatchObject({
      previous: before.definition,
      source: { kind: 'bundle', detail: expect.stringMatching(/pg-1\.10\.0\.mcpb$/) as unknown },
    });
    expect(recordOf(serverId)).toEqual(before);
    person.accepts = true;
    expect(await agree()).toEqual({ outcome: 'started', serverId });
    expect(person.asked).toHaveLength(asked + 2);
    await connects(serverId);
    const after = recordOf(serverId);
    expect(after).toMatchObject({
      id: serverId,
      key: before.key,
      name: 'Database',
      settings: {
        toolTimeoutMs: 300_000,
        tools: { echo: { enabled: false } },
        source: { kind: 'bundle', bundle: { name: 'pg', version: '1.10.0' } },
        inputs: [{ id: 'team', default: 'harbor' }],
      },
    });
    expect(after.definition.env).toEqual({ DEBUG: '1', KEY: '${secret:key}', MODE: 'fast' });
    expect(secrets.get(after, ref('secret', 'key'))).toBe('canary');
    expect(secrets.get(after, ref('secret', 'region'))).toBe('eu');
    expect(hub.list().filter(({ origin }) => origin === 'user')).toHaveLength(1);
  });

  it('has the files and values of the version before removed once it works, not while it fails [UI-31.update-files]', async () => {
    const serverId = await installed();
    const { secrets } = desk;
    const [first = ''] = await desk.unpacked();
    const broken = await desk.choose({ version: '2.0.0', user_config: {} }, 'process.exit(3);');
    await broken.agree();
    await until(desk.hub, serverId, ({ status }) => expect(status).toBe('failed'));
    expect(await tidied()).toContain(first);
    expect(await desk.unpacked()).toHaveLength(2);
    const mended = await desk.choose({ version: '2.0.1', user_config: asks('region') });
    expect(mended.entry?.comparison).toMatchObject({ kind: 'update', from: '2.0.0', to: '2.0.1' });
    await mended.agree();
    await connects(serverId);
    expect(await tidied()).toEqual([expect.stringMatching(/^pg-2-0-1/)]);
    expect(stateOf(desk.hub, serverId).settings.source?.bundle).toEqual({
      name: 'pg',
      version: '2.0.1',
    });
    expect(secrets.get(recordOf(serverId), ref('input', 'old'))).toBeUndefined();
  });

  it('is known as the same, as older, or as another build, and another bundle stays a server of its own [UI-31.update]', async () => {
    await installed();
    const again = await desk.choose({ version: '0.9.0' });
    expect(again.entry?.comparison).toMatchObject({ kind: 'update', isOlder: true });
    const other = await desk.choose({ version: '1.0.0', user_config: {} });
    expect(other.entry?.comparison).toMatchObject({ from: '1.0.0', to: '1.0.0', isOlder: false });
    await other.agree();
    const same = await desk.choose({ version: '1.0.0', user_config: {} });
    expect(same.entry?.comparison).toEqual({ kind: 'same' });
    const foreign = await desk.choose({ version: '1.0.0', ...{ name: 'other' } });
    expect(foreign.entry?.comparison).toEqual({ kind: 'new' });
    const order = ['1.0.0-beta.2', '1.0.0-beta.10', '1.0.0', '1.2.0', '1.10.0', '2'];
    expect([...order].reverse().sort(compareVersions)).toEqual(order);
  });
});
