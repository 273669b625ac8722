import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy, result } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswer, HandRequest, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { createMCPClient } from './create-mcp-client.ts';
import type { RpcTransport } from '../../lib/rpc-message.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { McpClientConnection } from './connection.ts';
import { linkedTransports } from './linked-transports.ts';
import type { ConnectionDeps, ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

type OnCall = (
  request: HandRequest,
  response: Parameters<Parameters<typeof legacy>[0]>[1],
) => HandAnswer | undefined;

/** A server that answers calls by hand, and a connection to it. */
async function calling(
  onCall: OnCall,
  deps: Partial<ConnectionDeps> = {},
): Promise<[McpClientConnection, HandServer]> {
  const server = opened.add(
    await createHandServer(
      legacy((request, response) =>
        request.message?.method === 'tools/call' ? onCall(request, response) : 'pass',
      ),
    ),
  );
  const target: ConnectionTarget = { type: 'http', url: server.url, headers: {} };
  return [await opened.connect(target, { era: 'legacy', ...deps }), server];
}

const content = [{ type: 'text', text: 'done' }];
const done = (request: HandRequest): string => JSON.stringify(result(request, { content }));
const json = { 'content-type': 'application/json' };

describe('an answer is found', () => {
  it.each<[string, OnCall]>([
    ['whose lines end with CR', (request) => ({ events: [`data: ${done(request)}\r\r`] })],
    [
      'without the empty line after its last event',
      (request) => ({ events: [`data: ${done(request)}\n`] }),
    ],
    ['without a last line end', (request) => ({ events: [`data: ${done(request)}`] })],
    [
      'accepted at the same time',
      (request) => ({ status: 202, headers: json, text: done(request) }),
    ],
    [
      'with null as its error',
      (request) => ({ json: { ...result(request, { content }), error: null } }),
    ],
    [
      'packed, byte by byte',
      (request, response) => {
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
        for (const byte of gzipSync(done(request))) response.write(Buffer.of(byte));
        response.end();
        return undefined;
      },
    ],
  ])('%s [MC-3.salvage]', async (_, onCall) => {
    const [connection] = await calling(onCall);
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
  });

  it('that has null where lists are empty [MC-3.salvage]', async () => {
    const server = opened.add(
      await createHandServer(
        legacy(
          (request) => {
            const { method } = request.message ?? {};
            if (method === 'tools/call') return { json: result(request, { content: null }) };
            const field = /^(resources|prompts|tools)\/list$/.exec(String(method))?.[1];
            return field === undefined ? 'pass' : { json: result(request, { [field]: null }) };
          },
          { capabilities: { tools: {}, resources: {}, prompts: {} } },
        ),
      ),
    );
    const target: ConnectionTarget = { type: 'http', url: server.url, headers: {} };
    const connection = await opened.connect(target, { era: 'legacy' });
    expect((await connection.listTools()).tools).toEqual([]);
    expect((await connection.list('resources/list'))['resources']).toEqual([]);
    expect((await connection.list('prompts/list', 'next'))['prompts']).toEqual([]);
    expect((await connection.callTool('echo', {})).content).toEqual([]);
  });

  const refusal = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Not understood' } };
  it.each<[string, HandAnswer]>([
    ['one body', { json: refusal }],
    ['an event', { events: [refusal] }],
  ])(
    'that is a refusal without an id, as %s: the call hears what was said [MC-3.salvage]',
    async (_, said) => {
      const [connection] = await calling(() => said);
      const failure = await failureOf(connection.callTool('echo', {}));
      expect(failure).toMatchObject({ kind: 'rpc', details: { code: -32_700 } });
      expect(failure.message).toBe('Not understood');
    },
  );
});

describe('an answer that breaks off', () => {
  it('in its body is a lost connection [MC-6.dropped]', async () => {
    const [connection] = await calling((_, response) => {
      response.writeHead(200, json);
      response.write('{"jsonrpc":', () => response.destroy());
      return undefined;
    });
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure.kind).toBe('closed');
    expect(failure.message).toContain('in the middle of the answer');
  });

  it('in its last event is none, half of it or not [MC-6.dropped]', async () => {
    const [connection] = await calling((request) => ({
      events: [`data: ${done(request).slice(0, -9)}`],
    }));
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure.kind).toBe('closed');
  });

  it('because it is not packed as it says names the server and the packing [MC-3.lies]', async () => {
    const [connection] = await calling((request) => ({
      headers: { ...json, 'content-encoding': 'gzip' },
      text: done(request),
    }));
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure).toMatchObject({ kind: 'protocol', details: { server: 'hand' } });
    expect(failure.message).toMatch(/“hand”.*no gzip/);
  });
});

