import { counted } from '../plural.ts';

/** Words of what is kept: sizes, backup, export, the trash, deleting. */
export const dataTexts = {
  backUp: 'Back up',
  backingUp: 'Writing the backup',
  backedUp: (size: string) =>
    `Backed up, ${size}. Keys, sign-ins, permissions and trust are not in it.`,
  lastBackup: (when: string, size: string) => `Last backup ${when}, ${size}`,
  noBackup: 'No backup yet',
  restore: 'Restore',
  restoring: 'Parley starts anew with the backup.',
  export: 'Export',
  exportTitle: 'Export all sessions',
  exportNote: 'One file for each session, in one zip file.',
  exported: (sessions: number) => `${counted(sessions, 'session was', 'sessions were')} exported.`,
  failed: 'This was not done.',
  chooseTarget: 'Choose where to save it',
  chooseBackup: 'Choose a backup',
  zipFiles: 'Zip files',

  total: (size: string) => `${size} in all`,
  totalAtLeast: (size: string) => `More than ${size}`,
  measuring: 'Looking at the sizes',
  measureFailed: 'The sizes could not be read.',
  bar: 'What takes how much',
  parts: {
    sessions: 'Sessions',
    results: 'Attachments and long results',
    checkpoints: 'Files as they were before changes',
    trash: 'Trash',
    servers: 'Servers and permissions',
    settings: 'Settings and providers',
    notes: 'Notes',
    secrets: 'Keys and sign-ins',
    index: 'Search index',
    logs: 'Logs',
    cache: 'Cache of the window',
    other: 'Other files',
  },
  rest: 'Everything else',
  files: (count: number) => counted(count, 'file', 'files'),
  entries: (count: number) => counted(count, 'secret', 'secrets'),
  inKeychain: (names: string) => `Sealed with keys in the keychain of this computer: ${names}`,
  inMemory: 'In memory until Parley quits, because there is no usable keychain',
  indexNote: 'Made again from the sessions when it is gone',
  otherNote: 'Not Parley’s own; never deleted by it',
  show: 'Show',
  showPart: (part: string) => `Show ${part} in its folder`,

  trash: {
    title: 'Deleted sessions',
    intro: (days: number) =>
      `They can be put back for ${counted(days, 'day', 'days')}, then they are gone for good.`,
    none: 'The trash is empty.',
    untitled: 'Session without a title',
    deleted: (when: string) => `Deleted ${when}`,
    restore: 'Put back',
    restoreOf: (title: string) => `Put back “${title}”`,
    empty: 'Empty trash',
    failed: 'The trash could not be read.',
    more: (count: number) => `Show ${counted(count, 'more', 'more')}`,
  },

  delete: {
    title: 'Delete',
    sessions: 'All sessions',
    sessionsNote: 'Every session with the trash, for good. Servers, settings and keys stay.',
    sessionsAction: 'Delete sessions',
    everything: 'Everything',
    everythingNote:
      'Sessions, servers, permissions, keys, settings and logs, for good. Parley starts anew.',
    everythingAction: 'Delete data',
    done: 'Deleted.',
  },

  uninstall: {
    title: 'What stays after you uninstall Parley',
    body: 'Removing the program leaves this folder and these entries of the keychain where they are. Delete everything here first if you want nothing to stay.',
    folder: 'Folder',
    keychain: 'Keychain',
    noKeychain: 'no entries',
  },
};
