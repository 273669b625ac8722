import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../../../lib/clock.ts';
import type { SpawnManaged } from '../../../../lib/subprocess.ts';
import type { RawToolResult } from '../../../../mcp/client/connection.ts';
import { builtInTool, failure, textResult } from '../built-in-tool.ts';
import type { BuiltInTool, CallContext } from '../built-in-tool.ts';
import type { SessionPlace } from '../session-place.ts';
import type { BackgroundTasks, TaskEnd } from '../tasks/background-tasks.ts';
import { CommandOutput } from './command-output.ts';
import { ShellCommand } from './shell-command.ts';
import type { ShellEnd } from './shell-command.ts';

const USUAL_TIMEOUT_MS = 120_000;
const LONGEST_TIMEOUT_MS = 600_000;
/** A command that writes more is stopped. */
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface BashParts {
  readonly place: SessionPlace;
  readonly tasks: BackgroundTasks;
  readonly clock: Clock;
  readonly spawn: SpawnManaged;
  /** The whole environment of commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Where long outputs go. */
  readonly resultsFolder: string;
  /** Told of each command before it runs: what it changes in files is in no checkpoint. */
  readonly onCommand: (command: string) => Promise<void>;
  readonly onCwdChanged: (from: string, to: string) => Promise<void>;
}

const input = z.object({
  command: z.string().min(1),
  description: z.string().optional().describe('What it does, in five to ten words.'),
  timeout: z
    .int()
    .min(1)
    .max(LONGEST_TIMEOUT_MS)
    .optional()
    .describe(
      `In ms; ${String(USUAL_TIMEOUT_MS)} if left out, at most ${String(LONGEST_TIMEOUT_MS)}.`,
    ),
  run_in_background: z
    .boolean()
    .default(false)
    .describe('Go on at once; ask with BashOutput, stop with KillBash. It has no timeout.'),
});
type Input = z.infer<typeof input>;

/** Runs commands of the shell. */
export function bashTool(parts: BashParts): BuiltInTool {
  return builtInTool<Input>({
    name: 'Bash',
    description:
      'Runs a command in a shell (on Windows cmd.exe) without input. The working folder stays between commands as long as it is one of this session; variables do not stay. Whatever a command leaves running is ended with it: use run_in_background for servers and long work. For files use Read, Edit, Write, Glob and Grep instead.',
    input,
    kind: 'execute',
    annotations: { readOnly: false, destructive: true, openWorld: true },
    facts: ({ command, description }) =>
      Promise.resolve({
        paths: [parts.place.cwd],
        title: description ?? command.slice(0, 120),
        command,
      }),
    run: async (args, context) => {
      await parts.onCommand(args.command);
      try {
        return await (args.run_in_background
          ? runBehind(parts, args, context)
          : runHere(parts, args, context));
      } catch (error) {
        // By name: what starts processes is loaded when it is first used.
        if (error instanceof Error && error.name === 'SpawnError') return failure(error.message);
        throw error;
      }
    },
  });
}

async function begin(
  parts: BashParts,
  args: Input,
  context: CallContext,
  isBehind: boolean,
): Promise<{
  readonly command: ShellCommand;
  readonly output: CommandOutput;
  readonly file: string;
}> {
  const name = `${context.id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80)}.output.txt`;
  const file = join(parts.resultsFolder, name);
  const output = new CommandOutput({ file, always: isBehind, mostBytes: MOST_OUTPUT_BYTES });
  const command = await ShellCommand.start({
    command: args.command,
    cwd: parts.place.cwd,
    env: parts.env,
    clock: parts.clock,
    spawn: parts.spawn,
    output,
    timeoutMs: isBehind ? undefined : (args.timeout ?? USUAL_TIMEOUT_MS),
  });
  return { command, output, file };
}

async function runHere(
  parts: BashParts,
  args: Input,
  context: CallContext,
): Promise<RawToolResult> {
  const { command, output } = await begin(parts, args, context, false);
  const stop = (): void => command.stop();
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) stop();
  let end: ShellEnd;
  try {
    end = await command.ended;
  } finally {
    context.signal.removeEventListener('abort', stop);
  }
  context.signal.throwIfAborted();
  const notes = [endText(end, args), await follow(parts, end)].filter((note) => note !== '');
  const text = [output.text().replace(/\n$/, ''), ...notes]
    .filter((part) => part !== '')
    .join('\n');
  const hasFailed = end.stopped !== undefined || end.code !== 0;
  return hasFailed ? failure(text) : textResult(text === '' ? '(no output)' : text);
}

async function runBehind(
  parts: BashParts,
  args: Input,
  context: CallContext,
): Promise<RawToolResult> {
  const { command, file } = await begin(parts, args, context, true);
  let at = 0;
  const id = parts.tasks.add({
    kind: 'command',
    toolUseId: context.id,
    description: args.description ?? args.command,
    outputFile: file,
    ended: command.ended.then((end): TaskEnd => taskEnd(end, args)),
    takeOutput: async () => {
      const bytes = await bytesFrom(file, at);
      at += bytes.length;
      return bytes.toString('utf8');
    },
    stop: () => command.stop(),
  });
  return textResult(
    `The command runs in the background as ${id}. Its output is told by BashOutput and kept in ${file}.`,
  );
}

/** What is in a file from a place on. A character of several bytes that is not whole yet is left for the next time. */
async function bytesFrom(path: string, start: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.max(0, size - start)),
      0,
      undefined,
      start,
    );
    const whole = buffer.subarray(0, bytesRead);
    for (let back = 1; back <= 3 && back <= whole.length; back += 1) {
      const byte = whole[whole.length - back] ?? 0;
      if (byte < 0x80) break;
      if (byte < 0xc0) continue;
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? whole.subarray(0, whole.length - back) : whole;
    }
    return whole;
  } finally {
    await file.close();
  }
}

/** The next command starts where this one ended, when that is a folder of the session. */
async function follow(parts: BashParts, end: ShellEnd): Promise<string> {
  const { place } = parts;
  const before = place.cwd;
  if (end.cwd === undefined || end.cwd === before) return '';
  const hasMoved = await place.moveTo(end.cwd);
  if (place.cwd !== before) await parts.onCwdChanged(before, place.cwd);
  return hasMoved
    ? ''
    : `[The working folder is ${place.cwd} again: ${end.cwd} is outside the folders of this session.]`;
}

function endText(end: ShellEnd, args: Input): string {
  switch (end.stopped) {
    case 'timeout':
      return `[The command was stopped after ${String(args.timeout ?? USUAL_TIMEOUT_MS)} ms. Give it a longer timeout or run it in the background.]`;
    case 'too-much-output':
      return `[The command was stopped because it wrote more than ${String(MOST_OUTPUT_BYTES)} bytes.]`;
    case 'asked':
      return '[The command was stopped.]';
    case undefined:
      if (end.code === 0) return '';
      return end.code === null
        ? `[The command was ended by ${end.killedBy ?? 'a signal'}.]`
        : `[Exit code ${String(end.code)}.]`;
  }
}

function taskEnd(end: ShellEnd, args: Input): TaskEnd {
  if (end.stopped === 'asked') return { status: 'stopped', summary: 'The command was stopped.' };
  if (end.code === 0 && end.stopped === undefined)
    return { status: 'completed', summary: 'The command ended with exit code 0.' };
  return { status: 'failed', summary: endText(end, args).replace(/^\[|\]$/g, '') };
}
