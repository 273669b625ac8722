import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy } from '../../../e2e/servers/mcp/hand-http.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { McpHub } from './hub.ts';
import {
  HubDesk,
  added,
  connected,
  facadeOf,
  hostileDraft,
  isGone,
  reaches,
  remoteDraft,
  scriptedDraft,
  stateOf,
  until,
} from './testing/hub-desk.ts';
import { textOf } from './testing/raw-client.ts';

vi.setConfig({ testTimeout: 30_000 });

const signal = new AbortController().signal;
let desk: HubDesk;
let clock: ManualClock;
let hub: McpHub;
let starts: string;

beforeEach(async () => {
  desk = await HubDesk.open();
  clock = new ManualClock();
  hub = await desk.hub({}, clock);
  starts = join(desk.root, 'starts');
});
afterEach(() => desk.dispose());

const pids = async (): Promise<number[]> =>
  (await readFile(starts, 'utf8')).trim().split('\n').map(Number);

describe('a connected server', () => {
  it('is degraded while its address fails, says why, and recovers with the next exchange [RE-22]', async () => {
    const serverId = await connected(hub, remoteDraft(await desk.hostileUrl('--outage=2:404')));
    const client = await facadeOf(hub, 'remote');
    expect((await client.call('echo')).error?.['message']).toContain('404');
    const { status, degraded } = stateOf(hub, serverId);
    expect(status).toBe('connected');
    expect(degraded).toMatchObject({
      reason: expect.stringMatching(/^Last call did not get through\. .*404/) as string,
      at: clock.now(),
    });
    expect((await client.call('echo')).error).toBeDefined();
    expect(stateOf(hub, serverId).degraded).toBeDefined();
    clock.advance(500);
    expect(textOf(await client.call('echo', { text: 'there' }))).toContain('there');
    expect(stateOf(hub, serverId)).toMatchObject({
      status: 'connected',
      lastExchange: { at: clock.now(), method: 'tools/call' },
    });
    expect(stateOf(hub, serverId).degraded).toBeUndefined();
  });

  it('that failed on its way is tried again by itself, and given up after a while [RE-22.probe]', async () => {
    let isDown = false;
    const server = await createHandServer(
      legacy((request) => {
        if (isDown && request.message?.method !== undefined) return { status: 503 };
        return request.message?.method === 'ping'
          ? { json: { jsonrpc: '2.0', id: request.message.id, result: {} } }
          : 'pass';
      }),
    );
    const serverId = await connected(hub, remoteDraft(server.url));
    const client = await facadeOf(hub, 'remote');
    isDown = true;
    await client.call('echo');
    isDown = false;
    clock.advance(1_000);
    const back = await until(hub, serverId, (state) => expect(state.degraded).toBeUndefined());
    expect(back.lastExchange).toMatchObject({ method: 'ping' });
    isDown = true;
    await client.call('echo');
    for (let probe = 0; probe < 5; probe += 1) {
      clock.advance(1_000 * 2 ** probe);
      const pings = (): number => server.seen('ping').length;
      await vi.waitFor(() => expect(pings()).toBe(2 + probe), 5_000);
    }
    expect((await reaches(hub, serverId, 'failed')).failure).toMatchObject({ code: 'http-error' });
    isDown = false;
    clock.advance(2_000);
    await reaches(hub, serverId, 'connected');
    await server.close();
  });

  it('whose last call got no answer says so until the next exchange [RE-22.no-answer]', async () => {
    const serverId = await connected(hub, hostileDraft());
    await until(hub, serverId, (state) => expect(state.resources).toBeDefined());
    const client = await facadeOf(hub, 'hostile');
    const lost = client.call('never');
    await client.call('echo');
    clock.advance(60_000);
    expect((await lost).error).toMatchObject({ code: -32001 });
    expect(stateOf(hub, serverId)).toMatchObject({
      status: 'connected',
      degraded: { reason: 'Last call got no answer in 60 s' },
    });
    await client.call('fail');
    expect(stateOf(hub, serverId).degraded).toBeUndefined();
  });

  it('waits for an answer as long as its settings say [RE-22.no-answer]', async () => {
    const serverId = await connected(hub, hostileDraft());
    await until(hub, serverId, (state) => expect(state.resources).toBeDefined());
    await hub.updateSettings(serverId, (settings) => ({ ...settings, toolTimeoutMs: 5_000 }));
    const client = await facadeOf(hub, 'hostile');
    const lost = client.call('never');
    await client.call('echo');
    clock.advance(5_000);
    expect((await lost).error?.['message']).toContain('5 seconds');
    expect(stateOf(hub, serverId).degraded?.reason).toBe('Last call got no answer in 5 s');
  });

  it.each([404, 405, 406, 400, 501])(
    'may answer the stream that it does not have with %i [RE-22.post-only]',
    async (status) => {
      const url = await desk.hostileUrl(`--get-status=${String(status)}`, '--era=legacy');
      const serverId = await connected(hub, remoteDraft(url));
      const client = await facadeOf(hub, 'remote');
      expect(textOf(await client.call('echo', { text: 'there' }))).toContain('there');
      expect(stateOf(hub, serverId)).toMatchObject({ status: 'connected' });
      expect(stateOf(hub, serverId)).not.toHaveProperty('failure');
      expect(stateOf(hub, serverId)).not.toHaveProperty('degraded');
    },
  );
});

