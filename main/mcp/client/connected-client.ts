import type {
  CallToolResult,
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourceTemplatesResult,
  ListResourcesResult,
  ListToolsResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { toolsFrom } from './ai-tools.ts';
import type { McpToolSet, ToolSchemas } from './ai-tools.ts';
import type {
  ListMethod,
  McpClientConnection,
  RequestOptions as ConnectionOptions,
} from './connection.ts';
import { ElicitationRequestSchema } from './elicitation-request.ts';
import type { ElicitationHandler } from './elicitation-request.ts';
import type { Era } from './era.ts';
import { CallToolError, MCPClientError, toClientError } from './mcp-client-error.ts';
import type { Configuration, InitializeResult, RequestOptions } from './mcp-client-config.ts';
import type { ListArguments, MCPClient } from './mcp-client.ts';
import type { ServerRequestHandlers } from './server-requests.ts';

const NO_OPTIONS: ConnectionOptions = {};

function connectionOptions(options: RequestOptions | undefined): ConnectionOptions {
  if (!options) return NO_OPTIONS;
  return {
    signal: options.signal,
    timeoutMs: options.timeout,
    maxTotalTimeoutMs: options.maxTotalTimeout,
    onProgress: options.onprogress,
  };
}

async function translated<T>(asking: Promise<unknown>): Promise<T> {
  try {
    return (await asking) as T;
  } catch (thrown) {
    throw toClientError(thrown);
  }
}

/** The public client over a connection. `handlers` are those that the connection looks at. */
export class ConnectedClient implements MCPClient {
  constructor(
    private readonly connection: McpClientConnection,
    private readonly handlers: ServerRequestHandlers,
  ) {}

  get initializeResult(): InitializeResult {
    return { ...this.connection.initializeResult, serverInfo: this.serverInfo } as InitializeResult;
  }

  get serverInfo(): Configuration {
    const { serverInfo } = this.connection.initializeResult;
    return { ...(serverInfo as JsonObject | undefined), ...this.connection.serverInfo };
  }

  get instructions(): string | undefined {
    return this.connection.instructions;
  }

  get era(): Era {
    return this.connection.era;
  }

  get protocolVersion(): string {
    return this.connection.protocolVersion;
  }

  get sessionId(): string | undefined {
    return this.connection.sessionId;
  }

  async tools<TOOL_SCHEMAS extends ToolSchemas = 'automatic'>(
    options: { schemas?: TOOL_SCHEMAS } = {},
  ): Promise<McpToolSet<TOOL_SCHEMAS>> {
    return this.toolsFromDefinitions(await this.listTools(), options);
  }

  toolsFromDefinitions<TOOL_SCHEMAS extends ToolSchemas = 'automatic'>(
    definitions: ListToolsResult,
    options: { schemas?: TOOL_SCHEMAS } = {},
  ): McpToolSet<TOOL_SCHEMAS> {
    return toolsFrom(definitions, options.schemas, (name, args, signal) =>
      this.callTool({ name, arguments: args, options: { signal } }),
    );
  }

  #list<T>(method: ListMethod, { params, options }: ListArguments): Promise<T> {
    return translated(this.connection.list(method, params?.cursor, connectionOptions(options)));
  }

  listTools(args: ListArguments = {}): Promise<ListToolsResult> {
    return this.#list('tools/list', args);
  }

  async callTool(args: {
    name: string;
    arguments?: Record<string, unknown>;
    options?: RequestOptions | undefined;
  }): Promise<CallToolResult> {
    const { name, arguments: given = {}, options } = args;
    try {
      const result: unknown = await this.connection.callTool(
        name,
        given,
        connectionOptions(options),
      );
      return result as CallToolResult;
    } catch (thrown) {
      throw new CallToolError(name, toClientError(thrown));
    }
  }

  listResources(args: ListArguments = {}): Promise<ListResourcesResult> {
    return this.#list('resources/list', args);
  }

  readResource(args: {
    uri: string;
    options?: RequestOptions | undefined;
  }): Promise<ReadResourceResult> {
    return translated(this.connection.readResource(args.uri, connectionOptions(args.options)));
  }

  listResourceTemplates(
    args: { options?: RequestOptions | undefined } = {},
  ): Promise<ListResourceTemplatesResult> {
    return this.#list('resources/templates/list', { options: args.options });
  }

  complete(
    args: CompleteRequestParams & { options?: RequestOptions | undefined },
  ): Promise<CompleteResult> {
    const { options, ...params } = args;
    return translated(this.connection.complete(params, connectionOptions(options)));
  }

  listPrompts(args: ListArguments = {}): Promise<ListPromptsResult> {
    return this.#list('prompts/list', args);
  }

  getPrompt(args: {
    name: string;
    arguments?: Record<string, unknown>;
    options?: RequestOptions | undefined;
  }): Promise<GetPromptResult> {
    const { name, arguments: given = {}, options } = args;
    return translated(this.connection.getPrompt(name, given, connectionOptions(options)));
  }

  experimental_listPrompts(args: ListArguments = {}): Promise<ListPromptsResult> {
    return this.listPrompts(args);
  }

  experimental_getPrompt(args: Parameters<MCPClient['getPrompt']>[0]): Promise<GetPromptResult> {
    return this.getPrompt(args);
  }

  onElicitationRequest(schema: typeof ElicitationRequestSchema, handler: ElicitationHandler): void {
    if (schema !== ElicitationRequestSchema) {
      throw new MCPClientError({
        message: 'Elicitation handlers are registered with ElicitationRequestSchema and no other.',
      });
    }
    this.handlers.elicit = ({ params, message }) =>
      handler({ method: 'elicitation/create', params: { ...params, message } });
  }

  onSamplingRequest(handler: (params: JsonObject) => JsonObject | Promise<JsonObject>): void {
    this.handlers.sample = (params) => handler(params);
  }

  onRootsRequest(handler: () => readonly { readonly uri: string; readonly name?: string }[]): void {
    this.handlers.roots = handler;
  }

  onNotification(listener: (method: string, params: JsonObject) => void): () => void {
    return this.connection.onNotification(listener);
  }

  subscribeResource(args: { uri: string; options?: RequestOptions | undefined }): Promise<void> {
    return translated(this.connection.subscribe(args.uri, connectionOptions(args.options)));
  }

  unsubscribeResource(args: { uri: string; options?: RequestOptions | undefined }): Promise<void> {
    return translated(this.connection.unsubscribe(args.uri, connectionOptions(args.options)));
  }

  setLoggingLevel(args: { level: string; options?: RequestOptions | undefined }): Promise<void> {
    return translated(this.connection.setLogLevel(args.level, connectionOptions(args.options)));
  }

  ping(args: { options?: RequestOptions | undefined } = {}): Promise<void> {
    return translated(this.connection.ping(connectionOptions(args.options)));
  }

  request(args: {
    method: string;
    params?: JsonObject;
    options?: RequestOptions | undefined;
  }): Promise<JsonObject> {
    const { method, params = {}, options } = args;
    return translated(this.connection.request(method, params, connectionOptions(options)));
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
