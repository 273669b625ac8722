import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BenchRequest, BenchRun } from '../../../../shared/mcp/bench.ts';
import type { TrafficEntry } from '../../../../shared/mcp/traffic.ts';
import { systemClock } from '../../../lib/clock.ts';
import { silentLog } from '../../../lib/logger.ts';
import type { McpHub } from '../hub.ts';
import { connected, HubDesk, hostileDraft, reaches } from '../testing/hub-desk.ts';
import { Bench } from './bench.ts';

vi.setConfig({ testTimeout: 30_000 });

const LIMIT = 20_000;
let desk: HubDesk;
let hub: McpHub;
let serverId: string;
let bench: Bench;
let runs: BenchRun[];
let updates: string[];
let traffic: TrafficEntry[];

beforeEach(async () => {
  desk = await HubDesk.open();
  hub = await desk.hub();
  serverId = await connected(hub, hostileDraft(['--zoo=schemas,contents', '--era=legacy']));
  [runs, updates, traffic] = [[], [], []];
  bench = new Bench({
    hub,
    clock: systemClock,
    log: silentLog,
    events: {
      onRun: (run) => runs.push(run),
      onResourceUpdated: (_server, uri) => updates.push(uri),
      onTraffic: (_server, entries) => traffic.push(...entries),
    },
  });
});
afterEach(async () => {
  bench.dispose();
  await desk.dispose();
});

const tool = (name: string, args = {}): BenchRequest => ({ kind: 'tool', name, arguments: args });

async function ended(request: BenchRequest): Promise<BenchRun> {
  const { id } = bench.runs.start(serverId, request, LIMIT);
  return vi.waitFor(
    () => {
      const run = runs.findLast((one) => one.id === id);
      if (!run || run.state === 'running') throw new Error('It still runs.');
      return run;
    },
    { timeout: 8_000, interval: 5 },
  );
}

function resultOf(run: BenchRun): unknown {
  let text = '';
  for (let total = 1; text.length < total;) {
    const part = bench.runs.part(run.id, text.length);
    ({ total } = part);
    text += part.text;
  }
  return JSON.parse(text);
}

describe('a call of the bench', () => {
  it('gives its id at once, tells progress in order, and its result in parts [UI-38.call]', async () => {
    const started = bench.runs.start(serverId, tool('progress', { steps: 3 }), LIMIT);
    expect(started).toMatchObject({ state: 'running', serverId });
    await vi.waitFor(() => expect(runs.at(-1)?.state).toBe('answered'), { timeout: 8_000 });
    expect(runs.map((run) => run.progress?.progress)).toEqual([1, 2, 3, 3]);
    const sequences = runs.map((run) => run.sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(runs.at(-1)).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' });
    const big = await ended(tool('big', { bytes: 3_000_000 }));
    expect(bench.runs.part(big.id, 0).text.length).toBeLessThan(2_000_000);
    expect(resultOf(big)).toMatchObject({ content: [{ text: 'x'.repeat(3_000_000) }] });
    expect(big.bytes).toBeGreaterThan(3_000_000);
    expect(bench.runs.list(serverId).map((run) => run.id)).toEqual([started.id, big.id]);
  });

  it('ends by cancel, by a refusal with its code, and by the tool’s own failure [UI-38.call]', async () => {
    const waiting = bench.runs.start(serverId, tool('wait'), LIMIT);
    bench.runs.cancel(waiting.id);
    await vi.waitFor(() => expect(runs.at(-1)?.state).toBe('cancelled'), { timeout: 8_000 });
    expect(await ended(tool('refuse'))).toMatchObject({
      state: 'failed',
      failure: { kind: 'rpc', code: -32602, message: expect.stringContaining('at most 100') },
    });
    const failed = await ended(tool('fail'));
    expect(failed).toMatchObject({ state: 'answered', isError: true });
    expect(() => bench.runs.part('00000000-0000-4000-8000-000000000000', 0)).toThrow('kept');
  });

  it('shows structured content that does not fit, with the place [UI-38.mismatch]', async () => {
    const differs = await ended(tool('output_differs'));
    expect(differs.verdict).toEqual({
      state: 'differs',
      mismatches: [
        {
          path: '/orders/1/total',
          keyword: 'type',
          expected: ['number'],
          message: expect.any(String) as string,
        },
      ],
    });
    expect(resultOf(differs)).toMatchObject({ structuredContent: { orders: [{}, {}] } });
    expect((await ended(tool('output_fits'))).verdict?.state).toBe('fits');
    expect((await ended(tool('output_missing'))).verdict?.state).toBe('differs');
    expect((await ended(tool('content_structured_only'))).verdict?.state).toBe('none');
    for (const [name, value] of [
      ['content_null_structured', null],
      ['content_zero_structured', 0],
      ['content_list_structured', []],
    ] as const) {
      expect(resultOf(await ended(tool(name)))).toHaveProperty('structuredContent', value);
    }
  });
});

describe('the lists of the bench', () => {
  it('reads resources, fills prompts and completes their arguments [UI-38.resources, UI-38.prompts]', async () => {
    const resources = await bench.list(serverId, 'resources', undefined);
    expect(resources.items.map((item) => item['uri'])).toContain('note://work/1');
    expect((await bench.list(serverId, 'templates', undefined)).items).toHaveLength(1);
    const read = await ended({ kind: 'resource', uri: 'note://work/1' });
    expect(resultOf(read)).toMatchObject({ contents: [{ text: '# work 1' }] });
    const gone = await ended({ kind: 'resource', uri: 'note://work/gone' });
    expect(gone.failure?.code).toBe(-32002);
    const prompt = await ended({ kind: 'prompt', name: 'greet', arguments: { name: 'Ada' } });
    expect(resultOf(prompt)).toMatchObject({ messages: [{ content: { text: 'Greet Ada.' } }] });
    const question = {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'name', value: 'a' },
      others: {},
    };
    const { signal } = new AbortController();
    expect(await bench.complete(serverId, question, signal)).toEqual({
      values: ['Ada', 'Alan'],
      hasMore: false,
    });
  });

  it('tells changes of a watched resource, also after the server was started again [UI-38.subscribe]', async () => {
    await bench.subscribe(serverId, 'note://work/1');
    await ended(tool('touch'));
    await vi.waitFor(() => expect(updates).toEqual(['note://work/1']), { timeout: 8_000 });
    await hub.restart(serverId);
    await reaches(hub, serverId, 'connected');
    await vi.waitFor(() => expect(updates.length).toBeGreaterThan(1), { timeout: 8_000 });
    const before = updates.length;
    await ended(tool('touch'));
    await vi.waitFor(() => expect(updates.length).toBeGreaterThan(before), { timeout: 8_000 });
    await bench.unsubscribe(serverId, 'note://work/1');
    expect(bench.watch.list(serverId)).toEqual([]);
  });

  it('shows and clears the traffic, without secrets in what is exported [UI-37.traffic, SE-51]', async () => {
    expect(bench.traffic(serverId).length).toBeGreaterThan(0);
    hub.clearTraffic(serverId);
    await ended(tool('echo', { text: 'seen', api_key: 'sk-canary-0123456789abcdef' }));
    await vi.waitFor(() => expect(traffic.length).toBeGreaterThanOrEqual(2), { timeout: 8_000 });
    const exported = bench.trafficExport(serverId);
    expect(exported).toContain('seen');
    expect(exported).not.toContain('canary');
    expect(exported).not.toContain('"method":"initialize"');
  });
});
