import { randomUUID } from 'node:crypto';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { OpenQuestion, QuestionAnswer } from '../../shared/ipc/routes/elicitations.ts';
import type { PastItem } from '../../shared/ipc/routes/inbox.ts';
import type { PermissionPrompt } from '../../shared/ipc/routes/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { PermissionAnswer } from './session-service-contract.ts';

/** Of answered things and of failures, as many are kept. */
const MOST_KEPT = 100;
/** Longest sentence of a failure, in characters. */
const MOST_CHARACTERS = 500;

export interface InboxHistoryDeps {
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  readonly onChange: (past: readonly PastItem[]) => void;
}

/** What the person answered and which turns failed, in this run of the app; held in memory alone. */
export class InboxHistory {
  #past: readonly PastItem[] = [];

  constructor(private readonly deps: InboxHistoryDeps) {}

  /** Newest first. */
  get past(): readonly PastItem[] {
    return this.#past;
  }

  decided(prompt: PermissionPrompt, answer: PermissionAnswer): void {
    const isFor = answer.scope === 'always' ? 'denied-always' : 'denied';
    this.#add({
      kind: 'approval',
      id: prompt.promptId,
      at: this.deps.clock.now(),
      sessionId: prompt.sessionId,
      tool: prompt.title ?? prompt.serverToolName,
      ...(prompt.serverName === undefined ? {} : { serverName: prompt.serverName }),
      outcome: answer.behavior === 'allow' ? answer.scope : isFor,
    });
  }

  answered(question: OpenQuestion, action: QuestionAnswer['action']): void {
    const [sessionId] = question.sessionIds;
    this.#add({
      kind: 'question',
      id: question.questionId,
      at: this.deps.clock.now(),
      ...(sessionId === undefined ? {} : { sessionId }),
      question: question.kind,
      serverName: question.serverName,
      outcome: action === 'decline' ? 'declined' : action === 'cancel' ? 'cancelled' : 'answered',
    });
  }

  /** Notes a turn that failed; one that ended well takes the earlier failures of its session away. */
  heard(sessionId: string, messages: readonly SDKMessage[]): void {
    for (const message of messages) {
      const end = turnEnd(message);
      if (end === undefined) continue;
      if (!end.isFailure) this.#drop((item) => isFailureOf(item, sessionId));
      else {
        const sentence = this.deps.redact(end.sentence).slice(0, MOST_CHARACTERS);
        const at = this.deps.clock.now();
        this.#add({ kind: 'failure', id: randomUUID(), at, sessionId, sentence });
      }
    }
  }

  dismiss(id: string): void {
    this.#drop((item) => item.id === id);
  }

  /** Forgets sessions that are not there any more. */
  forget(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    this.#drop(({ sessionId }) => sessionId !== undefined && sessionIds.includes(sessionId));
  }

  #add(item: PastItem): void {
    const others = this.#past.filter(
      (one) =>
        one.id !== item.id &&
        // The newest failure of a session says all.
        !(item.kind === 'failure' && isFailureOf(one, item.sessionId)),
    );
    this.#past = [item, ...others].slice(0, MOST_KEPT);
    this.deps.onChange(this.#past);
  }

  #drop(isIt: (item: PastItem) => boolean): void {
    const left = this.#past.filter((item) => !isIt(item));
    if (left.length === this.#past.length) return;
    this.#past = left;
    this.deps.onChange(left);
  }
}

function isFailureOf(item: PastItem, sessionId: string): boolean {
  return item.kind === 'failure' && item.sessionId === sessionId;
}

/** How a turn ended, where a message says that one did; a stop by the person is none. */
export function turnEnd(
  message: SDKMessage,
): { readonly isFailure: boolean; readonly sentence: string } | undefined {
  if (message.type === 'system' && message.subtype === 'runtime_exited')
    return { isFailure: true, sentence: message.reason };
  if (message.type !== 'result' || message.subtype === 'interrupted') return undefined;
  const [first = message.result ?? message.subtype] = message.errors;
  return { isFailure: message.is_error, sentence: first };
}
