import type { ContextUsageResponse } from '../../../shared/agent/about-frames.ts';
import type { InitializeResponse } from '../../../shared/agent/frames.ts';
import type {
  PermissionMode,
  SDKMessage,
  SDKUserMessageInput,
} from '../../../shared/agent/messages.ts';
import type { ToolHints } from '../../../shared/mcp/hints.ts';
import type { ServerStatus } from '../../../shared/mcp/server-state.ts';
import type { Clock } from '../../lib/clock.ts';
import type { McpServerStatusConfig } from './mcp-server-config.ts';
import type { AuthOption, ProviderOption } from './options.ts';
import type { McpOAuthResolution } from './oauth-types.ts';
import type { Environment } from './provider-choice.ts';

export type SlashCommand = InitializeResponse['commands'][number];
export type ModelInfo = InitializeResponse['models'][number];
export type AgentInfo = InitializeResponse['agents'][number];
export type ContextUsage = ContextUsageResponse;

/** What the runtime said when it was ready. */
export interface InitializationResult {
  readonly sessionId: string;
  /** Null when nothing is stored. */
  readonly transcriptPath: string | null;
  readonly runtimeVersion: string;
  readonly protocolVersion: string;
  readonly capabilities: readonly string[];
  readonly commands: readonly SlashCommand[];
  readonly models: readonly ModelInfo[];
  readonly agents: readonly AgentInfo[];
  /** Things worth knowing that are no errors, as sentences. */
  readonly notices: readonly string[];
}

/** A server as it is now (SDK-31). `failed` always has `error`. */
export interface McpServerStatus {
  readonly name: string;
  readonly status: ServerStatus;
  readonly error?: string | undefined;
  readonly serverInfo?: { readonly name: string; readonly version: string } | undefined;
  readonly config: McpServerStatusConfig | Readonly<Record<string, unknown>>;
  readonly tools?:
    | readonly {
        /** Bare name. */
        readonly name: string;
        readonly title?: string | undefined;
        readonly description?: string | undefined;
        /** Only what was declared; left out when nothing was. */
        readonly annotations?: ToolHints | undefined;
      }[]
    | undefined;
  readonly instructions?: string | undefined;
  readonly era?: 'legacy' | 'modern' | undefined;
  /** What the server was told that people can be asked; absent: nothing. */
  readonly elicitation?: 'form' | 'form-and-url' | undefined;
}

/** What `rewindFiles` did, or would do. */
export interface RewindFilesResult {
  /** Files that were brought back; `delete`: the file was made since and is gone. */
  readonly restored: readonly { readonly path: string; readonly action: 'restore' | 'delete' }[];
  /** Files that stay as they are because something else changed them since, with the reason. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Commands that ran since. What they changed in files is in no checkpoint. */
  readonly notCovered: readonly string[];
}

/**
 * A running session. Iterating gives its messages; leaving the loop ends it. Every method may be called at any time and
 * again; before `initialize` is answered it waits for that, and it rejects when the session has ended or its runtime died.
 * Methods that ask the runtime reject with `ControlRequestError` or `ControlRequestTimeoutError`.
 */
export interface Query extends AsyncGenerator<SDKMessage, void, undefined> {
  /** Rejects with what kept the session from starting. */
  initializationResult(): Promise<InitializationResult>;
  /** Live state; state is never pushed, so poll. */
  mcpServerStatus(): Promise<McpServerStatus[]>;
  /**
   * Signs in to a server whose status is `needs-auth`, before the first user message. Resolves without a page when the server
   * is connected with its tools listed; else `authUrl` is the page to show. Without `redirectUri` an address of this computer
   * takes the answer by itself; what arrives at another one goes to `mcpSubmitOAuthCallbackUrl`. Rejects with
   * `AuthAfterFirstMessageError` when it is too late.
   */
  mcpAuthenticate(serverName: string, redirectUri?: string): Promise<McpOAuthResolution>;
  /** Takes the whole address that the page came back to. Resolves when the server is connected with its tools listed. */
  mcpSubmitOAuthCallbackUrl(serverName: string, callbackUrl: string): Promise<void>;
  /** Stops the running turn; the session takes the next message. */
  interrupt(): Promise<void>;
  /** Sends more user messages. Resolves when the iterable has ended and all are sent. */
  streamInput(messages: AsyncIterable<SDKUserMessageInput>): Promise<void>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** From the next turn on. A new key goes to the runtime apart from the frames. */
  setModel(
    model: string,
    options?: { readonly provider?: ProviderOption; readonly auth?: AuthOption },
  ): Promise<void>;
  getContextUsage(): Promise<ContextUsage>;
  /** Asks the model for a short title of what was said; undefined where it gives none, such as offline. */
  suggestTitle(): Promise<string | undefined>;
  supportedCommands(): Promise<readonly SlashCommand[]>;
  /**
   * Asks the provider, for ten seconds at most. Where it does not tell, those that this version knows of it come instead, with
   * `source: 'table'`, and the reason goes to `stderr`. The model of the session is always among them.
   */
  supportedModels(): Promise<readonly ModelInfo[]>;
  supportedAgents(): Promise<readonly AgentInfo[]>;
  /**
   * Brings files that tools changed back to how they were before a message of the person, which is named by the `uuid` it has
   * in the stream. With `dryRun` it only tells. Needs `enableFileCheckpointing`.
   */
  rewindFiles(
    userMessageId: string,
    options?: { readonly dryRun?: boolean },
  ): Promise<RewindFilesResult>;
  /** Ends a background task, which `system/task_started` told. True when it was still running. */
  stopTask(taskId: string): Promise<boolean>;
  /** Ends the session. Resolves when its process is gone. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a session needs of the outside, so that tests can give it. */
export interface QueryEnvironment {
  readonly clock: Clock;
  readonly environment: Environment;
}
