import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerDraft, ServerSettings } from '../../../shared/mcp/server-config.ts';
import type { McpHub } from './hub.ts';
import {
  HubDesk,
  connected,
  facadeOf,
  hostileDraft,
  isGone,
  reaches,
  stateOf,
} from './testing/hub-desk.ts';
import type { RawClient } from './testing/raw-client.ts';
import { textOf } from './testing/raw-client.ts';

vi.setConfig({ testTimeout: 60_000 });

const signal = new AbortController().signal;
const left = { id: 'left', folder: '/work/left' };
const right = { id: 'right', folder: '/work/right' };

let desk: HubDesk;
let hub: McpHub;
let starts: string;

beforeEach(async () => {
  desk = await HubDesk.open();
  hub = await desk.hub();
  starts = join(desk.root, 'starts');
});
afterEach(() => desk.dispose());

const draft = (...switches: string[]): ServerDraft =>
  hostileDraft(['--era=legacy', `--starts=${starts}`, ...switches]);
const perSession = (settings: ServerSettings): ServerSettings => ({
  ...settings,
  sharing: 'per-session',
});
const pids = async (): Promise<number[]> =>
  (await readFile(starts, 'utf8')).trim().split('\n').map(Number);
const alive = async (): Promise<number> => (await pids()).filter((pid) => !isGone(pid)).length;
const pidOf = async (client: RawClient): Promise<number> =>
  (JSON.parse(textOf(await client.call('whoami'))) as { pid: number }).pid;

describe('a server that each session has for itself', () => {
  it('is a process for each, which lives as long as the session is open [UI-31.per-session]', async () => {
    const serverId = await connected(hub, draft());
    const shared = [await facadeOf(hub, 'hostile', left), await facadeOf(hub, 'hostile', right)];
    const [one, two] = await Promise.all(shared.map(pidOf));
    expect(one).toBe(two);
    await hub.updateSettings(serverId, perSession);
    const own = await Promise.all(shared.map(pidOf));
    expect(new Set([one, ...own]).size).toBe(3);
    // Another runtime of the same session.
    const again = await facadeOf(hub, 'hostile', left);
    await again.request('initialize');
    expect(await pidOf(again)).toBe(own[0]);
    const changes = again.listChanges;
    await shared[1]?.call('storm', { notices: 1 });
    await vi.waitFor(
      async () => expect(textOf((await shared[1]?.call('added_1')) ?? {})).toBe('added_1'),
      { timeout: 8_000, interval: 50 },
    );
    expect((await again.call('added_1')).error).toMatchObject({ code: -32602 });
    expect(again.listChanges).toBe(changes);
    await hub.closeSession('left');
    expect(isGone(own[0] ?? 0)).toBe(true);
    expect(isGone(own[1] ?? 0)).toBe(false);
    await hub.updateSettings(serverId, (settings) => ({ ...settings, sharing: 'shared' }));
    expect(await pidOf(shared[1] ?? again)).toBe(one);
    await vi.waitFor(() => expect(isGone(own[1] ?? 0)).toBe(true), 8_000);
  });

  it('leaves nothing over twenty sessions that open and close [RE-10.sessions]', async () => {
    const serverId = await connected(hub, draft());
    await hub.updateSettings(serverId, perSession);
    const before = await alive();
    for (let count = 0; count < 20; count += 1) {
      const session = { id: `session-${String(count)}`, folder: '/work' };
      const client = await facadeOf(hub, 'hostile', session);
      expect(await pidOf(client)).toBeGreaterThan(0);
      expect(await alive()).toBe(before + 1);
      await client.close();
      await hub.closeSession(session.id);
    }
    expect(await alive()).toBe(before);
    expect(new Set(await pids()).size).toBeGreaterThanOrEqual(21);
  });

  it('ends for all sessions when it is turned off, changed or removed [RE-10.sessions]', async () => {
    const serverId = await connected(hub, draft());
    await hub.updateSettings(serverId, perSession);
    const clients = [await facadeOf(hub, 'hostile', left), await facadeOf(hub, 'hostile', right)];
    await Promise.all(clients.map(pidOf));
    await hub.setEnabled(serverId, false, signal);
    expect(await alive()).toBe(0);
    expect((await clients[0]?.call('echo'))?.error?.['message']).toContain('turned off');
    await hub.setEnabled(serverId, true, signal);
    await reaches(hub, serverId, 'connected');
    await Promise.all(clients.map(pidOf));
    await hub.remove(serverId);
    expect(await alive()).toBe(0);
    expect((await clients[1]?.call('echo'))?.error?.['message']).toContain('removed');
  });

  it('is brought back for the session whose process died [RE-11.comeback]', async () => {
    const serverId = await connected(hub, draft());
    await hub.updateSettings(serverId, perSession);
    const client = await facadeOf(hub, 'hostile', left);
    const before = await pidOf(client);
    expect((await client.call('die', { code: 9 })).error?.['message']).toContain('exit code 9');
    expect(stateOf(hub, serverId).status).toBe('connected');
    expect(await pidOf(client)).not.toBe(before);
    const traffic = hub.traffic(serverId).filter(({ sessionId }) => sessionId === 'left');
    expect(traffic.length).toBeGreaterThan(0);
  });
});

describe('a server of a folder', () => {
  it('is offered to the sessions that work there and to no others [UI-31.scope]', async () => {
    const serverId = await connected(hub, draft());
    const client = await facadeOf(hub, 'hostile', left);
    await client.request('initialize');
    await hub.updateSettings(serverId, (settings) => ({
      ...settings,
      scope: { kind: 'folder', folder: right.folder },
    }));
    expect(client.listChanges).toBe(1);
    expect(hub.facades(left).has('hostile')).toBe(false);
    expect(hub.facades().has('hostile')).toBe(false);
    expect(hub.facades(right).has('hostile')).toBe(true);
    expect(hub.facades(left).has('notes')).toBe(true);
    // Whoever has it still is refused.
    expect((await client.call('echo')).error?.['message']).toContain('another folder');
    expect((await client.request('tools/list')).error?.['data']).toMatchObject({
      status: 'disabled',
    });
  });
});

describe('calls of one server by several sessions', () => {
  it('are cancelled and end for themselves [RE-11.isolated]', async () => {
    await connected(hub, draft());
    const [one, two] = [
      await facadeOf(hub, 'hostile', left),
      await facadeOf(hub, 'hostile', right),
    ];
    void one.call('wait');
    const other = two.call('progress', { steps: 3 });
    await one.close();
    expect(textOf(await other)).toBe('3 steps');
  });
});
