import { query } from 'parley-desktop/sdk';

async function* userMessages() {
  for (const name of ['create_release', 'open_page'])
    yield {
      type: 'user' as const,
      message: { role: 'user' as const, content: `Use the ${name} tool` },
      parent_tool_use_id: null,
    };
}

const q = query({
  prompt: userMessages(),
  options: {
    provider: 'offline',
    mcpServers: {
      my_server: { command: process.execPath, args: [process.env.ASKING_SERVER!, '--completes'] },
    },
    allowedTools: ['mcp__my_server'],
    onElicitation: async (request, { signal }) => {
      if (signal.aborted) return { action: 'cancel' };
      if (request.mode !== 'url' && request.requestedSchema) {
        // Show a form and collect the person's input
        const filled = await showForm(request.message, request.requestedSchema);
        console.log(`form of ${request.serverName}`);
        if (!filled) return { action: 'cancel' };
        return { action: 'decline' };
      }
      // Show the page; that the person is done there comes as a message
      console.log(`page ${request.elicitationId}`);
      return { action: 'accept' };
    },
  },
});

for await (const msg of q) {
  if (msg.type === 'system' && msg.subtype === 'elicitation_complete') {
    console.log(`server '${msg.mcp_server_name}' finished elicitation ${msg.elicitation_id}`);
  }
}
