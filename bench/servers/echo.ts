/** What an MCP server with one tool, which gives back its text, answers to a message. Nothing for notifications. */
export function answerTo(message: unknown): object | undefined {
  const { id, method, params } = message as {
    readonly id?: string | number;
    readonly method?: string;
    readonly params?: { readonly arguments?: { readonly text?: string } };
  };
  if (id === undefined || method === undefined) return undefined;
  const result = resultOf(method, params?.arguments?.text ?? '');
  return result
    ? { jsonrpc: '2.0', id, result }
    : { jsonrpc: '2.0', id, error: { code: -32_601, message: `There is no ${method}.` } };
}

function resultOf(method: string, text: string): object | undefined {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'echo', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [tool] };
    case 'tools/call':
      return { content: [{ type: 'text', text }] };
    case 'ping':
      return {};
    default:
      return undefined;
  }
}

const tool = {
  name: 'echo',
  description: 'Gives back its text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
