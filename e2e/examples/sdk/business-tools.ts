import { query, createSdkMcpServer, tool } from 'parley-desktop/sdk';
import { z } from 'zod';

const queryDb = tool(
  'query_db',
  'Read-only SQL query.',
  { sql: z.string() },
  async ({ sql }) => {
    if (!/^\s*SELECT/i.test(sql)) {
      return {
        isError: true,
        content: [{ type: 'text', text: 'Only SELECT statements are allowed' }],
      };
    }
    const rows = await db.query(sql);
    return { content: [{ type: 'text', text: JSON.stringify(rows) }] };
  },
  { annotations: { readOnlyHint: true } },
);

const searchDocs = tool(
  'search_docs',
  'Search internal docs and return relevant snippets.',
  {
    query: z.string().describe('Search keywords'),
    maxResults: z
      .number()
      .int()
      .min(1)
      .max(20)
      .optional()
      .describe('Maximum number of results, defaults to 5'),
  },
  async ({ query, maxResults = 5 }) => {
    const hits = await docs.search(query, maxResults);
    return { content: [{ type: 'text', text: JSON.stringify(hits) }] };
  },
  { annotations: { readOnlyHint: true } },
);

const server = createSdkMcpServer({
  name: 'kb',
  tools: [searchDocs, queryDb /* ... */],
});

const q = query({
  prompt: 'Use the search_docs tool with query="prefix cache"',
  options: {
    provider: 'offline',
    mcpServers: { kb: server },
    tools: ['mcp__kb__search_docs', 'mcp__kb__query_db'],
    allowedTools: ['mcp__kb__search_docs'],
  },
});

for await (const msg of q) {
  if (msg.type === 'system' && msg.subtype === 'init') {
    for (const s of await q.mcpServerStatus())
      for (const one of s.tools ?? []) console.log(one.name, JSON.stringify(one.annotations));
  }
  if (msg.type === 'result') console.log(msg.result);
}
