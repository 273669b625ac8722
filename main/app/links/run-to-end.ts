import type { Clock } from '../../lib/clock.ts';
import type { SpawnManaged } from '../../lib/subprocess.ts';

/** Longest time that a small command of the system may take, in ms. */
const LIMIT_MS = 10_000;
const OUTPUT_CAP = 64 * 1024;

/**
 * Runs small commands of the system. The result is what a command printed; it rejects when the command fails, takes too long
 * or cannot be started.
 */
export function createRunner(parts: {
  readonly spawn: SpawnManaged;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string>>;
}): (command: string, args: readonly string[]) => Promise<string> {
  const { spawn, clock, env } = parts;
  return async (command, args) => {
    const child = await spawn({ command, args, cwd: '/', env, clock });
    const cancel = clock.after(LIMIT_MS, () => child.kill());
    child.stdin.end();
    child.stderr.resume();
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length < OUTPUT_CAP) output += chunk.toString('utf8');
    });
    const { code } = await child.exited;
    cancel();
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}.`);
    return output;
  };
}
