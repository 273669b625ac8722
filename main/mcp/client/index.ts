export {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  DpopSession,
  PrivateKeyJwtProvider,
  UnauthorizedError,
  auth,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
export { OAuthFailure } from '../oauth/oauth-failure.ts';
export { createSignIns, openSignInStore } from '../oauth/sign-ins.ts';
export { createMCPClient } from './create-mcp-client.ts';
export { ElicitationRequestSchema } from './elicitation-request.ts';
export { memoryEraStore } from './era.ts';
export { MemoryOAuthProvider } from './memory-oauth-provider.ts';
export type { MemoryOAuthOptions } from './memory-oauth-provider.ts';
export { CallToolError, MCPClientError } from './mcp-client-error.ts';
export { SKILLS_EXTENSION, listSkills, loadSkill } from './skills.ts';

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
export type { Clock } from '../../lib/clock.ts';
export type { AskForClient, ConfiguredClient } from '../oauth/client-choice.ts';
export type { CredentialStore } from '../oauth/credential-store.ts';
export type { DirectGrant } from '../oauth/direct-grant.ts';
export type {
  ServerAuth,
  SignIn,
  SignInEvent,
  SignInOptions,
  SignInState,
} from '../oauth/oauth-contract.ts';
export type { OAuthFailureCode } from '../oauth/oauth-failure.ts';
export type { ServerSignInOptions, SignIns, SignInsOptions } from '../oauth/sign-ins.ts';
export type { McpTool, McpToolSet, ToolSchemas } from './ai-tools.ts';
export type { Authorizer } from './authorizer.ts';
export type {
  ElicitResult,
  ElicitationHandler,
  ElicitationRequest,
  RequestedSchema,
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
export type { Skill, SkillEntry } from './skills.ts';
