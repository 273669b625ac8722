import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { childEnvironment } from '../../lib/child-environment.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import type { SpawnManaged } from '../../lib/subprocess.ts';

/** How long the login shell may take, in ms (RE-13). */
const SHELL_LIMIT_MS = 5_000;
const OUTPUT_CAP = 1024 * 1024;

export interface SearchPathDeps {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly spawn: SpawnManaged;
  readonly clock: Clock;
  readonly log: Log;
  /** Folders that are searched last although no PATH names them. Default: those where installers put programs. */
  readonly extraFolders?: readonly string[] | undefined;
}

/** Where programs are put that a person's shell finds, and that is in no PATH of a graphical session. */
export function wellKnownFolders(home: string): readonly string[] {
  if (process.platform === 'win32') return [];
  const system = ['/usr/local/bin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'];
  const own = ['.local/bin', '.cargo/bin', '.bun/bin', '.deno/bin', '.volta/bin', 'bin'];
  return [...system, ...own.map((folder) => join(home, folder))];
}

function loginShell(environment: SearchPathDeps['environment']): string | undefined {
  if (environment['SHELL']) return environment['SHELL'];
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined;
  }
}

/** The PATH that the person's login shell ends up with; undefined when it cannot be had in time. Never rejects. */
export async function readLoginPath(deps: SearchPathDeps): Promise<string | undefined> {
  const shell = loginShell(deps.environment);
  if (process.platform === 'win32' || shell === undefined) return undefined;
  // `env` prints it the same way whatever language the shell speaks; start-up files may print what they like around it.
  const marker = `parley-${randomUUID()}`;
  const print = `echo ${marker}; /usr/bin/env; echo ${marker}`;
  // Bash reads that file in a terminal window, and not where it is a login shell; should it fail, what was printed counts.
  const isBash = basename(shell) === 'bash';
  const script = isBash ? `${print}; . ~/.bashrc; ${print}` : print;
  const whole = isBash ? 4 : 2;
  try {
    const child = await deps.spawn({
      command: shell,
      args: ['-ilc', script],
      cwd: deps.environment['HOME'] ?? homedir(),
      env: childEnvironment(deps.environment),
      clock: deps.clock,
    });
    const cancel = deps.clock.after(SHELL_LIMIT_MS, () => child.kill());
    child.stdin.end();
    child.stderr.resume();
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length < OUTPUT_CAP) output += chunk.toString('utf8');
      // What comes after is of no interest: a shell that hangs on its way out need not be waited for.
      if (output.split(marker).length > whole) child.kill();
    });
    await child.exited;
    cancel();
    const parts = output.split(marker);
    return pathIn(parts[3]) ?? pathIn(parts[1]);
  } catch (failure) {
    deps.log('warn', 'the login shell could not be asked for its PATH', {
      reason: String(failure),
    });
    return undefined;
  }
}

function pathIn(printed: string | undefined): string | undefined {
  return printed
    ?.split('\n')
    .find((line) => line.startsWith('PATH='))
    ?.slice('PATH='.length)
    .trim();
}

/**
 * Joins two PATH values. Where the shell knows all that we have, its order counts, so that `node` and `npx` come from one
 * folder; else ours comes first.
 */
export function mergePaths(own: string, login: string | undefined): string {
  const parts = (path: string): string[] => path.split(delimiter).filter((part) => part !== '');
  if (login === undefined) return own;
  const [ours, theirs] = [parts(own), parts(login)];
  const isPoor = ours.every((folder) => theirs.includes(folder));
  return [...new Set(isPoor ? theirs : [...ours, ...theirs])].join(delimiter);
}

/** The PATH for servers: asked for once, when the first one is started. */
export function createSearchPath(deps: SearchPathDeps): () => Promise<string> {
  let path: Promise<string> | undefined;
  const extra = deps.extraFolders ?? wellKnownFolders(deps.environment['HOME'] ?? homedir());
  const find = async (): Promise<string> => {
    const merged = mergePaths(deps.environment['PATH'] ?? '', await readLoginPath(deps));
    const folders = merged.split(delimiter).filter((folder) => folder !== '');
    return [...new Set([...folders, ...extra])].join(delimiter);
  };
  return () => (path ??= find());
}
