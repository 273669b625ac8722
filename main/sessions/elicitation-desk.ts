import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModelRef } from '../../shared/agent/provider.ts';
import type {
  OpenQuestion,
  QuestionAnswer,
  QuestionOf,
} from '../../shared/ipc/routes/elicitations.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import { filledIn } from '../../shared/mcp/elicitation.ts';
import { problemSentence, problemsOfTyped } from '../../shared/mcp/elicitation-values.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import { gateUrl } from '../lib/url-gate.ts';
import type { ElicitationAnswer, ElicitationQuestion } from '../mcp/client/elicitation.ts';
import { RpcFault } from '../mcp/client/rpc-fault.ts';
import type { QuestionOwner, ServerQuestions } from '../mcp/hub/server-questions.ts';
import { readSampling, shownPrompt } from './sampling.ts';
import type { SamplingPrompt } from './sampling.ts';

/** How long after a key press or click an answer counts (SE-5), in ms. */
const GESTURE_WINDOW_MS = 1_000;
/** Open questions of one server, and of all. */
const MOST_OF_SERVER = 20;
const MOST_OF_ALL = 200;
/** Largest form, in characters of its JSON. */
const MOST_CHARACTERS = 512_000;
const REFUSED_BY_PERSON = -1;
const INVALID_PARAMS = -32602;
const BUSY = -32000;

/** The person closed the question of an address without an answer. */
export class AddressDismissed extends Error {
  override readonly name = 'AddressDismissed';
}

/** An address that a server wants opened, as it is put to the person. */
export interface AddressQuestion {
  readonly serverId: string;
  readonly serverName: string;
  readonly message: string;
  /** Has passed the gate. */
  readonly url: string;
}

export interface ElicitationDeskDeps {
  readonly clock: Clock;
  readonly sessions: () => readonly SessionSummary[];
  /** Of questions that belong to no session. */
  readonly defaultModel: () => ModelRef;
  /** Asks in main's consent view. False: the person declined. Rejects with `AddressDismissed` when nothing was answered. */
  readonly reviewAddress: (question: AddressQuestion, signal: AbortSignal) => Promise<boolean>;
  /** Opens an address that the person agreed to. */
  readonly openAddress: (url: string) => Promise<void>;
  readonly askModel: (
    model: ModelRef,
    prompt: SamplingPrompt,
    signal: AbortSignal,
  ) => Promise<JsonObject>;
  /** Told of every change: the open questions, oldest first. */
  readonly onChange: (questions: readonly OpenQuestion[]) => void;
}

interface Entry {
  question: OpenQuestion;
  /** Id that the server gave to an address. */
  readonly elicitationId: string | undefined;
  /** Takes it off the list; the server is told separately. */
  readonly close: () => void;
  readonly resolve: (answer: ElicitationAnswer) => void;
  readonly prompt: SamplingPrompt | undefined;
  readonly allow: ((prompt: SamplingPrompt) => void) | undefined;
  readonly refuse: (fault: Error) => void;
  /** Aborts when the question is over, however it ended. */
  readonly over: AbortController;
  isReviewed: boolean;
}

/**
 * The one queue of what servers ask people, over all sessions and servers. Nothing is answered here but by a person: a question
 * waits however long it takes, with or without a window, and is withdrawn when the server takes it back or its connection ends.
 */
