import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import crossSpawn from 'cross-spawn';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Disposable } from './disposable.ts';
import { findCommand } from './find-command.ts';
import { lifelineCommand, sentinelCommand } from './lifeline.ts';
import type { Log } from './logger.ts';

/** How long a process group may take to end after TERM before it is killed, in ms. */
const TERM_GRACE_MS = 5_000;
/** How long output may go on after the process itself ended (something outside its group holds the pipes), in ms. */
const DRAIN_MS = 500;

export type SpawnErrorCode =
  'command-not-found' | 'not-executable' | 'working-folder-missing' | 'spawn-failed';

/** A process could not be started. `message` is a whole sentence. */
export class SpawnError extends Error {
  override readonly name = 'SpawnError';
  constructor(
    readonly code: SpawnErrorCode,
    message: string,
    readonly details: {
      readonly command: string;
      readonly cwd: string;
      /** The file that was found and could not be used. */
      readonly path: string | null;
      /** Folders that were looked into. */
      readonly searched: readonly string[];
    },
  ) {
    super(message);
  }
}

export interface SpawnOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child: make it with `childEnvironment`. Its PATH is the one searched. */
  readonly env: Readonly<Record<string, string>>;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * A running process and everything it starts. The caller owns it and calls `stop` or `kill`. When this program dies,
 * however it dies, the whole group dies with it. Errors of the streams are swallowed; an end shows as `exited`.
 */
export interface ManagedProcess {
  readonly pid: number;
  /** The file that runs. */
  readonly path: string;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves once the process is gone, its group is cleared and its output has been read. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Ends stdin, waits `graceMs`, sends TERM to the group, waits 5 s, kills the group. Resolves when it is gone; may be repeated. */
  stop(options?: { readonly graceMs?: number }): Promise<ProcessExit>;
  /** Kills the group at once. */
  kill(): void;
}

/** Starts a process; the injected form of `spawnManaged`. */
export type SpawnManaged = (options: SpawnOptions) => Promise<ManagedProcess>;

