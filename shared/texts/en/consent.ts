const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const;
const article = (word: string): string => (/^[aeiou]/i.test(word) ? 'an' : 'a');

/** Words of main's consent view. */
export const consentTexts = {
  windowTitle: 'Parley asks',
  cancel: 'Cancel',
  asksAgain: 'Any change to this definition asks again.',
  runCommand: {
    title: (server: string) => `Let ${server} run this command?`,
    titleChanged: (server: string) => `Let ${server} run this changed command?`,
    why: 'It runs on this computer with your rights, each time the server starts.',
    whyChanged:
      'It runs on this computer with your rights, each time the server starts. It differs from the one you trusted.',
    accept: 'Trust and start',
    command: 'command',
    removed: 'was',
    means: 'means',
    foundAt: (path: string) => `found at ${path}`,
    notFound: (command: string) =>
      `${command} was not found in PATH. It is kept, and starts once it can be found.`,
    lookedUpLater: (variables: string) =>
      `Where it is depends on ${variables}. It is looked up each time the server starts.`,
    folder: 'Folder',
    environment: 'Environment',
    none: 'none of its own',
    environmentNote: 'names only; values are not shown',
    previousFolder: (folder: string) => `was ${folder}`,
  },
  connectUrl: {
    title: (server: string) => `Let ${server} connect to this address?`,
    titleChanged: (server: string) => `Let ${server} connect to this changed address?`,
    why: 'It gets what the agent sends to its tools, and answers what the agent reads.',
    whyChanged:
      'It gets what the agent sends to its tools, and answers what the agent reads. It differs from the one you trusted.',
    accept: 'Trust and connect',
    host: 'Host',
    headers: 'Headers',
    none: 'none of its own',
    headersNote: 'names only; values are not shown',
    before: 'Before',
    caFile: 'Also trusts',
    caFileNew: 'was none of its own',
    caFileBefore: (path: string) => `was ${path}`,
  },
  changeNetwork: {
    title: 'Reach the network this way?',
    why: 'Keys, conversations and sign-ins go through the proxy, and whoever owns the CA can read them.',
    accept: 'Use this',
    proxy: 'Proxy',
    proxies: { system: 'as the system and its variables say', none: 'none' },
    bypass: 'Not through it',
    caFile: 'CA file',
    authorities: 'Vouches',
    system: 'System’s certificates',
    systemTrusted: 'trusted',
    systemNotTrusted: 'not trusted',
    none: 'none',
    note: 'Connections that are open stay as they are.',
  },
  addServers: {
    title: (count: number) =>
      count === 1
        ? 'Add this server, turned off?'
        : `Add these ${String(count)} servers, turned off?`,
    why: 'Nothing starts. Each one asks you before it first runs or connects.',
    titleEdit: 'Save these changes to servers.json?',
    whyEdit: 'What runs differently is stopped, and asks you before it runs again.',
    accept: 'Add',
    acceptEdit: 'Save',
    note: 'No program is started and nothing is sent.',
    from: 'From',
    folder: 'in folder',
    variables: 'Environment',
    headers: 'Headers',
    changes: { added: 'new', changed: 'changed', removed: 'removed' },
  },
  appCall: {
    title: (server: string) => `Let an app of ${server} call this tool?`,
    why: 'The app asks, not you and not the agent. Allow it if it is what you just did in the app.',
    accept: 'Allow this call',
    app: 'App of',
    tool: 'Tool',
    none: 'no arguments',
    destructive: 'This tool may destroy or overwrite something.',
    note: 'This one call, with exactly these arguments.',
  },
  appNetwork: {
    title: (server: string) => `Let an app of ${server} reach this computer?`,
    why: 'It asks for programs that listen on this computer. They may trust whatever comes from here.',
    accept: 'Allow until Parley quits',
    app: 'App of',
    origins: 'Addresses',
    note: 'Without it the app is shown, and reaches none of these.',
  },
  openLink: {
    title: 'Open this address in your browser?',
    why: 'It leads out of Parley. Check that you know the host.',
    accept: 'Open',
    host: 'Host',
    note: 'Nothing is sent before you open it.',
  },
  signIn: {
    title: (server: string) => `Sign in to ${server}?`,
    why: 'Its sign-in page opens in your browser. What you allow there is for this server and the account you choose.',
    accept: 'Open sign-in page',
    page: 'Page',
    issuer: 'Asked by',
    redirect: 'Answer comes back',
    redirects: {
      protocol: 'by a parley: link, which your browser asks to open',
      loopback: 'to an address on this computer that closes after one visit',
    },
    note: 'Check that you know the host.',
  },
  openServerUrl: {
    title: (server: string) => `${server} wants to open a page in your browser`,
    why: 'Nothing has been loaded yet.',
    goesTo: 'Goes to',
    spelled: 'Spelled',
    serverAt: 'Server is at',
    onThisComputer: 'this computer',
    connection: 'Connection',
    copy: 'Copy address',
    decline: 'Decline',
    accept: 'Open',
    acceptAnyway: 'Open anyway',
    note: 'The model does not see what you do there. Come back here when you are done.',
    notThat: (domain: string) => `This is not ${domain}`,
    lookalike: (position: number, code: string, alphabet: string, looksLike: string) =>
      `Its ${ordinals[position - 1] ?? `${String(position)}th`} letter is ${code}, ${article(alphabet)} ${alphabet} letter that looks like ${looksLike}.`,
    collectsPasswords: 'Such addresses are often used to collect passwords.',
    mixed:
      'The name of this address mixes letters of two alphabets. Such addresses are often used to collect passwords.',
    otherDomain: (domain: string, server: string) =>
      `The address belongs to ${domain}, the server to ${server}. Open it only if you know both.`,
  },
  added: 'new',
  removed: 'removed',
  onlyValuesChanged: 'All that is shown here is as before; a value that is not shown has changed.',
  warnings: {
    hiddenAndShell: (position: number) =>
      `Argument ${String(position)} hides an invisible character and holds a shell command. It is passed as text, and this program may run it.`,
    hiddenInArgument: (position: number) =>
      `Argument ${String(position)} hides an invisible character. Its code is shown in place.`,
    hiddenInCommand: 'The command hides an invisible character. Its code is shown in place.',
    hiddenInAddress: 'The address hides an invisible character. Its code is shown in place.',
    shellText: (position: number) =>
      `Argument ${String(position)} holds a shell command. It is passed as text, and this program may run it.`,
    unpinnedPackage: (name: string) =>
      `${name} has no exact version. Newer code would run without asking.`,
    plainHttp: 'The connection is not encrypted: others on the way can read and change it.',
    userInfo: 'The address holds a user name or password before its host.',
    variableAddress:
      'Variables decide where this leads: their values are looked up at each start and are not part of what you agree to.',
    privateAddress: 'The address is on this computer or its local network.',
  },
} as const;
