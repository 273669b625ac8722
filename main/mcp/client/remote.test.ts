import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy, result, rpcError } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswerer, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { Authorizer } from './authorizer.ts';
import type { ConnectionDeps, ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

async function serve(answerer: HandAnswerer): Promise<[HandServer, ConnectionTarget]> {
  const server = opened.add(await createHandServer(answerer));
  return [server, { type: 'http', url: server.url, headers: {} }];
}
const plain: Partial<ConnectionDeps> = { era: 'legacy' };

describe('redirects', () => {
  const redirecting = (status: number, location: string): HandAnswerer =>
    legacy((request) =>
      request.path === '/mcp' && request.method === 'POST'
        ? { status, headers: { location } }
        : 'pass',
    );

  it('are refused by default, naming where they lead [MC-5]', async () => {
    const [server, target] = await serve(redirecting(307, '/elsewhere?secret=1'));
    const failure = await failureOf(opened.connect(target, plain));
    expect(failure).toMatchObject({ kind: 'http', details: { status: 307 } });
    expect(failure.message).toContain('/elsewhere');
    expect(failure.message).not.toContain('secret');
    expect(server.requests).toHaveLength(1);
  });

  it('are followed within the origin when that is wanted [MC-5]', async () => {
    const [server, target] = await serve(redirecting(308, '/elsewhere'));
    const connection = await opened.connect(target, { ...plain, redirect: 'follow' });
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    expect(server.seen('tools/call').map((one) => one.path)).toEqual(['/mcp', '/elsewhere']);
  });

  it.each([
    ['across origins', 307, 'http://other.example/mcp', 'other.example'],
    ['that lose the request (301)', 301, '/elsewhere', 'would lose the POST'],
    ['that lose the request (302)', 302, '/elsewhere', 'would lose the POST'],
    ['that lose the request (303)', 303, '/elsewhere', 'would lose the POST'],
  ])('%s are refused all the same [MC-5]', async (_, status, location, said) => {
    const [, target] = await serve(redirecting(status, location));
    const failure = await failureOf(opened.connect(target, { ...plain, redirect: 'follow' }));
    expect(failure.message).toContain(said);
  });
});

describe('a session', () => {
  it('that expired: callbacks in order, the error to the caller, a new session for the next call [MC-12]', async () => {
    let session = 'first';
    let isExpired = false;
    const events: string[] = [];
    const [server, target] = await serve(
      legacy(
        (request) => {
          if (!isExpired || request.headers['mcp-session-id'] !== 'first') return 'pass';
          return request.method === 'POST' ? { status: 404, text: 'Who?' } : { status: 405 };
        },
        { session: () => session },
      ),
    );
    const connection = await opened.connect(target, {
      ...plain,
      session: {
        onIdChange: (id) => events.push(`changed ${String(id)}`),
        onExpired: (id) => events.push(`expired ${id}`),
      },
    });
    await connection.listTools();
    const changed = vi.fn();
    connection.onNotification(changed);
    isExpired = true;
    session = 'second';
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure).toMatchObject({
      kind: 'http',
      details: { status: 404, isSessionExpired: true },
    });
    expect(events).toEqual(['changed first', 'changed undefined', 'expired first']);
    expect(server.seen('tools/call')).toHaveLength(1);
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    expect(events.at(-1)).toBe('changed second');
    expect(server.seen('initialize')).toHaveLength(2);
    expect(server.seen('initialize')[1]?.headers).not.toHaveProperty('mcp-session-id');
    await vi.waitFor(() => expect(server.seen('tools/list')).toHaveLength(2), 5_000);
    expect(changed).not.toHaveBeenCalled();
  });

  it('that is renewed announces tools that are other ones [MC-12]', async () => {
    let round = 1;
    const [, target] = await serve(
      legacy(
        (request) => {
          if (request.message?.method === 'tools/list')
            return {
              json: result(request, {
                tools: [{ name: `tool_${round}`, inputSchema: { type: 'object' } }],
              }),
            };
          if (request.message?.method !== 'tools/call' || request.headers['mcp-session-id'] !== '1')
            return 'pass';
          round = 2;
          return { status: 404 };
        },
        { session: () => String(round) },
      ),
    );
    const connection = await opened.connect(target, plain);
    await connection.listTools();
    const told: string[] = [];
    connection.onNotification((method) => told.push(method));
    await failureOf(connection.callTool('tool_1', {}));
    await connection.callTool('tool_2', {});
    await vi.waitFor(() => expect(told).toEqual(['notifications/tools/list_changed']), 5_000);
  });

  it('is ended at the server when the connection closes, or left there [MC-13]', async () => {
    const [server, target] = await serve(legacy(() => 'pass', { session: () => 's' }));
    const left = await opened.connect(target, { ...plain, session: { terminateOnClose: false } });
    await left.close();
    expect(server.seen('DELETE')).toHaveLength(0);
    const ended = await opened.connect(target, plain);
    await ended.close();
    expect(server.seen('DELETE')).toHaveLength(1);
    expect(server.seen('DELETE')[0]?.headers).toMatchObject({
      'mcp-session-id': 's',
      'mcp-protocol-version': '2025-11-25',
    });
  });

  it('is taken up again without initialize [MC-11]', async () => {
    const [server, target] = await serve(legacy(() => 'pass'));
    const connection = await opened.connect(target, {
      resume: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'known', version: '3' },
      },
      session: { initialId: 'kept' },
    });
    expect(connection.serverInfo.name).toBe('known');
    expect(connection.era).toBe('legacy');
    await connection.callTool('echo', {});
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(server.seen('tools/call')[0]?.headers).toMatchObject({
      'mcp-session-id': 'kept',
      'mcp-protocol-version': '2025-06-18',
    });
  });

  it('that is taken up again has its stream of news opened, as after a handshake [MC-11.stream]', async () => {
    let news: ServerResponse | undefined;
    const [server, target] = await serve(
      legacy((request, response) => {
        if (request.method !== 'GET') return 'pass';
        news = response;
        return { events: [': hello\n\n'], open: true };
      }),
    );
    const resume = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'hand', version: '1' },
    };
    const session = { initialId: 'kept' };
    const connection = await opened.connect(target, { ...plain, resume, session });
    await vi.waitFor(() => expect(news).toBeDefined(), 5_000);
    const { headers } = server.seen('GET')[0] ?? {};
    expect(headers).toMatchObject({ 'mcp-session-id': 'kept' });
    expect(headers).not.toHaveProperty('last-event-id');
    const heard = new Promise((tell) => connection.onNotification(tell));
    news?.write(
      `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n\n`,
    );
    expect(await heard).toBe('notifications/tools/list_changed');
  });

  it('sends the initial version until one is negotiated [MC-11]', async () => {
    const [server, target] = await serve(legacy(() => 'pass'));
    const session = { initialProtocolVersion: '2025-03-26' };
    const connection = await opened.connect(target, { ...plain, session });
    await connection.callTool('echo', {});
    const versionOf = (method: string) => server.seen(method)[0]?.headers['mcp-protocol-version'];
    expect(versionOf('initialize')).toBe('2025-03-26');
    expect(versionOf('tools/call')).toBe('2025-11-25');
  });
});

