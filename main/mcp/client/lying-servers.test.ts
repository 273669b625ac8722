import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy, modern, result } from '../../../e2e/servers/mcp/hand-http.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RpcMessage, RpcTransport } from '../../lib/rpc-message.ts';
import type { McpClientConnection } from './connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

type Id = string | number | undefined;
/** What the server says to a request; undefined: the truth. */
type Lie = (method: string, id: Id) => readonly unknown[] | undefined;

function truth(method: string, id: Id): object {
  const serverInfo = { name: 'hand', version: '1' };
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      serverInfo,
    },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'done' }] },
  };
  return { jsonrpc: '2.0', id, result: results[method] ?? {} };
}

/** The same server over each way that messages come. */
const carriers: [string, (lie: Lie, uncaught?: unknown[]) => Promise<McpClientConnection>][] = [
  ['one JSON body', (lie, uncaught) => overHttp(lie, false, uncaught)],
  ['an event stream', (lie, uncaught) => overHttp(lie, true, uncaught)],
  ['a transport', overTransport],
];

async function overHttp(
  lie: Lie,
  isStream: boolean,
  uncaught: unknown[] = [],
): Promise<McpClientConnection> {
  const server = await createHandServer((request) => {
    const { message, method } = request;
    if (method !== 'POST') return { status: 405 };
    if (message?.id === undefined) return { status: 202 };
    const said = lie(String(message.method), message.id) ?? [
      truth(String(message.method), message.id),
    ];
    if (isStream) return { events: said.map((one) => `data: ${textFor(one)}\n\n`) };
    const text = said.length === 1 ? textFor(said[0]) : `[${said.map(textFor).join(',')}]`;
    return { text, headers: { 'content-type': 'application/json' } };
  });
  const { url } = opened.add(server);
  const onUncaught = (failure: unknown): void => void uncaught.push(failure);
  return opened.connect({ type: 'http', url, headers: {} }, { era: 'legacy', onUncaught });
}

/** Deep values are written by hand. */
class Raw {
  constructor(readonly text: string) {}
}
function textFor(value: unknown): string {
  return value instanceof Raw ? value.text : JSON.stringify(value);
}

function overTransport(lie: Lie, uncaught: unknown[] = []): Promise<McpClientConnection> {
  const transport: RpcTransport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(transport.onclose?.()),
    send: (message) => {
      if (!('method' in message) || !('id' in message)) return Promise.resolve();
      const [method, id] = [String(message['method']), message['id'] as Id];
      const said = lie(method, id) ?? [truth(method, id)];
      queueMicrotask(() => {
        for (const one of said) transport.onmessage?.(JSON.parse(textFor(one)) as RpcMessage);
      });
      return Promise.resolve();
    },
  };
  const onUncaught = (failure: unknown): void => void uncaught.push(failure);
  return opened.connect({ transport }, { onUncaught });
}

const nest = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const answer = (id: Id, rest: object): unknown => ({ jsonrpc: '2.0', id, ...rest });

