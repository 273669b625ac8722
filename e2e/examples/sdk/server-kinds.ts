import { query } from 'parley-desktop/sdk';
import type { McpServerConfig, Options } from 'parley-desktop/sdk';

const stdio: Options['mcpServers'] = {
  fs: {
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem', '/path/to/project'],
  },
  gh: {
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-github'],
    env: { GITHUB_TOKEN: process.env.GITHUB_TOKEN! },
  },
};

const http: Options['mcpServers'] = {
  analytics: {
    type: 'http',
    url: 'https://analytics.example.com/mcp',
    headers: { Authorization: `Bearer ${process.env.ANALYTICS_TOKEN}` },
  },
};
console.log(Object.keys({ ...stdio, ...http }).join(' '));

const makeStdioConfig = (script: string): McpServerConfig => ({
  command: process.execPath,
  args: [script],
});

const q = query({
  prompt: 'Read the title from the project README',
  options: {
    provider: 'offline',
    mcpServers: {
      keep: makeStdioConfig(process.env.KEPT_SERVER!),
      drop: makeStdioConfig(process.env.KEPT_SERVER!),
    },
    allowedMcpServerNames: ['keep'], // 'drop' still appears in status but does not connect
    controlRequestTimeoutMs: 20_000, // default 60_000; pass 0 to disable
  },
});

await q.initializationResult();
await pollUntil(async () => (await q.mcpServerStatus())[0]?.status === 'connected');
const status = await q.mcpServerStatus();
for (const s of status) {
  console.log(`${s.name}: ${s.status}`);
  if (s.status === 'connected') {
    console.log(
      '  tools:',
      s.tools?.map((t) => t.name),
    );
  }
}
await q.close();
