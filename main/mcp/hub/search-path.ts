import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { delimiter } from 'node:path';
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
  const script = `echo ${marker}; /usr/bin/env; echo ${marker}`;
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
      if (output.split(marker).length > 2) child.kill();
    });
    await child.exited;
    cancel();
    const lines = output.split(marker)[1]?.split('\n') ?? [];
    return lines
      .find((line) => line.startsWith('PATH='))
      ?.slice('PATH='.length)
      .trim();
  } catch (failure) {
    deps.log('warn', 'the login shell could not be asked for its PATH', {
      reason: String(failure),
    });
    return undefined;
  }
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
  const find = async (): Promise<string> =>
    mergePaths(deps.environment['PATH'] ?? '', await readLoginPath(deps));
  return () => (path ??= find());
}
