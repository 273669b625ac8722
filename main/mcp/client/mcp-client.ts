import type {
  CallToolResult,
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourceTemplatesResult,
  ListResourcesResult,
  ListToolsResult,
  PaginatedRequestParams,
  ReadResourceResult,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { McpToolSet, ToolSchemas } from './ai-tools.ts';
import type { ElicitationHandler, ElicitationRequestSchema } from './elicitation-request.ts';
import type { Era } from './era.ts';
import type { Configuration, InitializeResult, RequestOptions } from './mcp-client-config.ts';

export interface ListArguments {
  /** With a cursor one page is read, without one all pages. */
  readonly params?: PaginatedRequestParams | undefined;
  readonly options?: RequestOptions | undefined;
}

interface WithOptions {
  readonly options?: RequestOptions | undefined;
}

/**
 * A connection to an MCP server. Requests reject with `MCPClientError`, tool calls with `CallToolError`. Whoever made it
 * closes it.
 */
export interface MCPClient {
  /** The answer to `initialize`, or for a stateless server the like of it out of discovery. */
  readonly initializeResult: InitializeResult;
  readonly serverInfo: Configuration;
  /** How the server wants to be used. */
  readonly instructions: string | undefined;
  /** Tools for the `ai` package. */
  tools<TOOL_SCHEMAS extends ToolSchemas = 'automatic'>(options?: {
    schemas?: TOOL_SCHEMAS;
  }): Promise<McpToolSet<TOOL_SCHEMAS>>;
  listTools(args?: ListArguments): Promise<ListToolsResult>;
  callTool(
    args: { readonly name: string; readonly arguments?: Record<string, unknown> } & WithOptions,
  ): Promise<CallToolResult>;
  /** Makes tools of a list that is there already, without asking the server. */
  toolsFromDefinitions<TOOL_SCHEMAS extends ToolSchemas = 'automatic'>(
    definitions: ListToolsResult,
    options?: { schemas?: TOOL_SCHEMAS },
  ): McpToolSet<TOOL_SCHEMAS>;
  listResources(args?: ListArguments): Promise<ListResourcesResult>;
  readResource(args: { readonly uri: string } & WithOptions): Promise<ReadResourceResult>;
  /** All pages. */
  listResourceTemplates(args?: WithOptions): Promise<ListResourceTemplatesResult>;
  /** Rejects before anything is sent when the server offers no completions. */
  complete(args: CompleteRequestParams & WithOptions): Promise<CompleteResult>;
  listPrompts(args?: ListArguments): Promise<ListPromptsResult>;
  getPrompt(
    args: { readonly name: string; readonly arguments?: Record<string, unknown> } & WithOptions,
  ): Promise<GetPromptResult>;
  experimental_listPrompts: MCPClient['listPrompts'];
  experimental_getPrompt: MCPClient['getPrompt'];
  /** Throws for any other schema. The latest handler counts. */
  onElicitationRequest(schema: typeof ElicitationRequestSchema, handler: ElicitationHandler): void;
  close(): Promise<void>;

  /** Beyond the reference. */
  readonly era: Era;
  readonly protocolVersion: string;
  readonly sessionId: string | undefined;
  /** Takes `sampling/createMessage`; needs the capability `sampling`. */
  onSamplingRequest(handler: (params: JsonObject) => JsonObject | Promise<JsonObject>): void;
  /** Gives the roots; needs the capability `roots`. */
  onRootsRequest(handler: () => readonly { readonly uri: string; readonly name?: string }[]): void;
  /** Returns the unsubscriber. */
  onNotification(listener: (method: string, params: JsonObject) => void): () => void;
  subscribeResource(args: { readonly uri: string } & WithOptions): Promise<void>;
  unsubscribeResource(args: { readonly uri: string } & WithOptions): Promise<void>;
  setLoggingLevel(args: { readonly level: string } & WithOptions): Promise<void>;
  ping(args?: WithOptions): Promise<void>;
  /** Any request; the result as it was sent. */
  request(
    args: { readonly method: string; readonly params?: JsonObject } & WithOptions,
  ): Promise<JsonObject>;
}
