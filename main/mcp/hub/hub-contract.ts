import type {
  ServerDefinition,
  ServerDraft,
  ServerRecord,
} from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { InProcessServer } from '../../lib/rpc-message.ts';

/** What a question of main's consent view is about, and its answer. Implemented by main/app. */
export interface ConsentGate {
  /** Resolves to true only when the person accepted exactly this definition. Rejects with `consent.busy`, or when `signal` aborts. */
  reviewServer(
    question: {
      readonly name: string;
      readonly definition: ServerDefinition;
      readonly previous: ServerDefinition | undefined;
      readonly resolvedPath: string | null;
      /** Working folder of the command, now and in `previous`. */
      readonly folder: string;
      readonly previousFolder: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<boolean>;
}

export interface ServerLogLine {
  readonly at: number;
  readonly stream: 'stderr' | 'stdout-junk' | 'client';
  readonly text: string;
}

/** The one owner of MCP connections in the desktop. Definitions are keyed by id, never by name. */
export interface Hub extends Disposable {
  /** Reads the stored records and starts those that are enabled and trusted. Resolves before they are connected. */
  start(): Promise<void>;
  list(): readonly ServerState[];
  /** Called after each change, with a sequence number that grows by one. */
  onChange(listener: (servers: readonly ServerState[], sequence: number) => void): () => void;
  readonly sequence: number;
  add(
    draft: ServerDraft,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'started' | 'cancelled'; readonly serverId?: string }>;
  update(
    serverId: string,
    draft: ServerDraft,
    keep: { readonly env: readonly string[]; readonly headers: readonly string[] },
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'started' | 'cancelled'; readonly serverId?: string }>;
  remove(serverId: string): Promise<void>;
  setEnabled(
    serverId: string,
    enabled: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'started' | 'cancelled'; readonly serverId?: string }>;
  restart(serverId: string): Promise<void>;
  logs(serverId: string): readonly ServerLogLine[];
  findCommand(
    command: string,
  ): Promise<{ readonly path: string | null; readonly searched: readonly string[] }>;
  /**
   * The servers that a session gets: every enabled one, by key, as in-process servers for `query()`: raw JSON-RPC, legacy era,
   * for many transports at the same time.
   * A facade answers `initialize` once its server is connected, failed, needs sign-in or was turned off (error answers for the last three),
   * forwards list changes, and keeps working over reconnects of the real server.
   */
  facades(): ReadonlyMap<
    string,
    { readonly record: ServerRecord; readonly server: InProcessServer }
  >;
}
