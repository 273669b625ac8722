export const helpText = `parley: runs an agent session from the command line

Usage
  parley -p "prompt" [options]      run one prompt and print the answer
  parley -p -                       read the prompt from standard input
  parley mcp …                      servers: list, add, remove, test, login, logout
  parley sessions …                 stored sessions: list, show, rename, tag, archive, delete, export
  parley trust [FOLDER]             use what a folder brings: settings, hooks, servers, instructions
  parley doctor                     look whether everything is in place
  parley help COMMAND               more about one of them
  parley --sdk                      speak the runtime protocol on stdin and stdout
  parley --help | --version

Options
  -p, --print PROMPT                the prompt
      --provider NAME               offline | anthropic | openai | google | openai-compatible
      --model NAME                  the provider's own name of the model
      --base-url URL                address of the model service
      --output-format FORMAT        text (default) | json | stream-json
      --mcp-config FILE             servers to connect: { "mcpServers": { "name": { … } } }
      --allowed-tools NAMES         tools that run without being asked for, by comma or repeated
      --disallowed-tools NAMES      tools that are denied
      --permission-mode MODE        default | acceptEdits | plan | auto | dontAsk | bypassPermissions
      --allow-dangerously-skip-permissions
                                    needed for bypassPermissions: every tool runs unasked
      --max-turns NUMBER            at most so many model requests
      --resume ID                   go on with a session; the beginning of its id is enough
      --cwd FOLDER                  working folder (default: the current one)
      --trust                       use what the working folder brings, for this run
      --strict-mcp-config           only the servers of --mcp-config, none of settings or app

Tools are named mcp__server__tool, mcp__server or mcp__server__*. Nobody can be asked here,
so a tool that no rule allows is denied, and the model is told why.

Keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY and GEMINI_API_KEY. Without a provider and without a key the
offline planner is used: it plans by rules and is no language model. Prompts and tool results go to
the model service that you choose. There is no operating-system sandbox in this version.

Servers that the app or parley mcp add keeps are there as well. Ctrl-C ends the turn; a second one
ends everything at once.

Exit codes
  0 success   1 the turn or what was asked for failed   2 wrong usage   3 no key   4 the runtime broke   130 interrupted
`;

const mcp = `parley mcp: the servers of your profile, which the app has as well

Usage
  parley mcp list [--tools] [--folder FOLDER]
  parley mcp add NAME [options] [--] COMMAND [ARGUMENTS…]
  parley mcp add NAME [options] URL
  parley mcp remove NAME
  parley mcp test NAME [--trust]
  parley mcp login NAME | URL
  parley mcp logout NAME | URL

A server is named by its name or its key. Each takes --json for programs and --help.
`;
const listHelp = `parley mcp list: what servers there are

  --tools           start each server that may run, and show its tools
  --folder FOLDER   only those that sessions in this folder see
  --json            for programs

Tools have the badges [read-only], [destructive] and [open-world] as far as the server declares them
true. A server says that of itself; it decides nothing.
`;
const addHelp = `parley mcp add: keeps a server

  parley mcp add files -- npx -y @example/files@1.2.0 /srv/data
  parley mcp add tracker https://mcp.example.com/mcp --header "X-Team: blue"

  --transport KIND        stdio | http | sse (default: http for an address, else stdio)
  -e, --env NAME=VALUE    variable of the command, may be repeated
  -H, --header "NAME: VALUE"   header of the address, may be repeated
  --cwd FOLDER            working folder of the command
  --scope KIND            user (default): all folders | folder: only one
  --folder FOLDER         which one (default: the current one)
  --start-timeout SECONDS how long the first start may take (default 60)
  --json                  for programs

What you type here counts as agreed to: it runs in sessions and in the app without another question.
Options of the server go behind --. Values may be variables, such as \${TOKEN}, so that they are not stored.
`;
const removeHelp = `parley mcp remove NAME: forgets a server, what the keychain keeps for it, and its sign-ins

  --json   for programs
`;
const testHelp = `parley mcp test NAME: starts a server, shows its tools, or step by step why it does not start

  --trust  agree to the definition as it is now, where that has not been done
  --json   for programs

Exit code 0 when it is connected, 1 when not.
`;
const loginHelp = `parley mcp login NAME | URL: signs in to a server

  --account LABEL   another account beside the first
  --client-id ID    a client that you registered by hand; its secret is taken from PARLEY_MCP_CLIENT_SECRET
  --scope SCOPE     in place of what the server asks for
  --json            for programs

Prints the address of a page and waits until you have been there. The sign-in is kept in the system's
keychain, where the app finds it too.
`;
const logoutHelp = `parley mcp logout NAME | URL: ends a sign-in, also for the app

  --account LABEL   which account
  --json            for programs
`;
const sessionsHelp = `parley sessions: stored sessions, which app and SDK have as well

Usage
  parley sessions list [--folder FOLDER] [--tag TAG] [--archived] [--limit NUMBER]
  parley sessions show ID
  parley sessions rename ID TITLE | --none
  parley sessions tag ID TAG | --none
  parley sessions archive ID [--undo]
  parley sessions delete ID [--yes]
  parley sessions export ID [--format markdown|html|json] [-o FILE]

The beginning of an id is enough where no other session has it. Each takes --json for programs.
Go on with a session: parley -p "prompt" --resume ID
`;
const doctorHelp = `parley doctor: looks whether everything is in place; starts nothing and changes nothing

  --json   for programs

Exit code 1 when something must be mended.
`;
const trustHelp = `parley trust [FOLDER]: use what a folder brings (default: the current one)

  --list    show the trusted folders
  --remove  take it back
  --json    for programs

Before, nothing of a folder is used: no settings, no hooks, no servers of .mcp.json, no AGENTS.md.
A folder below a trusted one is another folder. For one run: parley -p "prompt" --trust
`;

const topics: Readonly<Record<string, string>> = {
  mcp,
  'mcp list': listHelp,
  'mcp add': addHelp,
  'mcp remove': removeHelp,
  'mcp test': testHelp,
  'mcp login': loginHelp,
  'mcp logout': logoutHelp,
  sessions: sessionsHelp,
  doctor: doctorHelp,
  trust: trustHelp,
};

/** What helps with a command, given with its words; undefined when there is none. */
export function helpFor(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
  const topic = [`${first} ${second}`, first].find((one) => Object.hasOwn(topics, one));
  return topic === undefined ? undefined : topics[topic];
}
