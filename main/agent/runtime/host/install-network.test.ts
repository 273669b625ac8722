import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultNetwork, NETWORK_PLAN_VARIABLE } from '../../../../shared/lib/network-settings.ts';
import { currentNetwork, installNetwork } from '../../../lib/network/network.ts';
import {
  certificatePath,
  openProxy,
  openSecureServer,
} from '../../../lib/testing/secure-server.ts';
import type { OpenProxy, OpenServer } from '../../../lib/testing/secure-server.ts';
import { installRuntimeNetwork } from './install-network.ts';

let model: OpenServer;
let proxy: OpenProxy;
let folder: string;
let putBack: () => void;
beforeEach(async () => {
  putBack = installNetwork(currentNetwork());
  folder = await mkdtemp(join(tmpdir(), 'runtime-network-'));
  model = await openSecureServer((_request, response) => response.end('a model'));
  proxy = await openProxy({ 'model.example.test': model.port });
});
afterEach(async () => {
  await currentNetwork().dispose();
  putBack();
  await proxy.close();
  await model.close();
  await rm(folder, { recursive: true });
});
const answer = async (): Promise<string> => (await fetch('https://model.example.test/')).text();
const settings = { ...defaultNetwork, caFile: certificatePath('authority') };

it('a runtime reaches models by what the app says, which no tool inherits [UI-8.runtime]', async () => {
  const plan = {
    settings,
    environment: {},
    system: {
      'https://model.example.test': `PROXY 127.0.0.1:${String(proxy.port)}`,
      '*': 'DIRECT',
    },
  };
  const environment = { [NETWORK_PLAN_VARIABLE]: JSON.stringify(plan) };
  await installRuntimeNetwork(environment);
  expect(await answer()).toBe('a model');
  expect(proxy.asked).toEqual(['model.example.test:443']);
  expect(environment).toEqual({});
});

it('the command reaches them by the settings of its profile and its own variables [UI-8.runtime]', async () => {
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ network: settings }));
  await installRuntimeNetwork({
    PARLEY_CONFIG_DIR: folder,
    HTTPS_PROXY: `http://127.0.0.1:${String(proxy.port)}`,
  });
  expect(await answer()).toBe('a model');
});

it('settings that cannot be read leave the usual way [UI-8.runtime]', async () => {
  await writeFile(join(folder, 'settings.json'), '{ "network": { "proxy": 7 } ');
  await installRuntimeNetwork({
    PARLEY_CONFIG_DIR: folder,
    HTTPS_PROXY: `http://127.0.0.1:${String(proxy.port)}`,
    NODE_EXTRA_CA_CERTS: certificatePath('authority'),
  });
  expect(await answer()).toBe('a model');
});
