import { spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy, result } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswerer, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { canConnect } from './can-connect.ts';
import type { McpError } from './mcp-error.ts';
import type { ConnectionDeps, ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

async function serve(answerer: HandAnswerer): Promise<[HandServer, ConnectionTarget]> {
  const server = opened.add(await createHandServer(answerer));
  return [server, { type: 'http', url: server.url, headers: {} }];
}

/** Begins an event stream and says nothing on it. */
const silent = { events: [': wait\n\n'], open: true } as const;

interface Call {
  readonly server: HandServer;
  readonly clock: ManualClock;
  readonly failure: Promise<McpError>;
}

/** Makes a call and waits until the server has it. */
async function called(answerer: HandAnswerer, deps: Partial<ConnectionDeps> = {}): Promise<Call> {
  const clock = new ManualClock();
  const [server, target] = await serve(answerer);
  const connection = await opened.connect(target, { era: 'legacy', clock, ...deps });
  const failure = failureOf(connection.callTool('echo', {}, { timeoutMs: 300_000 }));
  await vi.waitFor(() => expect(server.seen('tools/call')).toHaveLength(1), 5_000);
  return { server, clock, failure };
}

async function pinged({ server }: Call, times: number): Promise<void> {
  await vi.waitFor(() => expect(server.seen('ping')).toHaveLength(times), 5_000);
}

describe('a call whose stream is silent', () => {
  it('is given up when the host cannot be reached any more [MC-6.watchdog, RE-20.silent]', async () => {
    let isGone = false;
    const call = await called(
      legacy((request) => (request.message?.method === 'tools/call' ? silent : 'pass')),
      {
        fetch: (url, init) =>
          isGone ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init),
      },
    );
    isGone = true;
    call.clock.advance(5_000);
    const failure = await call.failure;
    expect(failure.kind).toBe('closed');
    expect(failure.message).toContain('could not be reached');
  });

  /** Leaves calls and questions open. */
  const mute = legacy((request) => {
    if (request.message?.method === 'tools/call') return silent;
    return request.message?.method === 'ping' ? undefined : 'pass';
  });

  /** Lets the server leave that many questions unanswered. */
  async function questions(call: Call, from: number, to: number): Promise<void> {
    for (let tries = from; tries <= to; tries += 1) {
      call.clock.advance(5_000);
      await pinged(call, tries);
    }
    call.clock.advance(5_000);
  }

  it.each([
    ['can be made', false],
    ['can be told of', undefined],
  ])(
    'is given up in seconds when no question is answered and no new connection %s [MC-6.watchdog, RE-20.silent]',
    async (_, verdict) => {
      const tried: string[] = [];
      const call = await called(mute, {
        canConnect: async ({ href }) => {
          tried.push(href);
          return verdict;
        },
      });
      await questions(call, 1, 3);
      const failure = await call.failure;
      expect(failure.kind).toBe('closed');
      expect(failure.message).toMatch(/connection was lost.*did not answer either/);
      expect(call.server.seen('ping')).toHaveLength(3);
      expect(tried).toEqual([call.server.url]);
    },
  );

  it('is given up when a new connection is not made within seconds [MC-6.busy]', async () => {
    let isTried = false;
    const call = await called(mute, {
      canConnect: (_, signal) => {
        isTried = true;
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)));
      },
    });
    await questions(call, 1, 3);
    await vi.waitFor(() => expect(isTried).toBe(true), 5_000);
    call.clock.advance(5_000);
    expect((await call.failure).kind).toBe('closed');
  });

  it('goes on to its own limit while a server that answers no question takes connections, and is asked less often [MC-6.busy]', async () => {
    let tried = 0;
    const call = await called(mute, { canConnect: async () => (tried += 1) > 0 });
    await questions(call, 1, 3);
    await vi.waitFor(() => expect(tried).toBe(1), 5_000);
    // From now on each spell of silence costs one question.
    await questions(call, 4, 4);
    await vi.waitFor(() => expect(tried).toBe(2), 5_000);
    call.clock.advance(300_000);
    expect((await call.failure).kind).toBe('timeout');
  });

  it('is answered by a server whose only worker was busy with it, over real sockets [MC-6.busy]', async () => {
    const worker = opened.add(await busyWorker());
    const clock = new ManualClock();
    const verdicts: (boolean | undefined)[] = [];
    const connection = await opened.connect(
      { type: 'http', url: worker.url, headers: {} },
      {
        era: 'legacy',
        clock,
        canConnect: async (address, signal) => {
          const verdict = await canConnect(address, signal);
          verdicts.push(verdict);
          return verdict;
        },
      },
    );
    const call = connection.callTool('compute', {}, { timeoutMs: 300_000 });
    await worker.isBusy;
    for (let silence = 0; verdicts.length === 0 && silence < 20; silence += 1) {
      clock.advance(5_000);
      await new Promise((done) => setImmediate(done));
      await new Promise((done) => setImmediate(done));
    }
    await vi.waitFor(() => expect(verdicts).toEqual([true]), 5_000);
    worker.finish();
    expect(textOf(await call)).toBe('computed');
  });

  it('waits for its own limit when the server is there, however it answers the ping [MC-6.watchdog, RE-20.silent]', async () => {
    const call = await called(
      legacy((request) => {
        if (request.message?.method === 'tools/call') return silent;
        // The rest of the server answers "method not found" to a ping.
        return 'pass';
      }),
    );
    call.clock.advance(5_000);
    await pinged(call, 1);
    call.clock.advance(295_000);
    expect((await call.failure).kind).toBe('timeout');
  });

  it('is kept when a busy server answers a later ping [MC-6.watchdog, RE-20.silent]', async () => {
    let stream: ServerResponse | undefined;
    let pings = 0;
    const clock = new ManualClock();
    const [server, target] = await serve(
      legacy((request, response) => {
        if (request.message?.method === 'ping') {
          pings += 1;
          return pings < 3 ? undefined : { json: result(request, {}) };
        }
        if (request.message?.method !== 'tools/call') return 'pass';
        stream = response;
        return silent;
      }),
    );
    const connection = await opened.connect(target, { era: 'legacy', clock });
    const call = connection.callTool('echo', {}, { timeoutMs: 300_000 });
    await vi.waitFor(() => expect(stream).toBeDefined(), 5_000);
    for (const tries of [1, 2, 3]) {
      clock.advance(5_000);
      await vi.waitFor(() => expect(server.seen('ping')).toHaveLength(tries), 5_000);
    }
    const answer = result(server.seen('tools/call')[0] ?? fail(), { content: [] });
    stream?.end(`data: ${JSON.stringify(answer)}\n\n`);
    expect((await call).content).toEqual([]);
  });

  it('is kept alive by progress without a question [MC-6.watchdog, RE-20.silent]', async () => {
    let stream: ServerResponse | undefined;
    const clock = new ManualClock();
    const [server, target] = await serve(
      legacy((request, response) => {
        if (request.message?.method !== 'tools/call') return 'pass';
        stream = response;
        return silent;
      }),
    );
    const connection = await opened.connect(target, { era: 'legacy', clock });
    const steps: number[] = [];
    const onProgress = ({ progress }: { progress: number }) => steps.push(progress);
    const call = connection.callTool('echo', {}, { onProgress });
    await vi.waitFor(() => expect(stream).toBeDefined(), 5_000);
    const request = server.seen('tools/call')[0] ?? fail();
    const { progressToken } = request.message?.params?.['_meta'] as { progressToken: string };
    for (let progress = 1; progress <= 4; progress += 1) {
      clock.advance(4_000);
      const params = { progressToken, progress };
      const note = { jsonrpc: '2.0', method: 'notifications/progress', params };
      stream?.write(`data: ${JSON.stringify(note)}\n\n`);
      await vi.waitFor(() => expect(steps).toHaveLength(progress), 5_000);
    }
    stream?.end(`data: ${JSON.stringify(result(request, { content: [] }))}\n\n`);
    await call;
    expect(server.seen('ping')).toHaveLength(0);
  });
});