describe.each(carriers)('a server that lies over %s', (_, connect) => {
  const toCalls = (say: (id: Id) => readonly unknown[]): Lie => {
    let isFirst = true;
    return (method, id) => {
      if (method !== 'tools/call' || !isFirst) return undefined;
      isFirst = false;
      return say(id);
    };
  };

  it.each<[string, (id: Id) => unknown, string, RegExp]>([
    ['a number as its result', (id) => answer(id, { result: -7 }), 'result', /it sent -7/],
    ['null as its result', (id) => answer(id, { result: null }), 'result', /it sent null/],
    ['a list as its result', (id) => answer(id, { result: [1] }), 'result', /it sent \[1\]/],
    ['neither result nor error', (id) => answer(id, {}), 'result', /it sent nothing/],
    [
      'content that is a text',
      (id) => answer(id, { result: { content: 'done' } }),
      'result.content',
      /no list/,
    ],
    [
      'a result too deep to be shown',
      (id) => new Raw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${nest(100_000)}}`),
      'result',
      /too deep/,
    ],
  ])(
    'with %s is named with the part, and heard again [MC-3.lies]',
    async (_lie, say, part, said) => {
      const connection = await connect(toCalls((id) => [say(id)]));
      const failure = await failureOf(connection.callTool('echo', {}));
      expect(failure).toMatchObject({ kind: 'protocol', details: { server: 'hand', part } });
      expect(failure.message).toContain('“hand”');
      expect(failure.message).toMatch(said);
      expect(textOf(await connection.callTool('echo', {}))).toBe('done');
    },
  );

  it.each<[string, unknown, RegExp]>([
    ['a number', 7, /^7$/],
    ['a text', 'broken', /broken/],
    ['an object without a code', { message: 'No.' }, /^No\.$/],
    ['an object with a code of another type', { code: '9', message: 'No.' }, /^No\.$/],
    ['a message of another type', { code: 9, message: { why: 'odd' } }, /odd/],
  ])('with an error that is %s is an error all the same [MC-3.lies]', async (_lie, error, said) => {
    const connection = await connect(toCalls((id) => [answer(id, { error })]));
    const failure = await failureOf(connection.callTool('echo', {}));
    expect(failure.kind).toBe('rpc');
    expect(failure.message).toMatch(said);
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
  });

  it('twice: the first answer counts and the other one is told [MC-3.lies]', async () => {
    const uncaught: unknown[] = [];
    const lie = toCalls((id) => [
      answer(id, { result: { content: [{ type: 'text', text: 'one' }] } }),
      answer(id, { result: { content: [{ type: 'text', text: 'two' }] } }),
    ]);
    const connection = await connect(lie, uncaught);
    expect(textOf(await connection.callTool('echo', {}))).toBe('one');
    expect(String(uncaught[0])).toMatch(/not open/);
    expect(textOf(await connection.callTool('echo', {}))).toBe('done');
  });

  it('with things of no use around the answer: it is found, and they are told [MC-3.lies]', async () => {
    const uncaught: unknown[] = [];
    const lie = toCalls((id) => [
      answer(999, { result: {} }),
      answer(null as unknown as Id, { result: {} }),
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: -1 } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: 7 },
      answer(id, { result: { content: [{ type: 'text', text: 'found', n: -1 }] } }),
    ]);
    const connection = await connect(lie, uncaught);
    expect(textOf(await connection.callTool('echo', {}))).toBe('found');
    expect(uncaught).toHaveLength(3);
  });

  it('with blocks that are none, and deep ones, harms nobody [MC-3.lies, MC-7]', async () => {
    const block = `{"type":"text","text":"here","deep":${nest(100_000)}}`;
    const lie = toCalls((id) => [
      new Raw(
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[7,${nest(100_000)},${block}],"isError":"no"}}`,
      ),
    ]);
    const connection = await connect(lie);
    const said = await connection.callTool('echo', {});
    expect(said.content.map((one) => one.type)).toEqual(['text', 'text', 'text']);
    expect(said.content.map((one) => one['text'])).toEqual([
      '7',
      expect.stringContaining('too deep'),
      'here',
    ]);
    expect(said).not.toHaveProperty('isError');
  });

  it.each<[string, string, (connection: McpClientConnection) => Promise<unknown>]>([
    ['tools/list', 'result.tools', (one) => one.listTools()],
    ['prompts/list', 'result.prompts', (one) => one.list('prompts/list')],
    ['resources/list', 'result.resources', (one) => one.list('resources/list')],
    [
      'resources/templates/list',
      'result.resourceTemplates',
      (one) => one.list('resources/templates/list'),
    ],
    ['prompts/get', 'result.messages', (one) => one.getPrompt('any', {})],
    ['resources/read', 'result.contents', (one) => one.readResource('any:thing')],
    ['completion/complete', 'result.completion.values', (one) => one.complete({})],
  ])('that leaves the list out of %s is named with %s [MC-3.lies]', async (method, part, ask) => {
    const connection = await connect((asked, id) =>
      asked === method ? [answer(id, { result: { [part.split('.')[1] ?? '']: 7 } })] : undefined,
    );
    const failure = await failureOf(ask(connection));
    expect(failure).toMatchObject({ kind: 'protocol', details: { server: 'hand', part } });
    expect(failure.message).toContain(`“hand” answered ${method}`);
  });

  it('about itself: what is odd in a handshake is left out, what is missing is refused [MC-3.lies]', async () => {
    const hello =
      (more: object): Lie =>
      (method, id) =>
        method === 'initialize'
          ? [answer(id, { result: { protocolVersion: '2025-11-25', ...more } })]
          : undefined;
    const odd = await connect(hello({ capabilities: [], serverInfo: 7, instructions: {} }));
    expect(odd.serverInfo).toEqual({ name: '', version: '' });
    expect(odd.capabilities).toEqual({});
    expect(odd.instructions).toBeUndefined();
    for (const protocolVersion of [undefined, null, 7, '1.0']) {
      const failure = await failureOf(connect(hello({ protocolVersion })));
      expect(failure.kind).toBe('protocol');
    }
    const none = await failureOf(
      connect((method, id) => (method === 'initialize' ? [answer(id, { result: 7 })] : undefined)),
    );
    expect(none).toMatchObject({ kind: 'protocol', details: { part: 'result' } });
  });
});

