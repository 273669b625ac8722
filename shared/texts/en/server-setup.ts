import { englishPlural } from '../plural.ts';

const number = new Intl.NumberFormat('en');
const counted = (count: number, one: string, other: string): string =>
  `${number.format(count)} ${englishPlural(count, one, other)}`;

/** Texts about adding, importing and editing definitions of servers: what was read, and what is wrong with it. */
export const serverSetup = {
  reading: {
    shapes: {
      mcpServers: 'Understood as mcpServers, as in Claude Desktop and Cursor',
      servers: 'Understood as servers, as in VS Code',
      settings: 'Understood as settings of VS Code',
      records: 'Understood as servers.json of Parley',
      map: 'Understood as servers by name',
      single: 'Understood as one server',
      list: 'Understood as a list of servers',
      'command-line': 'Understood as a command line',
      url: 'Understood as an address',
      link: 'Understood as an install link',
      unknown: 'Not understood',
    },
    empty: 'There is nothing here yet.',
    tooLong: 'This is longer than 1 MB. Paste only the part with the servers.',
    syntax: {
      expected: (what: string) => `${what} is missing here.`,
      end: 'The text ends too early. A bracket or a quote is not closed.',
      escape: 'A backslash stands for itself only when it is doubled.',
      escapeFix: 'Double the backslashes of this text',
      control: 'A text holds a line break or a tab. Write it as \\n or \\t.',
      symbol: 'This does not belong in JSON.',
      number: 'This is no number.',
    },
    unknownShape: (key: string) =>
      `The key “${key}” is not one that holds servers. Paste an object with mcpServers or servers, or one server with command or url.`,
    unknownShapeEmpty: 'No server is in it.',
    isItKey: (key: string) => `Is it “${key}”?`,
    renameKey: (key: string) => `Call it “${key}”`,
    notObject: (name: string) => `${name} must be an object with command or url`,
    mapNotObject: (key: string) => `“${key}” must be an object that names servers`,
    noStart: 'No command or url',
    noStartTypo: (found: string, meant: string) => `It has ${found}. Is it ${meant}?`,
    unknownKey: (key: string) => `“${key}” is not known and left out.`,
    ignoredKey: (key: string) => `“${key}” is not taken over. Parley asks for itself.`,
    envFile: 'The file of envFile is not read. Write its variables under env.',
    mustBeText: (field: string) => `${field} must be a text`,
    mustBeList: (field: string) => `${field} must be a list of texts, not one text`,
    mustBeListOther: (field: string) => `${field} must be a list of texts`,
    mustBeMap: (field: string) => `${field} must be an object of texts`,
    quote: (value: string) => `Write it as "${value}"`,
    split: (count: number, line: string) =>
      `Split it into ${counted(count, 'argument', 'arguments')}: ${line}`,
    splitCommand: (count: number) =>
      `Split it into the command and ${counted(count, 'argument', 'arguments')}`,
    wholeLine: 'The command is a whole command line, and no shell takes it apart.',
    control: (field: string, code: string) =>
      `${field} holds the invisible character ${code}. A single backslash in a path becomes one.`,
    controlFix: 'Double the backslashes',
    twice: (name: string) => `“${name}” is there twice. The last one counts in other apps.`,
    bothStarts: 'It has a command and a url. The url is left out.',
    unknownType: (type: string) => `The type “${type}” is not known. Use stdio, http or sse.`,
    field: (field: string, reason: string) => `${field}: ${reason}`,
    unpinned: 'No version is pinned, so the code can change at any start.',
    secretMoves: (place: string, reference: string) =>
      `The ${place} value moves to the keychain as ${reference}.`,
    secretArgument: (position: number, reference: string) =>
      `Argument ${String(position)} moves to the keychain as ${reference}. While it runs, other programs can still see it.`,
    secretStays: (place: string) =>
      `The ${place} value looks like a secret. There is no keychain here, so it stays in servers.json, which only you can read.`,
    asks: (name: string) => `Asks for ${name} before the first start.`,
    missing: (name: string) =>
      `${name} is not set. Set it before Parley starts, or write a default as in \${${name}:-value}.`,
    lineProblem: {
      'open-quote': 'A quote is not closed.',
      'shell-operator':
        'Pipes, redirections and several commands need a shell, and none is used. Paste one command.',
      empty: 'No command is in it.',
    },
    link: {
      notOurs: 'This is no link that installs a server.',
      noConfig: 'The link carries no definition of a server.',
      broken: 'The definition in the link is damaged: it is neither JSON nor Base64 of JSON.',
      several: 'The link carries more than one server, and only one is possible.',
    },
    differs: {
      command: 'Yours has another command',
      args: 'Yours has other arguments',
      env: 'Yours has other variables',
      cwd: 'Yours has another folder',
      url: 'Yours has another address',
      headers: 'Yours has other headers',
      type: 'Yours is of another kind',
    },
  },
};
