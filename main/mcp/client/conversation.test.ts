import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createHandServer,
  legacy,
  modern,
  result,
  rpcError,
} from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswerer, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import type { RpcMessage } from '../../lib/rpc-message.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { McpClientConnection } from './connection.ts';
import { linkedTransports } from './linked-transports.ts';
import type { ConnectionDeps, ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

async function serve(answerer: HandAnswerer): Promise<[HandServer, ConnectionTarget]> {
  const server = opened.add(await createHandServer(answerer));
  return [server, { type: 'http', url: server.url, headers: {} }];
}

/** A legacy server in this process whose calls do what `onCall` says; `answered` resolves with our next answer to it. */
async function inProcess(
  onCall: (call: RpcMessage, send: (message: object) => void, answered: Promise<void>) => void,
  deps: Partial<ConnectionDeps> = {},
): Promise<{ connection: McpClientConnection; answers: RpcMessage[] }> {
  const [near, far] = linkedTransports();
  const answers: RpcMessage[] = [];
  let answered: () => void = () => undefined;
  const send = (message: object): void => void far.send({ jsonrpc: '2.0', ...message });
  far.onmessage = (message) => {
    const { id, method } = message;
    if (method === undefined) {
      answers.push(message);
      answered();
    } else if (method === 'initialize')
      send({
        id,
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
          serverInfo: { name: 'near', version: '1' },
        },
      });
    else if (method === 'tools/call')
      onCall(message, send, new Promise((resolve) => (answered = resolve)));
    else if (id !== undefined) send({ id, result: {} });
  };
  await far.start();
  return { connection: await opened.connect({ transport: near }, deps), answers };
}

