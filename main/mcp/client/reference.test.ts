import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createHandServer, legacy, modern, result } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswerer, HandRequest, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { CallToolError, ElicitationRequestSchema, MCPClientError } from './index.ts';
import { createMCPClient, memoryEraStore } from './index.ts';
import type { MCPClient, MCPClientConfig, MCPTransport, MCPTransportConfig } from './index.ts';
import { Opened, textOf, thrownBy } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

const hello = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
  serverInfo: { name: 'reference', version: '3', title: 'The reference' },
  instructions: 'Ask politely.',
};
const { capabilities } = hello;
const definition = { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } };
const truths: Record<string, (params: Record<string, unknown>) => object> = {
  initialize: () => hello,
  'tools/list': () => ({ tools: [definition], _meta: { page: 1 } }),
  'tools/call': ({ arguments: given }) => ({
    content: [{ type: 'text', text: JSON.stringify(given) }],
  }),
  'resources/list': () => ({ resources: [{ uri: 'note://1', name: 'one' }] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'a note' }] }),
  'resources/templates/list': ({ cursor }) => ({
    resourceTemplates: [{ uriTemplate: `note://{${cursor === undefined ? 'id' : 'more'}}` }],
    ...(cursor === undefined ? { nextCursor: 'two' } : {}),
  }),
  'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
  'prompts/get': ({ name, arguments: given }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify([name, given]) } }],
  }),
  'completion/complete': () => ({ completion: { values: ['Ada'] } }),
};
const truth = (request: HandRequest): ReturnType<HandAnswerer> | 'pass' => {
  const { method, params = {} } = request.message ?? {};
  const tell = method === undefined ? undefined : truths[method];
  return tell ? { json: result(request, tell(params)) } : 'pass';
};

type Own = Parameters<typeof legacy>[0];
async function serve(own: Own = () => 'pass', options = {}): Promise<HandServer> {
  const answerer = legacy((request, response) => {
    const answer = own(request, response);
    return answer === 'pass' ? truth(request) : answer;
  }, options);
  return opened.add(await createHandServer(answerer));
}
async function connect(
  server: HandServer,
  config: Partial<MCPClientConfig> = {},
  transport: Partial<MCPTransportConfig> = {},
): Promise<MCPClient> {
  const whole = { type: 'http', url: server.url, ...transport } as const;
  return opened.add(await createMCPClient({ transport: whole, ...config }));
}
const paramsOf = (server: HandServer, method: string): unknown => {
  const params = server.seen(method).at(-1)?.message?.params ?? {};
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== '_meta'));
};
async function failureOf(promise: Promise<unknown>): Promise<MCPClientError> {
  const thrown = await thrownBy(promise);
  if (MCPClientError.isInstance(thrown)) return thrown;
  throw thrown as Error;
}

/** A transport of the host with the six members and nothing else; tells what it was asked to do. */
function handMade(): MCPTransport & { readonly done: string[] } {
  const transport: MCPTransport & { readonly done: string[] } = {
    done: [],
    start: async () => void transport.done.push('start'),
    send: async ({ id, method, params }) => {
      transport.done.push(String(method));
      const tell = truths[String(method)];
      if (id === undefined || !tell) return;
      const value = tell((params ?? {}) as Record<string, unknown>);
      queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, result: value }));
    },
    close: async () => {
      transport.done.push('close');
      transport.onclose?.();
    },
  };
  return transport;
}

