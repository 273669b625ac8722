export { query } from './query.ts';
export { startup } from './startup.ts';
export { tool } from './tool.ts';
export { createSdkMcpServer } from './sdk-mcp-server.ts';
export { runtimeElsewhere } from './runtime-elsewhere.ts';
export { ProcessTransport } from './process-transport.ts';
export { UtilityProcessTransport } from './utility-process-transport.ts';
export {
  AbortError,
  AuthAfterFirstMessageError,
  ControlRequestError,
  ControlRequestTimeoutError,
  CredentialsError,
  InvalidOptionsError,
  ProtocolError,
  RuntimeExitedError,
  RuntimeStartError,
  SessionExistsError,
  SessionLockedError,
  SessionNotFoundError,
} from './errors.ts';
export {
  archiveSession,
  deleteSession,
  forkSession,
  getSessionInfo,
  getSessionMessages,
  listSessions,
  renameSession,
  tagSession,
} from './sessions/index.ts';
export type {
  ForkSessionOptions,
  GetSessionMessagesOptions,
  ListSessionsOptions,
  SessionInfo,
  SessionStoreOptions,
} from './sessions/index.ts';

export type { OptionIssue } from './errors.ts';
export type {
  AgentDefinition,
  AuthOption,
  Options,
  OutputFormat,
  ModelSettings,
  ProviderOption,
  SystemPromptPreset,
} from './options.ts';
export type {
  AgentInfo,
  ContextUsage,
  InitializationResult,
  McpServerStatus,
  ModelInfo,
  Query,
  RewindFilesResult,
  SlashCommand,
} from './query-contract.ts';
export type { McpOAuthRequest, McpOAuthResolution, OAuthToken } from './oauth-types.ts';
export type { Prompt } from './user-input.ts';
export type { WarmQuery } from './startup.ts';
export type {
  CanUseTool,
  CanUseToolContext,
  ElicitationRequest,
  ElicitationResult,
  HookCallback,
  HookCallbackMatcher,
  HookInput,
  HookOutput,
  Hooks,
  OnElicitation,
  PostToolUseHookInput,
  PreToolUseHookInput,
  UserPromptSubmitHookInput,
} from './callbacks.ts';
export type {
  AnyZodRawShape,
  CallToolResult,
  InferShape,
  SdkMcpToolDefinition,
  ToolAnnotations,
  ToolCallContext,
  ToolExtras,
  ToolHandler,
  ToolResultContent,
} from './tool.ts';
export type {
  McpSdkServerConfig,
  McpSdkServerConfigWithInstance,
  SdkMcpServerOptions,
} from './sdk-mcp-server.ts';
export type {
  McpHttpServerConfig,
  McpInProcessServerConfig,
  McpServerConfig,
  McpServerStatusConfig,
  McpSSEServerConfig,
  McpStdioServerConfig,
} from './mcp-server-config.ts';
export type {
  InProcessServer,
  RpcMessage,
  RpcTransport as InProcessTransport,
} from '../../lib/rpc-message.ts';
export type { CredentialDelivery, RuntimeExit, Transport } from './transport.ts';
export type { ProcessTransportOptions } from './process-transport.ts';
export type { RemoteCommand, RuntimeElsewhereOptions } from './runtime-elsewhere.ts';
export type { SpawnedRuntime, SpawnRuntime } from './spawned-runtime.ts';
export type {
  UtilityChild,
  UtilityForker,
  UtilityProcessTransportOptions,
} from './utility-process-transport.ts';
export type {
  HookEvent,
  PermissionResult,
  CredentialPayload,
} from '../../../shared/agent/frames.ts';
export type {
  PermissionDenial,
  PermissionMode,
  SDKAssistantMessage,
  SDKMessage,
  SDKPartialMessage,
  SDKResultMessage,
  SDKSystemMessage,
  SDKUserMessage,
  SDKUserMessageInput,
  StreamEvent,
  Usage,
} from '../../../shared/agent/messages.ts';
export type {
  AssistantBlock,
  FileBlock,
  ImageBlock,
  ToolResultBlock,
  ToolUseBlock,
  UserBlock,
} from '../../../shared/agent/content.ts';
export type {
  SDKApiRetryMessage,
  SDKCompactBoundaryMessage,
  SDKElicitationCompleteMessage,
  SDKHookResponseMessage,
  SDKHookStartedMessage,
  SDKInitMessage,
  SDKPermissionDeniedMessage,
  SDKRuntimeExitedMessage,
  SDKSessionTitleMessage,
  SDKStatusMessage,
  SDKTaskEndedMessage,
  SDKTaskProgressMessage,
  SDKTaskStartedMessage,
  SDKToolProgressMessage,
  SDKToolsChangedMessage,
  SDKTranscriptRepairedMessage,
} from './message-kinds.ts';
export type * from './hook-types.ts';
export type { PermissionUpdate } from '../../../shared/agent/permission-update.ts';
export type { ProviderKind } from '../../../shared/agent/provider.ts';
