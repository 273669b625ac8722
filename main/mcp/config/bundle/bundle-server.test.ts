import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { openSecretStore } from '../../../storage/secret-store.ts';
import { HubDesk, until } from '../../hub/testing/hub-desk.ts';
import { resolveDefinition } from '../resolve-definition.ts';
import { ServerSecrets, sourcesFor } from '../server-secrets.ts';
import { ServerStore } from '../server-store.ts';
import { ServerSetup } from '../setup/server-setup.ts';
import { TypedDrafts } from '../setup/typed-drafts.ts';
import { removeBundle } from './remove-bundle.ts';
import { zip } from '../../../../e2e/servers/bundle/zip.ts';

vi.setConfig({ testTimeout: 30_000 });

const signal = new AbortController().signal;
const program = pathToFileURL(
  join(import.meta.dirname, '../../../../e2e/servers/mcp/scripted-stdio.mjs'),
).href;
let desk: HubDesk;
beforeEach(async () => {
  desk = await HubDesk.open();
});
afterEach(() => desk.dispose());

it('of a bundle is read, asked about, unpacked, given its values, connected and removed with its folder [UI-31.bundle, UI-32.inputs, SE-30.bundle]', async () => {
  const path = join(desk.root, 'pg.mcpb');
  const manifest = {
    name: 'pg',
    version: '1.0.0',
    server: {
      mcp_config: {
        command: process.execPath,
        args: ['${__dirname}/server.mjs'],
        env: { KEY: '${user_config.key}' },
      },
    },
    user_config: { key: { title: 'Key', sensitive: true } },
  };
  await writeFile(
    path,
    zip([
      { name: 'manifest.json', text: JSON.stringify(manifest) },
      { name: 'server.mjs', text: `import ${JSON.stringify(program)};` },
    ]),
  );
  const store = await ServerStore.open({
    path: join(desk.root, 'servers.json'),
    clock: systemClock,
    onTrouble: () => undefined,
  });
  const secrets = new ServerSecrets(
    await openSecretStore(
      { path: join(desk.root, 'secrets.json'), clock: systemClock, onTrouble: () => undefined },
      undefined,
    ),
  );
  const parts = { secrets, environment: {}, home: desk.root };
  const hub = await desk.hub({
    store,
    resolveDefinition: async (record) =>
      resolveDefinition(record.definition, sourcesFor(record, parts)),
  });
  const bundleFolder = join(desk.root, 'bundles');
  const setup = new ServerSetup({
    ...parts,
    adder: hub,
    records: () => store.records,
    hasKeychain: () => true,
    platform: process.platform,
    folders: () => [],
    bundleFolder,
    registry: { host: '', search: async () => ({ servers: [], nextCursor: undefined }) },
    chooseFile: async () => path,
    reviewAdditions: async () => true,
  });
  const unpacked = () => readdir(bundleFolder).catch(() => []);

  const reading = (await setup.chooseFile())?.reading;
  const entryIds = reading?.entries.map(({ entryId }) => entryId) ?? [];
  const choice = {
    chosen: [{ readingId: reading?.readingId ?? '', entryIds }],
    scope: { kind: 'user' as const },
    pins: {},
  };
  desk.person.accepts = false;
  await setup.review(choice, signal);
  expect(await unpacked()).toEqual([]);
  desk.person.accepts = true;
  const [added] = await setup.review(choice, signal);
  const serverId = added?.serverId ?? '';
  const [folder = ''] = await unpacked();
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
    removeBundle: (record) => removeBundle(record, bundleFolder, store.records),
  });
  const record = hub.recordOf(serverId);
  if (!record) throw new Error('The server is gone.');
  await removeBundle(
    { ...record, settings: { ...record.settings, source: { kind: 'form' } } },
    bundleFolder,
    [],
  );
  await removeBundle(record, desk.root, []);
  await removeBundle(record, bundleFolder, store.records);
  expect(await unpacked()).toEqual([folder]);
  await drafts.remove(serverId);
  expect(await unpacked()).toEqual([]);
});
