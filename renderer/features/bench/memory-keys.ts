/** Keys of what the bench remembers. */
export const memoryKeys = {
  server: 'server',
  view: 'view',
  tool: (serverId: string) => `tool ${serverId}`,
  args: (serverId: string, tool: string) => `arguments ${serverId} ${tool}`,
  timeout: (serverId: string) => `timeout ${serverId}`,
  resource: (serverId: string) => `resource ${serverId}`,
  prompt: (serverId: string) => `prompt ${serverId}`,
  promptArgs: (serverId: string, prompt: string) => `prompt arguments ${serverId} ${prompt}`,
} as const;
