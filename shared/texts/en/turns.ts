/** Words of composing, of messages that wait, and of asking again. */
export const turnTexts = {
  attach: 'Attach images, text or PDF files',
  attached: 'Attached',
  removeAttachment: (name: string) => `Remove ${name}`,
  pastedImage: 'Pasted image',
  dropHere: 'Drop files to attach them',
  tooMany: (most: number) =>
    `A message takes at most ${String(most)} images and files. The others were left out.`,
  tooLarge: (name: string, limit: string) =>
    `${name} was not attached because it is larger than ${limit}. Attach a smaller one or a part of it.`,
  tooLargeTogether: (name: string, limit: string) =>
    `${name} was not attached because everything together would be larger than ${limit}. Send it in a message of its own.`,
  wrongKind: (name: string) =>
    `${name} was not attached because it is neither an image (PNG, JPEG, GIF, WebP) nor a PDF nor text.`,
  empty: (name: string) => `${name} was not attached because it is empty.`,
  unreadable: (name: string) =>
    `${name} was not attached because it could not be read. Folders cannot be attached.`,

  sendNow: 'Send now',
  editQueued: 'Edit this message',
  removeQueued: 'Remove this message',
  queuedWords: 'Queued message',
  saveQueued: 'Save',
  cancel: 'Cancel',
  withFiles: (count: number) => (count === 1 ? '1 file' : `${String(count)} files`),
  queueFailed: 'The queued message was not changed.',

  mode: 'Permission mode',
  modeOf: (name: string) => `Permission mode: ${name}`,
  modes: {
    default: { label: 'Ask every time', note: 'Tools run by what you allowed, all else asks' },
    acceptEdits: { label: 'Accept edits', note: 'Edits inside the working folder do not ask' },
    plan: { label: 'Plan only', note: 'Nothing is written; tools of servers are asked for' },
  },
  modeFailed: 'The permission mode could not be changed.',

  actions: 'What to do with this message',
  answerActions: 'What to do with this answer',
  edit: 'Edit and ask again',
  again: 'Ask again',
  regenerate: 'Answer again',
  fork: 'Fork from here',
  forkFailed: 'The session could not be forked.',
  retry: 'Try again',
  editTitle: 'Edit and ask again',
  againTitle: 'Ask again',
  editField: 'Message',
  place: 'Where to ask it',
  here: 'In this session',
  asFork: 'As a fork',
  hereNote: (count: number) => {
    if (count === 0) return 'No message stands behind this one, so nothing else goes.';
    return count === 1
      ? '1 message behind this one goes and cannot be brought back. As a fork, this session stays as it is.'
      : `${String(count)} messages behind this one go and cannot be brought back. As a fork, this session stays as it is.`;
  },
  forkNote: 'A new session takes over what stands before this message. This one stays as it is.',
  filesStay: 'What tools did outside of the conversation is not taken back.',
  counting: 'Counting the messages behind this one',
  run: 'Ask again',
  rerunFailed: 'The message was not asked again. Nothing was changed.',
} as const;
