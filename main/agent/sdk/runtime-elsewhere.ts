import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { CREDENTIAL_FILE_VARIABLE } from '../../../shared/agent/frames.ts';
import type { CredentialPayload } from '../../../shared/agent/frames.ts';
import { CredentialsError, InvalidOptionsError, issuesOf } from './errors.ts';
import type { SpawnRuntime } from './spawned-runtime.ts';

/** A running line of shell elsewhere; what `spawn` of `node:child_process` gives fits. */
export interface RemoteCommand {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  kill(signal: 'SIGTERM' | 'SIGKILL'): unknown;
  once(event: 'close', listener: (code: number | null, signal: string | null) => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
}

export interface RuntimeElsewhereOptions {
  /**
   * Runs one line of a POSIX shell over there, such as `(line) => spawn('ssh', ['-T', host, line])` or
   * `(line) => spawn('docker', ['exec', '-i', container, 'sh', '-c', line])`. Its streams are those of the line.
   */
  readonly run: (line: string) => RemoteCommand;
  /** Starts the runtime over there, as words of the shell. Default `parley`, the command of this package. */
  readonly program?: string | undefined;
}

const optionsSchema = z.strictObject({
  run: z.custom<RuntimeElsewhereOptions['run']>(
    (value) => typeof value === 'function',
    'Expected a function',
  ),
  program: z.string().min(1).default('parley'),
});

/**
 * A `spawnRuntime` for another machine or a container (RT-1): the frames travel over the streams of one line of shell. Keys and
 * secrets of servers go by a second line into a file of the home folder that only its owner can read and that the runtime
 * removes as it reads it (RT-5). Throws `InvalidOptionsError`.
 */
export function runtimeElsewhere(options: RuntimeElsewhereOptions): SpawnRuntime {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error));
  const { run, program } = parsed.data;
  return ({ args }) => {
    const id = randomUUID();
    let count = 0;
    const nextFile = (): string => `"$HOME"/.parley-handover-${id}-${String((count += 1))}`;
    const first = nextFile();
    const words = args.map((word) => quoted(word)).join(' ');
    // What the runtime did not take goes when it ends; `exec` would leave nobody to do that.
    const runtime = run(
      `export ${CREDENTIAL_FILE_VARIABLE}=${first}; ${program} ${words}; code=$?; rm -f "$HOME"/.parley-handover-${id}-*; exit $code`,
    );
    let wanted: string | undefined = first;
    return {
      stdin: runtime.stdin,
      stdout: runtime.stdout,
      stderr: runtime.stderr,
      exited: endOf(runtime),
      kill: (signal) => void runtime.kill(signal),
      deliverCredentials: async (payload) => {
        const file = wanted ?? nextFile();
        const isFirst = wanted !== undefined;
        wanted = undefined;
        const path = await put(run, file, payload);
        return isFirst ? undefined : path;
      },
    };
  };
}

async function endOf(
  command: RemoteCommand,
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  return new Promise((resolve, reject) => {
    command.once('close', (code, signal) => resolve({ code, signal }));
    command.once('error', reject);
  });
}

/** Writes a file that is the owner's alone, whole or not at all, and tells its path. */
async function put(
  run: RuntimeElsewhereOptions['run'],
  file: string,
  payload: CredentialPayload,
): Promise<string> {
  const command = run(
    `umask 077 && cat > ${file}.part && mv ${file}.part ${file} && printf %s ${file}`,
  );
  let path = '';
  let complaint = '';
  command.stdout.on('data', (chunk: Buffer) => (path += chunk.toString('utf8')));
  command.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
  // The end of the line says what happened.
  command.stdin.on('error', () => undefined);
  command.stdin.end(JSON.stringify(payload));
  const { code } = await endOf(command);
  if (code === 0) return path.trim();
  throw new CredentialsError(
    `The credentials could not be brought to the runtime: the shell over there ended with code ${String(code)}. ${complaint.trim()}`.trim(),
  );
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