describe('streams', () => {
  it.each([400, 404, 405, 406, 501])(
    'HTTP %i to the GET means that there is none [MC-22]',
    async (status) => {
      const [, target] = await serve(
        legacy((request) => (request.method === 'GET' ? { status } : 'pass')),
      );
      const connection = await opened.connect(target, plain);
      expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    },
  );

  it('that end without an answer fail their call at once [MC-6.dropped]', async () => {
    const [, target] = await serve(
      legacy((request) => (request.message?.method === 'tools/call' ? { events: [] } : 'pass')),
    );
    const connection = await opened.connect(target, plain);
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure.kind).toBe('closed');
  });

  it('that are cut in the middle fail their call at once [MC-6.dropped]', async () => {
    const [, target] = await serve(
      legacy((request, response) => {
        if (request.message?.method !== 'tools/call') return 'pass';
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n');
        setImmediate(() => response.destroy());
        return undefined;
      }),
    );
    const connection = await opened.connect(target, plain);
    expect((await failureOf(connection.callTool('echo', {}))).kind).toBe('closed');
  });

  it('are taken up again with the last event id after the time that the server asks for [MC-22]', async () => {
    const clock = new ManualClock();
    let open: unknown;
    const [server, target] = await serve(
      legacy((request) => {
        if (request.message?.method === 'tools/call') {
          open = result(request, { content: [{ type: 'text', text: 'later' }] });
          return { events: ['id: e7\nretry: 700\ndata: \n\n'] };
        }
        if (request.headers['last-event-id'] === 'e7') return { events: [open] };
        return 'pass';
      }),
    );
    const connection = await opened.connect(target, { ...plain, clock });
    const call = connection.callTool('echo', {});
    await vi.waitFor(() => {
      clock.advance(100);
      expect(server.requests.some((one) => one.headers['last-event-id'] === 'e7')).toBe(true);
    }, 10_000);
    expect(textOf(await call)).toBe('later');
  });
});

