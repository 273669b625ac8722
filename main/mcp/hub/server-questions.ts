import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ElicitationAnswer, ElicitationQuestion } from '../client/elicitation.ts';

/** Who is behind what a server asks. */
export interface QuestionOwner {
  readonly serverId: string;
  readonly serverName: string;
  /**
   * The sessions whose calls may have caused the question: exactly one where that is known, several where a server over stdio
   * has calls of several sessions in flight, none when the bench or nobody called.
   */
  readonly sessionIds: readonly string[];
  /** Name of the tool whose call caused it, where that is known. */
  readonly toolName?: string | undefined;
  /** Id of that tool use in the conversation, where the runtime told. */
  readonly toolUseId?: string | undefined;
}

/**
 * The people behind the hub: whoever answers what servers ask. Implemented over the queue in main/sessions. While a question
 * is open the clock of the call that caused it stands still. Every promise settles when `signal` aborts.
 */
export interface ServerQuestions {
  elicit(
    question: ElicitationQuestion,
    owner: QuestionOwner,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer>;
  /** Parameters of `sampling/createMessage`; resolves to its result. Rejects with an `RpcFault` when the person refuses. */
  sample(params: JsonObject, owner: QuestionOwner, signal: AbortSignal): Promise<JsonObject>;
  /** The folders of the sessions in question, as `file:` addresses. */
  roots(owner: QuestionOwner): readonly { readonly uri: string; readonly name: string }[];
  /** The server says that an url elicitation was completed. Unknown ids are ignored. */
  completed(elicitationId: string, serverId: string): void;
}
