import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy, result } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandRequest } from '../../../e2e/servers/mcp/hand-http.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

const BLOCK = Buffer.alloc(1024 * 1024, 'x');

/** Says `head` and then never stops. Counts what it got rid of. */
function pour(
  response: ServerResponse,
  type: string,
  head: string,
  status = 200,
): { megabytes: number } {
  const sent = { megabytes: 0 };
  response.writeHead(status, { 'content-type': type }).write(head);
  const more = (): void => {
    if (response.destroyed) return;
    sent.megabytes += 1;
    if (response.write(BLOCK)) setImmediate(more);
    else response.once('drain', more);
  };
  more();
  return sent;
}

type Pour = (request: HandRequest, response: ServerResponse) => undefined;

async function serve(
  method: string,
  answer: Pour,
): Promise<Extract<ConnectionTarget, { type: 'http' | 'sse' }>> {
  const server = await createHandServer(
    legacy((request, response) =>
      (request.message?.method ?? request.method) === method ? answer(request, response) : 'pass',
    ),
  );
  return { type: 'http', url: opened.add(server).url, headers: {} };
}

describe('an answer without end', () => {
  it.each([
    ['JSON', 'application/json', '{"jsonrpc":"2.0","result":{"content":"'],
    ['one event', 'text/event-stream', 'data: {"jsonrpc":"2.0","result":{"content":"'],
    ['an event with a place', 'text/event-stream', 'id: 1\ndata:\n\ndata: '],
  ])('of %s is cut at the limit and named [MC-6.size, RE-20.endless]', async (_, type, head) => {
    let sent = { megabytes: 0 };
    const target = await serve('tools/call', (_request, response) => {
      sent = pour(response, type, head);
      return undefined;
    });
    const connection = await opened.connect(target, { era: 'legacy' });
    const failure = await failureOf(connection.callTool('any', {}));
    expect(failure).toMatchObject({ kind: 'protocol', details: { server: 'hand', part: 'size' } });
    expect(failure.message).toMatch(/“hand”.*64 MiB/);
    expect(sent.megabytes).toBeLessThan(100);
    expect((await connection.listTools()).tools).toHaveLength(1);
  });

  it('to the handshake is named by the host [MC-6.size, RE-20.endless]', async () => {
    const target = await serve('initialize', (_request, response) => {
      pour(response, 'application/json', '"');
      return undefined;
    });
    const failure = await failureOf(opened.connect(target, { era: 'legacy' }));
    expect(failure.kind).toBe('protocol');
    expect(failure.message).toContain(`“${new URL(target.url).host}”`);
    expect(failure.message).toContain('64 MiB');
  });

  it('on the stream of the server ends that stream, and is not asked for again [MC-6.size]', async () => {
    let asked = 0;
    const target = await serve('GET', (_request, response) => {
      asked += 1;
      pour(response, 'text/event-stream', 'id: 1\ndata:\n\ndata: ');
      return undefined;
    });
    const clock = new ManualClock();
    const connection = await opened.connect(target, { era: 'legacy', clock });
    await vi.waitFor(() => expect(asked).toBe(1), 5_000);
    expect(textOf(await connection.callTool('any', {}))).toBe('done');
    clock.advance(60_000);
    await connection.listTools();
    expect(asked).toBe(1);
  });

  it('on the one stream of HTTP+SSE ends the connection with the reason [MC-6.size]', async () => {
    const streams: ServerResponse[] = [];
    const server = await createHandServer((request, response) => {
      if (request.method === 'GET') {
        streams.push(response);
        return { events: ['event: endpoint\ndata: /messages\n\n'], open: true };
      }
      const [stream] = streams;
      if (request.message?.method === 'initialize') {
        const serverInfo = { name: 'old', version: '1' };
        const value = { protocolVersion: '2024-11-05', capabilities: {}, serverInfo };
        stream?.write(`data: ${JSON.stringify(result(request, value))}\n\n`);
      } else if (request.message?.id !== undefined) {
        stream?.write('data: ');
        const more = (): void => {
          if (!stream || stream.destroyed) return;
          if (stream.write(BLOCK)) setImmediate(more);
          else stream.once('drain', more);
        };
        more();
      }
      return { status: 202 };
    });
    const target = { type: 'sse', url: opened.add(server).url, headers: {} } as const;
    const connection = await opened.connect(target);
    const closed = new Promise<Error>((tell) => connection.onClose(tell));
    const failure = await failureOf(connection.callTool('any', {}));
    expect(failure.message).toMatch(/“old”.*64 MiB/);
    expect((await closed).message).toContain('64 MiB');
  });
});

describe('a refusal without end', () => {
  it('is read up to 64 KB and told with what it said [MC-6.size, RE-20.endless]', async () => {
    let sent = { megabytes: 0 };
    const server = await createHandServer((_request, response) => {
      sent = pour(response, 'text/html', 'Too busy. ', 503);
      return undefined;
    });
    const target = { type: 'http', url: opened.add(server).url, headers: {} } as const;
    const failure = await failureOf(opened.connect(target, { era: 'legacy' }));
    expect(failure).toMatchObject({ kind: 'http', details: { status: 503 } });
    expect(failure.message).toContain('Too busy.');
    expect(failure.details.body?.length).toBeLessThanOrEqual(2_000);
    expect(sent.megabytes).toBeLessThan(20);
  });

  it('that drips is not waited for [MC-6.size, RE-20.endless]', async () => {
    const clock = new ManualClock();
    const server = await createHandServer((_request, response) => {
      response.writeHead(500).write('The disk is full.');
      return undefined;
    });
    const target = { type: 'http', url: opened.add(server).url, headers: {} } as const;
    const refused = failureOf(opened.connect(target, { era: 'legacy', clock }));
    // One timer is that of the attempt, the other one that of the body.
    await vi.waitFor(() => expect(clock.waiting).toBe(2), 5_000);
    clock.advance(2_000);
    expect(await refused).toMatchObject({ kind: 'http', details: { status: 500 } });
    expect((await refused).message).toContain('The disk is full.');
  });
});

it('one message without end over stdio fails the one call that waits for it [MC-6.size]', async () => {
  const source = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    if (method === 'initialize') say({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'big', version: '1' } });
    if (method === 'tools/call') say({ content: [{ type: 'text', text: 'x'.repeat(65 * 1024 * 1024) }] });
    if (method === 'tools/list') say({ tools: [] });
  });`;
  const args = ['-e', source];
  const target: ConnectionTarget = { type: 'stdio', command: process.execPath, args, env: {} };
  const connection = await opened.connect(target, { era: 'legacy' });
  const failure = await failureOf(connection.callTool('any', {}));
  expect(failure.message).toMatch(/“big”.*64 MiB/);
  expect((await connection.listTools()).tools).toEqual([]);
});
