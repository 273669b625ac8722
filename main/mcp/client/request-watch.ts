import type { Clock } from '../../lib/clock.ts';
import { onAbort } from './abort-relay.ts';
import type { RequestOptions } from './connection.ts';
import { McpError } from './mcp-error.ts';

export const DEFAULT_TIMEOUT_MS = 60_000;
/** However much progress there is, a request ends then, in ms. */
export const HARD_LIMIT_MS = 3_600_000;
/** Silence after which it is looked into whether the server is still there, in ms. */
const SILENCE_MS = 5_000;

type Ending = 'timeout' | 'limit' | 'aborted';

/** Runs the clocks of one request and keeps apart what ended it. */
export class RequestWatch {
  /** Made when it is asked for: most requests need none. */
  #controller: AbortController | undefined;
  #reason: string | undefined;
  #overListeners: Set<(reason: string) => void> | undefined;
  readonly #timeoutMs: number;
  readonly #limitMs: number;
  readonly #startedAt: number;
  #cancelTimer: (() => void) | undefined;
  #cancelLimit: (() => void) | undefined;
  #cancelSilence: (() => void) | undefined;
  #unlisten: (() => void) | undefined;
  #over: Ending | undefined;
  #lost: McpError | undefined;
  #pauses = 0;

  constructor(
    private readonly clock: Clock,
    private readonly options: RequestOptions,
    /** Called in each spell of silence, where silence says little about the server. */
    private readonly onSilence?: () => void,
  ) {
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#limitMs = options.maxTotalTimeoutMs ?? HARD_LIMIT_MS;
    if (options.signal?.aborted) this.#abort();
    else if (options.signal) this.#unlisten = onAbort(options.signal, this.#abort);
    this.#startedAt = clock.now();
    if (this.#limitMs <= this.#timeoutMs) this.#startLimit(0);
    this.#arm();
  }

  #startLimit(spentMs: number): void {
    if (this.#timeoutMs === 0 || this.#cancelLimit) return;
    const left = this.#limitMs - spentMs;
    this.#cancelLimit = this.clock.after(left, () => this.#finish('limit', 'timed out'));
  }

  /** Without it the shorter limit would have rung first: most requests need no second timer. */
  #rearm(): void {
    const spentMs = this.clock.now() - this.#startedAt;
    // Whatever became of the computer's clock meanwhile.
    this.#startLimit(Math.min(Math.max(spentMs, 0), this.#timeoutMs));
    this.#arm();
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  get origin(): unknown {
    return this.options.origin;
  }

  /** Calls `run` when the request is over before it was answered, at once if it is; the returned function takes that back. */
  onOver(run: (reason: string) => void): () => void {
    if (this.#reason === undefined) (this.#overListeners ??= new Set()).add(run);
    else run(this.#reason);
    return () => this.#overListeners?.delete(run);
  }

  #stop(reason: string): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const run of [...(this.#overListeners ?? [])]) run(reason);
  }

  readonly #abort = (): void => this.#finish('aborted', 'cancelled');

  #finish(over: Ending, reason: string): void {
    this.#over ??= over;
    this.#stop(reason);
  }

  /** The server turned out to be gone. */
  lose(failure: McpError): void {
    this.#lost ??= failure;
    this.#stop('lost');
  }

  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#cancelSilence?.();
    this.#cancelSilence = undefined;
    if (this.#pauses > 0) return;
    this.#listen();
    if (this.#timeoutMs === 0) return;
    this.#cancelTimer = this.clock.after(this.#timeoutMs, () =>
      this.#finish('timeout', 'timed out'),
    );
  }

  #listen(): void {
    if (!this.onSilence) return;
    this.#cancelSilence = this.clock.after(SILENCE_MS, () => {
      this.onSilence?.();
      this.#listen();
    });
  }

  progressed(progress: Parameters<NonNullable<RequestOptions['onProgress']>>[0]): void {
    this.#rearm();
    this.options.onProgress?.(progress);
  }

  /** The clock stands still while a person is asked. Returns what lets it go on. */
  pause(): () => void {
    this.#pauses += 1;
    this.#rearm();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#pauses -= 1;
      if (this.#reason === undefined && this.#pauses === 0) this.#arm();
    };
  }

  throwIfOver(): void {
    if (this.#over ?? this.#lost) throw new Error('over');
  }

  /** What ended the request, if it was not the server. */
  verdict(method: string): McpError | undefined {
    if (this.#over === 'aborted')
      return new McpError('aborted', `The request ${method} was cancelled.`);
    if (this.#lost) return this.#lost;
    if (this.#over === undefined) return undefined;
    const seconds = (this.#over === 'limit' ? this.#limitMs : this.#timeoutMs) / 1_000;
    return new McpError(
      'timeout',
      `The server did not answer ${method} within ${seconds} seconds.`,
    );
  }

  end(): void {
    this.#cancelTimer?.();
    this.#cancelLimit?.();
    this.#cancelSilence?.();
    // A pause that ends later must not start a clock again.
    this.#pauses = Number.POSITIVE_INFINITY;
    this.#unlisten?.();
  }
}
