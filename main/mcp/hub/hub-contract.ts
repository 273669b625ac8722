import type {
  ServerDefinition,
  ServerDraft,
  ServerRecord,
  ServerSettings,
  ServerSource,
} from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { TrafficEntry } from '../../../shared/mcp/traffic.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { InProcessServer } from '../../lib/rpc-message.ts';
import type { McpClientConnection, RawToolResult, RequestOptions } from '../client/connection.ts';

/** What a question of main's consent view is about, and its answer. Implemented by main/app. */
export interface ConsentGate {
  /** Resolves to true only when the person accepted exactly this definition. Rejects with `consent.busy`, or when `signal` aborts. */
  reviewServer(
    question: {
      readonly name: string;
      readonly definition: ServerDefinition;
      readonly previous: ServerDefinition | undefined;
      /** The command with its variables replaced, where it differs; secrets stay as they are written. */
      readonly expandedCommand: string | undefined;
      readonly resolvedPath: string | null;
      /** Working folder of the command, now and in `previous`. */
      readonly folder: string;
      readonly previousFolder: string | undefined;
      /** Where the definition came from. */
      readonly source?: ServerSource | undefined;
    },
    signal: AbortSignal,
  ): Promise<boolean>;
}

export interface ServerLogLine {
  readonly at: number;
  readonly stream: 'stderr' | 'stdout-junk' | 'client';
  readonly text: string;
}

/** An open session as the hub needs it. */
export interface HubSession {
  readonly id: string;
  /** Its working folder. */
  readonly folder: string;
}

/** What a server lists beside tools, as it was sent. */
export interface ServerOffer {
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** The servers of a session, by key. */
export type Facades = ReadonlyMap<
  string,
  { readonly record: ServerRecord; readonly server: InProcessServer }
>;

/** What must be in place before a record is stored, such as its secrets. */
export type PrepareRecord = (record: ServerRecord) => Promise<void>;

/** A server to store, and what must be in place before. */
export interface ServerAddition {
  readonly draft: ServerDraft;
  readonly settings: ServerSettings;
  readonly prepare: PrepareRecord;
}

/** What comes with a changed definition. */
export interface UpdateExtras {
  /** Runs after the person agreed and before the record is stored; has the server started again in any case. When it rejects, nothing is stored. */
  readonly prepare?: PrepareRecord | undefined;
  /** What becomes of the settings, stored together with the definition. */
  readonly settings?: ((settings: ServerSettings) => ServerSettings) | undefined;
}

/** The one owner of MCP connections in the desktop. Definitions are keyed by id, never by name. */
export interface Hub extends Disposable {
  /** Reads the stored records and starts those that are enabled and trusted. Resolves before they are connected. */
  start(): Promise<void>;
  list(): readonly ServerState[];
  /** Called after each change, with a sequence number that grows by one. */
  onChange(listener: (servers: readonly ServerState[], sequence: number) => void): () => void;
  readonly sequence: number;
  /**
   * `settings` are those it begins with; default: all as it is by default. `prepare` runs after the person agreed and before the
   * record is stored; when it rejects, nothing is stored.
   */
  add(
    draft: ServerDraft,
    signal: AbortSignal,
    settings?: ServerSettings,
    prepare?: PrepareRecord,
  ): Promise<{ readonly outcome: 'started' | 'cancelled'; readonly serverId?: string }>;
  /** Stores servers that are off and not trusted; whoever calls it has asked the person. Starts nothing. Resolves to their ids. */
  addOff(servers: readonly ServerAddition[]): Promise<readonly string[]>;
  /** Takes over what the store holds now, after its file was changed elsewhere. What is trusted and on is started. */
  reload(): Promise<void>;
  /** Asks about a changed definition; without a question where only name, limit or settings are others. */
  update(
    serverId: string,
    draft: ServerDraft,
    keep: { readonly env: readonly string[]; readonly headers: readonly string[] },
    signal: AbortSignal,
    extras?: UpdateExtras,
  ): Promise<{ readonly outcome: 'started' | 'cancelled'; readonly serverId?: string }>;
  /** Asks whether the stored definition may run with these settings, which may make another command of it. Stores nothing. */
  agrees(serverId: string, settings: ServerSettings, signal: AbortSignal): Promise<boolean>;
  /**
   * Replaces the record by what `change` makes of the present one and starts the server anew, as far as that is trusted and on.
   * Asks nobody: for what somebody else wrote, which takes trust away and never gives it.
   */
  replaceRecord(serverId: string, change: (record: ServerRecord) => ServerRecord): Promise<void>;
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
  /** The record as it is stored; undefined when there is none. Holds secrets: never for the window. */
  recordOf(serverId: string): ServerRecord | undefined;
  /** Changes what needs no new consent. On disk and announced when it resolves. Changes of one server wait for each other. */
  updateSettings(
    serverId: string,
    change: (settings: ServerSettings) => ServerSettings,
  ): Promise<void>;
  /** The person has seen which tools are new. */
  acknowledgeTools(serverId: string): Promise<void>;
  /** A tool as the server sent it; undefined when it lists none of that name. */
  toolDefinition(serverId: string, tool: string): JsonObject | undefined;
  /** What was listed last. */
  offer(serverId: string): ServerOffer;
  /**
   * The connection of the person, as the bench uses it: waits for a start that is under way and brings a lost connection back.
   * It may be another one next time, so ask again for each use. Rejects with `McpError` and the reason why there is none.
   */
  open(serverId: string): Promise<McpClientConnection>;
  /** Calls a tool for the person, also one that is turned off for models. Rejects with `McpError`. */
  callTool(
    serverId: string,
    name: string,
    args: JsonObject,
    options?: RequestOptions,
  ): Promise<RawToolResult>;
  /** The last messages of a server, oldest first; bounded in number and bytes. */
  traffic(serverId: string): readonly TrafficEntry[];
  /** Forgets the messages up to now. */
  clearTraffic(serverId: string): void;
  /** Called with what is new, several at a time. Returns the unsubscriber. */
  onTraffic(listener: (serverId: string, entries: readonly TrafficEntry[]) => void): () => void;
  /**
   * The servers that a session gets: every enabled one that its folder may see, by key, as in-process servers for `query()`:
   * raw JSON-RPC, legacy era, for many transports at the same time. Without a session: the shared ones of no folder.
   * A facade answers `initialize` once its server is connected, failed, needs sign-in or was turned off (error answers for the last three),
   * forwards list changes, and keeps working over reconnects of the real server. The session is open until `closeSession`:
   * its folder is a root, and servers that are one for each session keep its connection.
   */
  facades(session?: HubSession): Facades;
  /** Ends what only this session used. Unknown ids are ignored. */
  closeSession(sessionId: string): Promise<void>;
}
