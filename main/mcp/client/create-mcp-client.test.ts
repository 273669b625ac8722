import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  createHandServer,
  legacy,
  modern,
  result,
  rpcError,
} from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswerer, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import {
  CallToolError,
  ElicitationRequestSchema,
  MCPClientError,
  MemoryOAuthProvider,
  createMCPClient,
} from './index.ts';
import type { MCPClient, MCPClientConfig, MCPTransport, MCPTransportConfig } from './index.ts';
import { Experimental_StdioMCPTransport, StdioMCPTransport } from './stdio.ts';
import { Opened, textOf, thrownBy } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
const scripted = join(import.meta.dirname, '../../../e2e/servers/mcp/scripted-stdio.mjs');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley mcp-'));
});
afterEach(() => opened.closeAll());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serve(answerer: HandAnswerer): Promise<HandServer> {
  return opened.add(await createHandServer(answerer));
}
async function connect(
  server: HandServer,
  config: Partial<MCPClientConfig> = {},
  transport: Partial<MCPTransportConfig> = {},
): Promise<MCPClient> {
  return opened.add(
    await createMCPClient({
      transport: { type: 'http', url: server.url, ...transport },
      ...config,
    }),
  );
}
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const clientErrorOf = async (promise: Promise<unknown>): Promise<MCPClientError> => {
  const thrown = await thrownBy(promise);
  if (MCPClientError.isInstance(thrown)) return thrown;
  throw thrown as Error;
};
const infoOf = (server: HandServer): unknown =>
  server.seen('initialize')[0]?.message?.params?.['clientInfo'];

