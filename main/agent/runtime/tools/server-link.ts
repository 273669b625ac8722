import type { RawToolResult, RequestOptions } from '../../../mcp/client/connection.ts';
import type { ServerStatus } from '../../../../shared/mcp/server-state.ts';
import type { SetAsideTool, ToolInfo } from '../../../../shared/mcp/tool.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

/** Notices of a changed list make one new list in this time at most, in ms. */
export const LIST_PAUSE_MS = 250;

/** A server as it is now. `error` is a sentence and always there when `status` is `failed`. */
export interface ServerLinkState {
  readonly status: ServerStatus;
  readonly error?: string | undefined;
  readonly serverInfo?: { readonly name: string; readonly version: string } | undefined;
  readonly instructions?: string | undefined;
  readonly era?: 'legacy' | 'modern' | undefined;
  /** What the server was told that people can be asked; absent: nothing. */
  readonly elicitation?: 'form' | 'form-and-url' | undefined;
  readonly tools: readonly ToolInfo[];
  readonly setAside: readonly SetAsideTool[];
}

/** A server whose tools a session uses. Whoever makes one starts it once and closes it. */
export interface ServerLink {
  readonly name: string;
  /** Serialisable definition without secrets (SDK-31). */
  readonly config: JsonObject;
  readonly state: ServerLinkState;
  /** Begins to connect. Never rejects: a failure is a state. Resolves when connected, failed, needs-auth or disabled. */
  start(): Promise<void>;
  /** Called after each change of `state`. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
  /** Rejects when the call did not reach a result; a tool's own failure is a result with `isError`. */
  callTool(name: string, args: JsonObject, options: RequestOptions): Promise<RawToolResult>;
  /** Never rejects; may be repeated. */
  close(): Promise<void>;
}

/** Shared by the kinds of links: holds the state and tells of its changes. */
export class LinkState {
  readonly #listeners = new Set<() => void>();
  #state: ServerLinkState = { status: 'pending', tools: [], setAside: [] };

  get current(): ServerLinkState {
    return this.#state;
  }

  set(state: ServerLinkState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
