/** Working folders of sessions, and which of them are trusted. */
export const folderTexts = {
  choose: 'Choose a folder',
  /** Before the name of the folder, for screen readers. */
  label: 'Folder',
  trusted: 'trusted',
  untrusted: 'not trusted',
  clear: 'Work without this folder',
  dialogTitle: 'Choose the folder to work in',
  ledger: {
    title: 'Trusted folders',
    intro:
      'Instructions, settings and hooks of these folders are used in sessions that work there, here and with the command.',
    none: 'No folder is trusted.',
    revoke: 'Revoke',
    revokeOf: (folder: string) => `Revoke the trust of ${folder}`,
    unread: 'The list could not be read.',
  },
  question: {
    title: 'Trust this folder?',
    why: 'What it brings would tell the agent what to do and run commands of its own on this computer, in every session that works there.',
    note: 'Without trust you can work in it, and nothing it brings is used. Settings, Permissions takes trust back.',
    accept: 'Trust this folder',
    folder: 'Folder',
    brings: 'Brings',
    runs: 'Can run or reach',
  },
};
