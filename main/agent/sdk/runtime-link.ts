import { z } from 'zod';
import {
  initializeResponse,
  PROTOCOL_VERSION,
  runtimeFrame,
} from '../../../shared/agent/frames.ts';
import type {
  CredentialPayload,
  HostFrame,
  InitializeResponse,
  RuntimeFrame,
  initializeFrame,
} from '../../../shared/agent/frames.ts';
import { protocolVersionText } from '../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { delay } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { ControlChannel } from '../../lib/control-channel.ts';
import type {
  ControlHandler,
  ControlPayload,
  ControlRequestOptions,
} from '../../lib/control-channel.ts';
import { Deferred } from './deferred.ts';
import {
  ControlRequestError,
  ControlRequestTimeoutError,
  CredentialsError,
  InvalidOptionsError,
  ProtocolError,
  RuntimeExitedError,
  RuntimeGoneError,
  RuntimeStartError,
  SessionExistsError,
  SessionLockedError,
  SessionNotFoundError,
} from './errors.ts';
import type { CredentialDelivery, RuntimeExit, Transport } from './transport.ts';

type ReadyFrame = Extract<RuntimeFrame, { type: 'ready' }>;

export interface RuntimeLinkOptions {
  readonly transport: Transport;
  readonly handlers: Readonly<Record<string, ControlHandler>>;
  readonly clock: Clock;
  /** Milliseconds; 0 = no limit. */
  readonly initializeTimeoutMs: number;
  readonly onMessage: (message: SDKMessage) => void;
  /** Called once, with the reason: given to `end`, or what broke. */
  readonly onEnded: (reason: Error) => void;
  readonly onDiagnostic: (message: string) => void;
}

export interface Initialized {
  readonly ready: ReadyFrame;
  readonly response: InitializeResponse;
}

/** How long a runtime whose credentials could not be delivered may take to show whether it can be reached at all, in ms. */
const REACH_LIMIT_MS = 5_000;

/**
 * One runtime: its transport, its handshake and its control channel. It ends once, by `end` or because something broke;
 * then every pending request rejects with the reason and the transport is closed.
 */
export class RuntimeLink {
  readonly #options: RuntimeLinkOptions;
  readonly #channel: ControlChannel;
  readonly #ready = new Deferred<ReadyFrame>();
  readonly #end = new Deferred<Error>();
  #phase: 'starting' | 'ready' | 'open' = 'starting';
  #ended: Error | undefined;
  /** Of the same major version, which may say more than is known here. */
  #isNewer = false;
  #closed: Promise<void> | undefined;
  #endingGently: Promise<void> | undefined;
  #stopTimer: () => void = () => undefined;