describe('a server that was lost', () => {
  it('comes back by itself and keeps what was decided about its tools [RE-11.comeback]', async () => {
    const serverId = await connected(hub, hostileDraft([`--starts=${starts}`, '--era=legacy']));
    const off = { echo: { enabled: false } };
    await hub.updateSettings(serverId, (settings) => ({ ...settings, tools: off }));
    const client = await facadeOf(hub, 'hostile');
    await client.request('initialize');
    await client.call('die');
    const { failure, tools } = await reaches(hub, serverId, 'failed');
    expect(failure?.code).toBe('connection-lost');
    expect(tools.length).toBeGreaterThan(0);
    const before = client.listChanges;
    clock.advance(1_000);
    await reaches(hub, serverId, 'connected');
    expect(client.listChanges).toBeGreaterThan(before);
    expect(await pids()).toHaveLength(2);
    const listed = (await client.request('tools/list')).result?.['tools'] as { name: string }[];
    expect(listed.map(({ name }) => name)).not.toContain('echo');
    expect((await client.call('echo')).error?.['message']).toContain('turned off');
  });

  it('over and over is not started more than five times a minute, until the person does [RE-11.crash-loop]', async () => {
    const serverId = await connected(hub, hostileDraft([`--starts=${starts}`, '--era=legacy']));
    const client = await facadeOf(hub, 'hostile');
    const before = (await pids()).length;
    for (let count = 0; count < 5; count += 1) {
      await reaches(hub, serverId, 'connected');
      await client.call('die', { code: 4 });
      await reaches(hub, serverId, 'failed');
      clock.advance(count < 4 ? 2_000 * 2 ** count : 0);
    }
    const { failure } = stateOf(hub, serverId);
    expect(failure).toMatchObject({ code: 'crash-loop', exitCode: 4 });
    expect(failure?.message).toContain('5 times within a minute');
    clock.advance(3_600_000);
    expect((await client.call('echo')).error?.['message']).toContain('until you restart it');
    expect(await pids()).toHaveLength(before + 4);
    await hub.restart(serverId);
    await reaches(hub, serverId, 'connected');
    expect(await pids()).toHaveLength(before + 5);
  });

  it('behind an address is looked for with growing pauses, and at once when it is needed [RE-11.comeback]', async () => {
    const server = await createHandServer(legacy(() => 'pass'));
    const serverId = await connected(hub, remoteDraft(server.url));
    const client = await facadeOf(hub, 'remote');
    await server.close();
    await client.call('echo');
    await reaches(hub, serverId, 'failed');
    clock.advance(1_000);
    await vi.waitFor(
      () =>
        expect(
          hub.logs(serverId).filter(({ text }) => text.includes('could not be reached')),
        ).toHaveLength(2),
      5_000,
    );
    expect((await client.call('echo')).error?.['message']).toContain('is not connected');
    expect(stateOf(hub, serverId).failure).toMatchObject({ code: 'unreachable' });
  });
});

describe('a server that does not come up', () => {
  it('leaves no process, however often it is tried [RE-10.failed-start]', async () => {
    const draft = hostileDraft(['--fail-initialize', `--starts=${starts}`]);
    const serverId = await added(hub, draft);
    for (let count = 0; count < 10; count += 1) {
      const { failure } = await reaches(hub, serverId, 'failed');
      expect(failure?.message).toContain('licence');
      await hub.restart(serverId);
    }
    await reaches(hub, serverId, 'failed');
    const all = await pids();
    expect(all.length).toBeGreaterThanOrEqual(11);
    await vi.waitFor(() => expect(all.filter((pid) => !isGone(pid))).toEqual([]), 8_000);
  });

  it('is waited for beside everything else, and can be turned off meanwhile [RE-11.cancel]', async () => {
    const serverId = await added(hub, hostileDraft(['--silent', `--starts=${starts}`]));
    expect(stateOf(hub, serverId).status).toBe('connecting');
    const other = await connected(hub, scriptedDraft());
    expect(stateOf(hub, other).status).toBe('connected');
    await vi.waitFor(async () => expect(await pids()).toHaveLength(1), 5_000);
    await hub.setEnabled(serverId, false, signal);
    expect(stateOf(hub, serverId)).toMatchObject({ status: 'disabled' });
    expect((await pids()).every(isGone)).toBe(true);
  });

  it('is asked for again by the next call where its address could not be reached at first [RE-22.first]', async () => {
    let isUp = false;
    const server = await createHandServer(legacy(() => (isUp ? 'pass' : { status: 503 })));
    const serverId = await added(hub, remoteDraft(server.url));
    await reaches(hub, serverId, 'failed');
    isUp = true;
    clock.advance(1_000);
    expect(stateOf(hub, serverId).status).toBe('failed');
    const client = await facadeOf(hub, 'remote');
    expect(textOf(await client.call('echo'))).toBe('done');
    await server.close();
  });
});
