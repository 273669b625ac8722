import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The same tool as in `echo.ts`, by a server of 2026-07-28 and nothing older. */
export function modernServer(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1.0.0' });
  server.registerTool(
    'echo',
    { description: 'Gives back its text.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  return server;
}