describe('what a legacy server asks during a call', () => {
  const asking =
    (method: string, params: object = {}) =>
    (call: RpcMessage, send: (message: object) => void, answered: Promise<void>): void => {
      void answered.then(() => send({ id: call['id'], result: { content: [] } }));
      send({ id: 'ask-1', method, params });
    };

  it.each([
    ['sampling/createMessage', { messages: [], maxTokens: 5 }, { sampling: {} }, { model: 'm' }],
    ['roots/list', {}, { roots: {} }, { roots: [{ uri: 'file:///a' }] }],
    ['ping', {}, {}, {}],
  ])('%s is answered by its handler [MC-6]', async (method, params, capabilities, expected) => {
    const { connection, answers } = await inProcess(asking(method, params), {
      capabilities,
      handlers: { sample: () => ({ model: 'm' }), roots: () => [{ uri: 'file:///a' }] },
    });
    await connection.callTool('any', {});
    await vi.waitFor(() => expect(answers).toHaveLength(1), 5_000);
    expect(answers[0]).toEqual({ jsonrpc: '2.0', id: 'ask-1', result: expected });
  });

  it.each([
    ['sampling/createMessage', { sampling: {} }, {}],
    ['sampling/createMessage', {}, { sample: () => ({}) }],
    ['elicitation/create', {}, { elicit: () => ({ action: 'cancel' as const }) }],
    ['made/up', {}, {}],
  ])(
    '%s that was not offered is answered -32601 [MC-6]',
    async (method, capabilities, handlers) => {
      const { connection, answers } = await inProcess(asking(method), { capabilities, handlers });
      await connection.callTool('any', {});
      await vi.waitFor(() => expect(answers[0]?.['error']).toMatchObject({ code: -32_601 }), 5_000);
    },
  );

  it('a handler that throws tells the server nothing and us everything [MC-6]', async () => {
    const onUncaught = vi.fn();
    const secret = new Error('secret');
    const { connection, answers } = await inProcess(asking('roots/list'), {
      capabilities: { roots: {} },
      handlers: { roots: () => Promise.reject(secret) },
      onUncaught,
    });
    await connection.callTool('any', {});
    await vi.waitFor(() => expect(answers[0]?.['error']).toMatchObject({ code: -32_603 }), 5_000);
    expect(JSON.stringify(answers)).not.toContain('secret');
    expect(onUncaught).toHaveBeenCalledWith(secret);
  });

  it('the clock of the call stands still while a person is asked [MC-6, SDK-44]', async () => {
    const clock = new ManualClock();
    let answer: (value: { action: 'decline' }) => void = () => undefined;
    const { connection, answers } = await inProcess(
      (call, send) => {
        send({
          id: 'q',
          method: 'elicitation/create',
          params: { message: '?', requestedSchema: {} },
        });
        last = () => send({ id: call['id'], result: { content: [{ type: 'text', text: 'ok' }] } });
      },
      {
        clock,
        capabilities: { elicitation: {} },
        handlers: { elicit: () => new Promise((resolve) => (answer = resolve)) },
      },
    );
    let last: () => void = () => undefined;
    const asked = vi.fn();
    const call = connection.callTool('any', {}, { timeoutMs: 1_000 }).finally(asked);
    await vi.waitFor(() => expect(answer.name).not.toBe('answer'), 5_000);
    clock.advance(600_000);
    expect(asked).not.toHaveBeenCalled();
    answer({ action: 'decline' });
    await vi.waitFor(() => expect(answers).toHaveLength(1), 5_000);
    last();
    expect(textOf(await call)).toBe('ok');
  });

  it('addresses of a -32042 are offered each, then the same call is made again [MC-32]', async () => {
    const calls: unknown[] = [];
    const offered: string[] = [];
    const elicitations = ['https://a.example/', 'https://b.example/'].map((url, place) => ({
      mode: 'url',
      message: 'Open',
      url,
      elicitationId: `e${place}`,
    }));
    const { connection } = await inProcess(
      (call, send) => {
        calls.push((call['params'] as { arguments: unknown }).arguments);
        if (calls.length === 1)
          send({
            id: call['id'],
            error: { code: -32_042, message: 'Open these.', data: { elicitations } },
          });
        else send({ id: call['id'], result: { content: [{ type: 'text', text: 'in' }] } });
        send({
          method: 'notifications/elicitation/complete',
          params: { elicitationId: 'unknown' },
        });
      },
      {
        capabilities: { elicitation: { url: {} } },
        handlers: {
          elicit: (question) => {
            // Whoever asks the person knows that the call waits to be made again.
            offered.push(question.mode === 'url' && question.isRetried ? question.url : '');
            return { action: 'accept' };
          },
        },
      },
    );
    expect(textOf(await connection.callTool('any', { a: [1, { b: 2 }] }))).toBe('in');
    expect(offered).toEqual(['https://a.example/', 'https://b.example/']);
    expect(calls).toEqual([{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }]);
  });

  it('an address that is declined ends the call with the error of the server [MC-32]', async () => {
    const elicitations = [
      { mode: 'url', message: 'Open', url: 'https://a.example/', elicitationId: 'e' },
    ];
    const { connection } = await inProcess(
      (call, send) =>
        send({
          id: call['id'],
          error: { code: -32_042, message: 'Open.', data: { elicitations } },
        }),
      {
        capabilities: { elicitation: { url: {} } },
        handlers: { elicit: () => ({ action: 'decline' }) },
      },
    );
    expect((await failureOf(connection.callTool('any', {}))).details.code).toBe(-32_042);
  });

  it('subscribes, sets the level of logs and hears of both [MC-6]', async () => {
    const { connection } = await inProcess((call, send) => {
      send({ method: 'notifications/resources/updated', params: { uri: 'r:1' } });
      send({ method: 'notifications/message', params: { level: 'info', data: 'hi' } });
      send({ id: call['id'], result: { content: [] } });
    });
    const heard: string[] = [];
    connection.onNotification((method) => heard.push(method));
    await connection.subscribe('r:1');
    await connection.setLogLevel('info');
    await connection.callTool('any', {});
    await connection.unsubscribe('r:1');
    await connection.ping();
    expect(heard).toEqual(['notifications/resources/updated', 'notifications/message']);
  });

  it('ends a call with progress without end at its hard limit [MC-6]', async () => {
    const clock = new ManualClock();
    const { connection } = await inProcess(
      (call, send) => {
        const meta = (call['params'] as { _meta: { progressToken: string } })._meta;
        report = (progress) =>
          send({
            method: 'notifications/progress',
            params: { progressToken: meta.progressToken, progress },
          });
      },
      { clock },
    );
    let report: (progress: number) => void = () => undefined;
    const steps: number[] = [];
    const call = failureOf(
      connection.callTool(
        'any',
        {},
        {
          timeoutMs: 1_000,
          maxTotalTimeoutMs: 2_500,
          onProgress: ({ progress }) => steps.push(progress),
        },
      ),
    );
    for (const step of [1, 2, 3]) {
      await vi.waitFor(() => expect(report.length).toBe(1), 5_000);
      report(step);
      await vi.waitFor(() => expect(steps).toContain(step), 5_000);
      clock.advance(800);
    }
    clock.advance(100);
    const failure = await call;
    expect(failure.message).toContain('2.5 seconds');
  });
});

