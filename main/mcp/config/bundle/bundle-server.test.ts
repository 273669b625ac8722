import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../../hub/testing/hub-desk.ts';
import { TypedDrafts } from '../setup/typed-drafts.ts';
import { removeBundle } from './remove-bundle.ts';
import { BundleDesk } from './testing/bundle-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

let desk: BundleDesk;
beforeEach(async () => {
  desk = await BundleDesk.open();
});
afterEach(() => desk.dispose());

it('of a bundle is read, asked about, unpacked, given its values, connected and removed with its folder [UI-31.bundle, UI-32.inputs, SE-30.bundle]', async () => {
  const { hub, secrets, store, setup, bundles } = desk;
  const { person, root } = desk.desk;
  const server = {
    mcp_config: {
      command: process.execPath,
      args: ['${__dirname}/server.mjs'],
      env: { KEY: '${user_config.key}' },
    },
  };
  const user_config = { key: { title: 'Key', sensitive: true } };
  const { agree } = await desk.choose({ version: '1.0.0', server, user_config });
  person.accepts = false;
  await agree();
  expect(await desk.unpacked()).toEqual([]);
  person.accepts = true;
  const { serverId } = await agree();
  const [folder = ''] = await desk.unpacked();
  expect(folder).toMatch(/^pg-/);
  const { failure } = await until(hub, serverId, ({ status }) => expect(status).toBe('failed'));
  expect(failure?.code).toBe('variable-missing');
  await setup.setSecret(serverId, { kind: 'secret', name: 'key' }, 'canary');
  await hub.restart(serverId);
  await until(hub, serverId, ({ status }) => expect(status).toBe('connected'));

  const drafts = new TypedDrafts({
    hub,
    secrets,
    hasKeychain: () => true,
    removeBundle: (record) => removeBundle(record, bundles, store.records),
  });
  const record = hub.recordOf(serverId);
  if (!record) throw new Error('The server is gone.');
  await removeBundle(
    { ...record, settings: { ...record.settings, source: { kind: 'form' } } },
    bundles,
    [],
  );
  await removeBundle(record, root, []);
  await removeBundle(record, bundles, store.records);
  expect(await desk.unpacked()).toEqual([folder]);
  await drafts.remove(serverId);
  expect(await desk.unpacked()).toEqual([]);
});
