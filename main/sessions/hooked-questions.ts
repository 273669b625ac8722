import type {
  ElicitationAnswerFrame,
  ElicitationHooksRequest,
} from '../../shared/agent/elicitation-frames.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import { filledIn } from '../../shared/mcp/elicitation.ts';
import { problemSentence, problemsOf } from '../../shared/mcp/elicitation-values.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { ElicitationAnswer, ElicitationQuestion } from '../mcp/client/elicitation.ts';
import type { QuestionOwner, ServerQuestions } from '../mcp/hub/server-questions.ts';

/** How long the hooks of a session may take over one question, whatever time they have of their own, in ms. */
export const HOOKS_LIMIT_MS = 120_000;

/** A question of a server on its way to the hooks of a session. */
export interface HookQuestion {
  readonly sessionId: string;
  readonly serverId: string;
  /** Its `server_name` becomes the key that the session has for the server. */
  readonly request: ElicitationHooksRequest;
}

export interface HookedQuestionsDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: the session has no runtime, or none of its hooks has a say. */
  readonly askHooks: (
    question: HookQuestion,
    signal: AbortSignal,
  ) => Promise<ElicitationAnswerFrame | undefined>;
}

/**
 * People behind the hooks of sessions: a question that is surely one session's passes its `Elicitation` hooks, which may answer
 * it before the person is asked, and its `ElicitationResult` hooks, which may change the answer before the server hears it.
 * Hooks that fail, take too long, or answer what does not fit the form have no say: the person is asked.
 */
export class HookedQuestions implements ServerQuestions {
  constructor(
    private readonly people: ServerQuestions,
    private readonly deps: HookedQuestionsDeps,
  ) {}

  async elicit(
    question: ElicitationQuestion,
    owner: QuestionOwner,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    // Whose it is when several sessions call, nobody knows: hooks of one must not answer for another.
    const [sessionId, ...others] = owner.sessionIds;
    if (sessionId === undefined || others.length > 0)
      return this.people.elicit(question, owner, signal);
    const ask = (answer?: ElicitationAnswer) =>
      this.#ask(
        { sessionId, serverId: owner.serverId, request: requestOf(question, owner, answer) },
        signal,
      );
    const early = this.#fitting(question, owner, await ask());
    const first = early ?? (await this.people.elicit(question, owner, signal));
    const late = await ask(first);
    if (!late) return first;
    // A hook took the person's answer back, so that answer must not go out.
    return this.#fitting(question, owner, late) ?? { action: 'cancel' };
  }

  sample(...call: Parameters<ServerQuestions['sample']>): Promise<JsonObject> {
    return this.people.sample(...call);
  }

  roots(owner: QuestionOwner): ReturnType<ServerQuestions['roots']> {
    return this.people.roots(owner);
  }

  completed(elicitationId: string, serverId: string): void {
    this.people.completed(elicitationId, serverId);
  }

  async #ask(
    question: HookQuestion,
    signal: AbortSignal,
  ): Promise<ElicitationAnswerFrame | undefined> {
    const limit = new AbortController();
    const either = AbortSignal.any([signal, limit.signal]);
    const cancel = this.deps.clock.after(HOOKS_LIMIT_MS, () => {
      limit.abort(new Error(`They did not answer within ${String(HOOKS_LIMIT_MS)} ms.`));
    });
    try {
      return await untilAborted(this.deps.askHooks(question, either), either);
    } catch (failure) {
      signal.throwIfAborted();
      this.deps.log('warn', 'Hooks could not be asked about a question of a server.', {
        session: question.sessionId,
        reason: messageOf(failure),
      });
      return undefined;
    } finally {
      cancel();
    }
  }

  #fitting(
    question: ElicitationQuestion,
    { serverName }: QuestionOwner,
    answer: ElicitationAnswerFrame | undefined,
  ): ElicitationAnswer | undefined {
    if (!answer) return undefined;
    if (answer.action !== 'accept' || question.mode === 'url') return { action: answer.action };
    const { requestedSchema } = question;
    const content = answer.content ?? {};
    const problems = problemsOf(requestedSchema, filledIn(requestedSchema, content));
    if (problems.length === 0) return { action: 'accept', content };
    this.deps.log('warn', 'The answer of a hook does not fit the form, so it was not sent.', {
      server: serverName,
      reason: problems.map(problemSentence).join(' '),
    });
    return undefined;
  }
}

function requestOf(
  question: ElicitationQuestion,
  { serverName }: QuestionOwner,
  answer: ElicitationAnswer | undefined,
): ElicitationHooksRequest {
  return {
    subtype: 'elicitation_hooks',
    server_name: serverName,
    message: question.message,
    mode: question.mode,
    ...(question.mode === 'url'
      ? { url: question.url, ...idOf(question.elicitationId) }
      : { requested_schema: question.requestedSchema }),
    ...(answer ? { answer: told(answer) } : {}),
  };
}

function idOf(elicitationId: string | undefined): { readonly elicitation_id?: string } {
  return elicitationId === undefined ? {} : { elicitation_id: elicitationId };
}

/** What of an answer hooks can be told: a field that was left out for good has no value. */
function told({ action, content }: ElicitationAnswer): ElicitationAnswerFrame {
  const values: Record<string, string | number | boolean | string[]> = {};
  for (const [name, value] of Object.entries(content ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values[name] = value;
    else if (Array.isArray(value))
      values[name] = value.filter((one): one is string => typeof one === 'string');
  }
  return { action, ...(action === 'accept' ? { content: values } : {}) };
}

/** Whoever answers may not heed the signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}
