import { elicitationAnswer } from '../../../../shared/agent/elicitation-frames.ts';
import type { RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { filledIn } from '../../../../shared/mcp/elicitation.ts';
import { problemSentence, problemsOf } from '../../../../shared/mcp/elicitation-values.ts';
import type { ElicitationAnswer, ElicitationQuestion } from '../../../mcp/client/elicitation.ts';
import type { ServerRequestContext } from '../../../mcp/client/server-requests.ts';
import type { ElicitationAnswer as HookedAnswer } from '../hooks/hook-output.ts';
import type { HookRunner } from '../hooks/hook-runner.ts';
import { questionInput } from '../hooks/question-hooks.ts';

export interface ElicitationDeskOptions {
  readonly sessionId: string;
  /** The host answers `elicitation`. */
  readonly hasHost: boolean;
  readonly hooks: () => HookRunner;
  readonly ask: (
    request: RuntimeRequest,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
  readonly emit: (message: SDKMessage) => void;
  readonly onDiagnostic: (message: string) => void;
}

/** An address that a person was sent to and is not done with. */
interface OpenPage {
  readonly id: string;
  readonly url: string;
  /** The call that asked. */
  readonly origin: unknown;
  /** The server gave no id. */
  readonly isOurs: boolean;
  readonly done: () => void;
  readonly whenDone: Promise<void>;
}

/**
 * Answers what the servers of a session ask people: a hook may answer first, then the host, then a hook may change the answer
 * (SDK-43). Remembers which addresses people were sent to until they are done there (SDK-42).
 */
export class ElicitationDesk {
  readonly #options: ElicitationDeskOptions;
  readonly #pages = new Map<string, OpenPage[]>();
  readonly #formsOnly = new Set<string>();

  constructor(options: ElicitationDeskOptions) {
    this.#options = options;
  }

  /** Whether servers are told that people can be asked (SDK-16). */
  get isOpen(): boolean {
    return this.#options.hasHost || this.#options.hooks().has('Elicitation');
  }

  /** Whether the server refused to hear of anything but forms. */
  takesFormsOnly(serverName: string): boolean {
    return this.#formsOnly.has(serverName);
  }

  rememberFormsOnly(serverName: string): void {
    this.#formsOnly.add(serverName);
  }

  async answer(
    serverName: string,
    question: ElicitationQuestion,
    { signal, origin }: ServerRequestContext,
  ): Promise<ElicitationAnswer> {
    const page = question.mode === 'url' ? this.#openPage(serverName, question, origin) : undefined;
    const request = requestOf(serverName, question, page?.id);
    const answer = await this.#decide(serverName, request, signal);
    const checked = this.#checked(serverName, question, answer);
    if (page && checked.action !== 'accept') this.#forget(serverName, page);
    if (page && checked.action === 'accept' && question.mode === 'url' && question.isRetried)
      await untilAborted(page.whenDone, signal);
    return checked;
  }

  /** The server says that a person is done. Ids that are not known, or done already, are nothing new. */
  complete(serverName: string, id: unknown): void {
    const page = this.#pages.get(serverName)?.find((one) => one.id === id);
    if (page) this.#finish(serverName, page);
  }

  /** A call has its result, so it asks no more: the pages that it sent people to are done with. */
  callEnded(serverName: string, origin: unknown): void {
    for (const page of [...(this.#pages.get(serverName) ?? [])])
      if (page.origin === origin) this.#finish(serverName, page);
  }

  async #decide(
    serverName: string,
    request: Extract<RuntimeRequest, { subtype: 'elicitation' }>,
    signal: AbortSignal,
  ): Promise<HookedAnswer> {
    const hooks = this.#options.hooks();
    const call = { matchValue: serverName, signal };
    const input = questionInput(request);
    const early = await hooks.run('Elicitation', input, call);
    const first =
      early.elicitation ??
      (early.blocked ? ({ action: 'decline' } as const) : await this.#askHost(request, signal));
    const result = { ...input, action: first.action, content: first.content ?? {} };
    const late = await hooks.run('ElicitationResult', result, call);
    return late.blocked ? { action: 'decline' } : (late.elicitation ?? first);
  }

  async #askHost(
    request: Extract<RuntimeRequest, { subtype: 'elicitation' }>,
    signal: AbortSignal,
  ): Promise<HookedAnswer> {
    if (!this.#options.hasHost) return { action: 'cancel' };
    return elicitationAnswer.parse(await this.#options.ask(request, { signal }));
  }

  /** Content that breaks the form is not sent: the server gets `cancel`, and it is said here (SDK-45). */
  #checked(
    serverName: string,
    question: ElicitationQuestion,
    answer: HookedAnswer,
  ): ElicitationAnswer {
    if (answer.action !== 'accept' || question.mode === 'url') return { action: answer.action };
    const problems = problemsOf(
      question.requestedSchema,
      filledIn(question.requestedSchema, answer.content ?? {}),
    );
    if (problems.length === 0) return { action: 'accept', content: answer.content ?? {} };
    this.#options.onDiagnostic(
      `The answer to a question of "${serverName}" does not fit its form, so the question was cancelled: ${problems.map(problemSentence).join(' ')}`,
    );
    return { action: 'cancel' };
  }

  #openPage(
    serverName: string,
    question: Extract<ElicitationQuestion, { mode: 'url' }>,
    origin: unknown,
  ): OpenPage {
    const pages = this.#pages.get(serverName) ?? [];
    this.#pages.set(serverName, pages);
    const known = pages.find((one) =>
      question.elicitationId === undefined
        ? one.isOurs && one.origin === origin && one.url === question.url
        : one.id === question.elicitationId,
    );
    if (known) return known;
    let done: () => void = () => undefined;
    const whenDone = new Promise<void>((resolve) => {
      done = resolve;
    });
    const page: OpenPage = {
      id: question.elicitationId ?? crypto.randomUUID(),
      url: question.url,
      origin,
      isOurs: question.elicitationId === undefined,
      done,
      whenDone,
    };
    pages.push(page);
    return page;
  }

  #forget(serverName: string, page: OpenPage): void {
    const pages = this.#pages.get(serverName) ?? [];
    this.#pages.set(
      serverName,
      pages.filter((one) => one !== page),
    );
  }

  #finish(serverName: string, page: OpenPage): void {
    this.#forget(serverName, page);
    page.done();
    this.#options.emit({
      type: 'system',
      subtype: 'elicitation_complete',
      uuid: crypto.randomUUID(),
      session_id: this.#options.sessionId,
      mcp_server_name: serverName,
      elicitation_id: page.id,
    });
    const notice = {
      notification_type: 'elicitation_complete',
      message: `The server "${serverName}" has what it asked for.`,
      mcp_server_name: serverName,
      elicitation_id: page.id,
    };
    const { signal } = new AbortController();
    void this.#options
      .hooks()
      .run('Notification', notice, { matchValue: 'elicitation_complete', signal });
  }
}

function requestOf(
  serverName: string,
  question: ElicitationQuestion,
  id: string | undefined,
): Extract<RuntimeRequest, { subtype: 'elicitation' }> {
  return {
    subtype: 'elicitation',
    server_name: serverName,
    message: question.message,
    mode: question.mode,
    ...(question.mode === 'url' ? { url: question.url } : {}),
    ...(id === undefined ? {} : { elicitation_id: id }),
    ...(question.mode === 'form' ? { requested_schema: question.requestedSchema } : {}),
    ...shownNames(question.params),
  };
}

/** How the server wants the question to be called, where it says so. */
function shownNames(params: JsonObject): {
  readonly title?: string;
  readonly display_name?: string;
  readonly description?: string;
} {
  const { title, displayName, description } = params;
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof displayName === 'string' ? { display_name: displayName } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

function untilAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void done.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