describe('transport: an instance', () => {
  it('is started once, before anything is sent, and closed by close() [MC-1.transport-start, MC-1.transport-close]', async () => {
    const transport = handMade();
    const client = await createMCPClient({ transport });
    expect(transport.done).toEqual(['start', 'initialize', 'notifications/initialized']);
    await client.close();
    expect(transport.done.at(-1)).toBe('close');
    expect(transport.done.filter((one) => one === 'start')).toHaveLength(1);
  });

  it('a start that fails rejects and closes [MC-1.transport-start]', async () => {
    const transport = handMade();
    transport.start = () => Promise.reject(new Error('No dial tone.'));
    const failure = await failureOf(createMCPClient({ transport }));
    expect(failure.message).toContain('No dial tone.');
    expect(transport.done).toContain('close');
  });

  it('a send that fails rejects what was sent [MC-1.transport-send]', async () => {
    const transport = handMade();
    const client = opened.add(await createMCPClient({ transport }));
    transport.send = () => Promise.reject(new Error('The wire is cut.'));
    expect((await failureOf(client.listTools())).message).toContain('The wire is cut.');
  });

  it('onclose ends every call that waits [MC-1.transport-onclose]', async () => {
    const transport = handMade();
    const client = opened.add(await createMCPClient({ transport }));
    const asked = [client.listTools(), client.callTool({ name: 'echo' })].map(failureOf);
    transport.onclose?.();
    for (const failure of await Promise.all(asked)) expect(failure.kind).toBe('closed');
  });

  it('onerror and onmessage are heard [MC-1.transport-onerror, MC-1.transport-onmessage]', async () => {
    const transport = handMade();
    const told: unknown[] = [];
    const onUncaughtError = (failure: unknown): void => void told.push(failure);
    const client = opened.add(await createMCPClient({ transport, onUncaughtError }));
    const heard = new Promise((tell) => client.onNotification(tell));
    const failure = new Error('Static.');
    transport.onerror?.(failure);
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    expect(told).toEqual([failure]);
    expect(await heard).toBe('notifications/tools/list_changed');
  });
});

describe('transport: a configuration', () => {
  it('goes to its url by POST, with its headers each time [MC-1.url, MC-1.headers, MC-1.type-http]', async () => {
    const server = await serve();
    const client = await connect(server, {}, { headers: { 'X-Key': 'k', Accept: 'text/plain' } });
    await client.callTool({ name: 'echo' });
    expect(server.requests.every(({ path }) => path === '/mcp')).toBe(true);
    expect(server.requests.every(({ headers }) => headers['x-key'] === 'k')).toBe(true);
    expect(server.seen('tools/call')[0]?.headers.accept).toContain('text/event-stream');
  });

  it('authProvider sends its token [MC-1.auth-provider]', async () => {
    const server = await serve();
    const authProvider = {
      redirectUrl: 'http://127.0.0.1/callback',
      clientMetadata: { redirect_uris: ['http://127.0.0.1/callback'] },
      clientInformation: () => ({ client_id: 'c' }),
      tokens: () => ({ access_token: 'secret', token_type: 'Bearer' }),
      saveTokens: () => undefined,
      redirectToAuthorization: () => undefined,
      saveCodeVerifier: () => undefined,
      codeVerifier: () => 'v',
    };
    await connect(server, {}, { authProvider });
    expect(server.requests.every((one) => one.headers.authorization === 'Bearer secret')).toBe(
      true,
    );
  });

  it('initialSessionId, initialProtocolVersion and the callbacks are of no effect over sse [MC-1.session-http-only]', async () => {
    const streams: { write(text: string): void }[] = [];
    const answerer: HandAnswerer = (request, response) => {
      if (request.method === 'GET') {
        streams.push(response);
        const headers = { 'mcp-session-id': 'odd' };
        return { events: ['event: endpoint\ndata: /messages\n\n'], open: true, headers };
      }
      if (request.message?.id !== undefined)
        streams.at(-1)?.write(`data: ${JSON.stringify(result(request, hello))}\n\n`);
      return { status: 202, headers: { 'mcp-session-id': 'odd' } };
    };
    const server = opened.add(await createHandServer(answerer));
    const onSessionIdChange = vi.fn();
    const client = await connect(
      server,
      {},
      {
        type: 'sse',
        initialSessionId: 'before',
        initialProtocolVersion: '2025-03-26',
        onSessionIdChange,
      },
    );
    await client.close();
    const [first] = server.seen('GET');
    expect(first?.headers).not.toHaveProperty('mcp-session-id');
    expect(first?.headers).not.toHaveProperty('mcp-protocol-version');
    expect(server.seen('DELETE')).toHaveLength(0);
    expect(onSessionIdChange).not.toHaveBeenCalled();
  });

  it('initialProtocolVersion is sent until one is negotiated [MC-1.initial-protocol-version]', async () => {
    const server = await serve();
    const options = { initialProtocolVersion: '2025-03-26' };
    const client = await connect(server, { protocolVersionDiscovery: false }, options);
    await client.listTools();
    expect(server.seen('initialize')[0]?.headers['mcp-protocol-version']).toBe('2025-03-26');
    expect(server.seen('tools/list')[0]?.headers['mcp-protocol-version']).toBe('2025-06-18');
  });

  it('fetch carries every request [MC-1.fetch]', async () => {
    const server = await serve();
    const own = vi.fn(fetch);
    const client = await connect(server, {}, { fetch: own });
    await client.listTools();
    expect(own).toHaveBeenCalledTimes(server.requests.length);
    await client.close();
  });
});

