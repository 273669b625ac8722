import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../shared/ipc/routes/settings.ts';
import {
  defaultNetwork,
  NETWORK_PLAN_VARIABLE,
  networkPlan,
} from '../../shared/lib/network-settings.ts';
import { currentNetwork } from '../lib/network/network.ts';
import { defaultSettings } from '../storage/settings-store.ts';
import { openNetwork } from './open-network.ts';
import type { OpenedNetwork } from './open-network.ts';
import type { Stores } from './stores.ts';

const system = vi.hoisted(() => ({ answer: 'DIRECT' }));
vi.mock('electron', () => ({
  session: {
    fromPartition: () => ({
      setProxy: () => Promise.resolve(),
      resolveProxy: () => Promise.resolve(system.answer),
    }),
  },
}));

let settings: Settings;
let changes: EventEmitter;
let opened: OpenedNetwork;

beforeEach(() => {
  settings = defaultSettings;
  changes = new EventEmitter();
  const stores = {
    settings: {
      get: () => settings,
      onChange: (listener: (next: Settings) => void) => {
        changes.on('settings', listener);
        return () => changes.off('settings', listener);
      },
    },
    providers: { list: () => [], onChange: () => () => undefined },
  };
  opened = openNetwork(stores as unknown as Stores, () => undefined);
});
afterEach(() => opened.dispose());

function change(patch: Partial<Settings>): void {
  settings = { ...settings, ...patch };
  changes.emit('settings', settings);
}

it('takes another way when that is what changed, and leaves connections alone otherwise [UI-8.settings]', async () => {
  const use = vi.spyOn(currentNetwork(), 'use');
  change({ theme: 'dark' });
  expect(use).not.toHaveBeenCalled();
  const network = { ...defaultNetwork, proxy: 'address', proxyAddress: 'proxy:8080' } as const;
  change({ network });
  change({ sidebar: 'rail' });
  expect(use.mock.calls).toEqual([[network]]);
  const far = new URL('https://far.example/');
  expect((await currentNetwork().proxyFor(far))?.href).toBe('http://proxy:8080/');
});

it('a runtime that starts later is told what the system says by then [UI-8.runtime]', async () => {
  system.answer = 'PROXY office:8080';
  const told = (): unknown =>
    networkPlan.parse(JSON.parse(opened.environment()[NETWORK_PLAN_VARIABLE] ?? '')).system['*'];
  await vi.waitFor(() => expect(told()).toBe('PROXY office:8080'));
  system.answer = 'DIRECT';
  await vi.waitFor(() => expect(told()).toBe('DIRECT'));
});
