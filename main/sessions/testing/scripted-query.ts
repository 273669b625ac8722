import { randomUUID } from 'node:crypto';
import { resultMessage, userMessage } from '../../../e2e/servers/runtime/messages.ts';
import type { ContextUsageResponse } from '../../../shared/agent/about-frames.ts';
import type { PermissionResult } from '../../../shared/agent/frames.ts';
import type {
  PermissionMode,
  SDKMessage,
  SDKResultMessage,
  SDKUserMessageInput,
} from '../../../shared/agent/messages.ts';
import { RuntimeExitedError } from '../../agent/sdk/errors.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import type { SessionQuery, SessionStart } from '../session-query.ts';

type Step = { readonly message: SDKMessage } | { readonly failure: Error };

/** A runtime whose every step a test decides. */
export class ScriptedQuery implements SessionQuery {
  readonly #steps = new AsyncQueue<Step>();
  readonly #inputs: SDKUserMessageInput[] = [];
  readonly #waiting: ((input: SDKUserMessageInput) => void)[] = [];
  readonly #abort = new AbortController();
  closed = false;
  /** How often the turn was asked to stop. */
  interrupts = 0;
  /** What it was told to go on with. */
  readonly modes: PermissionMode[] = [];
  /** How long the process takes to go once it is closed. */
  end: Promise<void> = Promise.resolve();

  constructor(private readonly start: SessionStart) {
    void this.#pull();
  }

  get pendingInputs(): number {
    return this.#inputs.length;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SDKMessage> {
    for await (const step of this.#steps) {
      if ('failure' in step) throw step.failure;
      yield step.message;
    }
  }

  interrupt(): Promise<void> {
    this.interrupts += 1;
    this.finish('interrupted');
    return Promise.resolve();
  }

  setPermissionMode(mode: PermissionMode): Promise<void> {
    this.modes.push(mode);
    return Promise.resolve();
  }

  /** What it tells when it is asked. */
  usage: ContextUsageResponse = { total_tokens: 0, estimated: true, parts: [] };
  /** The titles that the model gives, in this order; then none. */
  readonly titles: (string | Error | undefined)[] = [];

  contextUsage(): Promise<ContextUsageResponse> {
    return Promise.resolve(this.usage);
  }

  commands(): Promise<{ name: string; description: string }[]> {
    return Promise.resolve([{ name: 'compact', description: 'Sums up.' }]);
  }

  suggestTitle(): Promise<string | undefined> {
    const title = this.titles.shift();
    return title instanceof Error ? Promise.reject(title) : Promise.resolve(title);
  }

  questionHooks(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  close(): Promise<void> {
    this.closed = true;
    this.#abort.abort();
    this.#steps.end();
    return this.end;
  }

  nextInput(): Promise<SDKUserMessageInput> {
    const input = this.#inputs.shift();
    if (input) return Promise.resolve(input);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Says that the message is recorded, as a runtime does. */
  echo(input: SDKUserMessageInput): void {
    const { content } = input.message;
    const words = typeof content === 'string' ? content : '';
    this.#steps.push({ message: userMessage(this.start.sessionId, words, input.uuid) });
  }

  finish(subtype: SDKResultMessage['subtype']): void {
    this.#steps.push({ message: resultMessage(this.start.sessionId, subtype) });
  }

  /** Ends as a killed runtime does, or with another failure of the SDK. */
  die(
    failure: Error = new RuntimeExitedError({
      code: null,
      signal: 'SIGKILL',
      stderr: ['last words'],
    }),
  ): void {
    this.#steps.push({ failure });
  }

  ask(call: { readonly toolName: string; readonly input: unknown }): Promise<PermissionResult> {
    const [, serverKey, serverToolName] = call.toolName.split('__');
    return this.start.askPermission({
      ...call,
      toolUseId: randomUUID(),
      serverKey,
      serverToolName,
      title: undefined,
      annotations: {},
      signal: this.#abort.signal,
    });
  }

  async #pull(): Promise<void> {
    for await (const input of this.start.input) {
      const taker = this.#waiting.shift();
      if (taker) taker(input);
      else this.#inputs.push(input);
    }
  }
}
