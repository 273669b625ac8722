import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScriptedServer } from './scripted-tools.mjs';
import type { ScriptedOptions } from './scripted-tools.mjs';

/** How the server treats requests. ok: as it should · 401/403/500: refuses · drop: opens the stream of a call and cuts it. */
export type ScriptedHttpMode = 'ok' | 'unauthorized' | 'forbidden' | 'error' | 'drop';

export interface ScriptedHttpOptions extends ScriptedOptions {
  readonly mode?: ScriptedHttpMode;
}

/** What the server saw of one request. */
export interface SeenRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ScriptedHttpServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  setMode(mode: ScriptedHttpMode): void;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(response: ServerResponse, mode: ScriptedHttpMode): boolean {
  switch (mode) {
    case 'unauthorized':
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="scripted"' }).end();
      return true;
    case 'forbidden':
      response.writeHead(403).end('Not for you.');
      return true;
    case 'error':
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>The script says no</h1>');
      return true;
    case 'ok':
    case 'drop':
      return false;
  }
}

/** A scripted MCP server over Streamable HTTP with a session, on a loopback port of its own. Answers as event streams. */
export async function createScriptedHttpServer(
  options: ScriptedHttpOptions = {},
): Promise<ScriptedHttpServer> {
  const server = new ScriptedServer(options);
  const requests: SeenRequest[] = [];
  const session = randomUUID();
  let mode = options.mode ?? 'ok';

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    requests.push({ method: request.method ?? '', headers: request.headers, body });
    if (refuse(response, mode)) return;
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const message = JSON.parse(body) as Record<string, unknown>;
    if (message['id'] === undefined) {
      await server.receive(message, () => undefined);
      response.writeHead(202).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      ...(message['method'] === 'initialize' ? { 'mcp-session-id': session } : {}),
    });
    response.flushHeaders();
    if (mode === 'drop' && message['method'] === 'tools/call') {
      response.end();
      return;
    }
    await server.receive(message, (out: Record<string, unknown>) => {
      response.write(`data: ${JSON.stringify(out)}\n\n`);
      if (out['id'] === message['id']) response.end();
    });
  }

  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}/mcp`,
    requests,
    setMode: (next) => {
      mode = next;
    },
    close: () =>
      new Promise((closed) => {
        http.close(() => closed());
        http.closeAllConnections();
      }),
  };
}