/** A server in a process of its own that has one thread, and that blocked in each call until `finish`. */
async function busyWorker(): Promise<{
  readonly url: string;
  readonly isBusy: Promise<void>;
  finish(): void;
  close(): Promise<void>;
}> {
  const source = `
    const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'worker', version: '1' } };
    const server = require('node:http').createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { id, method } = body === '' ? {} : JSON.parse(body);
      if (id === undefined) return response.writeHead(request.method === 'GET' ? 405 : 202).end();
      let result = method === 'initialize' ? hello : {};
      if (method === 'tools/call') {
        require('node:fs').writeSync(1, 'busy\\n');
        require('node:fs').readSync(0, Buffer.alloc(1));
        result = { content: [{ type: 'text', text: 'computed' }] };
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }).listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));`;
  const child = spawn(process.execPath, ['-e', source], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((found) => {
      const look = (): void => {
        const match = pattern.exec(text);
        if (match) found(match[1] ?? '');
      };
      child.stdout.on('data', look);
      look();
    });
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const isBusy = said(/(busy)/).then(() => undefined);
  return {
    url: `http://127.0.0.1:${await said(/port (\d+)\n/)}/mcp`,
    isBusy,
    finish: () => child.stdin.write('x'),
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGKILL');
      }),
  };
}

