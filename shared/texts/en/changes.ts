/** Words of the files that a session changed, and of bringing them back. */
export const changeTexts = {
  branchLabel: 'Branch',
  branch: (name: string) => `Branch ${name}`,
  detached: (commit: string) => `At the commit ${commit}, on no branch`,

  files: 'Files changed',
  review: 'Review',
  none: 'No files changed',
  noneNote: 'Files that the agent writes or edits in this session appear here, with what changed.',
  noFolder: 'This session works in no folder, so it has no files to change.',
  commandsNote: 'What commands change in files is not seen here.',
  listFailed: 'The changed files could not be read.',
  tryAgain: 'Try again',
  more: (count: number) => (count === 1 ? 'Show 1 more file' : `Show ${String(count)} more files`),
  kinds: { created: 'New', changed: 'Changed', deleted: 'Deleted' },
  counts: (added: number, removed: number) => `${String(added)} added, ${String(removed)} removed`,
  foreign: 'Changed by something else since',
  foreignNote:
    'Something else changed this file after the session did. It shows as it is now, and cannot be reverted here.',

  diff: (path: string) => `What changed in ${path}`,
  loading: 'Reading the file',
  compareFailed: 'The file could not be compared.',
  binary: 'This is no text, so its content is not shown.',
  tooLarge: 'This file is too large to be compared here. Open it in an editor.',
  tooDifferent: 'Too much of this file is different to be compared line by line.',
  same: 'The file is as it was.',
  moreLines: (count: number) =>
    count === 1 ? '1 more line is not shown.' : `${String(count)} more lines are not shown.`,
  position: (at: number, of: number) => `${String(at)} of ${String(of)}`,
  previous: 'Previous file',
  next: 'Next file',
  close: 'Close',
  open: 'Open',
  shownInFolder: (name: string) =>
    `${name} might be run instead of shown when it is opened, so it is shown in its folder.`,
  reveal: 'Show in folder',
  openFailed: 'The file could not be opened.',
  revert: 'Revert',
  revertCreated: 'Delete this file',
  reverted: (name: string) => `${name} is as it was before this session.`,
  revertFailed: (name: string) => `${name} was not reverted.`,
  busy: 'A turn is running; files can be brought back when it has ended.',
  undo: 'Undo',
  dismiss: 'Dismiss',

  rewind: 'Bring files back',
  rewindTitle: 'Bring files back to before this message?',
  rewindNote: 'The conversation stays as it is. It can be taken back.',
  reading: 'Looking at the files',
  previewFailed: 'It is not known what would go back.',
  nothing: 'All files that the agent changed since this message are already as they were.',
  goBack: (count: number) => (count === 1 ? '1 file goes back' : `${String(count)} files go back`),
  actions: { restore: 'Back to what it held', delete: 'Made since; is deleted' },
  stay: (count: number) =>
    count === 1 ? '1 file stays as it is' : `${String(count)} files stay as they are`,
  commands: 'Commands that ran since',
  commandsStay: 'What they changed is not undone.',
  cancel: 'Cancel',
  confirm: 'Bring back',
  rewindFailed: 'The files were not brought back.',
  done: (count: number) =>
    count === 0
      ? 'No file was brought back.'
      : count === 1
        ? '1 file was brought back.'
        : `${String(count)} files were brought back.`,
  undone: (count: number) =>
    count === 1
      ? '1 file is again as it was before.'
      : `${String(count)} files are again as they were before.`,
} as const;
