import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../lib/logger.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { Bench } from '../../mcp/hub/bench/bench.ts';
import type { McpHub } from '../../mcp/hub/hub.ts';
import { connected, HubDesk, hostileDraft } from '../../mcp/hub/testing/hub-desk.ts';
import { SavedCallStore } from '../../storage/saved-call-store.ts';
import { benchHandlers } from './bench.ts';

let desk: HubDesk;
let folder: string;
let hub: McpHub;
let serverId: string;
let clock: ManualClock;
let bench: Bench;
let files: { name: string; text: string }[];
let handlers: ReturnType<typeof benchHandlers>;

const openStore = (): Promise<SavedCallStore> =>
  SavedCallStore.open({ path: join(folder, 'bench.json'), clock, onTrouble: () => undefined });
const caller = (lastInputAt: number) => ({
  windowId: 1,
  signal: new AbortController().signal,
  lastInputAt,
});
const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'none';
  } catch (thrown) {
    return String((thrown as { code?: unknown }).code);
  }
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  clock = new ManualClock();
  desk = await HubDesk.open();
  hub = await desk.hub();
  serverId = await connected(hub, hostileDraft());
  files = [];
  const events = {
    onRun: () => undefined,
    onResourceUpdated: () => undefined,
    onTraffic: () => undefined,
  };
  bench = new Bench({ hub, clock, log: silentLog, events });
  handlers = benchHandlers(
    {
      bench,
      saved: await openStore(),
      saveFile: async (name, bytes) => {
        files.push({ name, text: new TextDecoder().decode(bytes) });
        return true;
      },
      now: () => clock.now(),
    },
    hub,
  );
});
afterEach(async () => {
  bench.dispose();
  await desk.dispose();
  await rm(folder, { recursive: true, force: true });
});

describe('the handlers of the bench', () => {
  it('send nothing to a server without a fresh key press or click [SE-5.bench]', async () => {
    const uri = 'note://work/1';
    const requests = [
      { kind: 'tool', name: 'echo', arguments: {} },
      { kind: 'resource', uri },
      { kind: 'prompt', name: 'plain', arguments: {} },
    ] as const;
    const before = hub.traffic(serverId).length;
    const start = (request: (typeof requests)[number], lastInputAt: number) =>
      handlers['bench.start']({ serverId, request, timeoutMs: 60_000 }, caller(lastInputAt));
    for (const request of requests) {
      expect(codeOf(() => start(request, clock.now() - 1_001))).toBe('bench.no-gesture');
      expect(codeOf(() => start(request, 0))).toBe('bench.no-gesture');
    }
    expect(codeOf(() => handlers['bench.subscribe']({ serverId, uri }, caller(0)))).toBe(
      'bench.no-gesture',
    );
    expect(hub.traffic(serverId)).toHaveLength(before);
    expect(await start(requests[0], clock.now() - 999)).toMatchObject({ state: 'running' });
    // What is watched since a click is read again as it changes.
    await handlers['bench.subscribe']({ serverId, uri }, caller(clock.now()));
    expect(await start(requests[1], 0)).toMatchObject({ state: 'running' });
  });

  it('keep calls over a restart and replace one of the same name [UI-38.saved]', async () => {
    const call = { name: 'Greeting', serverId, tool: 'echo', arguments: { text: 'hello' } };
    const first = await handlers['bench.saveCall'](call, caller(0));
    const second = await handlers['bench.saveCall'](
      { ...call, arguments: { text: 'again' } },
      caller(0),
    );
    const again = await openStore();
    expect(again.list()).toEqual([second]);
    expect(second).toMatchObject({ arguments: { text: 'again' } });
    expect(second.id).not.toBe(first.id);
    const file: unknown = JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8'));
    expect(file).toMatchObject({ schemaVersion: 1 });
    await handlers['bench.removeSavedCall']({ id: second.id }, caller(0));
    expect((await openStore()).list()).toEqual([]);
    const absent = '00000000-0000-4000-8000-000000000000';
    expect(codeOf(() => handlers['bench.saveCall']({ ...call, serverId: absent }, caller(0)))).toBe(
      'server.not-found',
    );
  });

  it('export the traffic as lines to the file that the person chose [UI-37.export]', async () => {
    expect(await handlers['bench.exportTraffic']({ serverId }, caller(0))).toEqual({ saved: true });
    expect(files[0]?.name).toBe('hostile-traffic.jsonl');
    const lines = (files[0]?.text ?? '').trim().split('\n');
    expect(lines.length).toBe(hub.traffic(serverId).length);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('seq');
  });
});
