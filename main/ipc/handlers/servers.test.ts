import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { resolveDefinition } from '../../mcp/config/resolve-definition.ts';
import { ServerSecrets, sourcesFor } from '../../mcp/config/server-secrets.ts';
import { TypedDrafts } from '../../mcp/config/setup/typed-drafts.ts';
import type { McpHub } from '../../mcp/hub/hub.ts';
import {
  HubDesk,
  connected,
  reaches,
  scriptedDraft,
  stateOf,
} from '../../mcp/hub/testing/hub-desk.ts';
import type { ServerSignIns } from '../../mcp/hub/sign-in-contract.ts';
import { openSecretStore } from '../../storage/secret-store.ts';
import { gestureRule } from '../gesture.ts';
import { serverHandlers } from './servers.ts';
import { signInHandlers } from './sign-ins.ts';

vi.setConfig({ testTimeout: 20_000 });

const clock = new ManualClock();
const rule = gestureRule(() => clock.now());
const by = (ageMs: number) => ({
  windowId: 1,
  signal: new AbortController().signal,
  lastInputAt: clock.now() - ageMs,
});
const page = by(5_000);
const ref = { kind: 'secret', name: 'scripted-api-token' } as const;
const draft = (token: string) => scriptedDraft([], { API_TOKEN: token });

let desk: HubDesk;
let hub: McpHub;
let secrets: ServerSecrets;
let handlers: ReturnType<typeof serverHandlers>;

beforeEach(async () => {
  desk = await HubDesk.open();
  const path = join(desk.root, 'secrets.json');
  const store = await openSecretStore({ path, clock, onTrouble: () => undefined }, undefined);
  secrets = new ServerSecrets(store);
  const sources = { secrets, environment: {}, home: desk.root };
  hub = await desk.hub({
    resolveDefinition: async (one) => resolveDefinition(one.definition, sourcesFor(one, sources)),
  });
  const drafts = new TypedDrafts({ hub, secrets, hasKeychain: () => true });
  handlers = serverHandlers(hub, drafts, rule);
});
afterEach(() => desk.dispose());

const record = (serverId: string) => {
  const found = hub.recordOf(serverId);
  if (!found) throw new Error('There is no such server.');
  return found;
};

describe('a page that nobody touches', () => {
  it('renames, removes and turns on no server, and changes no value of one [SE-5.servers]', async () => {
    const serverId = await connected(hub, { ...scriptedDraft(), name: 'Kept' });
    await hub.setEnabled(serverId, false, page.signal);
    const keep = { keepEnv: [], keepHeaders: [] };
    const renamed = { ...scriptedDraft(), name: 'GitHub' };
    const refused = { code: 'session.no-gesture' };
    const tries = [
      () => handlers['servers.update']({ serverId, draft: renamed, ...keep }, page),
      () =>
        handlers['servers.update']({ serverId, draft: draft('evil-token-4711'), ...keep }, page),
      () => handlers['servers.setEnabled']({ serverId, enabled: true }, page),
      () => handlers['servers.configure']({ serverId, change: { sharing: 'per-session' } }, page),
      () => handlers['servers.remove']({ serverId }, page),
    ];
    for (const one of tries) await expect((async () => one())()).rejects.toMatchObject(refused);
    expect(desk.person.asked).toHaveLength(1);
    expect(stateOf(hub, serverId)).toMatchObject({ name: 'Kept', status: 'disabled' });
    await handlers['servers.setEnabled']({ serverId, enabled: true }, by(900));
    await reaches(hub, serverId, 'connected');
    await handlers['servers.remove']({ serverId }, by(0));
    expect(hub.recordOf(serverId)).toBeUndefined();
  });

  it('changes nothing about who is signed in [SE-5.sign-ins]', async () => {
    const asked: string[] = [];
    const note = (name: string) => async () => void asked.push(name);
    const signIns = {
      signOut: note('signOut'),
      chooseAccount: note('chooseAccount'),
      removeAccount: note('removeAccount'),
      setClient: note('setClient'),
    } as unknown as ServerSignIns;
    const routes = signInHandlers(signIns, rule);
    const calls = [
      (who: typeof page) => routes['signIns.signOut']({ serverId: 's' }, who),
      (who: typeof page) => routes['signIns.chooseAccount']({ serverId: 's', account: 'a' }, who),
      (who: typeof page) => routes['signIns.removeAccount']({ serverId: 's', account: 'a' }, who),
      (who: typeof page) => routes['signIns.setClient']({ serverId: 's', clientId: 'c' }, who),
    ];
    for (const call of calls)
      await expect((async () => call(page))()).rejects.toMatchObject({
        code: 'session.no-gesture',
      });
    expect(asked).toEqual([]);
    for (const call of calls) await call(by(0));
    expect(asked).toEqual(['signOut', 'chooseAccount', 'removeAccount', 'setClient']);
  });
});

describe('a value that was typed into the form', () => {
  it('is kept once the person agreed, not while they are asked, and not when they refuse [SE-5.servers, UI-32.keychain]', async () => {
    const added = await handlers['servers.add'](draft('first-token-4711'), by(0));
    const serverId = added.serverId ?? '';
    await reaches(hub, serverId, 'connected');
    expect(secrets.get(record(serverId), ref)).toBe('first-token-4711');
    const seen: unknown[] = [];
    desk.person.reviewServer = async () => {
      seen.push(secrets.get(record(serverId), ref));
      return seen.length > 1;
    };
    const other = {
      serverId,
      draft: scriptedDraft(['--hints'], { API_TOKEN: 'second-token-4711' }),
      keepEnv: [],
      keepHeaders: [],
    };
    expect(await handlers['servers.update'](other, by(0))).toEqual({ outcome: 'cancelled' });
    expect(secrets.get(record(serverId), ref)).toBe('first-token-4711');
    await handlers['servers.update'](other, by(0));
    expect(seen).toEqual(['first-token-4711', 'first-token-4711']);
    expect(secrets.get(record(serverId), ref)).toBe('second-token-4711');
  });

  it('that is the only change has the server started again with it [UI-32.value]', async () => {
    const { serverId = '' } = await handlers['servers.add'](draft('first-token-4711'), by(0));
    await reaches(hub, serverId, 'connected');
    const same = { serverId, draft: draft('second-token-4711'), keepEnv: [], keepHeaders: [] };
    await handlers['servers.update'](same, by(0));
    expect(secrets.get(record(serverId), ref)).toBe('second-token-4711');
    await reaches(hub, serverId, 'connected');
    expect(hub.logs(serverId).filter(({ text }) => text.startsWith('Started'))).toHaveLength(2);
  });
});
