import type { ElicitationAnswerFrame } from '../../shared/agent/elicitation-frames.ts';
import type { PermissionResult } from '../../shared/agent/frames.ts';
import type { ModelRef, ProviderConfig } from '../../shared/agent/provider.ts';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type {
  FoundInSession,
  MessageAttachment,
  PermissionPrompt,
  PlaceInSession,
  SessionMode,
  SessionPage,
  SessionSnapshot,
  SessionSummary,
} from '../../shared/ipc/routes/sessions.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { HookQuestion } from './hooked-questions.ts';
import type { PagePlace } from './session-archive.ts';
import type { ToolQuestion } from './session-query.ts';

export interface ResolvedProvider {
  readonly config: ProviderConfig;
  /** Absent when none is stored or none is needed. */
  readonly apiKey?: string;
}

/** Looks up what a session needs to talk to a model. Implemented over provider records and secrets in main/app. */
export interface ProviderDirectory {
  /** Undefined when no such provider exists. */
  resolve(providerId: string): Promise<ResolvedProvider | undefined>;
}

export type PermissionAnswer =
  | {
      readonly behavior: 'allow';
      readonly scope: 'once' | 'session' | 'always';
      /** Default `tool`. */
      readonly covers?: 'tool' | 'arguments' | 'server' | undefined;
    }
  | { readonly behavior: 'deny'; readonly scope?: 'once' | 'always' | undefined };

export interface SessionEvents {
  /** New messages of one session; `sequence` is the number of the last of them, counted without gaps. */
  readonly messages: (sessionId: string, sequence: number, messages: readonly SDKMessage[]) => void;
  /** These sessions are new or different, and those are not there any more. */
  readonly changed: (sessions: readonly SessionSummary[], removed: readonly string[]) => void;
  /** The open prompts of all sessions, oldest first. */
  readonly prompts: (prompts: readonly PermissionPrompt[]) => void;
}

/**
 * Sessions of the desktop: their runtimes, queues and prompts. One per app; disposing it ends every runtime.
 * Methods reject with a `ParleyError` whose code is named in shared/lib/errors.ts.
 */
export interface SessionService extends Disposable {
  /** Reads the transcripts of the profile. */
  start(): Promise<void>;
  list(): readonly SessionSummary[];
  /** The open prompts of all sessions, oldest first. */
  readonly prompts: readonly PermissionPrompt[];
  /** `folder`: where it works, by its real path; absent: in a folder of its own. */
  create(model: ModelRef | undefined, folder?: string, mode?: SessionMode): Promise<SessionSummary>;
  open(sessionId: string): Promise<SessionSnapshot>;
  /** A page of what comes before the messages of the snapshot. */
  page(sessionId: string, at: PagePlace): Promise<SessionPage>;
  /** Items of the whole conversation that hold these words. */
  find(sessionId: string, words: string): Promise<FoundInSession>;
  /** Where a message is; undefined when it is not there any more. */
  locate(sessionId: string, messageUuid: string): Promise<PlaceInSession | undefined>;
  /** Resolves once the message is durable in the session's queue file. */
  send(
    sessionId: string,
    text: string,
    attachments?: readonly MessageAttachment[],
  ): Promise<{ readonly messageUuid: string }>;
  interrupt(sessionId: string): Promise<void>;
  setModel(sessionId: string, model: ModelRef): Promise<SessionSummary>;
  /**
   * Answers a prompt. What is allowed always is on disk before the call runs. Rejects with `session.no-prompt`,
   * `session.prompt-mismatch` (another hash than was sent), `permission.invalid`, or `session.no-gesture` (`lastInputAt` is
   * more than 1 s ago; SE-5).
   */
  answerPermission(
    answer: {
      readonly promptId: string;
      readonly argumentsHash: string;
      readonly answer: PermissionAnswer;
    },
    lastInputAt: number,
  ): Promise<void>;
  /**
   * Puts other arguments into an open prompt, which gets a new hash; nothing runs by this. Rejects with `session.no-prompt`,
   * `session.prompt-mismatch`, or `permission.arguments` when they do not fit the tool.
   */
  editArguments(edit: {
    readonly promptId: string;
    readonly argumentsHash: string;
    readonly input: JsonObject;
  }): Promise<void>;
  /** Decides a call that is not the runtime's, such as one of an app, by the same rules, and asks in the session where they say so. Never rejects. */
  askTool(
    sessionId: string,
    question: ToolQuestion,
    server: ServerRecord | undefined,
  ): Promise<PermissionResult>;
  /** What the hooks of a session say to a question of a server, as `HookedQuestions` asks it. */
  questionHooks(
    question: HookQuestion,
    signal: AbortSignal,
  ): Promise<ElicitationAnswerFrame | undefined>;
  /** True while any turn runs (quitting asks). */
  readonly busy: boolean;
}
