// @ts-check
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { wireText } from './schema-zoo.mjs';

/**
 * Speaks Streamable HTTP on 127.0.0.1 and prints "port N".
 * @param {import('./hostile-server.mjs').HostileServer} server
 */
export function serveHttp(server) {
  const { given } = server;
  const [outages = '0', outageStatus = '503'] = (given('outage') ?? '').split(':');
  const state = { outages: Number(outages), outageStatus: Number(outageStatus) };
  /** @type {Set<string>} */
  const sessions = new Set();
  /** @type {Map<string, (answer: any) => void>} */
  const waiting = new Map();

  const http = createServer(async (request, response) => {
    if (request.method === 'DELETE') {
      sessions.delete(String(request.headers['mcp-session-id']));
      return void response.writeHead(200).end();
    }
    if (request.method !== 'POST') return refuse(response, Number(given('get-status') ?? 405));
    const message = JSON.parse(await bodyOf(request));
    if (message.method === undefined) {
      waiting.get(message.id)?.(message.result ?? { error: message.error });
      waiting.delete(message.id);
      return void response.writeHead(202).end();
    }
    if (message.method === 'tools/call' && state.outages > 0) {
      state.outages -= 1;
      return refuse(response, state.outageStatus);
    }
    const session = String(request.headers['mcp-session-id']);
    const isFirst = message.method === 'initialize' || message.method === 'server/discover';
    if (given('sessions') !== undefined && !isFirst && !sessions.has(session))
      return refuse(response, 404);
    if (message.id === undefined) {
      await server.receive(message, {
        send: () => undefined,
        request: () => Promise.reject(new Error('no stream')),
      });
      return void response.writeHead(202).end();
    }
    /** @type {Record<string, string>} */
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
    if (given('sessions') !== undefined && message.method === 'initialize') {
      const id = randomUUID();
      sessions.add(id);
      headers['mcp-session-id'] = id;
    }
    stream(message, response, headers);
  });

  /**
   * @param {Record<string, any>} message
   * @param {import('node:http').ServerResponse} response
   * @param {Record<string, string>} headers
   */
  function stream(message, response, headers) {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    response.writeHead(200, headers);
    response.flushHeaders();
    const send = (/** @type {Record<string, any>} */ one) => {
      response.write(`event: message\ndata: ${wireText(one)}\n\n`);
      if (one['id'] === message['id'] && one['method'] === undefined) response.end();
    };
    // Notices outside a request have no stream of their own here: they go with whatever call is open.
    server.listeners.add(send);
    response.on('close', () => server.listeners.delete(send));
    void server.receive(
      message,
      {
        send,
        request: (method, params) =>
          new Promise((resolve) => {
            const id = `s-${randomUUID()}`;
            waiting.set(id, resolve);
            send({ jsonrpc: '2.0', id, method, params });
          }),
      },
      gone.signal,
    );
  }

  /** @param {import('node:http').ServerResponse} response @param {number} status */
  function refuse(response, status) {
    if (given('html-errors') === undefined) return void response.writeHead(status).end();
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end(`<html><body><h1>${status}</h1>The proxy is sorry.</body></html>`);
  }

  http.listen(Number(given('http')), '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
    process.stdout.write(`port ${port}\n`);
  });
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
