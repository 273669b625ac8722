import { createInterface } from 'node:readline';
import { childEnvironment } from '../../../../lib/child-environment.ts';
import { delay } from '../../../../lib/clock.ts';
import type { Clock } from '../../../../lib/clock.ts';
import { ToolFailure } from '../built-in-tool.ts';

/** How long a search may take, in ms. */
const LIMIT_MS = 60_000;

export interface RipgrepRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Gets each line; false ends the search. */
  readonly onLine: (line: string) => boolean;
}

/** Runs ripgrep to its end, or until a line ends it. Throws `ToolFailure` with its own words when it cannot search. */
export async function runRipgrep(run: RipgrepRun): Promise<void> {
  const { spawnManaged } = await import('../../../../lib/subprocess.ts');
  const child = await spawnManaged({
    command: run.program,
    args: ['--no-config', ...run.args],
    cwd: run.cwd,
    env: childEnvironment(process.env),
    clock: run.clock,
  });
  child.stdin.end();
  const done = new AbortController();
  const stop = (): void => child.kill();
  run.signal.addEventListener('abort', stop, { once: true });
  const late = { isSo: false };
  const limit = delay(run.clock, LIMIT_MS, done.signal).then(
    () => {
      late.isSo = true;
      child.kill();
    },
    () => undefined,
  );
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(0, 2_000);
  });
  let isEnough = false;
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      if (run.onLine(line)) continue;
      isEnough = true;
      break;
    }
  } finally {
    child.kill();
    run.signal.removeEventListener('abort', stop);
    done.abort(new Error('The search has ended.'));
    await limit;
  }
  const { code } = await child.exited;
  run.signal.throwIfAborted();
  if (late.isSo)
    throw new ToolFailure(
      'The search took longer than a minute and was stopped. Search in a smaller folder.',
    );
  // 1: nothing was found. 2 with output: some files could not be read.
  if (!isEnough && code === 2 && words !== '')
    throw new ToolFailure(`The search failed: ${words.trim()}`);
}
