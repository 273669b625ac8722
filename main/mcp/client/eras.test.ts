import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createHandServer,
  legacy,
  modern,
  result,
  rpcError,
} from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswerer, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { EraVerdict } from './era.ts';
import { memoryEraStore } from './era.ts';
import type { ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

async function serve(answerer: HandAnswerer): Promise<[HandServer, ConnectionTarget]> {
  const server = opened.add(await createHandServer(answerer));
  return [server, { type: 'http', url: server.url, headers: {} }];
}
const day = 86_400_000;

describe('the era of a server over http', () => {
  it('is modern where server/discover is answered, and initialize is not sent [MC-20, MC-15]', async () => {
    const [server, target] = await serve(modern(() => 'pass'));
    const connection = await opened.connect(target);
    expect(connection.era).toBe('modern');
    expect(connection.initializeResult).toEqual({
      protocolVersion: '2026-07-28',
      capabilities: { tools: {} },
      serverInfo: { name: 'hand', version: '2' },
      instructions: 'Be modern.',
    });
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    expect(server.seen('initialize')).toHaveLength(0);
  });

  it('sends version, capabilities and identity with each modern request [MC-21]', async () => {
    const [server, target] = await serve(modern(() => 'pass'));
    const connection = await opened.connect(target, { capabilities: { roots: {} } });
    await connection.callTool('echo', {});
    const { headers, message } = server.seen('tools/call')[0] ?? {};
    expect(headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
    });
    expect(headers).not.toHaveProperty('x-parley-request');
    expect(message?.params?.['_meta']).toMatchObject({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { roots: {} },
      'io.modelcontextprotocol/clientInfo': { name: 'parley-test', version: '0.0.0' },
    });
  });

  it.each([
    ['a JSON-RPC error', { json: true, status: 200 }],
    ['a 400 with an error of the older kind', { json: true, status: 400 }],
    ['a 404', { json: false, status: 404 }],
    ['a page of text', { json: false, status: 200 }],
  ])('is legacy after %s [MC-20, MC-22]', async (_, { json, status }) => {
    const [server, target] = await serve(
      legacy((request) => {
        if (request.message?.method !== 'server/discover') return 'pass';
        return json
          ? { status, json: rpcError(request, -32_601, 'What?') }
          : { status, text: '<p>hello</p>' };
      }),
    );
    const connection = await opened.connect(target);
    expect(connection.era).toBe('legacy');
    expect(server.seen('initialize')).toHaveLength(1);
    expect(server.seen('initialize')[0]?.headers).not.toHaveProperty('mcp-method');
  });

  it.each([
    [401, 'needs-auth'],
    [403, 'http'],
    [500, 'http'],
    [503, 'http'],
  ])('is not guessed after HTTP %i: that is shown [MC-20]', async (status, kind) => {
    const [server, target] = await serve(() => ({ status, text: 'Not now.' }));
    const failure = await failureOf(opened.connect(target));
    expect(failure).toMatchObject({ kind, details: { status, url: server.url } });
    expect(server.seen('initialize')).toHaveLength(0);
  });

  it('asks again when the server names a version that both know, and once only [MC-20]', async () => {
    let asked = 0;
    const [, target] = await serve(
      modern((request) => {
        if (request.message?.method !== 'server/discover') return 'pass';
        asked += 1;
        if (asked > 1) return 'pass';
        const data = { supported: ['2026-07-28'], requested: '2026-07-28' };
        return { status: 400, json: rpcError(request, -32_022, 'Not that one.', data) };
      }),
    );
    expect((await opened.connect(target)).era).toBe('modern');
    expect(asked).toBe(2);
  });

  it('refuses a server without a version in common, naming both sides [MC-20, MC-3]', async () => {
    const [, target] = await serve((request) => ({
      json: result(request, { supportedVersions: ['2031-01-01'], capabilities: {} }),
    }));
    const failure = await failureOf(opened.connect(target));
    expect(failure.kind).toBe('protocol');
    expect(failure.message).toMatch(/2031-01-01.*2026-07-28/);
  });

  it('is remembered with its date: the next connect asks nothing [MC-20]', async () => {
    const clock = new ManualClock();
    const eras = { store: memoryEraStore(), key: 'one' };
    const [server, target] = await serve(modern(() => 'pass'));
    await opened.connect(target, { clock, eras });
    expect(eras.store.get('one')).toMatchObject({ era: 'modern', at: clock.now() });
    const again = await opened.connect(target, { clock, eras });
    expect(again.serverInfo.name).toBe('hand');
    expect(again.instructions).toBe('Be modern.');
    expect(server.seen('server/discover')).toHaveLength(1);
    clock.advance(8 * day);
    await opened.connect(target, { clock, eras });
    expect(server.seen('server/discover')).toHaveLength(2);
  });

  it('is remembered as legacy too, without a probe [MC-20]', async () => {
    const eras = { store: memoryEraStore(), key: 'one' };
    const [server, target] = await serve(legacy(() => 'pass'));
    await opened.connect(target, { eras });
    await opened.connect(target, { eras });
    expect(server.seen('server/discover')).toHaveLength(1);
    expect(server.seen('initialize')).toHaveLength(2);
  });

  it('is found out anew, within the same request, when the memory was wrong [MC-20]', async () => {
    const store = memoryEraStore();
    const discover = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
    const verdict: EraVerdict = { era: 'modern', discover, at: Date.now() };
    await store.set('one', verdict);
    const [server, target] = await serve(
      legacy((request) => {
        const isModern = request.headers['mcp-method'] !== undefined;
        return isModern
          ? { status: 400, json: rpcError(request, -32_600, 'Not initialized') }
          : 'pass';
      }),
    );
    const connection = await opened.connect(target, { eras: { store, key: 'one' } });
    expect(connection.era).toBe('modern');
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    expect(connection.era).toBe('legacy');
    expect(server.seen('tools/call')).toHaveLength(2);
    expect(await store.get('one')).toMatchObject({ era: 'legacy' });
  });

  it('falls back to HTTP+SSE only after a 4xx to initialize [MC-22]', async () => {
    const [server, target] = await serve((request, response) => {
      if (request.method === 'POST' && request.path === '/mcp') return { status: 405 };
      if (request.method === 'GET') {
        streams.push(response);
        return { events: ['event: endpoint\ndata: /messages\n\n'], open: true };
      }
      const { message } = request;
      if (message?.id !== undefined) {
        const value =
          message.method === 'initialize'
            ? {
                protocolVersion: '2024-11-05',
                capabilities: { tools: {} },
                serverInfo: { name: 'old', version: '1' },
              }
            : { content: [{ type: 'text', text: 'from the old days' }] };
        streams.at(-1)?.write(`data: ${JSON.stringify(result(request, value))}\n\n`);
      }
      return { status: 202 };
    });
    const streams: { write(text: string): void }[] = [];
    const connection = await opened.connect(target);
    expect(connection.protocolVersion).toBe('2024-11-05');
    expect(textOf(await connection.callTool('any', {}))).toBe('from the old days');
    expect(server.seen('initialize')[0]?.path).toBe('/mcp');
  });
});