function spawnWithLifeline(path: string, options: SpawnOptions): ChildProcess {
  const { file, args } = lifelineCommand(path, options.args);
  return spawn(file, args, {
    cwd: options.cwd,
    env: { ...options.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
}

function spawnOnWindows(path: string, options: SpawnOptions): ChildProcess {
  return crossSpawn(path, [...options.args], {
    cwd: options.cwd,
    env: { ...options.env },
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function resolveCommand(options: SpawnOptions): Promise<string> {
  const { command, cwd, env } = options;
  const folder = await stat(cwd).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new SpawnError(
      'working-folder-missing',
      `“${command}” was not started because its working folder ${cwd} does not exist. Create the folder or choose another one.`,
      { command, cwd, path: null, searched: [] },
    );
  }
  const search = await findCommand(command, cwd, env);
  if (search.found) return search.path;
  const details = { command, cwd, path: search.path, searched: search.searched };
  if (search.reason === 'not-executable') {
    throw new SpawnError(
      'not-executable',
      `“${command}” was not started because ${search.path ?? command} is not an executable file. Make it executable or name another command.`,
      details,
    );
  }
  const where =
    search.searched.length > 0 ? 'in any folder of PATH' : `at ${resolve(cwd, command)}`;
  throw new SpawnError(
    'command-not-found',
    `The command “${command}” was not found ${where}. Install it or use the full path of the program.`,
    details,
  );
}

/**
 * Starts a third-party process so that nothing of it outlives us. No shell parses the command or its arguments (SE-33).
 * Rejects with `SpawnError`. The caller owns the process.
 */
export const spawnManaged: SpawnManaged = async (given) => {
  const options = { ...given, cwd: resolve(given.cwd) };
  const path = await resolveCommand(options);
  await nextTurn();
  let child: ChildProcess;
  try {
    child =
      process.platform === 'win32'
        ? spawnOnWindows(path, options)
        : spawnWithLifeline(path, options);
    await started(child);
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new SpawnError('spawn-failed', `“${options.command}” could not be started: ${why}.`, {
      command: options.command,
      cwd: options.cwd,
      path,
      searched: [],
    });
  }
  return new OwnedProcess(child, path, options);
};

let lastTurn: Promise<void> = Promise.resolve();

/** The system's call that starts a process stops this program for its time: of many starts at once each gets a turn of the event loop. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((done) => setImmediate(done)));
  return lastTurn;
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    child.once('spawn', done);
    child.once('error', failed);
  });
}

class OwnedProcess implements ManagedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<ProcessExit>;
  readonly #child: ChildProcess;
  readonly #lifeline: Duplex | undefined;
  readonly #clock: Clock;
  #gone = false;
  #stopping: Promise<ProcessExit> | undefined;

  constructor(
    child: ChildProcess,
    readonly path: string,
    private readonly options: SpawnOptions,
  ) {
    const { stdin, stdout, stderr, pid } = child;
    if (!stdin || !stdout || !stderr || pid === undefined)
      throw new Error('The process has no pipes.');
    this.#child = child;
    this.#clock = options.clock ?? systemClock;
    this.#lifeline = (child.stdio[3] ?? undefined) as Duplex | undefined;
    this.pid = pid;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    for (const stream of [stdin, stdout, stderr, this.#lifeline])
      stream?.on('error', () => undefined);
    child.on('error', () => undefined);
    this.exited = this.#watch();
  }

  #watch(): Promise<ProcessExit> {
    return new Promise((done) => {
      this.#child.once('exit', (code, signal) => {
        this.#gone = true;
        // Letting go of the lifeline makes the watcher clear what is left of the group.
        this.#lifeline?.destroy();
        this.stdin.destroy();
        const cancel = systemClock.after(DRAIN_MS, () => {
          this.stdout.destroy();
          this.stderr.destroy();
          finish();
        });
        const finish = (): void => {
          cancel();
          this.options.log?.('debug', 'process ended', { pid: this.pid, code, signal });
          done({ code, signal });
        };
        this.#child.once('close', finish);
      });
    });
  }

  stop(options: { readonly graceMs?: number } = {}): Promise<ProcessExit> {
    this.#stopping ??= this.#stop(options.graceMs ?? 2_000);
    return this.#stopping;
  }

  async #stop(graceMs: number): Promise<ProcessExit> {
    if (!this.#gone) this.stdin.end();
    if (!(await this.#endsWithin(graceMs))) {
      this.#signal('SIGTERM');
      if (!(await this.#endsWithin(TERM_GRACE_MS))) this.kill();
    }
    return this.exited;
  }

  #endsWithin(ms: number): Promise<boolean> {
    return new Promise((done) => {
      const cancel = this.#clock.after(ms, () => done(false));
      void this.exited.then(() => {
        cancel();
        done(true);
      });
    });
  }

  kill(): void {
    this.#signal('SIGKILL');
    this.#lifeline?.destroy();
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#gone) return;
    if (process.platform === 'win32') {
      const force = signal === 'SIGKILL' ? ['/F'] : [];
      const killer = spawn('taskkill', ['/PID', String(this.pid), '/T', ...force], {
        stdio: 'ignore',
        windowsHide: true,
      });
      killer.on('error', () => this.#child.kill(signal));
      return;
    }
    try {
      process.kill(-this.pid, signal);
    } catch {
      // The group ended in this moment.
    }
  }
}

/**
 * Guards a process that has no descriptor for a lifeline (a utility process): when we die, `pid` is killed. Dispose it as
 * soon as the guarded process has ended, so that a reused pid is never hit. Does nothing on Windows, where the engine's
 * job object does the same.
 */
export function spawnSentinel(pid: number): Disposable {
  if (process.platform === 'win32') return { dispose: () => undefined };
  const { file, args } = sentinelCommand(pid);
  const child = spawn(file, args, {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  return {
    dispose: () => {
      // KILL before the pipe goes: a sentinel that reads end of file would fire.
      child.kill('SIGKILL');
      return ended;
    },
  };
}
