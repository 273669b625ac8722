import type { ToolInfo, SetAsideTool } from '../../../shared/mcp/tool.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without progress before the request is cancelled; 0 = none. Default 60_000. */
  readonly timeoutMs?: number | undefined;
  readonly onProgress?:
    | ((progress: {
        readonly progress: number;
        readonly total?: number | undefined;
        readonly message?: string | undefined;
      }) => void)
    | undefined;
  /** However much progress there is, the request ends then, in ms. Default an hour. No limit where `timeoutMs` is 0. */
  readonly maxTotalTimeoutMs?: number | undefined;
  /** Of a tool call: structured content that does not fit the output schema is no failure. */
  readonly takesUnfitOutput?: boolean | undefined;
  /** Whose request it is: handed to those who answer what the server asks because of it (`ServerRequestContext`). */
  readonly origin?: unknown;
}

/** A tool result as the server sent it: unknown content kinds and extra fields are kept (SDK-5). */
export interface RawToolResult {
  readonly content: readonly ({ readonly type: string } & JsonObject)[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
}

/** The lists of a server that have pages. */
export type ListMethod =
  'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list';

/**
 * A live connection to one MCP server, whatever its transport and era. It is the only door to MCP for hub and runtime.
 * Requests reject with an `McpError` (main/mcp/client/mcp-error.ts); all pending ones reject when the connection closes.
 * Where a server forgets the session, the call that found out rejects and the next one begins a new session: era, identity
 * and capabilities may then be other ones.
 */
export interface McpConnection {
  readonly era: 'legacy' | 'modern';
  readonly protocolVersion: string;
  readonly serverInfo: ServerIdentity;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  /** All pages; tools that cannot be used are set aside with the reason, the rest is returned. */
  listTools(options?: RequestOptions): Promise<{
    readonly tools: readonly ToolInfo[];
    readonly setAside: readonly SetAsideTool[];
    /** As sent, by name. */ readonly raw: ReadonlyMap<string, JsonObject>;
  }>;
  callTool(name: string, args: JsonObject, options?: RequestOptions): Promise<RawToolResult>;
  /** Notifications of the server, such as `notifications/tools/list_changed`. Returns the unsubscriber. */
  onNotification(listener: (method: string, params: JsonObject) => void): () => void;
  /** Called once when the connection ended by itself, with the reason. */
  onClose(listener: (reason: Error) => void): () => void;
  /** Ends the connection and whatever process belongs to it. Never rejects; may be repeated. */
  close(): Promise<void>;
}

/** Everything else a server may offer. Results are as the server sent them; those that are no MCP reject as `protocol`. */
export interface McpClientConnection extends McpConnection {
  /** The answer to `initialize`, or what discovery says in its shape. */
  readonly initializeResult: JsonObject;
  /** Id of the session over Streamable HTTP. */
  readonly sessionId: string | undefined;
  /** One page with a cursor, all pages without one: up to 64, and never past a cursor that comes again. */
  list(method: ListMethod, cursor?: string, options?: RequestOptions): Promise<JsonObject>;
  /** Any request of the protocol; the result as it was sent. Extension methods too. */
  request(method: string, params: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  getPrompt(name: string, args: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  readResource(uri: string, options?: RequestOptions): Promise<JsonObject>;
  /** Rejects as `unsupported`, before anything is sent, when the server declares no completions. */
  complete(params: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Changes of a resource arrive as `notifications/resources/updated`. */
  subscribe(uri: string, options?: RequestOptions): Promise<void>;
  unsubscribe(uri: string, options?: RequestOptions): Promise<void>;
  /** From which level on the server sends `notifications/message`. */
  setLogLevel(level: string, options?: RequestOptions): Promise<void>;
  /** Tells the server something. Nothing is sent in the modern era, whose clients send no notifications. */
  notify(method: string, params?: JsonObject): Promise<void>;
  /** Resolves when the server is there. */
  ping(options?: RequestOptions): Promise<void>;
}