  constructor(options: RuntimeLinkOptions) {
    this.#options = options;
    this.#channel = new ControlChannel({
      send: (frame) => this.#write(frame),
      handlers: options.handlers,
      clock: options.clock,
      onDiagnostic: options.onDiagnostic,
    });
  }

  /**
   * Start order of RT-4: process, credentials, `ready`, `initialize`. Rejects with the typed error that the link ended with.
   * @param credentials may throw; then no process is started
   */
  async start(
    credentials: () => CredentialPayload,
    initialize: z.input<typeof initializeFrame>,
  ): Promise<Initialized> {
    const { transport } = this.#options;
    let delivery: CredentialDelivery | undefined;
    try {
      this.#throwIfEnded();
      const payload = credentials();
      this.#listen();
      this.#limitStart();
      await transport.start();
      this.#throwIfEnded();
      delivery = await transport
        .deliverCredentials(payload)
        .catch((failure: unknown) => this.#undelivered(failure));
      const ready = await this.#ready.promise;
      const response = await this.#initialize(initialize);
      this.#phase = 'open';
      return { ready, response };
    } catch (failure) {
      void this.end(failure instanceof Error ? failure : new Error(messageOf(failure)));
      throw this.#ended ?? failure;
    } finally {
      this.#stopTimer();
      await delivery?.dispose();
    }
  }

  /**
   * The way there may be broken as a whole: then the end of the runtime, which may come after that of the delivery, says why.
   * One that said that it is ready, or says nothing, only lacks the credentials.
   */
  async #undelivered(failure: unknown): Promise<never> {
    const enough = new AbortController();
    await Promise.race([
      this.#ready.promise,
      delay(this.#options.clock, REACH_LIMIT_MS, enough.signal),
    ]).catch(() => undefined);
    enough.abort();
    throw failure;
  }

  request(payload: ControlPayload, options: ControlRequestOptions): Promise<unknown> {
    return this.#channel.request(payload, options);
  }

  async send(frame: HostFrame): Promise<void> {
    this.#throwIfEnded();
    await this.#write(frame);
  }

  deliverCredentials(payload: CredentialPayload): Promise<CredentialDelivery> {
    return this.#options.transport.deliverCredentials(payload);
  }

  /**
   * Ends the link once the runtime has ended its session, for which it may still ask the host (hooks of the end), or once
   * `graceMs` are over; 0 = at once.
   */
  endGently(reason: Error, graceMs: number): Promise<void> {
    this.#endingGently ??= this.#endGently(reason, graceMs);
    return this.#endingGently;
  }

  async #endGently(reason: Error, graceMs: number): Promise<void> {
    if (this.#phase === 'open' && !this.#ended && graceMs > 0)
      await this.#channel
        .request({ subtype: 'end_session' }, { timeoutMs: graceMs })
        .catch(() => undefined);
    await this.end(reason);
  }

  /** Ends the link. The first reason counts. Resolves when the runtime is gone. */
  end(reason: Error): Promise<void> {
    if (this.#closed) return this.#closed;
    this.#ended = reason;
    this.#stopTimer();
    this.#end.resolve(reason);
    this.#ready.reject(reason);
    this.#channel.closeAll(reason);
    this.#closed = this.#closeTransport();
    this.#options.onEnded(reason);
    return this.#closed;
  }

  async #closeTransport(): Promise<void> {
    try {
      await this.#options.transport.close();
    } catch (failure) {
      this.#options.onDiagnostic(`The runtime could not be closed: ${messageOf(failure)}`);
    }
  }

  async #write(frame: HostFrame): Promise<void> {
    try {
      await this.#options.transport.send(frame);
    } catch (failure) {
      // The exit, which says more, is on its way.
      if (failure instanceof RuntimeGoneError) throw await this.#end.promise;
      throw failure;
    }
  }

  #listen(): void {
    const { transport } = this.#options;
    transport.onFrame((frame) => this.#receive(frame));
    transport.onProtocolError((error) => {
      this.#break(
        new ProtocolError(
          `The runtime wrote something that is no frame, so the session was closed. ${error.message}`,
          { cause: error },
        ),
      );
    });
    transport.onExit((exit) => this.#break(this.#exitError(exit)));
    transport.onStderr?.(this.#options.onDiagnostic);
  }

  #limitStart(): void {
    const { clock, initializeTimeoutMs } = this.#options;
    if (initializeTimeoutMs === 0) return;
    this.#stopTimer = clock.after(initializeTimeoutMs, () => {
      this.#break(
        this.#phase === 'starting'
          ? new RuntimeStartError(
              `The runtime did not say that it is ready within ${initializeTimeoutMs} ms. Check that \`pathToRuntime\` is a Parley runtime, or raise \`initializeTimeoutMs\`.`,
            )
          : new ControlRequestTimeoutError('initialize', initializeTimeoutMs),
      );
    });
  }

  async #initialize(request: z.input<typeof initializeFrame>): Promise<InitializeResponse> {
    const answer = await this.#channel.request(request).catch((failure: unknown) => {
      throw typedFailure(failure);
    });
    const parsed = initializeResponse.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new ProtocolError(
      `The runtime's answer to initialize is not usable, so the session was closed. ${z.prettifyError(parsed.error)}`,
    );
  }

  #receive(raw: unknown): void {
    if (this.#ended) return;
    const parsed = runtimeFrame.safeParse(raw);
    if (!parsed.success && this.#isNewer && isOfUnknownKind(parsed.error)) {
      this.#options.onDiagnostic(
        'The runtime is newer than this SDK and said something that only newer ones know; it was left out.',
      );
      return;
    }
    if (!parsed.success) {
      this.#break(
        new ProtocolError(
          `The runtime wrote a frame that is not usable, so the session was closed. ${z.prettifyError(parsed.error)}`,
        ),
      );
      return;
    }
    const frame = parsed.data;
    if (frame.type === 'ready') this.#takeReady(frame);
    else if (this.#phase === 'starting')
      this.#break(
        new ProtocolError(
          `The first frame of the runtime was "${frame.type}" and not "ready", so the session was closed. Check that \`pathToRuntime\` is a Parley runtime.`,
        ),
      );
    else if (
      frame.type === 'control_request' ||
      frame.type === 'control_response' ||
      frame.type === 'control_cancel_request'
    )
      this.#channel.receive(frame);
    else this.#options.onMessage(frame);
  }

  #takeReady(frame: ReadyFrame): void {
    if (this.#phase !== 'starting') {
      this.#break(
        new ProtocolError('The runtime said twice that it is ready, so the session was closed.'),
      );
      return;
    }
    if (Number.parseInt(frame.protocol_version, 10) !== PROTOCOL_VERSION.major) {
      this.#break(
        new ProtocolError(
          `The runtime speaks protocol version ${frame.protocol_version} and this SDK speaks ${protocolVersionText}. Use the runtime and the SDK of the same package.`,
        ),
      );
      return;
    }
    this.#isNewer = Number(frame.protocol_version.split('.')[1]) > PROTOCOL_VERSION.minor;
    this.#phase = 'ready';
    this.#ready.resolve(frame);
  }

  #exitError(exit: RuntimeExit): Error {
    if (this.#phase !== 'starting') return new RuntimeExitedError(exit);
    const how = exit.signal ? `by the signal ${exit.signal}` : `with code ${String(exit.code)}`;
    return new RuntimeStartError(`The runtime ended ${how} before it was ready.`, {
      stderr: exit.stderr,
    });
  }

  #break(error: Error): void {
    void this.end(error);
  }

  #throwIfEnded(): void {
    if (this.#ended) throw this.#ended;
  }
}

/** What the runtime says of `initialize`, as the error that hosts know it by. */
function typedFailure(failure: unknown): unknown {
  if (!(failure instanceof ControlRequestError)) return failure;
  const { code, message } = failure;
  if (code === 'credentials') return new CredentialsError(message, { cause: failure });
  if (code === 'invalid-settings') return new InvalidOptionsError([{ path: 'settings', message }]);
  if (code === 'session-not-found') return new SessionNotFoundError(message, { cause: failure });
  if (code === 'session-locked') return new SessionLockedError(message, { cause: failure });
  if (code === 'session-exists') return new SessionExistsError(message, { cause: failure });
  return failure;
}

/** A kind of frame or of system message that there is none of here, and not one that is malformed. */
function isOfUnknownKind(error: z.ZodError): boolean {
  return error.issues.every(
    (issue) =>
      issue.code === 'invalid_union' &&
      issue.errors.length === 0 &&
      ['type', 'subtype'].includes(String(issue.path.at(-1))),
  );
}
