import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HandMessage = Record<string, unknown> & {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
};

/** One HTTP request as the test sees it. `message` is the parsed body of a POST. */
export interface HandRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: HandMessage | undefined;
}

/** What a test answers with: JSON, an event stream, a bare status, or whatever it does with the response. */
export interface HandAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
  /** Events of a stream, each a message; the stream ends after them unless `open`. */
  readonly events?: readonly unknown[];
  readonly open?: boolean;
  /** Cuts the connection in place of an answer. */
  readonly cut?: boolean;
}

export type HandAnswerer = (
  request: HandRequest,
  response: ServerResponse,
) => HandAnswer | undefined | Promise<HandAnswer | undefined>;

export interface HandServer {
  readonly url: string;
  readonly requests: HandRequest[];
  /** Requests of that method, by the body or, for others than POST, by the verb. */
  seen(method: string): HandRequest[];
  close(): Promise<void>;
}

function send(response: ServerResponse, answer: HandAnswer): void {
  if (answer.cut) {
    response.destroy();
    return;
  }
  const { status = 200, headers = {}, json, text, events, open } = answer;
  if (events) {
    response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
    response.flushHeaders();
    for (const one of events)
      response.write(typeof one === 'string' ? one : `data: ${JSON.stringify(one)}\n\n`);
    if (!open) response.end();
    return;
  }
  if (json !== undefined) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(json));
    return;
  }
  response.writeHead(status, headers).end(text ?? '');
}

/** An HTTP server on a loopback port of its own that a test answers by hand. `undefined` leaves a request open. */
export async function createHandServer(answerer: HandAnswerer): Promise<HandServer> {
  const requests: HandRequest[] = [];
  const http = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const request: HandRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        message: body === '' ? undefined : (JSON.parse(body) as HandMessage),
      };
      requests.push(request);
      void Promise.resolve(answerer(request, response)).then((answer) => {
        if (answer) send(response, answer);
      });
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}/mcp`,
    requests,
    seen: (method) => requests.filter((one) => (one.message?.method ?? one.method) === method),
    close: () =>
      new Promise((closed) => {
        http.close(() => closed());
        http.closeAllConnections();
      }),
  };
}

/** The result of a request, as a message. */
export function result(request: HandRequest, value: unknown): object {
  return { jsonrpc: '2.0', id: request.message?.id, result: value };
}

/** An error answer, as a message. */
export function rpcError(
  request: HandRequest,
  code: number,
  message: string,
  data?: unknown,
): object {
  return { jsonrpc: '2.0', id: request.message?.id, error: { code, message, data } };
}

/** Answers as a legacy server; `own` comes first and may leave a request to the rest by giving 'pass'. */
export function legacy(
  own: (request: HandRequest, response: ServerResponse) => ReturnType<HandAnswerer> | 'pass',
  options: { readonly session?: () => string; readonly capabilities?: object } = {},
): HandAnswerer {
  return (request, response) => {
    const answer = own(request, response);
    if (answer !== 'pass') return answer;
    const { message, method } = request;
    if (method === 'GET') return { status: 405 };
    if (method === 'DELETE') return { status: 200 };
    if (message?.id === undefined) return { status: 202 };
    if (message.method === 'initialize') {
      const session = options.session?.();
      return {
        headers: session === undefined ? {} : { 'mcp-session-id': session },
        json: result(request, {
          protocolVersion: '2025-11-25',
          capabilities: options.capabilities ?? { tools: {} },
          serverInfo: { name: 'hand', version: '1' },
        }),
      };
    }
    if (message.method === 'tools/list') {
      const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
      return { json: result(request, { tools }) };
    }
    if (message.method === 'tools/call')
      return { json: result(request, { content: [{ type: 'text', text: 'done' }] }) };
    return { json: rpcError(request, -32_601, 'Method not found') };
  };
}

/** Answers as a server of the stateless era. */
export function modern(
  own: (request: HandRequest, response: ServerResponse) => ReturnType<HandAnswerer> | 'pass',
  capabilities: object = { tools: {} },
): HandAnswerer {
  return (request, response) => {
    const answer = own(request, response);
    if (answer !== 'pass') return answer;
    const { message } = request;
    if (!message) return { status: 405 };
    if (message.method === 'server/discover') {
      return {
        json: result(request, {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities,
          instructions: 'Be modern.',
          ttlMs: 0,
          cacheScope: 'private',
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'hand', version: '2' } },
        }),
      };
    }
    if (message.method === 'tools/list') {
      const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
      return { json: result(request, { resultType: 'complete', tools }) };
    }
    if (message.method === 'tools/call') {
      const content = [{ type: 'text', text: 'done' }];
      return { json: result(request, { resultType: 'complete', content }) };
    }
    return { status: 404, json: rpcError(request, -32_601, 'Method not found') };
  };
}
