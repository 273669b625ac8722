import type { Writable } from 'node:stream';
import { profilePaths } from '../../../lib/profile-paths.ts';
import { exitCodes, UsageError } from './command-errors.ts';
import { writeText } from './command-process.ts';
import type { CommandProcess, Subcommand } from './command-process.ts';
import { helpFor, helpText } from './help-text.ts';
import { nearestWord } from './parse-arguments.ts';

/** Resolves to the exit code, or to nothing: success. */
type Run = (command: Subcommand) => Promise<unknown>;

/** Each is loaded when it is called, so that a prompt starts without them. */
const subcommands: Readonly<Record<string, () => Promise<Run>>> = {
  mcp: async () => (await import('./mcp-command.ts')).runMcp,
  sessions: async () => (await import('./sessions-command.ts')).runSessions,
  doctor: async () => (await import('./doctor-command.ts')).runDoctor,
  trust: async () => (await import('./trust-command.ts')).runTrust,
};

/** Runs the subcommand that the arguments begin with, or shows its help. Undefined: they begin with an option. */
export async function runSubcommand(
  args: readonly string[],
  output: Writable,
  own: CommandProcess,
): Promise<number | undefined> {
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith('-')) return undefined;
  if (name === 'help') {
    await writeText(output, helpFor(rest) ?? helpText);
    return exitCodes.success;
  }
  const load = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!load) {
    const near = nearestWord(name, [...Object.keys(subcommands), 'help']);
    throw new UsageError(
      `There is no command '${name}'.${near === undefined ? '' : ` Did you mean ${near}?`} A prompt goes behind -p. See parley --help.`,
    );
  }
  const end = rest.indexOf('--');
  const asked = end === -1 ? rest : rest.slice(0, end);
  if (asked.includes('--help') || asked.includes('-h')) {
    await writeText(output, helpFor(args) ?? helpText);
    return exitCodes.success;
  }
  const run = await load();
  const configRoot = profilePaths(own.environment).root;
  const code = await run({ args: rest, output, own, configRoot });
  return typeof code === 'number' ? code : exitCodes.success;
}
