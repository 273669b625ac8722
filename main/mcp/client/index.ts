export {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  DpopSession,
  PrivateKeyJwtProvider,
  UnauthorizedError,
  auth,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
export { createMCPClient } from './create-mcp-client.ts';
export { ElicitationRequestSchema } from './elicitation-request.ts';
export { memoryEraStore } from './era.ts';
export { MemoryOAuthProvider } from './memory-oauth-provider.ts';
export type { MemoryOAuthOptions } from './memory-oauth-provider.ts';
export { CallToolError, MCPClientError } from './mcp-client-error.ts';

export type {
  CallToolResult,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourceTemplatesResult,
  ListResourcesResult,
  ListToolsResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client';
export type { McpTool, McpToolSet, ToolSchemas } from './ai-tools.ts';
export type { AuthChallenge, AuthHandler, OutgoingRequest } from './auth-handler.ts';
export type {
  ElicitResult,
  ElicitationHandler,
  ElicitationRequest,
} from './elicitation-request.ts';
export type { Era, EraStore, EraVerdict } from './era.ts';
export type {
  ClientCapabilities,
  Configuration,
  InitializeResult,
  JSONRPCMessage,
  MCPClientConfig,
  MCPTransport,
  MCPTransportConfig,
  OAuthClientProvider,
  RequestOptions,
} from './mcp-client-config.ts';
export type { ListArguments, MCPClient } from './mcp-client.ts';
