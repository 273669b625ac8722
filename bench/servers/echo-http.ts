import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { answerTo } from './echo.ts';

// A worker with an event loop of its own. Says its address once, and ends with whoever started it.
const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const answer = answerTo(JSON.parse(body));
    if (!answer) response.writeHead(202).end();
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  parentPort?.postMessage(`http://127.0.0.1:${port}/mcp`);
});