describe('tools that are more than anybody can use', () => {
  /** `allOf` in `allOf`, as text. */
  const deep = `${'{"allOf":['.repeat(10_000)}{}${']}'.repeat(10_000)}`;
  const wide = JSON.stringify({
    type: 'object',
    allOf: [{ enum: Array.from({ length: 200_000 }, (_, index) => index) }],
  });
  const tools = `[
    {"name":"deep_input","inputSchema":${deep}},
    {"name":"deep_output","inputSchema":{"type":"object"},"outputSchema":${deep}},
    {"name":"wide","inputSchema":${wide}},
    {"name":"good","inputSchema":{"type":"object"}}
  ]`;

  it.each(['legacy', 'modern'] as const)(
    'are set aside with the reason and cost no other one (%s) [MC-21.time, MC-3.lies]',
    async (era) => {
      const server = await createHandServer(
        (era === 'legacy' ? legacy : modern)((request) => {
          if (request.message?.method !== 'tools/list') return 'pass';
          const more = era === 'modern' ? '"resultType":"complete","ttlMs":-5,' : '';
          const id = JSON.stringify(request.message.id);
          const text = `{"jsonrpc":"2.0","id":${id},"result":{${more}"tools":${tools}}}`;
          return { text, headers: { 'content-type': 'application/json' } };
        }),
      );
      const target = { type: 'http', url: opened.add(server).url, headers: {} } as const;
      const connection = await opened.connect(target);
      expect(connection.era).toBe(era);
      const listed = await connection.listTools();
      expect(listed.tools.map(({ name }) => name)).toEqual(['wide', 'good']);
      expect(listed.setAside).toEqual([
        { name: 'deep_input', reason: expect.stringContaining('nested deeper') },
        { name: 'deep_output', reason: expect.stringContaining('nested deeper') },
      ]);
      expect(textOf(await connection.callTool('good', {}))).toBe('done');
    },
  );

  it('are not copied to be kept, however long the server allows that [MC-21.time]', async () => {
    const server = await createHandServer(
      modern((request) => {
        if (request.message?.method !== 'tools/list') return 'pass';
        const id = JSON.stringify(request.message.id);
        const head = `"jsonrpc":"2.0","id":${id}`;
        const text = `{${head},"result":{"resultType":"complete","ttlMs":60000,"tools":${tools}}}`;
        return { text, headers: { 'content-type': 'application/json' } };
      }),
    );
    const target = { type: 'http', url: opened.add(server).url, headers: {} } as const;
    const connection = await opened.connect(target);
    expect((await connection.listTools()).tools).toHaveLength(2);
    expect((await connection.listTools()).tools).toHaveLength(2);
    expect(server.seen('tools/list')).toHaveLength(2);
  });
});

it('lines of a process that nest without end are junk and no crash [MC-3.lies, RE-11.junk]', async () => {
  const source = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    if (method === 'initialize') say({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } });
    if (method === 'tools/call') {
      process.stdout.write('[' + '['.repeat(100000) + ']'.repeat(100000) + ']\\n');
      process.stdout.write('{"a":'.repeat(100000) + '1' + '}'.repeat(100000) + '\\n');
      say({ content: [{ type: 'text', text: 'here' }] });
    }
  });`;
  const junk: string[] = [];
  const connection = await opened.connect(
    { type: 'stdio', command: process.execPath, args: ['-e', source], env: {} },
    { era: 'legacy', onJunk: (line) => junk.push(line) },
  );
  expect(textOf(await connection.callTool('any', {}))).toBe('here');
  expect(junk).toHaveLength(2);
});

it('questions that nest without end are refused and cost nothing else [MC-3.lies, MC-30]', async () => {
  const properties = `{"a":${'{"type":"array","items":'.repeat(50_000)}{}${'}'.repeat(50_000)}}`;
  const schema = `{"type":"object","properties":${properties}}`;
  let refusal: JsonObject | undefined;
  const server = await createHandServer(
    legacy((request, response) => {
      const { message } = request;
      if (message?.id === 'q1' && message['error']) {
        refusal = message['error'] as JsonObject;
        response.writeHead(202).end();
        return undefined;
      }
      if (message?.method !== 'tools/call') return 'pass';
      const question = `{"jsonrpc":"2.0","id":"q1","method":"elicitation/create","params":{"message":"?","requestedSchema":${schema}}}`;
      const done = result(request, { content: [{ type: 'text', text: 'done' }] });
      return { events: [`data: ${question}\n\n`, done] };
    }),
  );
  const target = { type: 'http', url: opened.add(server).url, headers: {} } as const;
  const asked = vi.fn();
  const connection = await opened.connect(target, {
    era: 'legacy',
    capabilities: { elicitation: {} },
    handlers: { elicit: asked },
  });
  expect(textOf(await connection.callTool('any', {}))).toBe('done');
  await vi.waitFor(() => expect(refusal?.['code']).toBe(-32_602), 5_000);
  expect(asked).not.toHaveBeenCalled();
});