describe('retries', () => {
  const failing = (times: number, status: number): HandAnswerer => {
    let failed = 0;
    return legacy((request) => {
      if (request.message?.method !== 'tools/call' || failed >= times) return 'pass';
      failed += 1;
      return { status };
    });
  };
  const hurried = () => {
    const clock = new ManualClock();
    const timer = setInterval(() => clock.advance(1_000), 5);
    opened.add({ close: async () => clearInterval(timer) });
    return clock;
  };

  it.each([408, 409, 429, 500, 503])(
    'follow HTTP %i where they are wanted [MC-4]',
    async (status) => {
      const [server, target] = await serve(failing(2, status));
      const connection = await opened.connect(target, {
        ...plain,
        clock: hurried(),
        maxRetries: 2,
      });
      expect(textOf(await connection.callTool('echo', {}))).toBe('done');
      expect(server.seen('tools/call')).toHaveLength(3);
    },
  );

  it('are not made by default, nor for other refusals, nor for other requests [MC-4]', async () => {
    const [server, target] = await serve(failing(9, 503));
    const connection = await opened.connect(target, plain);
    expect((await failureOf(connection.callTool('echo', {}))).details.status).toBe(503);
    expect(server.seen('tools/call')).toHaveLength(1);
    const [other, otherTarget] = await serve(
      legacy((request) =>
        ['tools/call', 'prompts/list'].includes(request.message?.method ?? '')
          ? { status: request.message?.method === 'tools/call' ? 400 : 503 }
          : 'pass',
      ),
    );
    const second = await opened.connect(otherTarget, { ...plain, maxRetries: 3 });
    await failureOf(second.callTool('echo', {}));
    await failureOf(second.list('prompts/list'));
    expect(other.seen('tools/call')).toHaveLength(1);
    expect(other.seen('prompts/list')).toHaveLength(1);
  });

  it('are not made after a JSON-RPC error, whatever the status [MC-4]', async () => {
    const [server, target] = await serve(
      legacy((request) =>
        request.message?.method === 'tools/call'
          ? { status: 503, json: rpcError(request, -32_000, 'Busy') }
          : 'pass',
      ),
    );
    const connection = await opened.connect(target, { ...plain, maxRetries: 3 });
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure.details).toMatchObject({ code: -32_000, status: 503 });
    expect(server.seen('tools/call')).toHaveLength(1);
  });

  it('follow a broken stream only for tools that a trusted server declares safe [MC-4]', async () => {
    const breaking = (): HandAnswerer => {
      let broken = false;
      return legacy((request) => {
        if (request.message?.method === 'tools/list') {
          const annotations = { idempotentHint: true };
          const tools = [{ name: 'echo', inputSchema: { type: 'object' }, annotations }];
          return { json: result(request, { tools }) };
        }
        if (request.message?.method !== 'tools/call' || broken) return 'pass';
        broken = true;
        return { events: [] };
      });
    };
    const [, wary] = await serve(breaking());
    const first = await opened.connect(wary, { ...plain, maxRetries: 1, clock: hurried() });
    await first.listTools();
    expect((await failureOf(first.callTool('echo', {}))).kind).toBe('closed');
    const [, trusted] = await serve(breaking());
    const second = await opened.connect(trusted, {
      ...plain,
      clock: hurried(),
      maxRetries: 1,
      trustsAnnotations: true,
    });
    await second.listTools();
    expect(textOf(await second.callTool('echo', {}))).toBe('done');
  });
});

