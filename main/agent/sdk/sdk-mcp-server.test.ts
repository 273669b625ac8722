import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { InvalidOptionsError } from './errors.ts';
import type { RpcMessage } from '../../lib/rpc-message.ts';
import type { Options } from './options.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import { createSdkMcpServer } from './sdk-mcp-server.ts';
import { ScriptedRuntime } from './testing/scripted-runtime.ts';
import type { HostRequestFrame } from './testing/scripted-runtime.ts';
import { tool } from './tool.ts';

interface Session {
  readonly query: Query;
  readonly runtime: ScriptedRuntime;
  readonly clock: ManualClock;
  readonly call: (name: string, args?: JsonObject) => Promise<JsonObject>;
}

async function open(servers: NonNullable<Options['mcpServers']>, server: string): Promise<Session> {
  const runtime = new ScriptedRuntime();
  const clock = new ManualClock();
  const query = startQuery(
    { prompt: 'x', options: { provider: 'offline', transport: runtime, mcpServers: servers } },
    { clock, environment: {} },
  );
  await query.initializationResult();
  let id = 10;
  return {
    query,
    runtime,
    clock,
    call: async (name, args = {}) => {
      id += 1;
      const answer = await runtime.rpc(server, id, 'tools/call', { name, arguments: args });
      return (answer['result'] ?? answer['error']) as JsonObject;
    },
  };
}

const greet = tool(
  'greet',
  'Greets someone.',
  {
    name: z.string().describe('Who is greeted'),
    tone: z.enum(['warm', 'cold']).optional(),
    times: z.number().int().min(1).max(3).default(1),
  },
  async ({ name, times }) => ({ content: [{ type: 'text', text: `Hello, ${name}! x${times}` }] }),
  { annotations: { readOnlyHint: true, title: 'Greeter' } },
);

