import { spawn } from 'node:child_process';
import { createSdkMcpServer, query, runtimeElsewhere, tool } from 'parley-desktop/sdk';

// Runs here, in this process, though the session runs over there.
const here = createSdkMcpServer({
  name: 'here',
  tools: [
    tool('whereabouts', 'Tells where the host runs.', {}, async () => ({
      content: [{ type: 'text', text: `host ${String(process.pid)}` }],
    })),
  ],
});

const ssh: string[] = JSON.parse(process.env.SSH_ARGUMENTS!);
const q = query({
  prompt: 'Use the whereabouts tool, then use the process tool.',
  options: {
    provider: 'offline',
    spawnRuntime: runtimeElsewhere({
      run: (line) => spawn('ssh', [...ssh, line]),
      program: process.env.REMOTE_PROGRAM!,
    }),
    mcpServers: {
      here,
      // Started over there; the secret does not pass through the frames.
      there: {
        command: process.execPath,
        args: [process.env.KEPT_SERVER!],
        env: { TOKEN: 'canary-over-ssh' },
      },
    },
    allowedTools: ['mcp__here', 'mcp__there'],
    stderr: (line) => console.error(line),
  },
});

for await (const msg of q) {
  if (msg.type === 'system' && msg.subtype === 'init') console.log(`works in ${msg.cwd}`);
  if (msg.type === 'user') console.log(JSON.stringify(msg.message.content));
  if (msg.type === 'result') console.log(msg.subtype);
}
