import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createScriptedHttpServer } from '../../../e2e/servers/mcp/scripted-http.ts';
import type { ScriptedHttpServer } from '../../../e2e/servers/mcp/scripted-http.ts';
import { hintNames, hintState } from '../../../shared/mcp/hints.ts';
import { childEnvironment } from '../../lib/child-environment.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { SpawnError, spawnManaged } from '../../lib/subprocess.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { RpcMessage } from '../../lib/rpc-message.ts';
import type { McpConnection } from './connection.ts';
import { linkedTransports } from './linked-transports.ts';
import { McpError } from './mcp-error.ts';
import { openConnection } from './open-connection.ts';
import type { ConnectionDeps, ConnectionTarget } from './open-connection.ts';

// Many processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const root = join(import.meta.dirname, '../../..');
const scripted = join(root, 'e2e/servers/mcp/scripted-stdio.mjs');

let folder: string;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-mcp-')));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function open(
  target: ConnectionTarget,
  deps: Partial<ConnectionDeps> = {},
): Promise<McpConnection> {
  return openConnection(target, {
    clientName: 'parley-test',
    clientVersion: '0.0.0',
    clock: systemClock,
    log: silentLog,
    spawn: spawnManaged,
    environment: childEnvironment(process.env, { DECLARED: 'value' }),
    defaultFolder: folder,
    startTimeoutMs: 30_000,
    ...deps,
  }).then((connection) => {
    opened.push(connection);
    return connection;
  });
}
const node = (...args: string[]): ConnectionTarget => ({
  type: 'stdio',
  command: process.execPath,
  args,
  env: {},
});
const failureOf = async (promise: Promise<unknown>): Promise<McpError> => {
  const failure: unknown = await promise.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  );
  if (!(failure instanceof McpError)) throw failure as Error;
  return failure;
};
const textOf = ({ content: [first] }: { content: readonly object[] }): unknown =>
  first && 'text' in first ? first.text : undefined;