/** Answers a custom transport by a table of results, with nothing but the six members. */
function tableTransport(results: Record<string, unknown>): MCPTransport & { closed: number } {
  const transport: MCPTransport & { closed: number } = {
    closed: 0,
    start: () => Promise.resolve(),
    send: (message) => {
      const { id, method } = message;
      if (id !== undefined && typeof method === 'string')
        queueMicrotask(() =>
          transport.onmessage?.({ jsonrpc: '2.0', id, result: results[method] ?? {} }),
        );
      return Promise.resolve();
    },
    close: () => {
      transport.closed += 1;
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}
const hello = (capabilities: Record<string, unknown>) => ({
  protocolVersion: '2025-11-25',
  capabilities,
  serverInfo: { name: 'table', version: '1', title: 'A table' },
  instructions: 'Use the table.',
});

describe('createMCPClient: the transport', () => {
  it('may be any object with start, send, close and three callbacks [MC-8, MC-1.transport-start, MC-1.transport-close]', async () => {
    const transport = tableTransport({
      initialize: hello({ tools: {} }),
      'tools/list': { tools: [] },
    });
    const client = await createMCPClient({ transport });
    expect(client.initializeResult).toMatchObject(hello({ tools: {} }));
    expect(client.serverInfo).toEqual({ name: 'table', version: '1', title: 'A table' });
    expect(client.instructions).toBe('Use the table.');
    expect(await client.listTools()).toEqual({ tools: [] });
    await client.close();
    expect(transport.closed).toBeGreaterThan(0);
  });

  it('hears of what a custom transport reports [MC-1.transport-onerror]', async () => {
    const transport = tableTransport({ initialize: hello({}) });
    const onUncaughtError = vi.fn();
    opened.add(await createMCPClient({ transport, onUncaughtError }));
    const failure = new Error('The wire hums.');
    transport.onerror?.(failure);
    expect(onUncaughtError).toHaveBeenCalledWith(failure);
  });

  it('sends the headers with each request and uses the given fetch [MC-1.headers, MC-1.fetch]', async () => {
    const server = await serve(legacy(() => 'pass'));
    const fetchSpy = vi.fn(fetch);
    const client = await connect(server, {}, { headers: { 'x-key': 'k' }, fetch: fetchSpy });
    await client.callTool({ name: 'echo' });
    expect(server.requests.every((one) => one.headers['x-key'] === 'k')).toBe(true);
    expect(fetchSpy).toHaveBeenCalledTimes(server.requests.length);
  });

  it('of type sse speaks HTTP+SSE [MC-1.type-sse]', async () => {
    const streams: { write(text: string): void }[] = [];
    const server = await serve((request, response) => {
      if (request.method === 'GET') {
        streams.push(response);
        return { events: ['event: endpoint\ndata: /messages\n\n'], open: true };
      }
      if (request.message?.id !== undefined)
        streams.at(-1)?.write(`data: ${JSON.stringify(result(request, hello({})))}\n\n`);
      return { status: 202 };
    });
    const client = await connect(server, {}, { type: 'sse' });
    expect(client.serverInfo.name).toBe('table');
  });

  it.each([
    [{ type: 'pigeon', url: 'http://localhost' }, /"pigeon" is not known/],
    [{ type: 'http', url: 'nowhere' }, /nowhere is no address/],
  ])('of an unusable kind is refused: %j [MC-3]', async (transport, said) => {
    const failure = await clientErrorOf(createMCPClient({ transport: transport as never }));
    expect(failure.message).toMatch(said);
  });

  it('redirect is error by default, and follow stays within the origin [MC-5, MC-1.redirect]', async () => {
    const server = await serve(
      legacy((request) =>
        request.path === '/mcp' && request.method === 'POST'
          ? { status: 307, headers: { location: '/other' } }
          : 'pass',
      ),
    );
    expect((await clientErrorOf(connect(server))).statusCode).toBe(307);
    const client = await connect(server, {}, { redirect: 'follow' });
    expect(textOf(await client.callTool({ name: 'echo' }))).toBe('done');
  });

  it('tells of sessions: made, expired, ended on close unless told otherwise [MC-12, MC-13, MC-1.session-callbacks]', async () => {
    let isGone = false;
    const server = await serve(
      legacy(
        (request) =>
          isGone && request.message?.method === 'tools/call' ? { status: 404 } : 'pass',
        { session: () => 's1' },
      ),
    );
    const events: string[] = [];
    const client = await connect(
      server,
      {},
      {
        onSessionIdChange: (id) => events.push(`id ${String(id)}`),
        onSessionExpired: (id) => events.push(`expired ${id}`),
      },
    );
    expect(client.sessionId).toBe('s1');
    isGone = true;
    const failure = await clientErrorOf(client.callTool({ name: 'echo' }));
    expect(failure.statusCode).toBe(404);
    expect(events).toEqual(['id s1', 'id undefined', 'expired s1']);
    const kept = await connect(server, {}, { terminateSessionOnClose: false });
    await kept.close();
    expect(server.seen('DELETE')).toHaveLength(0);
    const ended = await connect(server);
    await ended.close();
    expect(server.seen('DELETE')).toHaveLength(1);
  });

  it('takes a session up again, which is of the legacy era [MC-11, MC-1.initial-session-id]', async () => {
    const server = await serve(legacy(() => 'pass'));
    const client = await connect(
      server,
      { initialInitializeResult: hello({ tools: {} }) },
      { initialSessionId: 'before', initialProtocolVersion: '2025-06-18' },
    );
    expect([client.era, client.serverInfo.name]).toEqual(['legacy', 'table']);
    await client.callTool({ name: 'echo' });
    expect(server.seen('initialize')).toHaveLength(0);
    expect(server.requests[0]?.headers['mcp-session-id']).toBe('before');
    const wrong = { ...hello({}), protocolVersion: '1999-01-01' };
    const failure = await clientErrorOf(connect(server, { initialInitializeResult: wrong }));
    expect(failure.message).toContain('1999-01-01');
  });
});

describe('createMCPClient: names, limits and errors', () => {
  it('calls itself as the reference does unless told otherwise; clientName wins over name [MC-9, MC-1.names]', async () => {
    const names = [{}, { name: 'old' }, { name: 'old', clientName: 'new', version: '9' }];
    const infos: unknown[] = [];
    for (const config of names) {
      const server = await serve(legacy(() => 'pass'));
      await connect(server, config);
      infos.push(infoOf(server));
    }
    expect(infos).toEqual([
      { name: 'ai-sdk-mcp-client', version: '1.0.0' },
      { name: 'old', version: '1.0.0' },
      { name: 'new', version: '9' },
    ]);
  });

  it('declares the capabilities in either era [MC-1.capabilities]', async () => {
    const capabilities = { elicitation: {} };
    const old = await serve(legacy(() => 'pass'));
    await connect(old, { capabilities });
    expect(old.seen('initialize')[0]?.message?.params?.['capabilities']).toEqual(capabilities);
    const server = await serve(modern(() => 'pass'));
    const client = await connect(server, { capabilities });
    await client.callTool({ name: 'echo' });
    expect(server.seen('tools/call')[0]?.message?.params?.['_meta']).toMatchObject({
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    });
  });

  it('initialization is bounded by a signal and a time, and closes the transport [MC-10, MC-1.initialization-options]', async () => {
    const silent = (): MCPTransport & { closed: number } => {
      const transport = tableTransport({});
      transport.send = () => Promise.resolve();
      return transport;
    };
    const timed = silent();
    const late = await clientErrorOf(
      createMCPClient({ transport: timed, initializationOptions: { timeout: 20 } }),
    );
    expect([late.kind, timed.closed > 0]).toEqual(['timeout', true]);
    const stop = new AbortController();
    const given = silent();
    const pending = clientErrorOf(
      createMCPClient({ transport: given, initializationOptions: { signal: stop.signal } }),
    );
    stop.abort();
    expect([(await pending).kind, given.closed > 0]).toEqual(['aborted', true]);
  });

  it.each([-1, 1.5, Number.NaN, '2' as unknown as number])(
    'maxRetries %s is refused [MC-4]',
    async (maxRetries) => {
      const transport = tableTransport({});
      expect((await clientErrorOf(createMCPClient({ transport, maxRetries }))).message).toContain(
        'maxRetries',
      );
    },
  );

  it('maxRetries is none by default [MC-4, MC-1.max-retries]', async () => {
    const server = await serve(
      legacy((request) => (request.message?.method === 'tools/call' ? { status: 503 } : 'pass')),
    );
    const client = await connect(server);
    expect((await clientErrorOf(client.callTool({ name: 'echo' }))).statusCode).toBe(503);
    expect(server.seen('tools/call')).toHaveLength(1);
  });

  it('an initialization that fails and a version that does not match are MCPClientErrors with what was said [MC-3]', async () => {
    const server = await serve(() => ({ status: 500, text: 'Out of order.' }));
    const failure = await clientErrorOf(connect(server));
    expect(failure).toMatchObject({
      statusCode: 500,
      url: server.url,
      responseBody: 'Out of order.',
    });
    const strange = tableTransport({ initialize: { ...hello({}), protocolVersion: '1999-01-01' } });
    expect((await clientErrorOf(createMCPClient({ transport: strange }))).message).toContain(
      '1999-01-01',
    );
    const nobody = await serve(() => undefined);
    await nobody.close();
    expect((await clientErrorOf(connect(nobody))).kind).toBe('unreachable');
  });

  it('a call that fails on its way is a CallToolError whose cause is the MCPClientError [MC-3]', async () => {
    const server = await serve(
      legacy((request) => {
        if (request.message?.method !== 'tools/call') return 'pass';
        const name = request.message.params?.['name'];
        if (name === 'drop') return { events: [] };
        if (name === 'fail') return { json: result(request, { content: [], isError: true }) };
        return { json: rpcError(request, -32_602, 'No such tool.', { hint: 1 }) };
      }),
    );
    const client = await connect(server);
    const lost = await thrownBy(client.callTool({ name: 'drop' }));
    expect(CallToolError.isInstance(lost)).toBe(true);
    expect(lost).toMatchObject({
      toolName: 'drop',
      cause: { name: 'MCPClientError', kind: 'closed' },
    });
    const unknown = await thrownBy(client.callTool({ name: 'none' }));
    expect(unknown).toMatchObject({ name: 'CallToolError', code: -32_602, data: { hint: 1 } });
    expect(await client.callTool({ name: 'fail' })).toEqual({ content: [], isError: true });
    expect(MCPClientError.isInstance(new Error('x'))).toBe(false);
    expect(CallToolError.isInstance(new MCPClientError({ message: 'x' }))).toBe(false);
  });

  it('an abort is no timeout, and each has its own limit [MC-3, MC-8]', async () => {
    const server = await serve(
      legacy((request) => (request.message?.method === 'tools/call' ? undefined : 'pass')),
    );
    const client = await connect(server);
    const stop = new AbortController();
    const aborted = clientErrorOf(
      client.callTool({ name: 'echo', options: { signal: stop.signal } }),
    );
    stop.abort();
    expect((await aborted).kind).toBe('aborted');
    const late = await clientErrorOf(client.callTool({ name: 'echo', options: { timeout: 20 } }));
    expect(late.kind).toBe('timeout');
    await vi.waitFor(
      () => expect(server.seen('notifications/cancelled').length).toBeGreaterThanOrEqual(1),
      5_000,
    );
  });

  it('onUncaughtError hears of messages that belong to nobody [MC-1.on-uncaught-error]', async () => {
    const transport = tableTransport({ initialize: hello({}) });
    const onUncaughtError = vi.fn();
    opened.add(await createMCPClient({ transport, onUncaughtError }));
    transport.onmessage?.({ jsonrpc: '2.0', id: 77, result: {} });
    expect(String(onUncaughtError.mock.calls[0]?.[0])).toContain('77');
  });
});

describe('createMCPClient: lists, reading and completion', () => {
  const paged = (): HandAnswerer =>
    legacy(
      (request) => {
        const { method, params } = request.message ?? {};
        const cursor = params?.['cursor'];
        const page = cursor === undefined ? 1 : Number(cursor);
        const next = page < 3 ? { nextCursor: String(page + 1) } : {};
        const lists: Record<string, object> = {
          'tools/list': { tools: [{ name: `t${page}`, inputSchema: { type: 'object' } }] },
          'resources/list': { resources: [{ uri: `r:${page}`, name: `r${page}` }] },
          'resources/templates/list': {
            resourceTemplates: [{ uriTemplate: `r:{${page}}`, name: `t${page}` }],
          },
          'prompts/list': { prompts: [{ name: `p${page}` }] },
        };
        if (method !== undefined && lists[method])
          return { json: result(request, { ...lists[method], ...next }) };
        if (method === 'resources/read')
          return { json: result(request, { contents: [{ uri: params?.['uri'], text: 'read' }] }) };
        if (method === 'prompts/get')
          return {
            json: result(request, {
              messages: [
                {
                  role: 'user',
                  content: { type: 'text', text: JSON.stringify(params?.['arguments']) },
                },
              ],
            }),
          };
        if (method === 'completion/complete')
          return { json: result(request, { completion: { values: [JSON.stringify(params)] } }) };
        return 'pass';
      },
      { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } },
    );

  it('a list is one page with a cursor and all pages without; templates are always all [MC-17]', async () => {
    const client = await connect(await serve(paged()));
    expect((await client.listTools()).tools.map((one) => one.name)).toEqual(['t1', 't2', 't3']);
    expect(await client.listTools({ params: { cursor: '2' } })).toMatchObject({
      tools: [{ name: 't2' }],
      nextCursor: '3',
    });
    expect((await client.listResources()).resources).toHaveLength(3);
    expect((await client.listResources({ params: { cursor: '3' } })).resources).toHaveLength(1);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3);
    expect((await client.experimental_listPrompts()).prompts).toHaveLength(3);
    expect((await client.listPrompts({ params: { cursor: '3' } })).prompts).toHaveLength(1);
  });

  it('reads, prompts with arguments, and completes with context [MC-1, MC-18]', async () => {
    const client = await connect(await serve(paged()));
    expect((await client.readResource({ uri: 'r:1' })).contents).toEqual([
      { uri: 'r:1', text: 'read' },
    ]);
    const prompt = await client.experimental_getPrompt({ name: 'p1', arguments: { a: 'b' } });
    expect(prompt.messages[0]?.content).toMatchObject({ text: '{"a":"b"}' });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'p1' },
      argument: { name: 'city', value: 'Par' },
      context: { arguments: { country: 'FR' } },
    });
    expect(JSON.parse(completion.values[0] ?? '')).toMatchObject({
      ref: { type: 'ref/prompt', name: 'p1' },
      argument: { name: 'city', value: 'Par' },
      context: { arguments: { country: 'FR' } },
    });
  });

  it('refuses to complete before sending where the server does not offer it [MC-18]', async () => {
    const server = await serve(legacy(() => 'pass'));
    const client = await connect(server);
    const failure = await clientErrorOf(
      client.complete({
        ref: { type: 'ref/resource', uri: 'r:{x}' },
        argument: { name: 'x', value: '' },
      }),
    );
    expect(failure.kind).toBe('unsupported');
    expect(server.seen('completion/complete')).toHaveLength(0);
  });
});

