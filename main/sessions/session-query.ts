import type {
  ElicitationAnswerFrame,
  ElicitationHooksRequest,
} from '../../shared/agent/elicitation-frames.ts';
import type { ContextUsageResponse } from '../../shared/agent/about-frames.ts';
import type { PermissionResult } from '../../shared/agent/frames.ts';
import type {
  PermissionMode,
  SDKMessage,
  SDKUserMessageInput,
} from '../../shared/agent/messages.ts';
import type { ModelRef, ProviderConfig } from '../../shared/agent/provider.ts';
import type { ToolHints } from '../../shared/mcp/hints.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import type { ElicitationAnswer } from '../mcp/client/elicitation.ts';
import type { InProcessServer } from '../lib/rpc-message.ts';

/** A tool call about which the runtime asks. */
export interface ToolQuestion {
  readonly toolName: string;
  readonly toolUseId: string;
  /** Exactly what will be sent. */
  readonly input: unknown;
  /** Key of the server, absent for the runtime's own tools. */
  readonly serverKey: string | undefined;
  readonly serverToolName: string | undefined;
  readonly title: string | undefined;
  readonly annotations: ToolHints;
  /** The tool whose app asks, where it is not the model. */
  readonly app?: string;
  readonly signal: AbortSignal;
}

/** Everything that a session's runtime is started with. */
export interface SessionStart {
  readonly sessionId: string;
  /** The transcript exists and is gone on with. */
  readonly resume: boolean;
  readonly cwd: string;
  /** It works in a folder that the person chose and trusts: the runtime's own tools for files and commands are there. */
  readonly hasOwnTools: boolean;
  readonly model: ModelRef;
  readonly mode: PermissionMode;
  readonly provider: ProviderConfig;
  readonly apiKey: string | undefined;
  /** What the person wants the model to know in this session; empty: nothing. */
  readonly instructions: string;
  readonly servers: ReadonlyMap<string, InProcessServer>;
  readonly input: AsyncIterable<SDKUserMessageInput>;
  readonly askPermission: (question: ToolQuestion) => Promise<PermissionResult>;
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
}

/** The part of the SDK's `Query` that a session uses. Iterating rejects when the runtime cannot start or dies. */
export interface SessionQuery extends AsyncIterable<SDKMessage> {
  interrupt(): Promise<void>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** What the hooks of the session say to a question of a server; undefined: nothing. Rejects with the signal's reason. */
  questionHooks(
    request: ElicitationHooksRequest,
    signal: AbortSignal,
  ): Promise<ElicitationAnswerFrame | undefined>;
  /** How full the context is, which tools the next request carries, what was spent. */
  contextUsage(): Promise<ContextUsageResponse>;
  /** Commands that a message may begin with. */
  commands(): Promise<readonly SlashCommand[]>;
  /** A title by the model; undefined where it gives none. */
  suggestTitle(): Promise<string | undefined>;
  /** Ends the runtime; resolves when its process is gone. */
  close(): Promise<void>;
}

/** Questions of the model to the person (AskUser), as a form. */
export type AskPerson = (
  form: { readonly message: string; readonly requestedSchema: JsonObject },
  sessionId: string,
  signal: AbortSignal,
) => Promise<ElicitationAnswer>;

export type StartSessionQuery = (start: SessionStart) => SessionQuery;
