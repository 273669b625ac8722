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

/**
 * A live connection to one MCP server, whatever its transport and era. It is the only door to MCP for hub and runtime.
 * Requests reject with an `McpError` (main/mcp/client/mcp-error.ts); all pending ones reject when the connection closes.
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
