import { childEnvironment } from '../../lib/child-environment.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { commandAndArguments } from './split-command.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface StdioConfig {
  /** A program, or without `args` a whole command line, which is split at its spaces and never given to a shell. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Added to the few variables that a server inherits (PATH, HOME and the like). */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Where the server's stderr goes: to our own (inherit, the default), to `onStderr` (pipe), or nowhere (ignore). */
  readonly stderr?: 'inherit' | 'pipe' | 'ignore' | undefined;
  readonly onStderr?: ((line: string) => void) | undefined;
  /** Default: the folder of this process. */
  readonly cwd?: string | undefined;
}

function errorSink({
  stderr = 'inherit',
  onStderr,
}: StdioConfig): ((line: string) => void) | undefined {
  if (stderr === 'ignore') return undefined;
  if (stderr === 'pipe') return onStderr;
  return (line) => void process.stderr.write(`${line}\n`);
}

/**
 * Talks to a server that is started as a process. Closing it ends the process and all that it started. Lines on the
 * server's output that are no messages go to `onerror`.
 */
export class StdioMCPTransport extends StdioTransport {
  readonly #config: StdioConfig;

  constructor(config: StdioConfig) {
    const cwd = config.cwd ?? process.cwd();
    super({
      ...commandAndArguments(config.command, config.args, cwd),
      cwd,
      env: childEnvironment(process.env, config.env ?? {}),
      spawn: spawnManaged,
      clock: systemClock,
      log: silentLog,
      onStderr: errorSink(config),
      onJunk: (line) =>
        this.onerror?.(new Error(`The server wrote something that is no message: ${line}`)),
    });
    this.#config = config;
  }

  /** Another process of the same kind, not started yet. */
  fresh(): StdioMCPTransport {
    return new StdioMCPTransport(this.#config);
  }
}
