/** Words of the list of sessions. */
export const sessions = {
  list: 'Sessions',
  untitled: 'New session',
  noFolder: 'No folder',
  empty: 'Sessions appear here when you start one.',
  needsYou: 'Needs you',
  failed: 'Failed',
  interrupted: 'Interrupted',
  startFailed: 'The session could not be started.',
};