describe('a sign-in', () => {
  it('is led by the authorizer, which may send a request again [MC-1]', async () => {
    const [server, target] = await serve(
      legacy((request) =>
        request.headers.authorization === 'Bearer good' ? 'pass' : { status: 401 },
      ),
    );
    let token = 'old';
    const auth: Authorizer = {
      fetch: (base) => async (url, init) => {
        const send = (): Promise<Response> => {
          const headers = new Headers(init?.headers);
          headers.set('authorization', `Bearer ${token}`);
          return base(url, { ...init, headers });
        };
        const first = await send();
        if (first.status !== 401) return first;
        await first.body?.cancel();
        token = 'good';
        return send();
      },
    };
    const connection = await opened.connect(target, { ...plain, auth });
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    expect(
      server.requests.filter(({ headers }) => headers.authorization === 'Bearer old'),
    ).toHaveLength(1);
  });

  it('that fails tells its own failure as the cause, and redirects stay refused in it [MC-1, MC-5]', async () => {
    const [, target] = await serve(legacy(() => 'pass'));
    const cause = new Error('The keychain is locked.');
    const auth: Authorizer = { fetch: () => () => Promise.reject(cause) };
    const failure = await failureOf(opened.connect(target, { ...plain, auth }));
    expect(failure).toMatchObject({ kind: 'needs-auth', details: { cause } });
    expect(failure.message).toContain(cause.message);
    const [, moved] = await serve(() => ({ status: 307, headers: { location: '/elsewhere' } }));
    const through: Authorizer = { fetch: (base) => base };
    const refused = await failureOf(opened.connect(moved, { ...plain, auth: through }));
    expect(refused.message).toContain('/elsewhere');
  });
});

describe('a server that lies', () => {
  const lying = (answer: HandAnswerer): HandAnswerer =>
    legacy((request, response) =>
      request.message?.method === 'tools/call' ? answer(request, response) : 'pass',
    );

  it.each([
    [
      'another id',
      () => ({ json: { jsonrpc: '2.0', id: 999, result: {} } }),
      /the id is another one/,
    ],
    ['no message', () => ({ json: 7 }), /the id is another one/],
    [
      'no JSON',
      () => ({ text: '<html>', headers: { 'content-type': 'text/html' } }),
      /text\/html.*<html>/,
    ],
    ['202 to a request', () => ({ status: 202 }), /gave no answer/],
    ['204 to a request', () => ({ status: 204 }), /gave no answer/],
  ] as const)(
    'answers with %s: a typed error, and the connection is kept [MC-3]',
    async (_, answer, said) => {
      const [, target] = await serve(lying(() => answer()));
      const connection = await opened.connect(target, plain);
      const failure = await failureOf(connection.callTool('echo', {}));
      expect(failure.kind).toBe('protocol');
      expect(failure.message).toMatch(said);
      expect((await connection.listTools()).tools).toHaveLength(1);
    },
  );

  it.each([
    ['a result that is no object', 7, 'result'],
    ['a result that is null', null, 'result'],
    ['content that is no list', { content: 'text' }, 'result.content'],
  ])('answers with %s: named with the server and the part [MC-3]', async (_, value, part) => {
    const [, target] = await serve(lying((request) => ({ json: result(request, value) })));
    const connection = await opened.connect(target, plain);
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure).toMatchObject({ kind: 'protocol', details: { server: 'hand', part } });
    expect(failure.message).toContain('“hand”');
  });

  it('answers twice, in an array, with deep and negative things: the first answer counts [MC-3]', async () => {
    const uncaught: unknown[] = [];
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const [, target] = await serve(
      lying((request) => {
        const first = JSON.stringify(result(request, { content: [{ type: 'text', text: 'one' }] }));
        const odd = first.replace('"content"', `"n":-1,"deep":${deep},"content"`);
        const second = JSON.stringify(result(request, { content: [] }));
        return { text: `[${odd},${second}]`, headers: { 'content-type': 'application/json' } };
      }),
    );
    const onUncaught = (failure: unknown) => uncaught.push(failure);
    const connection = await opened.connect(target, { ...plain, onUncaught });
    expect(textOf(await connection.callTool('echo', {}))).toBe('one');
    expect(String(uncaught[0])).toContain('not open');
  });
});

it('makes 64 calls at once without a warning about listeners [MC-6.parallel]', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  const [, target] = await serve(
    legacy((request) =>
      request.message?.method === 'tools/call'
        ? new Promise((answer) =>
            setImmediate(() => answer({ events: [result(request, { content: [] })] })),
          )
        : 'pass',
    ),
  );
  const connection = await opened.connect(target, plain);
  const stop = new AbortController();
  for (let round = 0; round < 3; round += 1)
    await Promise.all(
      Array.from({ length: 64 }, () => connection.callTool('echo', {}, { signal: stop.signal })),
    );
  await new Promise((done) => setImmediate(done));
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});
