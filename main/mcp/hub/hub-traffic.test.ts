import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy } from '../../../e2e/servers/mcp/hand-http.ts';
import { trafficEntry } from '../../../shared/mcp/traffic.ts';
import type { TrafficEntry, TrafficMessage } from '../../../shared/mcp/traffic.ts';
import { createRedactor } from '../../lib/redact.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { HubDesk, connected, facadeOf, hostileDraft, remoteDraft } from './testing/hub-desk.ts';
import { TrafficRing } from './traffic-ring.ts';
import { trafficText } from './traffic-text.ts';

vi.setConfig({ testTimeout: 30_000 });

let desk: HubDesk;

beforeEach(async () => {
  desk = await HubDesk.open();
});
afterEach(() => desk.dispose());

const messages = (entries: readonly TrafficEntry[]): TrafficMessage[] =>
  entries.filter((entry) => entry.kind !== 'http');

describe('the traffic of a server', () => {
  it('is every message in its direction, each answer paired with its request [UI-37.traffic]', async () => {
    const clock = new ManualClock();
    const hub = await desk.hub({}, clock);
    const told: TrafficEntry[] = [];
    const serverId = await connected(hub, hostileDraft(['--era=legacy']));
    hub.onTraffic((id, entries) => {
      if (id === serverId) told.push(...entries);
    });
    const client = await facadeOf(hub, 'hostile');
    const lost = client.call('never');
    await client.call('echo', { text: 'there' });
    await client.call('refuse');
    clock.advance(60_000);
    await lost;
    const seen = messages(hub.traffic(serverId));
    const calls = seen.filter(
      (one) => one.kind === 'request' && one.method === 'tools/call' && one.direction === 'out',
    );
    const [never, echo, refuse] = calls;
    const end = (call: TrafficMessage | undefined) =>
      seen.find((one) => one.ends?.seq === call?.seq);
    expect(echo?.text).toContain('"text":"there"');
    expect(echo?.bytes).toBe(echo?.text.length);
    expect(end(echo)).toMatchObject({
      kind: 'response',
      direction: 'in',
      method: 'tools/call',
      id: echo?.id,
      ends: { outcome: 'answered', durationMs: 0 },
    });
    expect(end(refuse)?.ends).toMatchObject({ outcome: 'error' });
    expect(end(never)).toMatchObject({
      kind: 'notification',
      direction: 'out',
      method: 'notifications/cancelled',
      ends: { outcome: 'timed-out', durationMs: 60_000 },
    });
    expect(seen.map(({ method }) => method)).toContain('initialize');
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
    for (const entry of seen) expect(trafficEntry.parse(entry)).toEqual(entry);
    clock.advance(100);
    expect(told).toEqual(hub.traffic(serverId));
  });

  it('shows of HTTP exchanges the names of headers and never a value [UI-37.traffic, UI-37.secrets]', async () => {
    const server = await createHandServer(
      legacy((request) => (request.message?.method === 'ping' ? { status: 503 } : 'pass'), {
        session: () => 'session-canary',
      }),
    );
    const hub = await desk.hub();
    const url = `${server.url}?key=query-canary`;
    const headers = { 'x-api-key': 'header-canary', authorization: 'Bearer token-canary' };
    const serverId = await connected(hub, remoteDraft(url, headers));
    const connection = await hub.open(serverId);
    await expect(connection.ping()).rejects.toThrow('503');
    const exchanges = hub.traffic(serverId).filter((entry) => entry.kind === 'http');
    expect(exchanges.at(-1)).toMatchObject({ method: 'POST', url: server.url, status: 503 });
    expect(exchanges.at(-1)?.requestHeaders).toEqual(
      expect.arrayContaining(['authorization', 'x-api-key', 'mcp-session-id']),
    );
    expect(
      exchanges.some(({ responseHeaders }) => responseHeaders.includes('mcp-session-id')),
    ).toBe(true);
    expect(JSON.stringify([hub.traffic(serverId), hub.logs(serverId)])).not.toContain('canary');
    await server.close();
  });

  it('keeps no secret, whether known by its value, its name or its shape [UI-37.secrets, SE-51]', async () => {
    const hub = await desk.hub();
    const env = { SOME_VALUE: 'value-canary-of-the-environment' };
    const serverId = await connected(hub, hostileDraft([], env));
    await hub.callTool(serverId, 'whoami', {});
    await hub.callTool(serverId, 'echo', {
      text: 'a text with value-canary-of-the-environment inside',
      apiKey: 'named-canary',
      nested: { list: [{ password: 'named-canary-2', pin: 4711 }] },
      headers: [{ name: 'Authorization', value: 'named-canary-3' }],
      note: 'Bearer shaped-canary-token-1234',
      kept: 'this stays',
    });
    const kept = JSON.stringify(hub.traffic(serverId));
    expect(kept).not.toContain('canary');
    expect(kept).not.toContain('4711');
    expect(kept).toContain('this stays');
    expect(kept).toContain('progressToken\\":\\"');
    expect(kept).not.toContain('progressToken\\":\\"[redacted]');
  });

  it('keeps of a big message its size and its start [UI-37.bounds]', async () => {
    const hub = await desk.hub();
    const serverId = await connected(hub, hostileDraft(['--era=legacy']));
    await hub.callTool(serverId, 'big', { bytes: 5_000_000 });
    const big = messages(hub.traffic(serverId)).find(({ isCut }) => isCut);
    expect(big?.bytes).toBeGreaterThan(5_000_000);
    expect(big?.text).toHaveLength(64 * 1024);
  });
});

