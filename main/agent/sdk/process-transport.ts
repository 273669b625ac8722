import { dirname } from 'node:path';
import { CREDENTIAL_FILE_VARIABLE, FRAME_CAP_BYTES } from '../../../shared/agent/frames.ts';
import type { CredentialPayload } from '../../../shared/agent/frames.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { encodeJsonLine, JsonlReader } from '../../lib/jsonl.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import type { SpawnManaged } from '../../lib/subprocess.ts';
import { CredentialFolder } from './credential-folder.ts';
import { DiagnosticLines } from './diagnostic-lines.ts';
import { CredentialsError, RuntimeGoneError, RuntimeStartError } from './errors.ts';
import { isNodeProgram, locateRuntime } from './runtime-location.ts';
import { fromManaged, fromSpawned } from './spawned-runtime.ts';
import type { RuntimeProcess, SpawnRuntime } from './spawned-runtime.ts';
import type { CredentialDelivery, RuntimeExit, Transport } from './transport.ts';

export interface ProcessTransportOptions {
  /** Default: `PARLEY_RUNTIME_PATH`, else the runtime of this package. */
  readonly pathToRuntime?: string | undefined;
  /** Replaces the spawn. */
  readonly spawnRuntime?: SpawnRuntime | undefined;
  /** The whole environment of the process. Holds no secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default 2_000 ms. */
  readonly closeGraceMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly spawn?: SpawnManaged | undefined;
}

const RUNTIME_ARGS = ['--sdk'];

/** A runtime in a child process: JSON lines on stdin and stdout (RT-1, RT-2), credentials by a one-shot file (RT-5). */
export class ProcessTransport implements Transport {
  readonly #options: ProcessTransportOptions;
  readonly #clock: Clock;
  readonly #diagnostics = new DiagnosticLines();
  #onFrame: (frame: unknown) => void = () => undefined;
  #onProtocolError: (error: Error) => void = () => undefined;
  #onExit: (exit: RuntimeExit) => void = () => undefined;
  #process: RuntimeProcess | undefined;
  #folder: CredentialFolder | undefined;
  #starting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #gone = false;

  constructor(options: ProcessTransportOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Of the running runtime. */
  get pid(): number | undefined {
    return this.#process?.pid;
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
    try {
      this.#process = this.#options.spawnRuntime
        ? fromSpawned(await this.#options.spawnRuntime({ args: RUNTIME_ARGS }), this.#clock)
        : await this.#spawn();
    } catch (failure) {
      await this.#folder?.dispose();
      if (failure instanceof RuntimeStartError || failure instanceof CredentialsError)
        throw failure;
      throw new RuntimeStartError(`The runtime could not be started: ${messageOf(failure)}`, {
        cause: failure,
      });
    }
    this.#listen(this.#process);
  }

  async #spawn(): Promise<RuntimeProcess> {
    const path = locateRuntime(this.#options.pathToRuntime, this.#options.env);
    if ('electron' in process.versions && isNodeProgram(path))
      throw new RuntimeStartError(
        'Inside Electron a child process would be a second copy of the app. Pass `transport: new UtilityProcessTransport(…)` instead.',
      );
    this.#folder = await CredentialFolder.create();
    const env: Record<string, string> = { [CREDENTIAL_FILE_VARIABLE]: this.#folder.firstFile };
    for (const [name, value] of Object.entries(this.#options.env))
      if (value !== undefined && name !== CREDENTIAL_FILE_VARIABLE) env[name] = value;
    const spawn = this.#options.spawn ?? spawnManaged;
    const managed = await spawn({
      command: isNodeProgram(path) ? process.execPath : path,
      args: isNodeProgram(path) ? [path, ...RUNTIME_ARGS] : RUNTIME_ARGS,
      // The runtime is told its working folder in a frame; this one surely exists.
      cwd: dirname(path),
      env,
      clock: this.#clock,
    });
    return fromManaged(managed);
  }

  #listen(runtime: RuntimeProcess): void {
    this.#diagnostics.drain(runtime.stderr);
    const reader = new JsonlReader({
      capBytes: FRAME_CAP_BYTES,
      onValue: (value) => this.#onFrame(value),
      onError: (error) => this.#onProtocolError(error),
    });
    runtime.stdout.on('data', (chunk: Uint8Array) => reader.push(chunk));
    // A runtime that has closed its input and lives on is of no use any more.
    runtime.stdin.once('close', () => void this.close());
    void runtime.exited.then(async ({ code, signal, reason }) => {
      this.#gone = true;
      await this.#folder?.dispose();
      const { last } = this.#diagnostics;
      this.#onExit({ code, signal, stderr: reason === undefined ? last : [...last, reason] });
    });
  }

  async deliverCredentials(payload: CredentialPayload): Promise<CredentialDelivery> {
    const runtime = this.#process;
    if (!runtime)
      throw new CredentialsError('The runtime is not running, so it takes no credentials.');
    const folder = this.#folder;
    if (folder) {
      const file = await folder.write(payload);
      if (this.#gone) await folder.dispose();
      return { ...(file === folder.firstFile ? {} : { file }), dispose: () => folder.remove(file) };
    }
    if (runtime.deliverCredentials) {
      const file = await runtime.deliverCredentials(payload).catch(asCredentialsError);
      return { ...(file === undefined ? {} : { file }), dispose: () => Promise.resolve() };
    }
    if (payload.modelKey !== undefined || Object.keys(payload.servers).length > 0)
      throw new CredentialsError(
        'There is a model key, or servers have `env` or `headers`, but `spawnRuntime` returned no `deliverCredentials`, so they cannot reach the runtime. ' +
          'Return it, as `runtimeElsewhere` does, or use a provider that needs no key and servers without secrets.',
      );
    return { dispose: () => Promise.resolve() };
  }

  async send(frame: unknown): Promise<void> {
    const stdin = this.#process?.stdin;
    if (!stdin?.writable) throw new RuntimeGoneError();
    const line = encodeJsonLine(frame, FRAME_CAP_BYTES);
    if (stdin.write(line)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        stdin.removeListener('drain', done);
        stdin.removeListener('close', done);
        resolve();
      };
      stdin.once('drain', done);
      stdin.once('close', done);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    await this.#process?.stop(this.#options.closeGraceMs ?? 2_000);
    await this.#folder?.dispose();
  }
}

function asCredentialsError(failure: unknown): never {
  if (failure instanceof CredentialsError) throw failure;
  throw new CredentialsError(
    `The credentials could not be brought to the runtime: ${messageOf(failure)}`,
    { cause: failure },
  );
}