export class ElicitationDesk implements ServerQuestions, Disposable {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly deps: ElicitationDeskDeps) {}

  /** Open questions, oldest first. */
  get questions(): readonly OpenQuestion[] {
    return [...this.#entries.values()].map(({ question }) => question);
  }

  async elicit(
    asked: ElicitationQuestion,
    owner: QuestionOwner,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    const question = asked.mode === 'form' ? this.#form(asked, owner) : this.#address(asked, owner);
    const elicitationId = asked.mode === 'url' ? asked.elicitationId : undefined;
    return new Promise((resolve, reject) => {
      this.#open(question, signal, { elicitationId, resolve, reject });
    });
  }

  async sample(params: JsonObject, owner: QuestionOwner, signal: AbortSignal): Promise<JsonObject> {
    const prompt = readSampling(params);
    const model = this.#modelOf(owner);
    const question: QuestionOf<'sampling'> = {
      kind: 'sampling',
      ...this.#asked(owner),
      model: model.id,
      providerId: model.provider_id,
      ...shownPrompt(prompt),
    };
    const allowed = await new Promise<SamplingPrompt>((resolve, reject) => {
      const allowing = { prompt, allow: resolve };
      this.#open(question, signal, { resolve: () => undefined, reject, ...allowing });
    });
    return this.deps.askModel(model, allowed, signal);
  }

  roots(owner: QuestionOwner): readonly { readonly uri: string; readonly name: string }[] {
    const folders = this.#sessionsOf(owner).flatMap(({ folder }) => (folder ? [folder] : []));
    return [...new Set(folders)].map((folder) => ({
      uri: pathToFileURL(folder).href,
      name: basename(folder),
    }));
  }

  completed(elicitationId: string, serverId: string): void {
    for (const entry of [...this.#entries.values()]) {
      const { question } = entry;
      const isMeant = entry.elicitationId === elicitationId && question.serverId === serverId;
      if (!isMeant || question.kind !== 'url' || question.phase !== 'opened') continue;
      entry.close();
      entry.resolve({ action: 'accept' });
    }
  }

  /**
   * Takes the answer of a person. Throws `session.no-prompt` when the question is over, `question.invalid` when the answer
   * does not fit it, and `session.no-gesture` when something is let through without a key press or click.
   */
  answer(questionId: string, answer: QuestionAnswer, lastInputAt: number): void {
    const entry = this.#entryOf(questionId);
    if (answer.action === 'decline' || answer.action === 'cancel') {
      entry.close();
      entry.resolve({ action: answer.action });
      entry.refuse(
        new RpcFault(REFUSED_BY_PERSON, `The person did not allow it (${answer.action}).`),
      );
      return;
    }
    if (this.deps.clock.now() - lastInputAt > GESTURE_WINDOW_MS)
      throw new ParleyError(
        'session.no-gesture',
        'Answering needs a click or a key press in the window, so it was not taken.',
      );
    const { question } = entry;
    if (question.kind === 'form' && answer.action === 'accept')
      this.#accept(entry, question.requestedSchema, answer.content);
    else if (question.kind === 'sampling' && answer.action === 'allow') allow(entry, answer);
    else if (question.kind === 'url' && answer.action === 'done' && question.phase === 'opened') {
      entry.close();
      entry.resolve({ action: 'accept' });
    } else throw notFitting('This question is not answered in that way.');
  }

  /** Shows an address to the person and opens it when they agree. */
  async openUrl(
    questionId: string,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'opened' | 'declined' | 'dismissed' }> {
    const entry = this.#entryOf(questionId);
    const { question } = entry;
    if (question.kind !== 'url' || question.refusal !== undefined)
      throw notFitting('This question has no address that may be opened.');
    if (entry.isReviewed)
      throw new ParleyError('consent.busy', 'This address is being looked at already.');
    entry.isReviewed = true;
    const either = AbortSignal.any([signal, entry.over.signal]);
    try {
      const isAccepted = await this.deps.reviewAddress(question, either);
      if (!isAccepted) {
        entry.close();
        entry.resolve({ action: 'decline' });
        return { outcome: 'declined' };
      }
      await this.deps.openAddress(question.url);
    } catch (failure) {
      if (failure instanceof AddressDismissed) return { outcome: 'dismissed' };
      if (failure instanceof ParleyError) throw failure;
      if (entry.over.signal.aborted) throw notOpen();
      throw new ParleyError('link.not-opened', messageOf(failure));
    } finally {
      entry.isReviewed = false;
    }
    this.#opened(entry, question);
    return { outcome: 'opened' };
  }

  /** Ends all questions; servers get an error, never an answer. */
  dispose(): void {
    for (const entry of [...this.#entries.values()]) {
      entry.close();
      entry.refuse(new Error('The app is closing.'));
    }
  }

  #opened(entry: Entry, question: QuestionOf<'url'>): void {
    if (!this.#entries.has(question.questionId)) return;
    entry.question = { ...question, phase: 'opened' };
    // Who asks during a call goes on by itself; who ended the call waits for it to be made again.
    if (!question.isRetried) entry.resolve({ action: 'accept' });
    this.#changed();
  }

  #accept(entry: Entry, schema: JsonObject, content: JsonObject): void {
    const problems = problemsOfTyped(schema, filledIn(schema, content));
    if (problems.length > 0) throw notFitting(problems.map(problemSentence).join(' '));
    entry.close();
    entry.resolve({ action: 'accept', content });
  }

  #form(
    asked: Extract<ElicitationQuestion, { mode: 'form' }>,
    owner: QuestionOwner,
  ): QuestionOf<'form'> {
    const { message, requestedSchema } = asked;
    if (JSON.stringify(requestedSchema).length + message.length > MOST_CHARACTERS)
      throw new RpcFault(INVALID_PARAMS, 'The form is larger than 512,000 characters.');
    return { kind: 'form', ...this.#asked(owner), message, requestedSchema };
  }

  #address(
    asked: Extract<ElicitationQuestion, { mode: 'url' }>,
    owner: QuestionOwner,
  ): QuestionOf<'url'> {
    const verdict = gateUrl(asked.url);
    return {
      kind: 'url',
      ...this.#asked(owner),
      message: asked.message,
      url: verdict.ok ? verdict.url : asked.url,
      ...(verdict.ok ? {} : { refusal: verdict.reason }),
      phase: 'asked',
      // Without an id nobody can say that it is done, so the next try has to.
      isRetried: asked.isRetried === true || asked.elicitationId === undefined,
    };
  }

  #asked(owner: QuestionOwner) {
    return {
      questionId: randomUUID(),
      serverId: owner.serverId,
      serverName: owner.serverName,
      sessionIds: [...owner.sessionIds],
      ...(owner.toolName === undefined ? {} : { toolName: owner.toolName }),
      createdAt: this.deps.clock.now(),
    };
  }

  #open(
    question: OpenQuestion,
    signal: AbortSignal,
    ends: {
      readonly elicitationId?: string | undefined;
      readonly resolve: (answer: ElicitationAnswer) => void;
      readonly reject: (failure: Error) => void;
      readonly prompt?: SamplingPrompt;
      readonly allow?: (prompt: SamplingPrompt) => void;
    },
  ): void {
    const open = [...this.#entries.values()];
    const ofServer = open.filter((entry) => entry.question.serverId === question.serverId);
    if (ofServer.length >= MOST_OF_SERVER || open.length >= MOST_OF_ALL) {
      ends.reject(new RpcFault(BUSY, 'Too many questions wait for the person.'));
      return;
    }
    const over = new AbortController();
    const withdraw = (): void => {
      entry.close();
      entry.refuse(
        signal.reason instanceof Error ? signal.reason : new Error('The question was withdrawn.'),
      );
    };
    const entry: Entry = {
      question,
      elicitationId: ends.elicitationId,
      prompt: ends.prompt,
      allow: ends.allow,
      resolve: ends.resolve,
      refuse: ends.reject,
      over,
      isReviewed: false,
      close: () => {
        signal.removeEventListener('abort', withdraw);
        over.abort(new Error('The question is over.'));
        if (this.#entries.delete(question.questionId)) this.#changed();
      },
    };
    if (signal.aborted) {
      withdraw();
      return;
    }
    signal.addEventListener('abort', withdraw, { once: true });
    this.#entries.set(question.questionId, entry);
    this.#changed();
  }

  #entryOf(questionId: string): Entry {
    const entry = this.#entries.get(questionId);
    if (!entry) throw notOpen();
    return entry;
  }

  #sessionsOf(owner: QuestionOwner): readonly SessionSummary[] {
    return this.deps.sessions().filter(({ id }) => owner.sessionIds.includes(id));
  }

  #modelOf(owner: QuestionOwner): ModelRef {
    return this.#sessionsOf(owner)[0]?.model ?? this.deps.defaultModel();
  }

  #changed(): void {
    this.deps.onChange(this.questions);
  }
}

function notOpen(): ParleyError {
  return new ParleyError('session.no-prompt', 'This question is not open any more.');
}

function notFitting(sentence: string): ParleyError {
  return new ParleyError('question.invalid', sentence);
}

/** What goes to the model is what was shown, with the person's changes of its texts. */
function allow(entry: Entry, { systemPrompt, texts }: QuestionAnswer & { action: 'allow' }): void {
  const { prompt } = entry;
  if (!prompt || texts.length !== prompt.messages.length)
    throw notFitting('There is not one text for each message.');
  entry.close();
  entry.allow?.({
    ...prompt,
    systemPrompt,
    messages: prompt.messages.map((message, index) => ({
      ...message,
      text: texts[index] ?? message.text,
    })),
  });
}