describe('options', () => {
  it('protocolVersionDiscovery false asks for no era, and it is asked for by default [MC-1.discovery, MC-20]', async () => {
    const server = await serve();
    await connect(server, { protocolVersionDiscovery: false });
    expect(server.seen('server/discover')).toHaveLength(0);
    await connect(server);
    expect(server.seen('server/discover')).toHaveLength(1);
  });

  it('eraStore remembers per address which era a server speaks [MC-1.era-store, MC-20]', async () => {
    const eraStore = memoryEraStore();
    const server = await serve();
    await connect(server, { eraStore });
    await connect(server, { eraStore });
    expect(server.seen('server/discover')).toHaveLength(1);
    const newer = opened.add(await createHandServer(modern(() => 'pass')));
    expect((await connect(newer, { eraStore })).era).toBe('modern');
    const again = await connect(newer, { eraStore });
    expect([again.era, again.serverInfo.name]).toEqual(['modern', 'hand']);
    expect(newer.seen('server/discover')).toHaveLength(1);
  });

  it('maxRetries covers tools/call and nothing else [MC-1.max-retries, MC-4]', async () => {
    const failed = new Set<string>();
    const server = await serve((request) => {
      const method = request.message?.method ?? '';
      if (!['tools/call', 'tools/list'].includes(method) || failed.has(method)) return 'pass';
      failed.add(method);
      return { status: 503 };
    });
    const client = await connect(server, { maxRetries: 1 });
    expect((await failureOf(client.listTools())).statusCode).toBe(503);
    expect(textOf(await client.callTool({ name: 'echo', arguments: {} }))).toBe('{}');
    expect(server.seen('tools/call')).toHaveLength(2);
  });
});

describe('what a client knows', () => {
  it('is what the server said, whole [MC-1.initialize-result, MC-1.server-info, MC-1.instructions]', async () => {
    const client = await connect(await serve());
    expect(client.initializeResult).toEqual(hello);
    expect(client.serverInfo).toEqual(hello.serverInfo);
    expect(client.instructions).toBe('Ask politely.');
  });

  it('is what the host brought of a session that goes on [MC-1.initial-initialize-result]', async () => {
    const server = await serve();
    const client = await connect(
      server,
      { initialInitializeResult: hello },
      { initialSessionId: 'before' },
    );
    expect(client.initializeResult).toEqual(hello);
    await client.listTools();
    expect(server.seen('initialize')).toHaveLength(0);
    expect(server.seen('tools/list')[0]?.headers['mcp-session-id']).toBe('before');
  });
});

