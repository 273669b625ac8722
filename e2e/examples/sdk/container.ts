import { spawn } from 'node:child_process';
import { createSdkMcpServer, query, runtimeElsewhere, tool } from 'parley-desktop/sdk';

// Runs here, outside of the container, though the session runs inside.
const here = createSdkMcpServer({
  name: 'here',
  tools: [
    tool('whereabouts', 'Tells where the host runs.', {}, async () => ({
      content: [{ type: 'text', text: `host ${String(process.pid)}` }],
    })),
  ],
});

// What runs a command inside, such as ['docker', 'exec', '-i', '-w', '/work', 'work']
const [engine = 'docker', ...inside]: string[] = JSON.parse(process.env.CONTAINER!);
const q = query({
  prompt: 'Use the whereabouts tool, then use the process tool.',
  options: {
    provider: 'offline',
    spawnRuntime: runtimeElsewhere({
      run: (line) => spawn(engine, [...inside, 'sh', '-c', line]),
      program: process.env.PROGRAM!,
    }),
    mcpServers: {
      here,
      // Started inside; the secret does not pass through the frames.
      there: {
        command: process.execPath,
        args: [process.env.KEPT_SERVER!],
        env: { TOKEN: 'canary-in-container' },
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
