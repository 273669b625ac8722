import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerRecord, ServerSettings } from '../../../shared/mcp/server-config.ts';

/** What permissions need to know of servers and their tools, as they are now. Implemented over the hub. */
export interface ToolDirectory {
  /** Undefined when the server does not exist. */
  recordOf(serverId: string): ServerRecord | undefined;
  /** The tool as its server lists it now; undefined when it does not, or is not connected. */
  toolDefinition(serverId: string, tool: string): JsonObject | undefined;
  /** Bare names of the listed tools. */
  toolNames(serverId: string): readonly string[];
  /** Rejects with `server.not-found`. */
  updateSettings(
    serverId: string,
    change: (settings: ServerSettings) => ServerSettings,
  ): Promise<void>;
  /** Called after records or lists changed. Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void;
}
