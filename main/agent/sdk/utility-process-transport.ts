import { FRAME_CAP_BYTES } from '../../../shared/agent/frames.ts';
import type { CredentialPayload } from '../../../shared/agent/frames.ts';
import { runtimeEnvelope, UTILITY_WINDOW_BYTES } from '../../../shared/agent/utility-envelope.ts';
import type { HostEnvelope } from '../../../shared/agent/utility-envelope.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { CreditWindow } from '../../lib/credit-window.ts';
import type { Disposable } from '../../lib/disposable.ts';
import { FrameTooLargeError, measureJson } from '../../lib/jsonl.ts';
import { DiagnosticLines } from './diagnostic-lines.ts';
import { RuntimeGoneError, RuntimeStartError } from './errors.ts';
import type { CredentialDelivery, RuntimeExit, Transport } from './transport.ts';

/** The part of Electron's `UtilityProcess` that is used here. */
export interface UtilityChild {
  readonly pid: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  on(event: 'spawn', listener: () => void): unknown;
}

/** The part of Electron's `utilityProcess` that is used here. */
export interface UtilityForker {
  fork(
    modulePath: string,
    args: string[],
    options: { env: Record<string, string>; stdio: 'pipe'; serviceName: string },
  ): UtilityChild;
}

export interface UtilityProcessTransportOptions {
  readonly forker: UtilityForker;
  /** The runtime's bundle. */
  readonly modulePath: string;
  /** The whole environment of the process. Holds no secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly serviceName?: string | undefined;
  /** Guards the process against outliving this one. Disposed as soon as it has ended, so that a reused pid is never hit. */
  readonly onForked: (pid: number) => Disposable;
  /** Ends a process that ignored everything else. Default: SIGKILL. */
  readonly killHard?: ((pid: number) => void) | undefined;
  /** Default 2_000 ms. */
  readonly closeGraceMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

const TERM_GRACE_MS = 5_000;
/** How long output may come after the end, in ms. */
const DRAIN_MS = 500;

/** A runtime in an Electron utility process: one frame a message, with a window and a cap of our own (RT-1, RT-2). */
export class UtilityProcessTransport implements Transport {
  readonly #options: UtilityProcessTransportOptions;
  readonly #clock: Clock;
  readonly #diagnostics = new DiagnosticLines();
  readonly #window = new CreditWindow(UTILITY_WINDOW_BYTES);
  readonly #exited: Promise<void>;
  #markExited: () => void = () => undefined;
  #onFrame: (frame: unknown) => void = () => undefined;
  #onProtocolError: (error: Error) => void = () => undefined;
  #onExit: (exit: RuntimeExit) => void = () => undefined;
  #child: UtilityChild | undefined;
  #pid: number | undefined;
  #guard: Disposable | undefined;
  #gone = false;
  #starting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: UtilityProcessTransportOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#exited = new Promise((resolve) => {
      this.#markExited = resolve;
    });
  }

  get pid(): number | undefined {
    return this.#gone ? undefined : this.#pid;
  }

  onFrame(listener: (frame: unknown) => void): void {
    this.#onFrame = listener;
  }

  onProtocolError(listener: (error: Error) => void): void {
    this.#onProtocolError = listener;
  }

  onExit(listener: (exit: RuntimeExit) => void): void {
    this.#onExit = listener;
  }

  onStderr(listener: (line: string) => void): void {
    this.#diagnostics.onLine(listener);
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    if (this.#closing) throw new RuntimeStartError('The transport was closed before it started.');
    let child: UtilityChild;
    try {
      child = this.#options.forker.fork(this.#options.modulePath, ['--sdk'], {
        env: { ...this.#options.env },
        stdio: 'pipe',
        serviceName: this.#options.serviceName ?? 'Parley session',
      });
    } catch (failure) {
      throw new RuntimeStartError(
        `The runtime ${this.#options.modulePath} could not be started: ${messageOf(failure)}`,
        { cause: failure },
      );
    }
    this.#child = child;
    this.#drain(child);
    child.on('message', (message) => this.#receive(child, message));
    child.on('exit', (code) => this.#exit(code));
    await new Promise<void>((resolve) => {
      child.on('spawn', () => {
        this.#pid = child.pid;
        if (child.pid !== undefined && !this.#gone) this.#guard = this.#options.onForked(child.pid);
        resolve();
      });
      void this.#exited.then(resolve);
    });
    if (this.#gone)
      throw new RuntimeStartError(
        `The runtime ${this.#options.modulePath} ended before it started.`,
        { stderr: this.#diagnostics.last },
      );
  }

  #drain(child: UtilityChild): void {
    // Frames have a channel of their own here: whatever is printed is a diagnostic.
    for (const stream of [child.stderr, child.stdout]) if (stream) this.#diagnostics.drain(stream);
  }

  #receive(child: UtilityChild, message: unknown): void {
    const parsed = runtimeEnvelope.safeParse(message);
    if (!parsed.success) {
      this.#onProtocolError(new Error('A message of the runtime is no envelope.'));
      return;
    }
    if ('ack' in parsed.data) {
      this.#window.give(parsed.data.ack);
      return;
    }
    if (parsed.data.size > FRAME_CAP_BYTES) {
      this.#onProtocolError(new FrameTooLargeError(FRAME_CAP_BYTES));
      return;
    }
    this.#onFrame(parsed.data.frame);
    if (!this.#gone) child.postMessage({ ack: parsed.data.size } satisfies HostEnvelope);
  }

  #exit(code: number): void {
    if (this.#gone) return;
    this.#gone = true;
    void this.#guard?.dispose();
    this.#window.close(new RuntimeGoneError());
    this.#markExited();
    // Its last words may still be on their way.
    let reported = false;
    const report = (): void => {
      if (reported) return;
      reported = true;
      stopTimer();
      this.#onExit({ code, signal: null, stderr: this.#diagnostics.last });
    };
    const stopTimer = this.#clock.after(DRAIN_MS, report);
    void this.#diagnostics.ended.then(report);
  }

  async deliverCredentials(payload: CredentialPayload): Promise<CredentialDelivery> {
    this.#running().postMessage({ credentials: payload } satisfies HostEnvelope);
    return { dispose: () => Promise.resolve() };
  }

  async send(frame: unknown): Promise<void> {
    const child = this.#running();
    const size = measureJson(frame, FRAME_CAP_BYTES);
    await this.#window.take(size);
    try {
      child.postMessage({ frame, size } satisfies HostEnvelope);
    } catch (failure) {
      this.#window.give(size);
      throw failure;
    }
  }

  #running(): UtilityChild {
    if (!this.#child || this.#gone) throw new RuntimeGoneError();
    return this.#child;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    const child = this.#child;
    if (!child || this.#gone) return;
    child.postMessage({ end: true } satisfies HostEnvelope);
    if (await this.#endsWithin(this.#options.closeGraceMs ?? 2_000)) return;
    child.kill();
    if (await this.#endsWithin(TERM_GRACE_MS)) return;
    const killHard = this.#options.killHard ?? ((pid) => process.kill(pid, 'SIGKILL'));
    try {
      if (this.#pid !== undefined) killHard(this.#pid);
    } catch {
      // It ended in this moment.
    }
    await this.#exited;
  }

  #endsWithin(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const stopTimer = this.#clock.after(ms, () => resolve(false));
      void this.#exited.then(() => {
        stopTimer();
        resolve(true);
      });
    });
  }
}