describe('the era of a server process', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-era-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A server in a few lines: `body` handles `message` and writes with `say`. */
  function script(body: string): ConnectionTarget {
    const source = `
      require('node:fs').appendFileSync(process.argv[1], process.pid + '\\n');
      const say = (id, value) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...value }));
      const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } };
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const message = JSON.parse(line);
        ${body}
        if (message.method === 'initialize') say(message.id, { result: hello });
        if (message.method === 'tools/call') say(message.id, { result: { content: [{ type: 'text', text: 'done' }] } });
      });`;
    return {
      type: 'stdio',
      command: process.execPath,
      args: ['-e', source, join(folder, 'starts')],
      env: {},
    };
  }
  const starts = async (): Promise<number> =>
    (await readFile(join(folder, 'starts'), 'utf8')).trim().split('\n').length;

  it('is asked for in place: one process serves probe and session [MC-20]', async () => {
    const connection = await opened.connect(
      script(
        "if (message.method === 'server/discover') say(message.id, { error: { code: -32601, message: 'no' } });",
      ),
    );
    expect(connection.era).toBe('legacy');
    expect(await starts()).toBe(1);
  });

  it('a server that exits on the probe is started again and connects, its first words forgotten [MC-20]', async () => {
    const stderr: string[] = [];
    const eras = { store: memoryEraStore(), key: 'one' };
    const target = script(
      "if (message.method === 'server/discover') { console.error('first run'); process.exit(1); } else if (message.method === 'initialize') console.error('second run');",
    );
    const connection = await opened.connect(target, {
      eras,
      onStderr: (line) => stderr.push(line),
    });
    expect(textOf(await connection.callTool('any', {}))).toBe('done');
    expect(await starts()).toBe(2);
    await vi.waitFor(() => expect(stderr).toEqual(['second run']), 5_000);
    await connection.close();
    await opened.connect(target, { eras });
    expect(await starts()).toBe(3);
  });

  it('a server that is silent on the probe is asked for initialize on the same process [MC-20]', async () => {
    const clock = new ManualClock();
    let pid = 0;
    const connecting = opened.connect(script("if (message.method === 'server/discover') return;"), {
      clock,
      onStarted: (started) => (pid = started.pid),
    });
    await vi.waitFor(() => {
      expect(pid).toBeGreaterThan(0);
      expect(clock.waiting).toBeGreaterThan(1);
    }, 10_000);
    clock.advance(3_000);
    expect((await connecting).era).toBe('legacy');
    expect(await starts()).toBe(1);
  });
});
