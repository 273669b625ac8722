/** Words of main's own dialogs about the window. */
export const windowTexts = {
  serversFiles: 'JSON and bundles',
  chooseServersFile: 'Choose a file with servers',
  keepsEnding: 'The window of Parley keeps ending',
  keepsEndingDetail:
    'Its page ended several times in a minute. Your sessions go on in the background and nothing is lost.',
  reload: 'Reload window',
  quit: 'Quit',
  quitWhileRunning: 'A turn is still running. Quit Parley?',
  quitWhileRunningDetail:
    'What was written until now is kept. The turn ends, and the session offers to go on the next time.',
  quitAnyway: 'Quit',
  keepRunning: 'Keep running',
  hangs: 'The window of Parley does not answer',
  hangsDetail:
    'It may come back by itself. Loading it again loses nothing: your sessions go on in the background, and drafts are kept.',
  wait: 'Wait',
} as const;
