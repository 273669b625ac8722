import type { TokenSet } from '../../mcp/oauth/credential.ts';

/** A token of an MCP server as it is kept. Tokens stay in the runtime; no method of a query gives one. */
export type OAuthToken = TokenSet;

/** What `mcpAuthenticate` asks the runtime for. */
export interface McpOAuthRequest {
  readonly serverName: string;
  /** Where the sign-in page comes back to, instead of an address of this computer. */
  readonly redirectUri?: string | undefined;
}

/** What `mcpAuthenticate` found out. */
export interface McpOAuthResolution {
  /** The page for the person; absent when nobody needs to do anything. */
  readonly authUrl?: string | undefined;
  /** False: the server is connected and its tools are listed. */
  readonly requiresUserAction: boolean;
}