describe('in-process servers', () => {
  it('answer handshake, list and calls over the control channel, one message a request [SDK-2.schema, SDK-3.version, SDK-10.in-process]', async () => {
    const { query, runtime, call } = await open(
      { kb: createSdkMcpServer({ name: 'kb', tools: [greet] }) },
      'kb',
    );
    const hello = await runtime.rpcHandshake('kb');
    expect(hello['result']).toMatchObject({ serverInfo: { name: 'kb', version: '1.0.0' } });
    const list = await runtime.rpc('kb', 2, 'tools/list', {});
    expect(list['result']).toMatchObject({
      tools: [
        {
          name: 'greet',
          description: 'Greets someone.',
          annotations: { readOnlyHint: true },
          inputSchema: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string', description: 'Who is greeted' },
              tone: { enum: ['warm', 'cold'] },
              times: { minimum: 1, maximum: 3, default: 1 },
            },
          },
        },
      ],
    });
    expect(await call('greet', { name: 'Alice' })).toEqual({
      content: [{ type: 'text', text: 'Hello, Alice! x1' }],
    });
    await query.close();
  });

  it('turn bad arguments, a throw, no result and an unknown tool into failed results that say why [SDK-2.invalid, SDK-4.throws]', async () => {
    const server = createSdkMcpServer({
      name: 'kb',
      tools: [
        greet,
        tool('explode', 'Throws.', {}, () => {
          throw new Error('the shelf fell down');
        }),
        tool('reject', 'Rejects.', {}, () => Promise.reject(new Error('the shelf is gone'))),
        tool('mute', 'Says nothing.', {}, () => undefined as never),
      ],
    });
    const { query, call } = await open({ kb: server }, 'kb');
    const text = async (name: string, args?: JsonObject): Promise<string> => {
      const result = await call(name, args);
      expect(result['isError']).toBe(true);
      return JSON.stringify(result['content']);
    };
    expect(await text('greet', { name: 7 })).toMatch(/name/);
    expect(await text('explode')).toMatch(/the shelf fell down/);
    expect(await text('reject')).toMatch(/the shelf is gone/);
    expect(await text('mute')).toMatch(/mute/);
    expect(await text('nowhere')).toMatch(/nowhere/);
    expect(await call('greet', { name: 'Bob' })).not.toHaveProperty('isError');
    await query.close();
  });

  it('pass every kind of content unchanged, known or not [SDK-5.kinds]', async () => {
    const content = [
      { type: 'text', text: 'a', annotations: { audience: ['user'] } },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'note://1' } },
      { type: 'resource_link', uri: 'note://2' },
      { type: 'hologram', depth: 3, layers: [{ a: 1 }] },
    ];
    const result = {
      content,
      structuredContent: { count: 6 },
      isError: true,
      _meta: { trace: 'x' },
      extra: true,
    };
    const server = createSdkMcpServer({
      name: 'kb',
      tools: [tool('show', 'Shows.', {}, () => result as never)],
    });
    const { query, call } = await open({ kb: server }, 'kb');
    expect(await call('show')).toEqual(result);
    await query.close();
  });

  it('bound a handler that never answers by the time of the server, and abort its signal [SDK-4.time, SDK-2]', async () => {
    let signal: AbortSignal | undefined;
    const clockServer = createSdkMcpServer({
      name: 'kb',
      timeout: 5_000,
      tools: [
        tool('sleep', 'Sleeps.', {}, (_args, extra) => {
          signal = extra.signal;
          return new Promise(() => undefined);
        }),
      ],
    });
    // The second use is built with the clock of its session.
    const first = await open({ kb: clockServer }, 'kb');
    const { query, call, clock } = await open({ kb: clockServer }, 'kb');
    const pending = call('sleep');
    await waitUntil(() => signal !== undefined);
    clock.advance(5_000);
    const result = await pending;
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toMatch(/sleep.*5000 ms/);
    expect(signal?.aborted).toBe(true);
    await query.close();
    await first.query.close();
  });

  it('abort the handler of a call that the runtime cancels or whose session closes [SDK-2.signal, SDK-36.in-process]', async () => {
    const signals: AbortSignal[] = [];
    const server = createSdkMcpServer({
      name: 'kb',
      tools: [
        tool('wait', 'Waits.', {}, (_args, extra) => {
          signals.push(extra.signal);
          return new Promise(() => undefined);
        }),
      ],
    });
    const { query, runtime, call } = await open({ kb: server }, 'kb');
    void call('wait');
    void call('wait');
    await waitUntil(() => signals.length === 2);
    await runtime.request({
      subtype: 'mcp_message',
      server_name: 'kb',
      message: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 11 } },
    });
    await waitUntil(() => signals[0]?.aborted === true);
    expect(signals[1]?.aborted).toBe(false);
    await query.close();
    expect(signals[1]?.aborted).toBe(true);
  });

  it('serve two queries at once from one config, and closing one leaves the other [SDK-3.reuse]', async () => {
    const config = createSdkMcpServer({ name: 'kb', tools: [greet] });
    const first = await open({ kb: config }, 'kb');
    const second = await open({ kb: config }, 'kb');
    expect(await first.call('greet', { name: 'A' })).toMatchObject({ content: [{ type: 'text' }] });
    expect(await second.call('greet', { name: 'B' })).toMatchObject({
      content: [{ type: 'text' }],
    });
    await first.query.close();
    expect(await second.call('greet', { name: 'C' })).toMatchObject({
      content: [{ type: 'text' }],
    });
    await second.query.close();
    const third = await open({ kb: config }, 'kb');
    expect(await third.call('greet', { name: 'D' })).toMatchObject({ content: [{ type: 'text' }] });
    await third.query.close();
  });

  it('send notifications and requests of their own, in order [RT-7.rpc]', async () => {
    const config = createSdkMcpServer({ name: 'kb' });
    const { query, runtime, call } = await open({ kb: config }, 'kb');
    await runtime.rpcHandshake('kb');
    config.instance.registerTool('late', {}, () => ({ content: [{ type: 'text', text: 'here' }] }));
    const notice = await runtime.host((frame) =>
      JSON.stringify(frame).includes('notifications/tools/list_changed'),
    );
    expect((notice as HostRequestFrame).request).toMatchObject({
      subtype: 'mcp_message',
      server_name: 'kb',
    });
    expect(await call('late')).toMatchObject({ content: [{ text: 'here' }] });
    await query.close();
  });

  it('may be anything that connects, and keep the order of messages both ways [SDK-3.any-instance, RT-7]', async () => {
    const seen: unknown[] = [];
    let closed = 0;
    const echo = {
      connect: async (transport: {
        start(): Promise<void>;
        send(message: RpcMessage): Promise<void>;
        onmessage?: ((message: RpcMessage) => void) | undefined;
        onclose?: (() => void) | undefined;
      }) => {
        transport.onmessage = (message) => {
          seen.push(message['params']);
          void transport.send({ jsonrpc: '2.0', method: 'echo', params: message['params'] });
        };
        transport.onclose = () => {
          closed += 1;
        };
        await transport.start();
      },
    };
    const { query, runtime } = await open(
      { raw: { type: 'sdk', name: 'raw', instance: echo, timeout: 0 } },
      'raw',
    );
    await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        runtime.request({
          subtype: 'mcp_message',
          server_name: 'raw',
          message: { jsonrpc: '2.0', method: 'count', params: { n } },
        }),
      ),
    );
    const echoed = runtime.received
      .map(
        (frame) =>
          (frame['request'] as JsonObject | undefined)?.['message'] as JsonObject | undefined,
      )
      .filter((message) => message?.['method'] === 'echo')
      .map((message) => message?.['params']);
    expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
    expect(echoed).toEqual(seen);
    await query.close();
    expect(closed).toBe(1);
  });

  it('answer a message to a server that does not exist, or cannot be connected, with the reason [RT-7]', async () => {
    const broken = { connect: () => Promise.reject(new Error('no cable')) };
    const { query, runtime } = await open(
      { broken: { type: 'sdk', name: 'broken', instance: broken } },
      'broken',
    );
    expect(await runtime.rpc('nobody', 1, 'ping', {})).toMatchObject({
      subtype: 'error',
      error: { code: 'unknown-server' },
    });
    expect(await runtime.rpc('broken', 1, 'ping', {})).toMatchObject({
      subtype: 'error',
      error: { code: 'server-unavailable', message: expect.stringContaining('no cable') as string },
    });
    await query.close();
  });

  it('tell the caller when an answer cannot cross [RT-2]', async () => {
    const server = createSdkMcpServer({
      name: 'kb',
      tools: [
        tool('loop', 'Is no JSON.', {}, () => {
          const content: unknown[] = [];
          content.push({ type: 'text', content });
          return { content } as never;
        }),
      ],
    });
    const { query, call } = await open({ kb: server }, 'kb');
    expect(await call('loop')).toMatchObject({
      code: -32603,
      message: expect.stringContaining('could not be sent') as string,
    });
    await query.close();
  });

  it('refuse empty names, duplicate tools and things that are no tools, at once [SDK-3.refused]', () => {
    expect(() => createSdkMcpServer({ name: ' ' })).toThrow(InvalidOptionsError);
    expect(() => createSdkMcpServer({ name: 'kb', tools: [greet, greet] })).toThrow(/"greet"/);
    expect(() => createSdkMcpServer({ name: 'kb', tools: [{} as never] })).toThrow(/tool\(\)/);
    expect(() => createSdkMcpServer({ name: 'kb', tool: [] } as never)).toThrow(/tool/);
    const { type, name, instance } = createSdkMcpServer({ name: 'kb', tools: [greet] });
    expect([type, name]).toEqual(['sdk', 'kb']);
    expect(instance).toBeInstanceOf(McpServer);
  });
});

