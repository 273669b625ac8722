import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delay } from '../../../../lib/clock.ts';
import type { Clock } from '../../../../lib/clock.ts';
import type { ManagedProcess, SpawnManaged } from '../../../../lib/subprocess.ts';
import type { CommandOutput } from './command-output.ts';

export interface ShellCommandOptions {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly spawn: SpawnManaged;
  readonly output: CommandOutput;
  /** In ms; undefined = none. */
  readonly timeoutMs: number | undefined;
}

export interface ShellEnd {
  readonly code: number | null;
  readonly killedBy: string | null;
  /** Why it was stopped, when it did not end by itself. */
  readonly stopped: 'timeout' | 'too-much-output' | 'asked' | undefined;
  /** The folder that the command ended in, when it could be told. */
  readonly cwd: string | undefined;
}

/** A command that runs in a shell, with everything that it starts. */
export class ShellCommand {
  readonly #options: ShellCommandOptions;
  readonly #child: ManagedProcess;
  readonly #folder: string;
  #stopped: ShellEnd['stopped'];
  /** Settles when it is gone. Rejects only when its output could not be kept. */
  readonly ended: Promise<ShellEnd>;

  /** Rejects with `SpawnError`. */
  static async start(options: ShellCommandOptions): Promise<ShellCommand> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-shell-'));
    try {
      await options.output.begin();
      const { command, args } = shellFor(options.command, join(folder, 'cwd'));
      const child = await options.spawn({
        command,
        args,
        cwd: options.cwd,
        env: options.env,
        clock: options.clock,
      });
      return new ShellCommand(options, child, folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(options: ShellCommandOptions, child: ManagedProcess, folder: string) {
    this.#options = options;
    this.#child = child;
    this.#folder = folder;
    this.ended = this.#follow();
    this.ended.catch(() => undefined);
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Kills the command and everything that it started. */
  stop(why: NonNullable<ShellEnd['stopped']> = 'asked'): void {
    this.#stopped ??= why;
    this.#child.kill();
  }

  async #follow(): Promise<ShellEnd> {
    const { clock, timeoutMs, output } = this.#options;
    const done = new AbortController();
    const limit =
      timeoutMs === undefined
        ? Promise.resolve()
        : delay(clock, timeoutMs, done.signal).then(
            () => this.stop('timeout'),
            () => undefined,
          );
    this.#child.stdin.end();
    try {
      await Promise.all([this.#drain(this.#child.stdout), this.#drain(this.#child.stderr)]);
      const { code, signal } = await this.#child.exited;
      const cwd = await readFile(join(this.#folder, 'cwd'), 'utf8').catch(() => '');
      return {
        code,
        killedBy: signal,
        stopped: this.#stopped,
        cwd: cwd.replace(/\n$/, '') || undefined,
      };
    } finally {
      this.#child.kill();
      done.abort(new Error('The command has ended.'));
      await limit;
      await output.close();
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  async #drain(stream: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const chunk of stream)
        if (!(await this.#options.output.add(chunk as Buffer))) this.stop('too-much-output');
    } catch (error) {
      // The stream is closed under us when something outside the group holds it open.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  }
}

/**
 * The shell and its arguments. Both outputs go into one, so that their order holds; there is no input; the folder at the end is
 * written down. The command is an argument and evaluated, so that a mistake of syntax in it is told as such.
 */
function shellFor(command: string, cwdFile: string): { command: string; args: string[] } {
  if (process.platform === 'win32')
    return { command: 'cmd.exe', args: ['/d', '/s', '/c', command] };
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((one) => existsSync(one));
  const file = `'${cwdFile.replaceAll("'", String.raw`'\''`)}'`;
  const script = `exec </dev/null 2>&1; trap "pwd -P >${file}" EXIT; eval "$1"`;
  return bash === undefined
    ? { command: '/bin/sh', args: ['-c', script, 'sh', command] }
    : { command: bash, args: ['--norc', '--noprofile', '-c', script, 'bash', command] };
}
