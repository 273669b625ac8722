import { randomUUID } from 'node:crypto';
import type { PermissionResult } from '../../shared/agent/frames.ts';
import type { PermissionPrompt } from '../../shared/ipc/routes/sessions.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import { canonicalJson, isDeeperThan, isJsonObject } from '../../shared/lib/json.ts';
import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import type { Clock } from '../lib/clock.ts';
import { schemaCheck } from '../mcp/client/output-check.ts';
import { requireGesture } from './permissions/gesture.ts';
import type { PermissionBook, ToolCall } from './permissions/permission-book.ts';
import { OWN_TOOLS } from './permissions/permission-book.ts';
import { createPrompt, denialOf } from './permissions/prompt.ts';
import type { PermissionAnswer } from './session-service-contract.ts';
import type { ToolQuestion } from './session-query.ts';

/** Arguments nested deeper than this are not shown. */
const DEEPEST_INPUT = 256;

interface OpenPrompt {
  readonly question: ToolQuestion;
  readonly server: ServerRecord | undefined;
  call: ToolCall;
  prompt: PermissionPrompt;
  /** Its answer is being written. */
  isAnswered: boolean;
  readonly settle: (result: PermissionResult) => void;
}

export interface PermissionDeskDeps {
  readonly clock: Clock;
  readonly book: PermissionBook;
  readonly titleOf: (sessionId: string) => string;
  readonly onChange: (prompts: readonly PermissionPrompt[]) => void;
}

/**
 * Decides the tool calls of all sessions: by what the person decided before, else by asking. Prompts queue in the order in
 * which they came; an answer counts for the one prompt and the arguments that were shown (SE-41).
 */
export class PermissionDesk {
  readonly #deps: PermissionDeskDeps;
  readonly #open = new Map<string, OpenPrompt>();

  constructor(deps: PermissionDeskDeps) {
    this.#deps = deps;
    deps.book.onChange(() => {
      this.#reconsider();
    });
  }

