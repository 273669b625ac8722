import { query, createSdkMcpServer, tool } from 'parley-desktop/sdk';
import { z } from 'zod';

// 1. Define business tools
const getUserOrders = tool(
  'get_user_orders',
  "Query a user's orders, optionally filtered by status.",
  {
    userId: z.string().describe('User UUID'),
    status: z
      .enum(['pending', 'paid', 'shipped', 'cancelled'])
      .optional()
      .describe('Filter by order status'),
  },
  async ({ userId, status }) => {
    try {
      const orders = await db.getOrders(userId, status);
      return { content: [{ type: 'text', text: JSON.stringify(orders) }] };
    } catch (err) {
      return {
        isError: true,
        content: [{ type: 'text', text: `Query failed: ${(err as Error).message}` }],
      };
    }
  },
  { annotations: { readOnlyHint: true } },
);

// 2. Assemble the server
const myServer = createSdkMcpServer({
  name: 'crm',
  tools: [getUserOrders /* , ... */],
});

// 3. Start the query with an iterable, so that no message is sent yet
async function* userMessages() {
  yield {
    type: 'user' as const,
    message: {
      role: 'user' as const,
      content: 'Use the get_user_orders tool with userId="user-123" status="paid"',
    },
    parent_tool_use_id: null,
  };
}

const q = query({
  prompt: userMessages(),
  options: {
    provider: 'offline',
    mcpServers: {
      crm: myServer,
      // A remote server whose sign-in the runtime performs
      analytics: { type: 'http', url: process.env.ANALYTICS_URL! },
    },
    allowedTools: ['mcp__crm__get_user_orders'],
    controlRequestTimeoutMs: 30_000,
  },
});

// 4. Wait for the handshake; sign in before the first user message
await q.initializationResult();
await pollUntil(async () =>
  (await q.mcpServerStatus()).every((s) => !['pending', 'connecting'].includes(s.status)),
);
const status = await q.mcpServerStatus();
for (const s of status.filter((x) => x.status === 'needs-auth')) {
  const result = await q.mcpAuthenticate(s.name, 'http://intranet.example/callback');
  if (result.requiresUserAction) {
    const callbackUrl = await openInBrowserAndWaitForCallback(result.authUrl!);
    await q.mcpSubmitOAuthCallbackUrl(s.name, callbackUrl);
  }
  // Silent refresh: requiresUserAction === false, and nobody is asked
}
for (const s of await q.mcpServerStatus()) console.log(`${s.name}: ${s.status}`);

// 5. Take the messages; the tool list is stable by now
for await (const msg of q) {
  if (msg.type === 'result') {
    console.log(msg.subtype === 'success' ? msg.result : msg);
    break;
  }
}

await q.close?.();
