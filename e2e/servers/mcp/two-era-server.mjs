// @ts-check
/** A server written with `@modelcontextprotocol/server` 2.x that speaks both eras: over stdio, or with `--http` on a port that it prints. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  McpServer,
  ResourceTemplate,
  completable,
  createMcpHandler,
  inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

function makeServer() {
  const server = new McpServer(
    { name: 'two-era', version: '2.0.0', title: 'Two eras' },
    { capabilities: { resources: { subscribe: true } } },
  );
  /** @type {Set<string>} */
  const watched = new Set();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  server.registerTool(
    'echo',
    { description: 'Repeats.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  server.registerTool(
    'measure',
    { inputSchema: z.object({}), outputSchema: z.object({ degrees: z.number() }) },
    () => ({ content: [], structuredContent: { degrees: 4 } }),
  );
  server.registerTool('ask', { inputSchema: z.object({}) }, (_args, context) => {
    const answer = context.mcpReq.inputResponses?.['name'];
    if (answer) return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
    const requestedSchema = {
      type: /** @type {const} */ ('object'),
      properties: { name: { type: /** @type {const} */ ('string'), default: 'Ada' } },
    };
    return inputRequired({
      inputRequests: { name: inputRequired.elicit({ message: 'Who?', requestedSchema }) },
      requestState: 'opaque',
    });
  });
  server.registerTool('visit', { inputSchema: z.object({}) }, (_args, context) => {
    if (context.mcpReq.inputResponses?.['page'])
      return { content: [{ type: 'text', text: 'visited' }] };
    const url = 'https://example.com/connect';
    return inputRequired({
      inputRequests: { page: inputRequired.elicitUrl({ message: 'Connect.', url }) },
      requestState: 'opaque',
    });
  });
  server.registerTool('sample', { inputSchema: z.object({}) }, (_args, context) => {
    const answer = context.mcpReq.inputResponses?.['text'];
    if (answer) return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
    const content = { type: /** @type {const} */ ('text'), text: 'Say something.' };
    const messages = [{ role: /** @type {const} */ ('user'), content }];
    return inputRequired({
      inputRequests: { text: inputRequired.createMessage({ messages, maxTokens: 9 }) },
      requestState: 'opaque',
    });
  });
  server.registerTool('change', { inputSchema: z.object({}) }, async () => {
    for (const uri of watched) await server.server.sendResourceUpdated({ uri });
    return { content: [{ type: 'text', text: String(watched.size) }] };
  });
  server.registerTool('wait', { inputSchema: z.object({}) }, async (_args, context) => {
    await new Promise((done) => context.mcpReq.signal.addEventListener('abort', done));
    process.stderr.write('cancelled\n');
    return { content: [] };
  });
  server.registerTool('count', { inputSchema: z.object({}) }, async (_args, context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      for (const progress of [1, 2])
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 2 },
        });
    return { content: [{ type: 'text', text: 'counted' }] };
  });
  server.registerResource('note', 'note://one', {}, (uri) => ({
    contents: [{ uri: uri.href, text: 'a note' }],
  }));
  server.registerResource(
    'any',
    new ResourceTemplate('note://{id}', { list: undefined }),
    {},
    (uri) => ({
      contents: [{ uri: uri.href, text: 'any note' }],
    }),
  );
  server.registerPrompt(
    'greet',
    {
      argsSchema: z.object({
        name: completable(z.string(), (value) =>
          ['Ada', 'Alan', 'Grace'].filter((name) => name.startsWith(value)),
        ),
      }),
    },
    ({ name }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Hello ${name}` } }],
    }),
  );
  return server;
}

if (process.argv.includes('--http')) {
  const handler = createMcpHandler(makeServer);
  const http = createServer(async (incoming, outgoing) => {
    const headers = new Headers(/** @type {Record<string, string>} */ (incoming.headers));
    const hasBody = incoming.method === 'POST';
    const stop = new AbortController();
    outgoing.on('close', () => stop.abort());
    const response = await handler.fetch(
      new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers,
        signal: stop.signal,
        ...(hasBody ? { body: /** @type {any} */ (Readable.toWeb(incoming)), duplex: 'half' } : {}),
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body)
      Readable.fromWeb(/** @type {any} */ (response.body))
        .on('error', () => outgoing.destroy())
        .pipe(outgoing);
    else outgoing.end();
  });
  http.listen(0, '127.0.0.1', () => {
    process.stdout.write(
      `port ${/** @type {import('node:net').AddressInfo} */ (http.address()).port}\n`,
    );
  });
} else serveStdio(makeServer);
