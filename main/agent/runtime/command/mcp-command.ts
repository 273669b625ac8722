import { exitCodes, UsageError } from './command-errors.ts';
import type { Subcommand } from './command-process.ts';
import { actionAndRest, nearestWord } from './parse-arguments.ts';

/** Resolves to the exit code, or to nothing: success. */
type Run = (command: Subcommand) => Promise<unknown>;

/** Each with what it needs, so that a list of servers starts without the rest. */
const actions: Readonly<Record<string, () => Promise<Run>>> = {
  list: async () => (await import('./mcp-list.ts')).listServers,
  add: async () => (await import('./mcp-change.ts')).addServer,
  remove: async () => (await import('./mcp-change.ts')).removeServer,
  test: async () => (await import('./mcp-test.ts')).testServer,
  login: async () => (await import('./mcp-login.ts')).logIn,
  logout: async () => (await import('./mcp-login.ts')).logOut,
};

/** `parley mcp …`: the servers of the profile, which the app has as well. */
export async function runMcp(command: Subcommand): Promise<number> {
  const [action = 'list', ...args] = actionAndRest(command.args);
  const load = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!load) {
    const near = nearestWord(action, Object.keys(actions));
    throw new UsageError(
      `There is no parley mcp ${action}.${near === undefined ? '' : ` Did you mean ${near}?`} See parley mcp --help.`,
    );
  }
  const run = await load();
  const code = await run({ ...command, args });
  return typeof code === 'number' ? code : exitCodes.success;
}
