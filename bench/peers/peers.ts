/** Where the server of a leg is: its address, or the program to start. */
export type ServerPlace = (
  { readonly url: string } | { readonly command: string; readonly args: readonly string[] }
) & {
  /** It speaks 2026-07-28 and nothing older. */
  readonly isModern?: boolean;
};

/** A connected client under measurement. */
export interface PeerClient {
  /** Calls the echo tool once and gives the text that came back. */
  echo(text: string): Promise<string>;
  close(): Promise<void>;
}

export type PeerName = 'ours' | 'client' | 'sdk' | 'ai-sdk';

const identity = { name: 'bench', version: '1.0.0' };

/** Each imports only its own package, so that no peer pays for another. */
export const openPeer: Record<PeerName, (place: ServerPlace) => Promise<PeerClient>> = {
  ours: async (place) => {
    const { createMCPClient } = await import('../../main/mcp/client/index.ts');
    const { StdioMCPTransport } = await import('../../main/mcp/client/stdio.ts');
    const client = await createMCPClient({
      transport:
        'url' in place
          ? { type: 'http', url: place.url }
          : new StdioMCPTransport({ command: place.command, args: [...place.args] }),
    });
    return {
      echo: async (text) => textOf(await client.callTool({ name: 'echo', arguments: { text } })),
      close: () => client.close(),
    };
  },
  client: async (place) => {
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    // Left alone it speaks the older revisions only.
    const mode = place.isModern === true ? 'auto' : 'legacy';
    const client = new Client(identity, { versionNegotiation: { mode } });
    await client.connect(
      'url' in place
        ? new StreamableHTTPClientTransport(new URL(place.url))
        : new StdioClientTransport({ command: place.command, args: [...place.args] }),
    );
    return {
      echo: async (text) => textOf(await client.callTool({ name: 'echo', arguments: { text } })),
      close: () => client.close(),
    };
  },
  sdk: async (place) => {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const { StreamableHTTPClientTransport } =
      await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const client = new Client(identity);
    const transport =
      'url' in place
        ? new StreamableHTTPClientTransport(new URL(place.url))
        : new StdioClientTransport({ command: place.command, args: [...place.args] });
    // Its own types do not fit together under exact optional properties.
    await client.connect(transport);
    return {
      echo: async (text) => textOf(await client.callTool({ name: 'echo', arguments: { text } })),
      close: () => client.close(),
    };
  },
  'ai-sdk': async (place) => {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { StdioMCPTransport: Stdio } = await import('@ai-sdk/mcp/mcp-stdio');
    const client = await createMCPClient({
      transport:
        'url' in place
          ? { type: 'http', url: place.url }
          : new Stdio({ command: place.command, args: [...place.args] }),
    });
    return {
      echo: async (text) => textOf(await client.callTool({ name: 'echo', arguments: { text } })),
      close: () => client.close(),
    };
  },
};

function textOf(result: unknown): string {
  const { content } = result as { readonly content?: readonly { readonly text?: unknown }[] };
  return String(content?.[0]?.text);
}
