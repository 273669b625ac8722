import { createHash, randomUUID } from 'node:crypto';
import type { PermissionResult } from '../../shared/agent/frames.ts';
import type { PermissionPrompt } from '../../shared/ipc/routes/sessions.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import { canonicalJson, isJsonObject } from '../../shared/lib/json.ts';
import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import type { Clock } from '../lib/clock.ts';
import type { PermissionAnswer } from './session-service-contract.ts';
import type { ToolQuestion } from './session-query.ts';

/** How long after a key press or click an answer counts (SE-5), in ms. */
const GESTURE_WINDOW_MS = 1_000;

interface OpenPrompt {
  readonly prompt: PermissionPrompt;
  readonly grantKey: string;
  readonly settle: (result: PermissionResult) => void;
}

/**
 * Every tool call that waits for the person, over all sessions, and the grants "for this session".
 * A grant is keyed by server id, the definition that was trusted, and the tool's bare name; never parsed from full names (SE-40).
 */
export class PermissionDesk {
  readonly #open = new Map<string, OpenPrompt>();
  readonly #grants = new Map<string, Set<string>>();

  constructor(
    private readonly clock: Clock,
    private readonly onChange: (prompts: readonly PermissionPrompt[]) => void,
  ) {}

  get prompts(): readonly PermissionPrompt[] {
    return [...this.#open.values()].map((entry) => entry.prompt);
  }

  /** Resolves with the person's answer, or with a denial when the question is withdrawn. Never rejects. */
  ask(
    sessionId: string,
    question: ToolQuestion,
    server: ServerRecord | undefined,
  ): Promise<PermissionResult> {
    const grantKey = keyOfGrant(question, server);
    if (this.#grants.get(sessionId)?.has(grantKey)) return Promise.resolve(allowed(question.input));
    if (question.signal.aborted) return Promise.resolve(withdrawn());
    let prompt: PermissionPrompt;
    try {
      prompt = this.#promptFor(sessionId, question, server);
    } catch {
      return Promise.resolve({
        behavior: 'deny',
        message: 'The arguments are nested too deeply to be shown, so the call was not allowed.',
      });
    }
    return new Promise((resolve) => {
      const settle = (result: PermissionResult): void => {
        question.signal.removeEventListener('abort', withdraw);
        this.#open.delete(prompt.promptId);
        this.onChange(this.prompts);
        resolve(result);
      };
      const withdraw = (): void => {
        settle(withdrawn());
      };
      question.signal.addEventListener('abort', withdraw, { once: true });
      this.#open.set(prompt.promptId, { prompt, grantKey, settle });
      this.onChange(this.prompts);
    });
  }

  /** Throws `session.no-prompt`, `session.prompt-mismatch` or `session.no-gesture`. A denial needs no gesture: it is the safe answer. */
  answer(
    promptId: string,
    argumentsHash: string,
    answer: PermissionAnswer,
    lastInputAt: number,
  ): void {
    const entry = this.#open.get(promptId);
    if (!entry) throw new ParleyError('session.no-prompt', 'This question is not open any more.');
    if (entry.prompt.argumentsHash !== argumentsHash) {
      throw new ParleyError(
        'session.prompt-mismatch',
        'The answer does not belong to the arguments that were shown, so it was not taken.',
      );
    }
    if (answer.behavior === 'deny') {
      entry.settle({ behavior: 'deny', message: 'The person denied this call.' });
      return;
    }
    if (this.clock.now() - lastInputAt > GESTURE_WINDOW_MS) {
      throw new ParleyError(
        'session.no-gesture',
        'Allowing needs a click or a key press in the window, so it was not taken.',
      );
    }
    entry.settle(allowed(entry.prompt.input));
    if (answer.scope === 'session') this.#grant(entry);
  }

  /** Withdraws the prompts of a session and forgets its grants. */
  forget(sessionId: string): void {
    this.#grants.delete(sessionId);
    this.withdraw(sessionId);
  }

  /** Withdraws the prompts of a session: its runtime is gone. */
  withdraw(sessionId: string): void {
    for (const entry of [...this.#open.values()]) {
      if (entry.prompt.sessionId === sessionId) entry.settle(withdrawn());
    }
  }

  /** Remembers the grant and lets other open prompts for the same tool of the session through. */
  #grant(granted: OpenPrompt): void {
    const { sessionId } = granted.prompt;
    const grants = this.#grants.get(sessionId) ?? new Set<string>();
    this.#grants.set(sessionId, grants.add(granted.grantKey));
    for (const entry of [...this.#open.values()]) {
      if (entry.prompt.sessionId === sessionId && entry.grantKey === granted.grantKey) {
        entry.settle(allowed(entry.prompt.input));
      }
    }
  }

  #promptFor(
    sessionId: string,
    question: ToolQuestion,
    server: ServerRecord | undefined,
  ): PermissionPrompt {
    const promptId = randomUUID();
    return {
      promptId,
      sessionId,
      toolUseId: question.toolUseId,
      toolName: question.toolName,
      serverToolName: question.serverToolName ?? question.toolName,
      ...(question.title === undefined ? {} : { title: question.title }),
      ...(server === undefined ? {} : { serverId: server.id, serverName: server.name }),
      annotations: question.annotations,
      input: question.input,
      argumentsHash: hashOf([promptId, question.toolName, question.input]),
      createdAt: this.clock.now(),
    };
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function keyOfGrant(question: ToolQuestion, server: ServerRecord | undefined): string {
  return server === undefined
    ? canonicalJson(['own', question.toolName])
    : canonicalJson([
        server.id,
        server.trustedHash ?? '',
        question.serverToolName ?? question.toolName,
      ]);
}

/** What was approved is what is sent (SE-40): the input goes back with the answer. */
function allowed(input: unknown): PermissionResult {
  return isJsonObject(input) ? { behavior: 'allow', updatedInput: input } : { behavior: 'allow' };
}

function withdrawn(): PermissionResult {
  return { behavior: 'deny', message: 'The question was withdrawn before the person answered.' };
}