describe('createMCPClient: elicitation', () => {
  const requestedSchema = {
    type: 'object',
    properties: { size: { type: 'integer', default: 4 }, name: { type: 'string' } },
  };
  /** A server that asks during a call, in either era, and answers with what it was told. */
  const asking = (): HandAnswerer =>
    modern((request) => {
      const { method, params } = request.message ?? {};
      if (method !== 'tools/call') return 'pass';
      const answers = params?.['inputResponses'] as Record<string, unknown> | undefined;
      if (!answers) {
        const asked = {
          method: 'elicitation/create',
          params: { message: 'How big?', requestedSchema },
        };
        const inputRequests = { q1: asked };
        return {
          json: result(request, {
            resultType: 'input_required',
            inputRequests,
            requestState: 'ß=1',
          }),
        };
      }
      const text = JSON.stringify([answers['q1'], params?.['requestState']]);
      return {
        json: result(request, { resultType: 'complete', content: [{ type: 'text', text }] }),
      };
    });

  it('takes ElicitationRequestSchema and no other; the handler may be synchronous [MC-19, MC-21]', async () => {
    const server = await serve(asking());
    const client = await connect(server, { capabilities: { elicitation: {} } });
    expect(() =>
      client.onElicitationRequest(z.object({}) as never, () => ({ action: 'cancel' })),
    ).toThrow(MCPClientError);
    const seen: unknown[] = [];
    client.onElicitationRequest(ElicitationRequestSchema, (request) => {
      seen.push(request);
      return { action: 'accept', content: { name: 'n' } };
    });
    const said = textOf(await client.callTool({ name: 'ask' }));
    expect(JSON.parse(String(said))).toEqual([
      { action: 'accept', content: { size: 4, name: 'n' } },
      'ß=1',
    ]);
    expect(seen).toEqual([
      { method: 'elicitation/create', params: { message: 'How big?', requestedSchema } },
    ]);
    const ids = server.seen('tools/call').map((one) => one.message?.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('declines without content, whatever the handler adds [MC-31]', async () => {
    const client = await connect(await serve(asking()), { capabilities: { elicitation: {} } });
    client.onElicitationRequest(ElicitationRequestSchema, async () => ({
      action: 'decline',
      content: { size: 1 },
    }));
    expect(
      (JSON.parse(String(textOf(await client.callTool({ name: 'ask' })))) as unknown[])[0],
    ).toEqual({
      action: 'decline',
    });
  });

  it('without a handler the call fails with the reason [MC-19]', async () => {
    const client = await connect(await serve(asking()), { capabilities: { elicitation: {} } });
    const failure = await clientErrorOf(client.callTool({ name: 'ask' }));
    expect(failure).toMatchObject({ kind: 'protocol', part: 'result.inputRequests.q1' });
  });
});

describe('createMCPClient: signing in', () => {
  it('asks the provider about the authorization server before anything is fetched from it [MC-14, MC-1.validate-authorization-server]', async () => {
    const authority = await serve(() => ({ status: 404 }));
    const server = await serve((request) => {
      const resource = request.path;
      if (resource.startsWith('/.well-known/oauth-protected-resource'))
        return {
          json: { resource: server.url, authorization_servers: [new URL(authority.url).origin] },
        };
      return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
    });
    const asked: string[] = [];
    class Wary extends MemoryOAuthProvider {
      validateAuthorizationServerURL(_server: string | URL, found: string | URL): void {
        asked.push(String(found));
        throw new Error('I do not know this one.');
      }
    }
    const failure = await clientErrorOf(connect(server, {}, { authProvider: new Wary() }));
    expect(failure.message).toContain('I do not know this one.');
    expect(asked).toEqual([new URL(authority.url).origin]);
    expect(authority.requests).toHaveLength(0);
  });
});

describe('StdioMCPTransport', () => {
  it('bears both names and starts a program with arguments, a folder and its own variables [MC-8]', async () => {
    expect(Experimental_StdioMCPTransport).toBe(StdioMCPTransport);
    const transport = new StdioMCPTransport({
      command: process.execPath,
      args: [scripted, 'a b'],
      env: { OWN: 'value' },
      cwd: folder,
      stderr: 'ignore',
    });
    const client = opened.add(await createMCPClient({ transport }));
    const said = JSON.parse(String(textOf(await client.callTool({ name: 'process' })))) as {
      args: string[];
      env: Record<string, string>;
    };
    expect(said.args).toEqual(['a b']);
    expect(said.env['OWN']).toBe('value');
  });

  it('splits a command line only without args and only if no file has that name [MC-1.example]', async () => {
    const line = `"${process.execPath}" "${scripted}" one 'two words' --x="y z"`;
    const client = opened.add(
      await createMCPClient({
        transport: new StdioMCPTransport({ command: line, stderr: 'ignore' }),
      }),
    );
    const said = JSON.parse(String(textOf(await client.callTool({ name: 'process' })))) as {
      args: string[];
    };
    expect(said.args).toEqual(['one', 'two words', '--x=y z']);
    const named = join(folder, 'my server');
    await writeFile(named, `#!/bin/sh\nexec "${process.execPath}" "${scripted}" "$@"\n`, {
      mode: 0o755,
    });
    const whole = opened.add(
      await createMCPClient({
        transport: new StdioMCPTransport({ command: named, stderr: 'ignore' }),
      }),
    );
    expect(whole.serverInfo.name).toBe('scripted');
  });

  it('starts a server again that crashed, with the next call [MC-6.restart]', async () => {
    const transport = new StdioMCPTransport({
      command: process.execPath,
      args: [scripted],
      stderr: 'ignore',
    });
    const client = opened.add(await createMCPClient({ transport }));
    const died = await thrownBy(client.callTool({ name: 'die', arguments: { code: 7 } }));
    expect(died).toMatchObject({ name: 'CallToolError', cause: { kind: 'closed' } });
    expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'back' } }))).toBe(
      'back',
    );
    // The next restart has to wait its turn.
    await thrownBy(client.callTool({ name: 'die' }));
    expect((await clientErrorOf(client.callTool({ name: 'echo' }))).kind).toBe('closed');
  });

  it('closing ends the server and all that it started [MC-6.tree]', async () => {
    const lines: string[] = [];
    const transport = new StdioMCPTransport({
      command: process.execPath,
      args: [scripted, '--grandchild'],
      stderr: 'pipe',
      onStderr: (line) => lines.push(line),
    });
    const client = opened.add(await createMCPClient({ transport }));
    const said = textOf(await client.callTool({ name: 'process' }));
    const { pid } = JSON.parse(String(said)) as { pid: number };
    const grandchild = await vi.waitFor(() => {
      const line = lines.find((one) => one.startsWith('grandchild '));
      if (line === undefined) throw new Error('It is not up yet.');
      return Number(line.split(' ')[1]);
    }, 10_000);
    expect([pid, grandchild].every(isAlive)).toBe(true);
    await client.close();
    await vi.waitFor(() => expect([pid, grandchild].filter(isAlive)).toEqual([]), 10_000);
  });

  it('reports output that is no message and goes on [MC-6.junk]', async () => {
    const onUncaughtError = vi.fn();
    const transport = new StdioMCPTransport({
      command: process.execPath,
      args: [scripted, '--junk-first'],
      stderr: 'ignore',
    });
    const client = opened.add(await createMCPClient({ transport, onUncaughtError }));
    expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'x' } }))).toBe('x');
    expect(onUncaughtError).toHaveBeenCalled();
    expect(String(onUncaughtError.mock.calls[0]?.[0])).toContain('Welcome to the server!');
  });
});