describe('a call that is given up', () => {
  it.each<[string, OnCall]>([
    ['an event stream', () => ({ events: [': wait\n\n'], open: true })],
    [
      'an event stream that could be taken up again',
      () => ({ events: ['id: 1\nretry: 1\ndata:\n\n'], open: true }),
    ],
    [
      'half a body',
      (_, response) => {
        response.writeHead(200, json);
        response.write('{');
        return undefined;
      },
    ],
    ['nothing', () => undefined],
  ])('lets go of %s, and tells the server [MC-6.let-go, MC-6.cancel]', async (_, answer) => {
    const open = new Set<unknown>();
    let calls = 0;
    const [connection, server] = await calling((request, response) => {
      calls += 1;
      if (calls > 1) return { json: result(request, { content }) };
      open.add(response);
      response.on('close', () => open.delete(response));
      return answer(request, response);
    });
    const stop = new AbortController();
    const call = failureOf(connection.callTool('echo', {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(open.size).toBe(1), 5_000);
    // The start of an answer has the time to arrive.
    await connection.listTools();
    stop.abort();
    expect((await call).kind).toBe('aborted');
    await vi.waitFor(() => expect(open.size).toBe(0), 5_000);
    await vi.waitFor(() => expect(server.seen('notifications/cancelled')).toHaveLength(1), 5_000);
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    expect(server.seen('GET').every(({ headers }) => !headers['last-event-id'])).toBe(true);
  });
});

describe('what listeners of the application throw', () => {
  it('is told and costs no call [MC-6.listeners]', async () => {
    const uncaught: unknown[] = [];
    const [connection] = await calling(
      (request) => {
        const { progressToken } = request.message?.params?.['_meta'] as { progressToken: string };
        const params = { progressToken, progress: 1 };
        const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } };
        return {
          events: [
            { jsonrpc: '2.0', method: 'notifications/progress', params },
            note,
            result(request, { content }),
          ],
        };
      },
      { onUncaught: (failure) => uncaught.push(failure) },
    );
    const heard: string[] = [];
    connection.onNotification(() => {
      throw new Error('a listener');
    });
    connection.onNotification((method) => heard.push(method));
    const onProgress = (): void => {
      throw new Error('progress');
    };
    expect(textOf(await connection.callTool('echo', {}, { onProgress }))).toBe('done');
    expect(heard).toEqual(['notifications/message']);
    expect(uncaught.map(String)).toEqual(['Error: progress', 'Error: a listener']);
  });

  it('is told of callbacks about the session too, and nothing comes of a handler that throws itself [MC-6.listeners]', async () => {
    let session = 'one';
    const server = opened.add(
      await createHandServer(
        legacy(
          (request) =>
            request.message?.method === 'tools/call' &&
            request.headers['mcp-session-id'] !== session
              ? { status: 404 }
              : 'pass',
          { session: () => session },
        ),
      ),
    );
    const uncaught: string[] = [];
    const fail = (what: string): never => {
      throw new Error(what);
    };
    const client = await createMCPClient({
      transport: {
        type: 'http',
        url: server.url,
        onSessionIdChange: (id) => fail(`changed to ${String(id)}`),
        onSessionExpired: (id) => fail(`expired: ${id}`),
      },
      protocolVersionDiscovery: false,
      onUncaughtError: (failure) => {
        uncaught.push(String(failure));
        fail('and this');
      },
    });
    opened.add(client);
    session = 'two';
    await expect(client.callTool({ name: 'echo' })).rejects.toThrow('expired');
    expect((await client.callTool({ name: 'echo' })).content).toEqual(content);
    expect(uncaught).toEqual([
      'Error: changed to one',
      'Error: changed to undefined',
      'Error: expired: one',
      'Error: changed to two',
    ]);
  });
});