describe('a connection to a server process', () => {
  it('knows who answered and lists all 27 combinations of hints in their three states [UI-35]', async () => {
    const connection = await open(node(scripted, '--hints', '--name=Hinted', '--page-size=7'));
    expect(connection.serverInfo).toEqual({ name: 'Hinted', version: '1.2.3', title: 'Scripted' });
    expect(connection.instructions).toBe('Do as the script says.');
    expect(connection.era).toBe('legacy');
    const { tools, setAside } = await connection.listTools();
    const hinted = tools.filter((tool) => tool.name.startsWith('hints_'));
    expect(hinted).toHaveLength(27);
    expect(setAside).toEqual([]);
    const letter = { true: 't', false: 'f', undeclared: '_' };
    for (const tool of hinted) {
      const states = hintNames.map((name) => letter[hintState(tool.annotations, name)]).join('');
      expect(tool.name).toBe(`hints_${states}`);
    }
  });

  it('starts the server in its folder with the declared environment', async () => {
    const connection = await open(node(scripted, 'a b', '$HOME'));
    const said = JSON.parse(String(textOf(await connection.callTool('process', {})))) as {
      args: string[];
      cwd: string;
      env: Record<string, string>;
    };
    expect(said.args).toEqual(['a b', '$HOME']);
    expect(said.cwd).toBe(folder);
    expect(said.env['DECLARED']).toBe('value');
  });

  it('collects junk on stdout and goes on [RE-11.junk]', async () => {
    const junk: string[] = [];
    const connection = await open(node(scripted, '--junk-first'), {
      onJunk: (line) => junk.push(line),
    });
    expect(textOf(await connection.callTool('echo', { text: 'still here' }))).toBe('still here');
    expect(junk.slice(0, 2)).toEqual(['Welcome to the server!', '{"half": ']);
    expect(junk).toHaveLength(5);
  });

  it('fails with exit code and stderr when the server ends at once [RE-11.exits]', async () => {
    const stderr: string[] = [];
    const failure = await failureOf(
      open(node(scripted, '--stderr=boom é', '--exit=3'), {
        onStderr: (line) => stderr.push(line),
      }),
    );
    expect(failure.kind).toBe('closed');
    expect(failure.details.exit).toEqual({ code: 3, signal: null });
    expect(failure.message).toContain('exit code 3');
    expect(stderr).toEqual(['boom é']);
  });

  it('rejects with the spawn error for a missing command [RE-11.missing]', async () => {
    await expect(
      open({ type: 'stdio', command: 'parley-no-such-command', args: [], env: {} }),
    ).rejects.toBeInstanceOf(SpawnError);
  });

  it('gives up on a server that never answers, and ends it [RE-11.silent]', async () => {
    const clock = new ManualClock();
    let pid = 0;
    const attempt = failureOf(
      open(node(scripted, '--silent-initialize'), {
        clock,
        startTimeoutMs: 20_000,
        onStarted: (started) => (pid = started.pid),
      }),
    );
    await vi.waitFor(() => expect(pid).toBeGreaterThan(0), 5_000);
    clock.advance(20_000);
    const failure = await attempt;
    expect(failure.kind).toBe('timeout');
    expect(failure.message).toContain('20 seconds');
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('gives up when told to, while the server starts', async () => {
    const giveUp = new AbortController();
    const attempt = failureOf(
      open(node(scripted, '--silent-initialize'), {
        signal: giveUp.signal,
        onStarted: () => giveUp.abort(),
      }),
    );
    expect((await attempt).kind).toBe('aborted');
  });

  it('tells a tool that throws from one that fails [RE-11.throws]', async () => {
    const connection = await open(node(scripted));
    const thrown = await failureOf(connection.callTool('throw', {}));
    expect(thrown.kind).toBe('rpc');
    expect(thrown.details.code).toBe(-32603);
    expect(thrown.message).toContain('The tool threw on purpose.');
    expect(await connection.callTool('fail', {})).toMatchObject({ isError: true });
  });

  it('passes content of unknown kinds on exactly as it was sent [RE-11.unknown-content]', async () => {
    const connection = await open(node(scripted));
    expect(await connection.callTool('unknown_content', {})).toEqual({
      content: [
        { type: 'hologram', beams: 3, nested: { deep: [null, 1] } },
        { type: 'resource', resource: { text: 'no uri' } },
        { type: 'image', data: 'not base64!' },
        { type: 'text', text: 'and a text', extra: true },
      ],
      structuredContent: null,
      vendorField: 'kept',
    });
  });

  it('reports progress, and progress keeps a call alive', async () => {
    const clock = new ManualClock();
    const connection = await open(node(scripted), { clock });
    const steps: unknown[] = [];
    await connection.callTool('slow', { steps: 2 }, { onProgress: (step) => steps.push(step) });
    expect(steps).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
    const progressed = vi.fn();
    const call = failureOf(
      connection.callTool('progress_only', {}, { timeoutMs: 1_000, onProgress: progressed }),
    );
    clock.advance(999);
    await vi.waitFor(() => expect(progressed).toHaveBeenCalled(), 5_000);
    clock.advance(999);
    const stillOpen = await Promise.race([call, Promise.resolve('open')]);
    expect(stillOpen).toBe('open');
    clock.advance(1);
    expect((await call).kind).toBe('timeout');
  });

  it('tells an abort from a timeout and the server about either [MC-6.cancel]', async () => {
    const stderr: string[] = [];
    const clock = new ManualClock();
    const connection = await open(node(scripted), { clock, onStderr: (line) => stderr.push(line) });
    const stop = new AbortController();
    const aborted = failureOf(connection.callTool('silent', {}, { signal: stop.signal }));
    stop.abort();
    expect((await aborted).kind).toBe('aborted');
    const late = failureOf(connection.callTool('silent', {}));
    clock.advance(60_000);
    expect((await late).kind).toBe('timeout');
    await vi.waitFor(
      () => expect(stderr.filter((line) => line.startsWith('cancelled'))).toHaveLength(2),
      5_000,
    );
    const early = failureOf(connection.callTool('echo', { text: '' }, { signal: stop.signal }));
    expect((await early).kind).toBe('aborted');
    expect(clock.waiting).toBe(0);
  });

  it('rejects every open call with the reason when the server dies', async () => {
    const connection = await open(node(scripted));
    const reasons: Error[] = [];
    connection.onClose((reason) => reasons.push(reason));
    const silent = failureOf(connection.callTool('silent', {}));
    const deadly = failureOf(connection.callTool('die', { code: 7 }));
    for (const failure of await Promise.all([silent, deadly])) {
      expect(failure.kind).toBe('closed');
      expect(failure.details.exit).toEqual({ code: 7, signal: null });
    }
    expect(reasons).toHaveLength(1);
    expect((await failureOf(connection.callTool('echo', {}))).details.exit?.code).toBe(7);
  });

  it('ends with a server that closes its output, though its process lives on [RE-11]', async () => {
    let pid = 0;
    const connection = await open(node(scripted, '--ignore-term'), {
      onStarted: (started) => (pid = started.pid),
      clock: {
        now: () => Date.now(),
        after: (ms, run) => systemClock.after(ms > 5_000 ? ms : 0, run),
      },
    });
    const failure = await failureOf(connection.callTool('close_output', {}));
    expect(failure).toMatchObject({ kind: 'closed' });
    expect(failure.message).toContain('closed its output');
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 5_000);
  });

  it('does not announce an end that was asked for, and may be closed twice', async () => {
    const connection = await open(node(scripted));
    const listener = vi.fn();
    connection.onClose(listener);
    const pending = failureOf(connection.callTool('silent', {}));
    await Promise.all([connection.close(), connection.close()]);
    expect((await pending).kind).toBe('closed');
    expect(listener).not.toHaveBeenCalled();
  });

  it('sets bad tools aside with the reason and keeps the others', async () => {
    const file = join(folder, 'tools.json');
    const good = { name: 'good', inputSchema: { type: 'object' } };
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object;
    const listed = [
      good,
      null,
      'text',
      { inputSchema: {} },
      { name: 'no-schema' },
      { name: 'null-schema', inputSchema: null },
      { name: 'string-schema', inputSchema: { type: 'string' } },
      { name: 'deep', inputSchema: { type: 'object', properties: deep } },
      { name: 'deep-elsewhere', inputSchema: { type: 'object' }, _meta: { deep } },
      { name: 'untyped', inputSchema: {}, annotations: { readOnlyHint: 'yes', openWorldHint: 1 } },
      {
        name: 'titled',
        inputSchema: { type: 'object' },
        annotations: { title: 'T', destructiveHint: false },
      },
      good,
    ];
    await writeFile(file, JSON.stringify(listed));
    const connection = await open(node(scripted, `--tools=${file}`));
    const { tools, setAside, raw } = await connection.listTools();
    expect(tools).toEqual([
      { name: 'good', inputSchema: { type: 'object' }, annotations: {} },
      { name: 'untyped', inputSchema: { type: 'object' }, annotations: {} },
      {
        name: 'titled',
        title: 'T',
        inputSchema: { type: 'object' },
        annotations: { destructive: false },
      },
    ]);
    expect(setAside.map((tool) => tool.name)).toEqual([
      '(tool 2)',
      '(tool 3)',
      '(tool 4)',
      'no-schema',
      'null-schema',
      'string-schema',
      'deep',
      'deep-elsewhere',
      'good',
    ]);
    expect(setAside.every((tool) => /^[A-Z].+\.$/.test(tool.reason))).toBe(true);
    expect(raw.get('untyped')).toEqual(listed[9]);
  });

  it('talks to server-everything and reads its hints', async () => {
    const connection = await open(
      node(
        join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
        'stdio',
      ),
    );
    const { tools } = await connection.listTools();
    expect(tools.map((tool) => tool.name)).toContain('echo');
    expect(textOf(await connection.callTool('echo', { message: 'hello' }))).toBe('Echo: hello');
  });

  it('talks to server-filesystem and reads its hints [UI-35]', async () => {
    await writeFile(join(folder, 'hello.txt'), 'good day');
    const connection = await open(
      node(
        join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js'),
        folder,
      ),
    );
    const { tools } = await connection.listTools();
    expect(tools.find((tool) => tool.name === 'read_text_file')?.annotations.readOnly).toBe(true);
    expect(tools.find((tool) => tool.name === 'write_file')?.annotations.destructive).toBe(true);
    const result = await connection.callTool('read_text_file', { path: join(folder, 'hello.txt') });
    expect(textOf(result)).toBe('good day');
  });
});

describe('a connection over http', () => {
  let server: ScriptedHttpServer;
  const start = async (
    options: Parameters<typeof createScriptedHttpServer>[0],
  ): Promise<ConnectionTarget> => {
    server = await createScriptedHttpServer(options);
    opened.push(server);
    return { type: 'http', url: server.url, headers: { 'x-api-key': 'k 1' } };
  };

  it('sends the configured headers and keeps the session', async () => {
    const connection = await open(await start({ name: 'Remote' }));
    expect(connection.serverInfo.name).toBe('Remote');
    expect(textOf(await connection.callTool('echo', { text: 'far' }))).toBe('far');
    const posts = server.requests.filter((request) => request.method === 'POST');
    expect(posts.every((request) => request.headers['x-api-key'] === 'k 1')).toBe(true);
    expect(posts.at(-1)?.headers['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await connection.callTool('unknown_content', {})).toMatchObject({
      content: [{ type: 'hologram' }, {}, {}, {}],
      vendorField: 'kept',
    });
  });

  it('says that a sign-in is needed', async () => {
    const failure = await failureOf(open(await start({ mode: 'unauthorized' })));
    expect(failure.kind).toBe('needs-auth');
    expect(failure.details).toMatchObject({ status: 401, challenge: 'Bearer realm="scripted"' });
  });

  it.each([
    ['error', 500, '<h1>The script says no</h1>'],
    ['forbidden', 403, 'Not for you.'],
  ] as const)('shows what the server said with its refusal: %s', async (mode, status, said) => {
    const failure = await failureOf(open(await start({ mode })));
    expect(failure).toMatchObject({ kind: 'http', details: { status } });
    expect(failure.message).toContain(said);
  });

  it('names a host that cannot be reached', async () => {
    const target = await start({});
    await server.close();
    const failure = await failureOf(open(target));
    expect(failure.kind).toBe('unreachable');
    expect(failure.message).toMatch(/127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED/);
  });

  it('fails a call whose stream ends without an answer, and not its neighbours', async () => {
    const connection = await open(await start({}));
    server.setMode('drop');
    const failure = await failureOf(connection.callTool('echo', { text: 'lost' }));
    expect(failure.kind).toBe('closed');
    server.setMode('ok');
    expect(textOf(await connection.callTool('echo', { text: 'back' }))).toBe('back');
  });
});

describe('a connection over a transport of the host', () => {
  /** Answers like a server, by a table of results. */
  async function answering(
    results: Record<string, (message: RpcMessage) => object>,
  ): Promise<McpConnection> {
    const [near, far] = linkedTransports();
    far.onmessage = (message) => {
      const answer = results[String(message['method'])]?.(message);
      if (answer) void far.send({ jsonrpc: '2.0', id: message['id'], ...answer });
    };
    await far.start();
    return open({ transport: near });
  }
  const hello = (extra: object = {}) => ({
    result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, ...extra },
  });

  it('takes a server that leaves its identity out, and odd errors', async () => {
    const connection = await answering({
      initialize: () => hello({ instructions: 7 }),
      'tools/call': () => ({ error: { code: 'E', message: ['odd'] } }),
    });
    expect(connection.serverInfo).toEqual({ name: '', version: '' });
    const failure = await failureOf(connection.callTool('any', {}));
    expect(failure).toMatchObject({ kind: 'rpc', message: '["odd"]' });
  });

  it('stops at a cursor that comes again, and at the cap of pages [MC-2.cursor]', async () => {
    let asked = 0;
    const looping = await answering({
      initialize: () => hello(),
      'tools/list': () => {
        asked += 1;
        return { result: { tools: [{ name: `t${asked}`, inputSchema: {} }], nextCursor: 'again' } };
      },
    });
    expect((await looping.listTools()).tools).toHaveLength(2);
    const endless = await answering({
      initialize: () => hello(),
      'tools/list': () => {
        asked += 1;
        return {
          result: { tools: [{ name: `t${asked}`, inputSchema: {} }], nextCursor: String(asked) },
        };
      },
    });
    expect((await endless.listTools()).tools).toHaveLength(64);
  });

  it('refuses a server of an unknown protocol version', async () => {
    const failure = await failureOf(
      answering({
        initialize: () => ({ result: { protocolVersion: '1999-01-01', capabilities: {} } }),
      }),
    );
    expect(failure.kind).toBe('protocol');
    expect(failure.message).toContain('1999-01-01');
  });
});
