import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { CREDENTIAL_FILE_VARIABLE } from '../../../shared/agent/frames.ts';
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

/** How often a line with credentials looks whether the runtime's own line has begun over there, about ten times a second. */
const MOST_LOOKS = 200;

/**
 * A `spawnRuntime` for another machine or a container (RT-1): the frames travel over the streams of one line of shell. Keys and
 * secrets of servers go by a second line into a folder of the home folder that only its owner can read; the runtime removes a
 * file as it reads it, and the folder goes with the runtime (RT-5). Throws `InvalidOptionsError`.
 */
export function runtimeElsewhere(options: RuntimeElsewhereOptions): SpawnRuntime {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error));
  const { run, program } = parsed.data;
  return ({ args }) => {
    const folder = `"$HOME"/.parley-handover-${randomUUID()}`;
    const runtime = run(runtimeLine(folder, [program, ...args.map(quoted)].join(' ')));
    const exited = endOf(runtime);
    const deliveries = new Set<RemoteCommand>();
    let count = 0;
    let hasEnded = false;
    const endDeliveries = (): void => {
      hasEnded = true;
      for (const one of deliveries) one.kill('SIGTERM');
    };
    void exited.then(endDeliveries, endDeliveries);
    return {
      stdin: runtime.stdin,
      stdout: runtime.stdout,
      stderr: runtime.stderr,
      exited,
      kill: (signal) => {
        endDeliveries();
        runtime.kill(signal);
      },
      deliverCredentials: async (payload) => {
        if (hasEnded) throw new CredentialsError('The runtime over there has ended.');
        count += 1;
        const isFirst = count === 1;
        const content = JSON.stringify(payload);
        const size = Buffer.byteLength(content);
        const command = run(deliveryLine(folder, nameOf(count), size));
        deliveries.add(command);
        const path = await deliver(command, content).finally(() => deliveries.delete(command));
        return isFirst ? undefined : path;
      },
    };
  };
}

const nameOf = (count: number): string => `key-${String(count)}`;

/**
 * Runs the runtime and afterwards removes the folder with what was not taken; `exec` would leave nobody to do that. It is moved
 * first, so that no file can come into it while it goes. The variable keeps the place, whatever the program does with HOME.
 */
function runtimeLine(folder: string, program: string): string {
  return [
    `parley_handover=${folder}`,
    'mkdir -m 700 "$parley_handover"',
    `export ${CREDENTIAL_FILE_VARIABLE}="$parley_handover/${nameOf(1)}"`,
    program,
    'code=$?',
    'mv "$parley_handover" "$parley_handover-over" && rm -rf "$parley_handover-over"',
    'exit $code',
  ].join('; ');
}

/** Writes a file of that folder, whole or not at all, and tells its path. Without the folder the runtime is not there any more. */
function deliveryLine(folder: string, name: string, size: number): string {
  return [
    'umask 077; n=0',
    `until [ -d ${folder} ] || [ $n -ge ${String(MOST_LOOKS)} ]; do n=$((n+1)); sleep 0.1 2>/dev/null || sleep 1; done`,
    `cd ${folder} && cat > ${name}.part && [ $(wc -c < ${name}.part) -eq ${String(size)} ] && mv ${name}.part ${name} && printf %s ${folder}/${name}`,
  ].join('; ');
}

async function endOf(
  command: RemoteCommand,
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  return new Promise((resolve, reject) => {
    command.once('close', (code, signal) => resolve({ code, signal }));
    command.once('error', reject);
  });
}

/** Hands the content over and gives the path over there. */
async function deliver(command: RemoteCommand, content: string): Promise<string> {
  let path = '';
  let complaint = '';
  command.stdout.on('data', (chunk: Buffer) => (path += chunk.toString('utf8')));
  command.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
  // The end of the line says what happened.
  command.stdin.on('error', () => undefined);
  command.stdin.end(content);
  const { code } = await endOf(command);
  if (code === 0) return path.trim();
  throw new CredentialsError(
    `The credentials could not be brought to the runtime: the shell over there ended with code ${String(code)}. ${complaint.trim()}`.trim(),
  );
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
