import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { childEnvironment } from '../../../lib/child-environment.ts';
import type { Clock } from '../../../lib/clock.ts';
import { spawnManaged } from '../../../lib/subprocess.ts';
import type { ManagedProcess } from '../../../lib/subprocess.ts';
import type { CommandHookSetting } from '../settings/settings-file.ts';

/** Most of what a hook may write, in bytes for each of stdout and stderr. */
const LARGEST_OUTPUT = 1024 * 1024;
/** The exit code that blocks. */
const BLOCKED = 2;
/** Events whose plain output is told to the model. */
const TOLD = new Set(['UserPromptSubmit', 'SessionStart']);

/** Runs the command of a hook. Rejects with a sentence about what went wrong, or with the signal's reason. */
export type RunHookCommand = (
  setting: CommandHookSetting,
  input: JsonObject,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
) => Promise<unknown>;

export interface HookCommandPlace {
  readonly cwd: () => string;
  /** What the session declares for its tools. */
  readonly env: Readonly<Record<string, string>>;
  /** The environment of this process. */
  readonly base: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/**
 * The input goes to stdin as JSON. Exit code 0: what stands on stdout is the answer, as JSON, or as text for the model where
 * the event tells it. Exit code 2: blocked, with stderr as the reason. Any other: the hook failed. When its time is over, or
 * the call is stopped, the command is killed with everything that it started.
 */
export function hookCommands(place: HookCommandPlace): RunHookCommand {
  return async (setting, input, { signal, timeoutMs }) => {
    signal.throwIfAborted();
    const { command, args } = shellOf(setting);
    const process = await spawnManaged({
      command,
      args,
      cwd: place.cwd(),
      env: childEnvironment(place.base, { ...place.env, PARLEY_PROJECT_DIR: place.cwd() }),
      clock: place.clock,
    });
    const ended = await runToEnd(process, JSON.stringify(input), { signal, timeoutMs, ...place });
    return readAnswer(ended, String(input['hook_event_name']));
  };
}

interface EndedCommand {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function runToEnd(
  process: ManagedProcess,
  input: string,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly clock: Clock },
): Promise<EndedCommand> {
  let reason: Error | undefined;
  const stop = (why: Error): void => {
    reason ??= why;
    process.kill();
  };
  const cancel = limits.clock.after(limits.timeoutMs, () => {
    stop(new Error(`It did not end within ${String(limits.timeoutMs)} ms, so it was stopped.`));
  });
  const onAbort = (): void => {
    stop(new Error('It was stopped with the turn.'));
  };
  limits.signal.addEventListener('abort', onAbort, { once: true });
  if (limits.signal.aborted) onAbort();
  try {
    const onTooMuch = (): void => {
      stop(new Error(`It wrote more than ${String(LARGEST_OUTPUT)} bytes, so it was stopped.`));
    };
    const stdout = collect(process.stdout, onTooMuch);
    const stderr = collect(process.stderr, onTooMuch);
    process.stdin.end(`${input}\n`);
    const exit = await process.exited;
    if (reason) throw reason;
    return { ...exit, stdout: stdout(), stderr: stderr() };
  } finally {
    cancel();
    limits.signal.removeEventListener('abort', onAbort);
  }
}

function collect(stream: NodeJS.ReadableStream, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= LARGEST_OUTPUT) chunks.push(chunk);
    else onTooMuch();
  });
  return () => Buffer.concat(chunks).toString('utf8').trim();
}

function readAnswer({ code, signal, stdout, stderr }: EndedCommand, event: string): JsonObject {
  if (code === BLOCKED)
    return { decision: 'block', reason: stderr || stdout || 'A hook blocked this.' };
  if (code !== 0) {
    const how = signal === null ? `with exit code ${String(code)}` : `by the signal ${signal}`;
    throw new Error(`It ended ${how}${stderr === '' ? '.' : `: ${stderr.slice(0, 2_000)}`}`);
  }
  if (stdout.startsWith('{')) return parseAnswer(stdout);
  return stdout !== '' && TOLD.has(event) ? { additionalContext: stdout } : {};
}

function parseAnswer(stdout: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch (error) {
    throw new Error(`Its answer is no JSON: ${messageOf(error)}`, { cause: error });
  }
  if (isJsonObject(value)) return value;
  throw new Error('Its answer is no JSON object.');
}

function shellOf({ command, args }: CommandHookSetting): { command: string; args: string[] } {
  if (args) return { command, args };
  return process.platform === 'win32'
    ? { command: process.env['COMSPEC'] ?? 'cmd.exe', args: ['/d', '/s', '/c', command] }
    : { command: '/bin/sh', args: ['-c', command] };
}
