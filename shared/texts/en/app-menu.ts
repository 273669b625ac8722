/** Names of menus and of items that are no actions of their own. */
export const appMenuTexts = {
  file: 'File',
  view: 'View',
  session: 'Session',
  help: 'Help',
  open: 'Open Parley',
  quit: 'Quit Parley',
  newSession: 'New session',
  inbox: (waiting: number) => (waiting === 0 ? 'Inbox' : `Inbox (${String(waiting)})`),
  tooltip: (waiting: number) => (waiting === 0 ? 'Parley' : `Parley: ${String(waiting)} waiting`),
  copyLink: 'Copy address of link',
  openLink: 'Open link',
  noSuggestions: 'No suggestions',
} as const;
