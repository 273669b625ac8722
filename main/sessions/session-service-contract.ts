import type { ModelRef, ProviderConfig } from '../../shared/agent/provider.ts';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type {
  PermissionPrompt,
  SessionSnapshot,
  SessionSummary,
} from '../../shared/ipc/routes/sessions.ts';
import type { Disposable } from '../lib/disposable.ts';

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
  | { readonly behavior: 'allow'; readonly scope: 'once' | 'session' }
  | { readonly behavior: 'deny' };

export interface SessionEvents {
  /** New messages of one session; `sequence` is the number of the last of them, counted without gaps. */
  readonly messages: (sessionId: string, sequence: number, messages: readonly SDKMessage[]) => void;
  /** Something in the list of sessions changed. */
  readonly changed: (sessions: readonly SessionSummary[]) => void;
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
  create(model: ModelRef | undefined): Promise<SessionSummary>;
  open(sessionId: string): Promise<SessionSnapshot>;
  /** Resolves once the message is durable in the session's queue file. */
  send(sessionId: string, text: string): Promise<{ readonly messageUuid: string }>;
  interrupt(sessionId: string): Promise<void>;
  setModel(sessionId: string, model: ModelRef): Promise<SessionSummary>;
  /**
   * Answers a prompt. Rejects with `session.no-prompt`, `session.prompt-mismatch` (another hash than was sent) or
   * `session.no-gesture` (`lastInputAt` is more than 1 s ago; SE-5).
   */
  answerPermission(
    answer: {
      readonly promptId: string;
      readonly argumentsHash: string;
      readonly answer: PermissionAnswer;
    },
    lastInputAt: number,
  ): Promise<void>;
  /** True while any turn runs (quitting asks). */
  readonly busy: boolean;
}
