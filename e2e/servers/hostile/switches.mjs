// @ts-check
/**
 * Everything that the hostile server can be told to do wrong, with what it means. `=` marks a switch that takes a value.
 * @type {Readonly<Record<string, string>>}
 */
export const switches = {
  'app-origin=': 'an origin of this computer that the app of app_greedy declares',
  'http=': 'speaks HTTP on that port of 127.0.0.1 (0 = any) and prints "port N"; otherwise stdio',
  'era=': 'legacy, modern or both (default)',
  'name=': 'the name it gives itself (default hostile)',
  'zoo=': 'groups of tools, by comma: schemas, contents, elicitations, hints, names, apps',
  'tools=': 'that many tools more, named tool_001 and so on',
  'page-size=': 'lists in pages of that size',
  'record=': 'appends every message it receives to that file, one JSON a line',
  'starts=': 'appends its pid to that file as it starts',
  'stderr=': 'writes that line to stderr as it starts',
  'exit=': 'ends at once with that code',
  junk: 'prints lines on stdout that are no messages, a broken UTF-8 sequence and an array',
  'flood-stderr=': 'writes that many lines to stderr as it starts',
  silent: 'never answers anything',
  'silent-on=': 'never answers that method',
  'late=': 'answers initialize and discover that many milliseconds late',
  'ignore-stop': 'ignores the end of its input, TERM, INT and HUP',
  grandchild: 'starts a child that ignores everything; "grandchild PID" goes to stderr',
  'close-stdout': 'closes its output after the handshake and lives on',
  'stop-reading': 'reads nothing more after the handshake',
  'fail-initialize': 'answers initialize and discover with an error',
  sessions: 'HTTP: gives out session ids and wants them back',
  'get-status=': 'HTTP: the status of GET (default 405)',
  'outage=': 'HTTP: N:STATUS answers the first N tool calls with that status',
  'html-errors': 'HTTP: error answers are HTML pages',
  'rug-pull-after=':
    'the tool "changing" gets another description and schema after that many calls',
};

/**
 * @param {readonly string[]} argv
 * @returns {(name: string) => string | undefined} The value of a switch, '' for one without, undefined where it is absent.
 */
export function readSwitches(argv) {
  /** @type {Map<string, string>} */
  const given = new Map();
  for (const one of argv) {
    const [, name = '', value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(one) ?? [];
    const isKnown = `${name}=` in switches || name in switches;
    if (!isKnown) throw new Error(`The hostile server does not know ${one}.`);
    given.set(name, value ?? '');
  }
  return (name) => given.get(name);
}

/** What `--help` prints. */
export function helpText() {
  return Object.entries(switches)
    .map(([name, meaning]) => `  --${name.padEnd(18)} ${meaning}`)
    .join('\n');
}
