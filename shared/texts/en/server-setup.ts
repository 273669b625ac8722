import { counted, englishPlural } from '../plural.ts';

const number = new Intl.NumberFormat('en');

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
      registry: 'Ways to use it',
      bundle: 'A bundle of a server',
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
      caFile: 'Yours has another CA file',
      type: 'Yours is of another kind',
    },
  },
  add: {
    title: 'Add server',
    close: 'Close',
    tabs: {
      label: 'Ways to add a server',
      paste: 'Paste',
      form: 'Form',
      registry: 'Registry',
      choose: 'Choose',
    },
    paste: 'Configuration, command line or URL',
    pastePlaceholder:
      '{ "mcpServers": { … } }, a command such as npx -y some-server, an address, or an install link',
    linkTitle: 'Add the server of this link?',
    linkNote: 'A link brought this definition. Nothing starts before you have seen its command.',
    found: (all: number, wrong: number) =>
      wrong === 0
        ? counted(all, 'server', 'servers')
        : `${counted(all, 'server', 'servers')}, ${number.format(wrong)} with a mistake`,
    position: (line: number, column: number) => `Line ${String(line)}, column ${String(column)}`,
    fix: 'Fix it',
    choose: (name: string) => `Add ${name}`,
    pin: 'Type a version',
    latest: 'Look up the latest version',
    latestBusy: 'Looking it up',
    latestNote: (ecosystem: 'npm' | 'pypi') =>
      `Asks ${ecosystem === 'npm' ? 'npm' : 'PyPI'} when you press it, and sends nothing but the name of the package`,
    latestFrom: (host: string) => `the latest, says ${host}`,
    pinTo: (version: string) => `Pin to ${version}`,
    pinLabel: (name: string) => `Version of ${name}`,
    pinPlaceholder: '1.4.2',
    pinApply: 'Pin',
    pinned: (name: string, version: string) => `${name} is pinned to ${version} when it is added.`,
    pinWrong: 'Give one exact version, such as 1.4.2.',
    same: 'You have it already',
    newName: (name: string) => `New name: ${name}`,
    review: (count: number) => `Review ${counted(count, 'server', 'servers')}`,
    cancel: 'Cancel',
    waiting: 'Answer in the question above',
    partly: (added: number, all: number) =>
      `${number.format(added)} of ${counted(all, 'server', 'servers')} added. The others are as you left them.`,
    none: 'Nothing was added.',
    failed: (reason: string) => `This could not be added. ${reason}`,
    syntaxFirst: 'Correct the text first',
    unknownKind: '?',
    noneYet: 'none',
  },
  scope: {
    label: 'Save for',
    user: 'All my sessions',
    folder: (name: string) => `${name} only`,
  },
  import: {
    open: 'Import',
    title: 'Import servers',
    description: 'Nothing starts. Each server stays off until you review its command.',
    sources: 'Where servers were found',
    apps: {
      'claude-desktop': 'Claude Desktop',
      'claude-code': 'Claude Code',
      cursor: 'Cursor',
      vscode: 'VS Code',
      qoder: 'Qoder',
      cline: 'Cline',
      roo: 'Roo',
      folder: 'Folder',
      file: 'File',
    },
    notFound: 'Not found here',
    inFolder: (file: string) => `${file} in the folder`,
    projects: (count: number) => `User and ${counted(count, 'project', 'projects')}`,
    several: (first: string, second: string) => `${first} and ${second}`,
    chooseFile: 'Choose a file',
    reading: 'Reading the files of other apps',
    read: (all: number, chosen: number) =>
      `${counted(all, 'server', 'servers')} read, ${number.format(chosen)} chosen`,
    chooseNone: 'Choose none',
    chooseAll: 'Choose all',
    new: 'New',
    same: 'Same as yours',
    update: 'Update',
    nothing: 'Nothing to import',
    skipped: 'Skipped',
    line: (line: number, sentence: string) => `Line ${String(line)}: ${sentence}`,
    onlyIn: (folder: string) => `only in ${folder}`,
    secrets: (count: number) =>
      count === 0
        ? 'The original file is not changed.'
        : `${counted(count, 'value looks like a secret and goes', 'values look like secrets and go')} to the keychain. The original file is not changed.`,
    noneTitle: 'No servers found',
    none: 'No app with servers was found here. Choose a file instead.',
    submit: (count: number) => `Import ${counted(count, 'server', 'servers')}`,
    cancelled: 'Nothing was imported.',
    failed: 'Files of other apps could not be read',
    again: 'Read again',
  },
  variables: {
    unset: (name: string) =>
      `${name} is not set. Give a value, or a default as in \${${name}:-eu}.`,
    unknown: (reference: string) =>
      `${reference} is a variable that Parley does not know. Write the value itself, or $${reference} to pass it as text.`,
    lookedUpLater: 'Looked up when it starts',
    stored: 'In keychain',
    asked: 'Asked for before the first start',
  },
  keychain: {
    kept: (name: string) =>
      `${name === '' ? 'This value' : name} goes to the keychain. Press to leave it in servers.json`,
    notKept: (name: string) =>
      `${name === '' ? 'This value' : name} stays in servers.json. Press to keep it in the keychain`,
  },
  json: {
    label: 'This server as JSON',
    back: 'Back to the form',
    masked: 'A row of dots stands for a stored value. Left alone, it stays as it is.',
    extras: (keys: readonly string[]) =>
      `Parley does not know ${keys.map((key) => `“${key}”`).join(', ')}; that stays in this text and is not stored.`,
    notObject: 'This must be an object with name and command or url.',
    syntax: (line: number, column: number) =>
      `Line ${String(line)}, column ${String(column)}: this is no JSON yet.`,
    field: (field: string, reason: string) => `${field}: ${reason}`,
    maskLost: (name: string) =>
      `There is no stored value for ${name}. Write the value instead of the dots.`,
  },
  care: {
    title: 'To put right',
    toReview: 'You have not reviewed this server yet. Until then nothing of it runs or connects.',
    asked: (names: readonly string[]) =>
      `${names.join(', ')} ${englishPlural(names.length, 'has', 'have')} no value yet. Without ${englishPlural(names.length, 'it', 'them')} the server does not start.`,
    unset: (name: string, places: readonly string[]) =>
      `The variable ${name} is not set where Parley was started, and ${places.join(', ')} needs it. Without it the server does not start.`,
    unknown: (name: string, places: readonly string[]) =>
      `\${${name}} in ${places.join(', ')} is a variable that Parley does not know. The server does not start with it.`,
    plainSecrets: (places: readonly string[]) =>
      `${counted(places.length, 'value that looks like a secret lies', 'values that look like secrets lie')} in servers.json: ${places.join(', ')}.`,
    move: 'Move secrets to the keychain',
    noKeychain: 'There is no keychain here. Only you can read the file.',
  },
  values: {
    title: (name: string) => `Values of ${name}`,
    description: 'They are kept in the keychain, for this server only, and are not shown again.',
    open: 'Stored values',
    enter: 'Enter the values',
    enterNote: 'They go to the keychain, then the server is started again',
    none: 'This definition names no value that is asked for.',
    stored: 'Stored. Type here to replace it.',
    places: (places: string) => `Used in ${places}`,
    unset: (name: string) => `The variable ${name} is not set where Parley was started.`,
    save: 'Save and start',
    cancel: 'Cancel',
  },
  export: {
    copy: 'Copy as mcpServers JSON',
    copied: (leftOut: number) =>
      leftOut === 0
        ? 'Copied without any secret.'
        : `Copied. ${counted(leftOut, 'secret was', 'secrets were')} left out.`,
  },
  raw: {
    open: 'Edit as JSON',
    title: 'Servers as JSON',
    description: (path: string) => `${path}. What runs differently asks you before it runs again.`,
    label: 'Content of the file',
    shape: 'The file must be an object with "schemaVersion": 1 and a list "servers".',
    entry: (name: string, field: string, reason: string) =>
      `${name === '' ? 'This entry' : `“${name}”`} cannot be used: ${field === '' ? '' : `${field}: `}${reason}`,
    twice: (name: string, field: string) => `“${name}” has the ${field} of another entry.`,
    maskLost: 'This value is not stored under this name. Write it again.',
    masked: 'Values that look like secrets are shown as dots. Left alone, they stay as they are.',
    valid: 'No mistake was found.',
    changed: 'The file was changed outside Parley. Nothing of it is overwritten.',
    reload: 'Reload',
    reloadNote: 'Your edits here are given up',
    save: 'Save',
    saved: 'Saved.',
    cancelled: 'Nothing was saved. Your text is as you left it.',
    close: 'Close',
    loading: 'Reading the file',
  },
  registry: {
    search: 'Search the registry',
    placeholder: 'Name or purpose, such as postgres',
    submit: 'Search',
    note: (host: string) => `Asks ${host} when you press Search, and sends nothing but the words.`,
    results: (count: number) => counted(count, 'server', 'servers'),
    none: 'No server was found.',
    more: 'More',
    choose: (name: string) => `Look at ${name}`,
    back: 'Back to the results',
    version: (version: string) => `version ${version}`,
    kind: (kind: string) => `Packages of the kind ${kind} cannot be started from here.`,
    transport: 'It listens on a port of its own, which Parley does not start.',
    nothing: 'The entry names neither a package nor an address.',
    reviewNote: 'Published by others. Nothing starts before you have seen its command or address.',
  },
  bundle: {
    notBundle: (reason: string) => `This is no bundle of a server. ${reason}`,
    unsafe: (name: string, reason: string) =>
      `The file “${name}” in the bundle ${reason}, so nothing of it was unpacked.`,
    reasons: {
      path: 'leads out of its folder',
      link: 'is a link',
      encrypted: 'is encrypted',
      twice: 'is there twice',
    },
    tooMany: 'It holds more than 20,000 files.',
    tooLarge: 'Unpacked it is larger than 512 MB.',
    noManifest: 'It has no manifest.json.',
    manifest: (field: string, reason: string) => `Its manifest is not usable: ${field}: ${reason}`,
    platform: (platforms: string) => `It runs on ${platforms}, and not on this system.`,
    runtime: (name: string, versions: string) =>
      `It needs ${name} ${versions}, which is not looked for here.`,
    unsigned: 'It is not signed: nobody vouches for where it comes from.',
    signed: (signer: string, issuer: string) =>
      `Signed by ${signer}; ${issuer} vouches for the name. Nothing was changed since. Whether the certificate was withdrawn is not checked.`,
    selfSigned: (signer: string) =>
      `Signed by whoever calls themselves ${signer}: nobody else vouches for the name. Nothing was changed since it was signed.`,
    untrusted: (signer: string, issuer: string) =>
      `Signed as ${signer}, but the certificate by ${issuer} is not one that this system trusts for programs now. Count it as not signed.`,
    brokenSignature: {
      incomplete: 'It carries a damaged signature. Count it as not signed.',
      method: 'It carries a signature of a kind that Parley cannot check. Count it as not signed.',
      content:
        'It was changed after it was signed. Get it again from where it is published before you use it.',
      signature:
        'Its signature does not belong to the certificate it names. Get it again from where it is published before you use it.',
    },
    unpacked: (folder: string) => `It is unpacked into ${folder} when you agree.`,
    several: (name: string) => `${name} takes several values in other apps. Here it is one.`,
    update: {
      title: (from: string | undefined, to: string) =>
        from === undefined ? `Update to ${to}` : `Update from ${from} to ${to}`,
      older: (from: string, to: string) => `Back from ${from} to ${to}, which is older`,
      rebuilt: (version: string) => `Another build of ${version}`,
      inPlace: (name: string) =>
        `It takes the place of ${name}. Permissions, settings and values stay.`,
      signatureLost: (signer: string) =>
        `The version you have is signed by ${signer}. This one is not, and it would get the same values.`,
      otherSigner: (before: string, now: string) =>
        `The version you have is signed by ${before}, this one by ${now}, and it would get the same values.`,
      command: 'Its command changes.',
      args: 'Its arguments change.',
      sets: (names: readonly string[]) => `It sets ${names.join(', ')} besides.`,
      asks: (names: readonly string[]) => `It asks for ${names.join(', ')} besides.`,
      noLongerAsks: (names: readonly string[]) =>
        `It asks for ${names.join(', ')} no more; the ${englishPlural(names.length, 'value is', 'values are')} forgotten once it works.`,
      keeps: (names: readonly string[]) =>
        `${englishPlural(names.length, 'The value', 'The values')} of ${names.join(', ')} ${englishPlural(names.length, 'stays', 'stay')}.`,
    },
  },
};