describe('methods', () => {
  it('tools() makes a tool of each, that calls it [MC-1.tools]', async () => {
    const server = await serve();
    const tools = await (await connect(server)).tools();
    expect(Object.keys(tools)).toEqual(['echo']);
    const said = await tools['echo']?.execute({ a: 1 });
    expect(said).toMatchObject({ content: [{ text: '{"a":1}' }] });
  });

  it('tools({ schemas }) makes those that are wanted [MC-1.tools-schemas]', async () => {
    const client = await connect(await serve());
    const inputSchema = z.object({ a: z.number() });
    const tools = await client.tools({ schemas: { echo: { inputSchema } } });
    expect(tools.echo.inputSchema).toBe(inputSchema);
    expect(await client.tools({ schemas: {} })).toEqual({});
  });

  it('listTools gives the definitions as they are [MC-1.list-tools]', async () => {
    const client = await connect(await serve());
    expect(await client.listTools()).toEqual({ tools: [definition], _meta: { page: 1 } });
  });

  it('callTool sends name and arguments [MC-1.call-tool]', async () => {
    const server = await serve();
    const client = await connect(server);
    await client.callTool({ name: 'echo', arguments: { deep: { a: [1] } } });
    expect(paramsOf(server, 'tools/call')).toEqual({
      name: 'echo',
      arguments: { deep: { a: [1] } },
    });
  });

  it('toolsFromDefinitions asks nobody [MC-1.tools-from-definitions]', async () => {
    const server = await serve();
    const client = await connect(server);
    const before = server.requests.length;
    const inputSchema = { type: 'object' as const };
    const tools = client.toolsFromDefinitions({ tools: [{ name: 'kept', inputSchema }] });
    expect(server.requests).toHaveLength(before);
    await tools['kept']?.execute({});
    expect(paramsOf(server, 'tools/call')).toMatchObject({ name: 'kept' });
  });

  it('listResources and readResource [MC-1.list-resources, MC-1.read-resource]', async () => {
    const server = await serve();
    const client = await connect(server);
    expect(await client.listResources()).toEqual({ resources: [{ uri: 'note://1', name: 'one' }] });
    await client.listResources({ params: { cursor: 'next' } });
    expect(paramsOf(server, 'resources/list')).toEqual({ cursor: 'next' });
    const read = await client.readResource({ uri: 'note://1' });
    expect(read).toEqual({ contents: [{ uri: 'note://1', text: 'a note' }] });
  });

  it('listResourceTemplates gives all pages [MC-1.list-resource-templates]', async () => {
    const client = await connect(await serve());
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map((one) => one.uriTemplate)).toEqual([
      'note://{id}',
      'note://{more}',
    ]);
  });

  it('complete sends reference, argument and context as they are [MC-1.complete]', async () => {
    const server = await serve();
    const client = await connect(server);
    const args = {
      ref: { type: 'ref/resource' as const, uri: 'note://{id}' },
      argument: { name: 'id', value: 'A' },
      context: { arguments: { other: 'x' } },
    };
    expect(await client.complete(args)).toEqual({ completion: { values: ['Ada'] } });
    expect(paramsOf(server, 'completion/complete')).toEqual(args);
  });

  it('experimental_listPrompts and experimental_getPrompt, and both without the word [MC-1.list-prompts, MC-1.get-prompt]', async () => {
    const server = await serve();
    const client = await connect(server);
    for (const list of ['experimental_listPrompts', 'listPrompts'] as const)
      expect(await client[list]()).toEqual({ prompts: [{ name: 'greet' }] });
    for (const get of ['experimental_getPrompt', 'getPrompt'] as const) {
      const { messages } = await client[get]({ name: 'greet', arguments: { who: 'Ada' } });
      expect(messages[0]?.content).toMatchObject({ text: '["greet",{"who":"Ada"}]' });
    }
  });

  it('onElicitationRequest hands over message and schema and sends the answer [MC-1.on-elicitation-request]', async () => {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
    let answered: unknown;
    const server = await serve((request) => {
      const { message } = request;
      if (message?.id === 'q') answered = message['result'];
      if (message?.method !== 'tools/call') return 'pass';
      const params = { message: 'Who?', requestedSchema };
      const question = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params };
      return { events: [question, result(request, { content: [] })] };
    });
    const client = await connect(server, { capabilities: { elicitation: {} } });
    const asked: unknown[] = [];
    client.onElicitationRequest(ElicitationRequestSchema, ({ method, params }) => {
      asked.push([method, params.message, params.requestedSchema]);
      return { action: 'accept', content: { name: 'Ada' } };
    });
    await client.callTool({ name: 'echo' });
    await vi.waitFor(
      () => expect(answered).toEqual({ action: 'accept', content: { name: 'Ada' } }),
      5_000,
    );
    expect(asked).toEqual([['elicitation/create', 'Who?', requestedSchema]]);
  });

  it('close() may be repeated, ends what waits, and lets nothing begin [MC-1.close]', async () => {
    const server = await serve((request) =>
      request.message?.method === 'tools/list' ? undefined : 'pass',
    );
    const client = await connect(server);
    const waiting = failureOf(client.listTools());
    await vi.waitFor(() => expect(server.seen('tools/list')).toHaveLength(1), 5_000);
    await Promise.all([client.close(), client.close()]);
    expect((await waiting).kind).toBe('closed');
    const late = await thrownBy(client.callTool({ name: 'echo' }));
    expect(CallToolError.isInstance(late)).toBe(true);
    expect(late).toMatchObject({ kind: 'closed' });
  });

  const withOptions: [string, (client: MCPClient, options: object) => Promise<unknown>][] = [
    ['listTools', (client, options) => client.listTools({ options })],
    ['callTool', (client, options) => client.callTool({ name: 'echo', options })],
    ['listResources', (client, options) => client.listResources({ options })],
    ['readResource', (client, options) => client.readResource({ uri: 'note://1', options })],
    ['listResourceTemplates', (client, options) => client.listResourceTemplates({ options })],
    [
      'complete',
      (client, options) =>
        client.complete({
          ref: { type: 'ref/prompt', name: 'greet' },
          argument: { name: 'who', value: '' },
          options,
        }),
    ],
    ['listPrompts', (client, options) => client.listPrompts({ options })],
    ['getPrompt', (client, options) => client.getPrompt({ name: 'greet', options })],
    ['subscribeResource', (client, options) => client.subscribeResource({ uri: 'a:b', options })],
    ['ping', (client, options) => client.ping({ options })],
  ];
  it.each(withOptions)(
    '%s ends by its signal and by its time [MC-1.options, MC-8]',
    async (_, ask) => {
      const server = await serve((request) => {
        const { message } = request;
        return message?.id === undefined || message.method === 'initialize' ? 'pass' : undefined;
      });
      const client = await connect(server, { protocolVersionDiscovery: false });
      const stop = new AbortController();
      const aborted = failureOf(ask(client, { signal: stop.signal }));
      stop.abort();
      expect((await aborted).kind).toBe('aborted');
      expect((await failureOf(ask(client, { signal: stop.signal }))).kind).toBe('aborted');
      expect((await failureOf(ask(client, { timeout: 10 }))).kind).toBe('timeout');
    },
  );
});