describe('the ring of messages', () => {
  const ring = (onNews: (entries: readonly TrafficEntry[]) => void = () => undefined) =>
    new TrafficRing(new ManualClock(), () => (text) => text, onNews);

  it('holds the last thousand, and less of long ones [UI-37.bounds]', () => {
    const many = ring();
    const tap = many.tap(undefined);
    for (let id = 1; id <= 2_500; id += 1) tap('out', { method: 'x', id }, 20);
    expect(many.entries).toHaveLength(1_000);
    expect(many.entries.at(-1)?.seq).toBe(2_500);
    const long = ring();
    const other = long.tap('session-1');
    for (let id = 1; id <= 200; id += 1) other('in', { method: 'x', text: 'y'.repeat(90_000) }, 9);
    expect(long.entries.length).toBeLessThanOrEqual(64);
    expect(long.entries.length).toBeGreaterThan(50);
    expect(long.entries.at(-1)).toMatchObject({ seq: 200, sessionId: 'session-1' });
  });

  it('tells what is new several at a time [UI-37.traffic]', () => {
    const clock = new ManualClock();
    const news: number[][] = [];
    const told = new TrafficRing(
      clock,
      () => (text) => text,
      (entries) => news.push(entries.map(({ seq }) => seq)),
    );
    const tap = told.tap(undefined);
    for (let id = 1; id <= 3; id += 1) tap('out', { method: 'x', id }, 20);
    expect(news).toEqual([]);
    clock.advance(100);
    tap('in', { id: 1, result: {} }, 20);
    clock.advance(100);
    expect(news).toEqual([[1, 2, 3], [4]]);
  });

  it('pairs by direction, so that equal ids of both sides are kept apart [UI-37.traffic]', () => {
    const both = ring();
    const tap = both.tap(undefined);
    tap('out', { method: 'tools/call', id: 1 }, 20);
    tap('in', { method: 'roots/list', id: 1 }, 20);
    tap('out', { id: 1, result: {} }, 20);
    tap('in', { id: 1, error: {} }, 20);
    tap('in', { id: '1', result: {} }, 20);
    expect(messages(both.entries).map(({ ends, method }) => [method, ends?.seq])).toEqual([
      ['tools/call', undefined],
      ['roots/list', undefined],
      ['roots/list', 2],
      ['tools/call', 1],
      [undefined, undefined],
    ]);
  });
});

describe('the text that is kept of a message', () => {
  it('is JSON as it was sent, except for secrets [UI-37.secrets]', () => {
    const message = {
      jsonrpc: '2.0',
      params: { list: [1, null, true, 'é "quoted"'], empty: {}, none: [] },
    };
    expect(trafficText(message, 1_000, (text) => text)).toEqual({
      text: JSON.stringify(message),
      isCut: false,
    });
  });

  it('never ends in the middle of a secret [UI-37.secrets]', () => {
    const { redact, learn } = createRedactor();
    learn('a-secret-of-some-length');
    for (let limit = 10; limit < 60; limit += 1) {
      const { text } = trafficText({ note: 'xx a-secret-of-some-length yy' }, limit, redact);
      expect(text).not.toContain('a-secret');
    }
  });
});