/** A server process that handles calls by what `body` says: `id` is the call's, `say` writes an object. */
function script(body: string): ConnectionTarget {
  const source = `
    const say = (value) => console.log(JSON.stringify(value));
    const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } };
    const content = [{ type: 'text', text: 'done' }];
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize') say({ jsonrpc: '2.0', id, result: hello });
      if (method === 'tools/call') { ${body} }
    });`;
  return { type: 'stdio', command: process.execPath, args: ['-e', source], env: {} };
}

describe('a server process', () => {
  it.each([
    ['a result', 'say({ id, result: { content } });', 'done'],
    ['an error', "say({ id, error: { code: -32000, message: 'no' } });", 'no'],
  ])('may forget the version in %s, which is told [MC-3.salvage]', async (_, body, said) => {
    const junk: string[] = [];
    const deps = { era: 'legacy' as const, onJunk: (line: string) => junk.push(line) };
    const connection = await opened.connect(script(body), deps);
    const answer = await connection.callTool('any', {}).then(textOf, String);
    expect(answer).toContain(said);
    expect(junk).toHaveLength(1);
  });

  it('may write logs that look like answers: they are none [MC-3.salvage, MC-6.junk]', async () => {
    const junk: string[] = [];
    const target = script(`
      say({ id, error: 'timed out' });
      say({ id, error: { code: 1, message: 'no' }, level: 50 });
      say({ id, result: 'ok' });
      say({ id, result: { content: [] }, error: { code: 1, message: 'no' } });
      say({ id: 99, result: { content: [] } });
      say({ jsonrpc: '2.0', id, result: { content } });`);
    const uncaught: unknown[] = [];
    const connection = await opened.connect(target, {
      era: 'legacy',
      onJunk: (line) => junk.push(line),
      onUncaught: (failure) => uncaught.push(failure),
    });
    expect(textOf(await connection.callTool('any', {}))).toBe('done');
    expect(junk).toHaveLength(5);
  });

  it('takes 2,000 calls at once, and their end, without a warning about listeners [MC-6.parallel]', async () => {
    const warnings: string[] = [];
    const warn = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', warn);
    try {
      const connection = await opened.connect(
        script('say({ jsonrpc: "2.0", id, result: { content } });'),
        {
          era: 'legacy',
        },
      );
      const stop = new AbortController();
      const many = (signal?: AbortSignal): Promise<unknown[]> =>
        Promise.allSettled(
          Array.from({ length: 2_000 }, () =>
            connection.callTool('any', { text: 'x'.repeat(100) }, { signal }),
          ),
        );
      expect(
        (await many()).every((one) => (one as { status: string }).status === 'fulfilled'),
      ).toBe(true);
      const given = many(stop.signal);
      stop.abort();
      await given;
      await connection.callTool('any', {});
    } finally {
      process.off('warning', warn);
    }
    expect(warnings).toEqual([]);
  });
});

describe('a connection that ends again and again', () => {
  /** A server in this process that ends with the call "end"; each time it is started it is another one. */
  function endingServer(): Extract<ConnectionTarget, { readonly transport: unknown }> {
    const restart = (): RpcTransport => {
      const [near, far] = linkedTransports();
      far.onmessage = ({ id, method, params }) => {
        const value =
          method === 'initialize'
            ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'near' } }
            : { content };
        if ((params as { name?: unknown } | undefined)?.name === 'end') void far.close();
        else if (id !== undefined) void far.send({ jsonrpc: '2.0', id, result: value });
      };
      void far.start();
      return near;
    };
    return { transport: restart(), restart };
  }

  /** How often it comes back, of eight times, when it lives that long. */
  async function revivals(lifeMs: number): Promise<number> {
    const clock = new ManualClock();
    const connection = await opened.connect(endingServer(), { clock, revives: true });
    let count = 0;
    for (let time = 0; time < 8; time += 1) {
      clock.advance(lifeMs);
      await failureOf(connection.callTool('end', {}));
      count += await connection.callTool('any', {}).then(
        () => 1,
        () => 0,
      );
    }
    return count;
  }

  it('is brought back each time when it lives long, and not for ever when it does not [MC-6.restart]', async () => {
    expect(await revivals(100_000)).toBe(8);
    expect(await revivals(59_000)).toBe(5);
    expect(await revivals(0)).toBe(1);
  });
});