describe('errors', () => {
  it('of a failed start, another version, a missing capability and a lost connection are MCPClientErrors [MC-1.errors]', async () => {
    const refusing = await serve(() => ({ status: 500, text: 'Out of order.' }));
    expect(await failureOf(connect(refusing))).toMatchObject({ statusCode: 500 });
    const other = await serve((request) =>
      request.message?.method === 'initialize'
        ? { json: result(request, { ...hello, protocolVersion: '1999-01-01' }) }
        : 'pass',
    );
    expect((await failureOf(connect(other))).message).toContain('1999-01-01');
    const { completions, ...fewer } = capabilities;
    expect(completions).toEqual({});
    const plain = await serve((request) =>
      request.message?.method === 'initialize'
        ? { json: result(request, { ...hello, capabilities: fewer }) }
        : 'pass',
    );
    const ref = { type: 'ref/prompt', name: 'greet' } as const;
    const asked = (await connect(plain)).complete({ ref, argument: { name: 'a', value: '' } });
    expect((await failureOf(asked)).kind).toBe('unsupported');
    const leaving = await serve((request) =>
      request.message?.method === 'tools/list' ? { cut: true } : 'pass',
    );
    expect((await failureOf((await connect(leaving)).listTools())).kind).toBe('unreachable');
  });

  it('of tool calls are CallToolErrors; those that reach nobody go to onUncaughtError [MC-1.call-tool-error, MC-1.on-uncaught-error]', async () => {
    const server = await serve((request) => {
      if (request.message?.method !== 'tools/call') return 'pass';
      return { events: [{ jsonrpc: '2.0', id: 'nobody', result: {} }] };
    });
    const told: unknown[] = [];
    const onUncaughtError = (failure: unknown): void => void told.push(failure);
    const client = await connect(server, { onUncaughtError });
    const thrown = await thrownBy(client.callTool({ name: 'echo' }));
    expect(CallToolError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({ toolName: 'echo', cause: { name: 'MCPClientError' } });
    expect(told).toHaveLength(1);
  });
});
