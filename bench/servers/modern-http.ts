import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { modernServer } from './modern.ts';

const handler = createMcpHandler(modernServer, { legacy: 'reject' });

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers, url = '/' } = request;
  const body = method === 'POST' ? await text(request) : null;
  const asked = new Request(`http://${headers.host ?? '127.0.0.1'}${url}`, {
    method,
    headers: headers as Record<string, string>,
    body,
  });
  const answer = await handler.fetch(asked);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
}

// A worker with an event loop of its own. Says its address once, and ends with whoever started it.
const server = createServer((request, response) => {
  serve(request, response).catch((failure: unknown) => response.destroy(failure as Error));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  parentPort?.postMessage(`http://127.0.0.1:${port}/mcp`);
});