describe('output schemas', () => {
  const listing = (outputSchema: object | undefined, structuredContent: unknown): HandAnswerer =>
    legacy((request) => {
      if (request.message?.method === 'tools/list')
        return {
          json: result(request, {
            tools: [{ name: 'echo', inputSchema: { type: 'object' }, outputSchema }],
          }),
        };
      if (request.message?.method === 'tools/call')
        return { json: result(request, { content: [], structuredContent }) };
      return 'pass';
    });
  const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

  it('that a server declares are checked, also after its list has changed [MC-6.output]', async () => {
    let schema: object = number;
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    const [, target] = await serve(
      legacy((request) => {
        const { method } = request.message ?? {};
        const tools = [{ name: 'echo', inputSchema: { type: 'object' }, outputSchema: schema }];
        if (method === 'tools/list') return { json: result(request, { tools }) };
        if (method !== 'tools/call') return 'pass';
        const content = result(request, { content: [], structuredContent: { n: 'no' } });
        return { events: [changed, content] };
      }),
    );
    const connection = await opened.connect(target, { era: 'legacy' });
    const heard: string[] = [];
    connection.onNotification((method) => heard.push(method));
    await connection.listTools();
    // The server tells of a change with each call, and nobody lists again.
    for (let round = 1; round <= 2; round += 1) {
      const failure = await failureOf(connection.callTool('echo', {}));
      expect(failure).toMatchObject({
        kind: 'protocol',
        details: { server: 'hand', part: 'result.structuredContent' },
      });
      expect(heard).toHaveLength(round);
    }
    schema = { type: 'object', properties: { n: { type: 'string' } } };
    await connection.listTools();
    expect(await connection.callTool('echo', {})).toHaveProperty('structuredContent');
    const [, missing] = await serve(listing(number, undefined));
    const second = await opened.connect(missing, { era: 'legacy' });
    await second.listTools();
    expect((await failureOf(second.callTool('echo', {}))).message).toContain('missing');
  });

  it('that lead outside are never fetched and check nothing [MC-21]', async () => {
    const asked = vi.fn();
    const away = opened.add(await createHandServer(() => (asked(), { json: {} })));
    const [, target] = await serve(listing({ $ref: away.url }, { n: 'x' }));
    const connection = await opened.connect(target, { era: 'legacy' });
    await connection.listTools();
    expect(await connection.callTool('echo', {})).toMatchObject({ structuredContent: { n: 'x' } });
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('a modern server', () => {
  it('asks in rounds, with its state as it came, each call for itself, and not for ever [MC-21]', async () => {
    const stateOf = (name: unknown): string => `🎉 "of" ${String(name)}\n${'é'.repeat(10_000)}`;
    const [server, target] = await serve(
      modern((request) => {
        const { method, params } = request.message ?? {};
        if (method !== 'tools/call') return 'pass';
        const { name, requestState } = params ?? {};
        if (name === 'endless')
          return { json: result(request, { resultType: 'input_required', requestState: 's' }) };
        if (requestState === undefined)
          return {
            json: result(request, {
              resultType: 'input_required',
              requestState: stateOf(name),
            }),
          };
        const content = [{ type: 'text', text: JSON.stringify(requestState) }];
        return { json: result(request, { resultType: 'complete', content }) };
      }),
    );
    const connection = await opened.connect(target);
    const said = await Promise.all(
      ['a', 'b'].map(async (name) => textOf(await connection.callTool(name, {}))),
    );
    expect(said).toEqual([JSON.stringify(stateOf('a')), JSON.stringify(stateOf('b'))]);
    const failure = await failureOf(connection.callTool('endless', {}));
    expect(failure.message).toContain('more than 10 times');
    expect(
      server.seen('tools/call').filter((one) => one.message?.params?.['name'] === 'endless'),
    ).toHaveLength(11);
  });

  it('has its tools with bad header declarations set aside with the reason, and good ones sent along [MC-21]', async () => {
    const tool = (name: string, region: object) => ({
      name,
      inputSchema: { type: 'object', properties: { region: { type: 'string', ...region } } },
    });
    const [server, target] = await serve(
      modern((request) =>
        request.message?.method === 'tools/list'
          ? {
              json: result(request, {
                resultType: 'complete',
                tools: [
                  tool('good', { 'x-mcp-header': 'Region' }),
                  tool('empty', { 'x-mcp-header': '' }),
                  tool('spaced', { 'x-mcp-header': 'My Region' }),
                  tool('number', { type: 'number', 'x-mcp-header': 'Region' }),
                  {
                    name: 'hidden',
                    inputSchema: {
                      type: 'object',
                      anyOf: [{ properties: { a: { type: 'string', 'x-mcp-header': 'A' } } }],
                    },
                  },
                ],
              }),
            }
          : 'pass',
      ),
    );
    const connection = await opened.connect(target);
    const { tools, setAside } = await connection.listTools();
    expect(tools.map((one) => one.name)).toEqual(['good']);
    expect(setAside.map((one) => one.name)).toEqual(['empty', 'spaced', 'number', 'hidden']);
    for (const region of ['eu', ' päd ', null]) await connection.callTool('good', { region });
    expect(server.seen('tools/call').map((one) => one.headers['mcp-param-region'])).toEqual([
      'eu',
      `=?base64?${Buffer.from(' päd ').toString('base64')}?=`,
      undefined,
    ]);
  });

  it('lists again and repeats a call once when its headers do not match [MC-21]', async () => {
    let refused = false;
    const [server, target] = await serve(
      modern((request) => {
        if (request.message?.method !== 'tools/call' || refused) return 'pass';
        refused = true;
        return { status: 400, json: rpcError(request, -32_020, 'Header mismatch') };
      }),
    );
    const connection = await opened.connect(target);
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    expect(server.seen('tools/list')).toHaveLength(1);
  });

  it('has what it allows to keep kept for that long, until it says otherwise [MC-21]', async () => {
    const clock = new ManualClock();
    const [server, target] = await serve(
      modern(
        (request) => {
          if (request.message?.method !== 'resources/read') return 'pass';
          const contents = [{ uri: 'r:1', text: 'x' }];
          return {
            json: result(request, {
              resultType: 'complete',
              contents,
              ttlMs: 5_000,
              cacheScope: 'private',
            }),
          };
        },
        { resources: {} },
      ),
    );
    const connection = await opened.connect(target, { clock });
    await connection.readResource('r:1');
    expect(await connection.readResource('r:1')).toMatchObject({ contents: [{ text: 'x' }] });
    expect(server.seen('resources/read')).toHaveLength(1);
    clock.advance(5_000);
    await connection.readResource('r:1');
    expect(server.seen('resources/read')).toHaveLength(2);
  });

  it('tells of changes over one listen stream, opened again when it ends [MC-21]', async () => {
    const clock = new ManualClock();
    const streams: { write(text: string): void; end(): void }[] = [];
    const [server, target] = await serve(
      modern(
        (request, response) => {
          if (request.message?.method !== 'subscriptions/listen') return 'pass';
          streams.push(response);
          const _meta = { 'io.modelcontextprotocol/subscriptionId': request.message.id };
          const notifications = request.message.params?.['notifications'];
          const params = { _meta, notifications };
          return {
            events: [
              { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params },
            ],
            open: true,
          };
        },
        { tools: { listChanged: true }, resources: { subscribe: true } },
      ),
    );
    const connection = await opened.connect(target, { clock });
    const heard: string[] = [];
    connection.onNotification((method) => heard.push(method));
    await vi.waitFor(() => expect(streams).toHaveLength(1), 5_000);
    await connection.subscribe('r:1');
    expect(server.seen('subscriptions/listen').at(-1)?.message?.params?.['notifications']).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ['r:1'],
    });
    const change = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} };
    streams.at(-1)?.write(`data: ${JSON.stringify(change)}\n\n`);
    await vi.waitFor(() => expect(heard).toEqual(['notifications/tools/list_changed']), 5_000);
    const before = streams.length;
    streams.at(-1)?.end();
    await vi.waitFor(() => {
      clock.advance(1_000);
      expect(streams.length).toBeGreaterThan(before);
    }, 10_000);
  });

  it('is cancelled by closing the stream of the request [MC-21]', async () => {
    const closed = vi.fn();
    const [server, target] = await serve(
      modern((request, response) => {
        if (request.message?.method !== 'tools/call') return 'pass';
        response.on('close', closed);
        return { events: [': hello\n\n'], open: true };
      }),
    );
    const connection = await opened.connect(target);
    const stop = new AbortController();
    const call = failureOf(connection.callTool('echo', {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(server.seen('tools/call')).toHaveLength(1), 5_000);
    stop.abort();
    expect((await call).kind).toBe('aborted');
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), 5_000);
    expect(server.seen('notifications/cancelled')).toHaveLength(0);
  });
});