describe('tool()', () => {
  const handler = async () => ({ content: [] });

  it('refuses a whole object schema, saying to pass its fields [SDK-2.raw-shape]', () => {
    // @ts-expect-error a whole z.object is no raw shape
    expect(() => tool('t', 'T.', z.object({ a: z.string() }), handler)).toThrow(/only its fields/);
  });

  it('refuses Zod 3 fields, naming field and reason [SDK-2.zod-4]', () => {
    expect(() => tool('t', 'T.', { a: z3.z.string() } as never, handler)).toThrow(/"a".*Zod 3/);
  });

  it('refuses empty names, fields without a JSON Schema and unknown extras [SDK-2.refused]', () => {
    expect(() => tool('', 'T.', {}, handler)).toThrow(InvalidOptionsError);
    expect(() => tool('t', 'T.', { when: z.date() }, handler)).toThrow(/"when"/);
    expect(() => tool('t', 'T.', { a: 'text' } as never, handler)).toThrow(/"a"/);
    expect(() =>
      tool('t', 'T.', {}, handler, { annotations: { readonly: true } } as never),
    ).toThrow(InvalidOptionsError);
    expect(() => tool('t', 'T.', {}, undefined as never)).toThrow(/handler/);
  });
});

/** Lets promises go on until `test` holds; a test that never does ends with its own time limit. */
async function waitUntil(test: () => boolean): Promise<void> {
  while (!test()) await new Promise((resolve) => setImmediate(resolve));
}
