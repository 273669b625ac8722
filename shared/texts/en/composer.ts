/** Words of what is put into a message: files, resources, prompts. */
export const composerTexts = {
  emptyFile: (name: string) => `${name} was not attached because it is empty.`,
  noFile: (name: string) => `${name} was not attached because it is not a file.`,
  notText: (name: string) =>
    `${name} was not attached because it is neither an image (PNG, JPEG, GIF, WebP) nor a PDF nor text.`,
  tooLargeFile: (name: string, limit: string) =>
    `${name} was not attached because it is larger than ${limit}. Attach a smaller one or a part of it.`,
  unreadableFile: (name: string, reason: string) =>
    `${name} was not attached because it could not be read: ${reason}.`,
  outsideFolder: (name: string) =>
    `${name} was not attached because it leads out of the folder of this session.`,
  noFolder: 'This session works in no folder, so it has no files to attach.',
  noServer:
    'This server is not connected, or not used in this session, so nothing was asked of it.',
  emptyPrompt: (name: string) => `The prompt ${name} became no message, so nothing was put in.`,
  unnamedResource: 'Resource',
  promptImage: 'Image',
  unknownBlock: (kind: string) =>
    `A part of the kind “${kind}” was left out because it cannot be sent by a person.`,
  promptRole: (role: 'user' | 'assistant', text: string) =>
    role === 'assistant' ? `Assistant:\n${text}` : `Person:\n${text}`,
  manyFiles: (count: number) =>
    `The folder has more files than are searched here; the first ${String(count)} are.`,
} as const;