  get prompts(): readonly PermissionPrompt[] {
    return [...this.#open.values()].map((entry) => entry.prompt);
  }

  /** Resolves with the decision, or with a denial when the question is withdrawn. Never rejects. */
  async ask(
    sessionId: string,
    question: ToolQuestion,
    server: ServerRecord | undefined,
  ): Promise<PermissionResult> {
    if (isDeeperThan(question.input, DEEPEST_INPUT)) {
      return deny('The arguments are nested too deeply to be shown, so the call was not allowed.');
    }
    const call = callOf(sessionId, question, server);
    const judgement = await this.#deps.book.admit(call);
    if (question.signal.aborted) return withdrawn();
    if (judgement.behavior === 'allow') return allowed(question.input);
    if (judgement.behavior === 'deny') return deny(denialOf(judgement, call, server));
    return this.#askPerson(question, server, call);
  }

  #askPerson(
    question: ToolQuestion,
    server: ServerRecord | undefined,
    call: ToolCall,
  ): Promise<PermissionResult> {
    return new Promise((resolve) => {
      const promptId = randomUUID();
      const settle = (result: PermissionResult): void => {
        question.signal.removeEventListener('abort', withdraw);
        if (!this.#open.delete(promptId)) return;
        this.#tell();
        resolve(result);
      };
      const withdraw = (): void => {
        settle(withdrawn());
      };
      question.signal.addEventListener('abort', withdraw, { once: true });
      const prompt = this.#promptFor({ promptId, createdAt: this.#deps.clock.now() }, question, {
        server,
        call,
      });
      this.#open.set(promptId, { question, server, call, prompt, isAnswered: false, settle });
      this.#tell();
    });
  }

  /** See `SessionService.answerPermission`. A denial needs no gesture: it is the safe answer. */
  async answer(
    promptId: string,
    argumentsHash: string,
    answer: PermissionAnswer,
    lastInputAt: number,
  ): Promise<void> {
    const entry = this.#entry(promptId, argumentsHash);
    if (answer.behavior === 'deny') {
      if (answer.scope === 'always' && entry.server) await this.#decide(entry, answer);
      entry.settle(deny('The person denied this call.'));
      return;
    }
    requireGesture(this.#deps.clock, lastInputAt);
    requireKnownScope(entry.prompt, answer);
    await this.#decide(entry, answer);
    // Unless other arguments were put in while the grant was written.
    if (entry.prompt.argumentsHash === argumentsHash) entry.settle(allowed(entry.call.input));
    this.#reconsider();
  }

  /** See `SessionService.editArguments`. */
  edit(promptId: string, argumentsHash: string, input: JsonObject): void {
    const entry = this.#entry(promptId, argumentsHash);
    const schema = entry.prompt.inputSchema;
    const fault = isDeeperThan(input, DEEPEST_INPUT)
      ? 'they are nested too deeply.'
      : schema && schemaCheck(schema)(input);
    if (fault !== undefined) {
      throw new ParleyError('permission.arguments', `These arguments do not fit: ${fault}`);
    }
    entry.call = { ...entry.call, input };
    entry.prompt = this.#promptFor(entry.prompt, entry.question, entry, true);
    this.#tell();
  }

  /** Withdraws the prompts of a session: its runtime is gone. */
  withdraw(sessionId: string): void {
    for (const entry of [...this.#open.values()]) {
      if (entry.prompt.sessionId === sessionId) entry.settle(withdrawn());
    }
  }

  #entry(promptId: string, argumentsHash: string): OpenPrompt {
    const entry = this.#open.get(promptId);
    if (!entry) throw new ParleyError('session.no-prompt', 'This question is not open any more.');
    // The tool may have become another one since it was shown, whether or not that was told.
    this.#refresh(entry);
    if (entry.prompt.argumentsHash === argumentsHash) return entry;
    throw new ParleyError(
      'session.prompt-mismatch',
      'The answer does not belong to what is asked now, so it was not taken.',
    );
  }

  async #decide(entry: OpenPrompt, answer: PermissionAnswer): Promise<void> {
    const { sessionId } = entry.call;
    entry.isAnswered = true;
    try {
      await this.#deps.book.decide(entry.call, {
        behavior: answer.behavior,
        scope: answer.scope ?? 'once',
        covers: answer.behavior === 'allow' ? (answer.covers ?? 'tool') : 'tool',
        origin: { kind: 'prompt', sessionId, sessionTitle: this.#deps.titleOf(sessionId) },
      });
    } finally {
      entry.isAnswered = false;
    }
  }

  /** Settles what the person decided meanwhile, for another prompt or in the tools table. */
  #reconsider(): void {
    for (const entry of [...this.#open.values()].filter((one) => !one.isAnswered)) {
      const judgement = this.#deps.book.judge(entry.call);
      if (judgement.behavior === 'deny') {
        entry.settle(deny(denialOf(judgement, entry.call, entry.server)));
      } else if (judgement.behavior === 'ask') {
        this.#refresh(entry);
      } else if (entry.prompt.isEdited !== true) {
        // Taken out by `settle` before uses are counted, which comes back here.
        entry.settle(allowed(entry.call.input));
        void this.#deps.book.admit(entry.call);
      }
    }
  }

  /** Shows what changed of the tool, or of what holds for it, while its prompt is open. */
  #refresh(entry: OpenPrompt): void {
    const { prompt } = entry;
    const next = this.#promptFor(prompt, entry.question, entry, prompt.isEdited);
    if (canonicalJson(shownOf(next)) === canonicalJson(shownOf(prompt))) return;
    entry.prompt = next;
    this.#tell();
  }

  #promptFor(
    identity: Pick<PermissionPrompt, 'promptId' | 'createdAt'>,
    question: ToolQuestion,
    { server, call }: { readonly server: ServerRecord | undefined; readonly call: ToolCall },
    isEdited?: boolean,
  ): PermissionPrompt {
    const { book } = this.#deps;
    return createPrompt({
      identity,
      question,
      call,
      server,
      facts: book.factsOf(call),
      judgement: book.judge(call),
      isEdited: isEdited === true,
    });
  }

  #tell(): void {
    this.#deps.onChange(this.prompts);
  }
}

/** What may become another one while a prompt is open. */
function shownOf({
  argumentsHash,
  annotations,
  reason,
  scopes,
  serverName,
}: PermissionPrompt): unknown {
  return { argumentsHash, annotations, reason, scopes, serverName };
}

function requireKnownScope(prompt: PermissionPrompt, answer: PermissionAnswer): void {
  if (answer.behavior === 'deny') return;
  const isOffered = prompt.scopes?.includes(answer.scope) === true;
  const isServer = answer.covers === 'server';
  if (isOffered && !(isServer && (answer.scope !== 'session' || prompt.serverId === undefined))) {
    return;
  }
  throw new ParleyError(
    'permission.invalid',
    isServer
      ? 'All tools of a server can be allowed for a session only.'
      : 'This call cannot be allowed for longer, since its tool is not listed now.',
  );
}

/** A server that the session does not know any more has no tools of its own here: its id stays empty and nothing allows it. */
function callOf(
  sessionId: string,
  question: ToolQuestion,
  server: ServerRecord | undefined,
): ToolCall {
  return {
    sessionId,
    serverId: server?.id ?? (question.serverKey === undefined ? OWN_TOOLS : ''),
    tool: question.serverToolName ?? question.toolName,
    input: question.input,
    declared: question.annotations,
  };
}

/** What was approved is what is sent (SE-40): the input goes back with the answer. */
function allowed(input: unknown): PermissionResult {
  return isJsonObject(input) ? { behavior: 'allow', updatedInput: input } : { behavior: 'allow' };
}

function deny(message: string): PermissionResult {
  return { behavior: 'deny', message };
}

function withdrawn(): PermissionResult {
  return deny('The question was withdrawn before the person answered.');
}