function fail(): never {
  throw new Error('There is no such request.');
}

describe('the one stream of HTTP+SSE', () => {
  /** A server of 2024-11-05 whose streams the test holds in its hands. */
  async function older(): Promise<[ConnectionTarget, ServerResponse[], HandServer]> {
    const streams: ServerResponse[] = [];
    const server = await createHandServer((request, response) => {
      const { message } = request;
      if (request.method === 'GET') {
        streams.push(response);
        return { events: ['event: endpoint\ndata: /messages\n\n'], open: true };
      }
      const serverInfo = { name: 'old', version: '1' };
      const value =
        message?.method === 'initialize'
          ? { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo }
          : { content: [{ type: 'text', text: 'here' }] };
      const isMute = message?.params?.['name'] === 'mute' || message?.method === 'ping';
      if (message?.id !== undefined && !isMute)
        streams.at(-1)?.write(`data: ${JSON.stringify(result(request, value))}\n\n`);
      return { status: 202 };
    });
    opened.add(server);
    return [{ type: 'sse', url: server.url, headers: {} }, streams, server];
  }

  it('fails all calls at once when it ends, and the next call opens another [MC-6.dropped]', async () => {
    const [target, streams, server] = await older();
    const connection = await opened.connect(target, { revives: true });
    const closed = new Promise<Error>((tell) => connection.onClose(tell));
    const calls = [1, 2].map(() => failureOf(connection.callTool('mute', {})));
    await vi.waitFor(() => expect(server.seen('tools/call')).toHaveLength(2), 5_000);
    streams[0]?.end();
    for (const failure of await Promise.all(calls)) expect(failure.kind).toBe('closed');
    expect((await closed).message).toContain('ended the stream');
    expect(textOf(await connection.callTool('any', {}))).toBe('here');
    expect(streams).toHaveLength(2);
  });

  it('is given up with all its calls when nothing comes over it any more [MC-6.watchdog, MC-6.dropped]', async () => {
    const [target, streams, server] = await older();
    const clock = new ManualClock();
    const connection = await opened.connect(target, { clock, revives: true });
    const call = failureOf(connection.callTool('mute', {}, { timeoutMs: 300_000 }));
    await vi.waitFor(() => expect(server.seen('tools/call')).toHaveLength(1), 5_000);
    for (const tries of [1, 2, 3]) {
      clock.advance(5_000);
      await vi.waitFor(() => expect(server.seen('ping')).toHaveLength(tries), 5_000);
    }
    // The host takes connections, and messages too: it is the stream that is dead.
    clock.advance(5_000);
    expect((await call).message).toContain('connection was lost');
    expect(textOf(await connection.callTool('any', {}))).toBe('here');
    expect(streams).toHaveLength(2);
  });
});
