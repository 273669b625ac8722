/** Working folders of sessions, and which of them are trusted. */
export const folderTexts = {
  choose: 'Choose a folder',
  /** Before the name of the folder, for screen readers. */
  label: 'Folder',
  trusted: 'trusted',
  untrusted: 'not trusted',
  dialogTitle: 'Choose the folder to work in',
  ledger: {
    title: 'Trusted folders',
    intro:
      'The agent has tools for files and commands there, and what these folders bring is used, here and with the command.',
    none: 'No folder is trusted.',
    revoke: 'Revoke',
    revokeOf: (folder: string) => `Revoke the trust of ${folder}`,
    unread: 'The list could not be read.',
  },
  question: {
    title: 'Trust this folder?',
    why: 'In sessions that work there the agent reads its files, and asks before it changes files or runs commands. What it brings, now or later, tells the agent what to do and can run commands of its own.',
    note: 'You are asked about each server of its files before it starts here. Without trust none of this is used, and the agent gets no tools for its files. Settings, Permissions takes trust back.',
    accept: 'Trust this folder',
    folder: 'Folder',
    brings: 'Brings',
    runs: 'Can run or reach',
  },
};
