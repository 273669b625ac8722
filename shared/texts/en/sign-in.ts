import type { SignInFailureCode } from '../../mcp/sign-in.ts';

/** Texts of the sign-ins to servers. */
export const signIn = {
  title: 'Sign-in',
  start: 'Sign in',
  startAgain: 'Sign in again',
  startFor: (server: string) => `Sign in to ${server}`,
  signOut: 'Sign out',
  signedInAs: (account: string) => `Signed in as ${account}`,
  signedIn: 'Signed in',
  at: (issuer: string) => `at ${issuer}`,
  signedOut: 'Signed out. Sign in to connect',
  signedOutAs: (account: string) => `${account} is signed out. Sign in to connect`,
  headerInstead: 'If the server wants a key of its own instead, add it as a header.',
  edit: 'Edit server',
  moreAccess: (scope: string | undefined) =>
    scope === undefined
      ? 'A call was refused because the sign-in does not allow it. Sign in again to allow more.'
      : `A call was refused because the sign-in does not allow it (it needs ${scope}). Sign in again to allow more.`,
  allowMore: 'Allow more',
  preparing: 'Looking for the sign-in page',
  asking: 'Answer in the question above',
  waiting: 'Finish in your browser',
  waitingNote: 'Parley goes on by itself when you are done there.',
  timeLeft: (time: string) => `${time} left`,
  notShown:
    'No browser could be opened. Copy the address into the browser of your choice; Parley waits for it.',
  address: 'Address of the sign-in page',
  copyAddress: 'Copy address',
  openAgain: 'Open again',
  useLoopback: 'Use a local address instead',
  useLoopbackNote: 'If your browser does not bring you back here.',
  cancel: 'Cancel',
  waitsInBrowser: 'Waits for your browser',
  show: 'Show',
  needsSignIn: (server: string) => `${server} needs a sign-in before this can be tried again.`,
  accounts: 'Accounts',
  noLabel: 'Account without a name',
  inUse: 'In use',
  accountSignedIn: 'signed in',
  accountSignedOut: 'signed out',
  use: 'Use',
  useAccount: (account: string) => `Use ${account}`,
  removeAccount: (account: string) => `Sign out and remove ${account}`,
  addAccount: 'Add account',
  accountName: 'Name of the account',
  accountHelp: 'A name of your own, such as work. It is only shown here.',
  accountTaken: 'There is an account of this name.',
  add: 'Add',
  redirect: 'Way back from the browser',
  redirects: { auto: 'As fits', protocol: 'parley: link', loopback: 'Local address' },
  redirectNotes: {
    auto: 'A parley: link where this app opens them and the server takes it, else a local address.',
    protocol: 'Your browser asks whether Parley may be opened.',
    loopback: 'An address of this computer that closes after one visit.',
  },
  client: 'Client',
  clientAutomatic: 'Registered by itself where the server allows it',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  secretHelp: {
    missing: 'Only if the server gave you one. Kept in the system keychain.',
    'missing-memory': 'Only if the server gave you one. Kept in memory until you quit.',
    stored: 'One is stored in the system keychain. Leave this empty to keep it.',
    'in-memory': 'One is kept in memory until you quit. Leave this empty to keep it.',
    locked: 'One is stored, but the keychain is locked. Leave this empty to keep it.',
  },
  clientAsked: (issuer: string) => `Client for ${issuer}`,
  clientAskedNote:
    'This sign-in wants a client that was registered by hand. Register one there with the two addresses below, or ask the operator, and enter its id.',
  redirectAddresses: 'Addresses to register',
  enterClient: 'Enter a client id',
  changeClient: 'Change',
  forgetClient: 'Forget client',
  saveAndSignIn: 'Save and sign in',
  save: 'Save',
  clientIdMissing: 'A client id is needed.',
  storage: {
    keychain: 'Sign-ins are sealed with a key in the system keychain.',
    file: 'Sign-ins are kept in a file that only your user can read.',
    memory:
      'There is no usable system keychain. Sign-ins are kept in memory and are gone when you quit.',
  },
  keepInFile: 'Keep them in a file',
  keepInFileNote: 'Readable only by your user, not encrypted.',
  failures: {
    'client-id-needed': 'This server registers no programs by itself. It needs a client id.',
    'registration-refused': 'The server refused to register Parley. It needs a client id.',
    'pkce-missing':
      'The sign-in of this server lacks a protection that Parley insists on (PKCE with S256). Its operator has to turn it on.',
    'issuer-mismatch':
      'The sign-in was stopped: its answers do not come from the server that it began with.',
    'issuer-missing':
      'The sign-in was stopped: its answer does not say who sent it, though that was promised.',
    'resource-mismatch':
      'The sign-in details of this server belong to another one, so they are not used.',
    'unsafe-address':
      'The sign-in of this server leads to an address that Parley does not open. Nothing was sent there.',
    'metadata-invalid':
      'The sign-in details of this server cannot be read. Its operator has to mend them.',
    unreachable: 'The sign-in server does not answer. Try again later; nothing is lost.',
    denied: 'The sign-in was refused in the browser. Sign in again if that was not meant.',
    'callback-invalid': 'The answer of the browser could not be used. Start the sign-in again.',
    'callback-unknown': 'The answer of the browser belongs to no open sign-in. Start it again.',
    'callback-replayed':
      'The answer of the browser came twice and differs. Start the sign-in again.',
    timeout: 'Nobody finished the sign-in in the browser in time. Start it again.',
    cancelled: 'The sign-in was given up.',
    'token-refused':
      'The sign-in server gave no access after all. Sign in again; the details say why.',
    'too-many-authorizations':
      'The server asked for more access again and again. Look at what it asks before you go on.',
    'client-mismatch':
      'The client id belongs to another sign-in server than the one this server names now. Nothing was sent there.',
    store: 'The stored sign-in could not be read or kept. The details say why.',
    'refused-by-host': 'This sign-in server was refused by a rule of this app.',
    unknown: 'The sign-in did not work. The details say why.',
  } satisfies Record<SignInFailureCode, string>,
};
