import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { ATTACHMENT_LIMITS } from '../../../shared/agent/attachment-limit.ts';
import type { AttachableImage } from '../../../shared/agent/attachment-limit.ts';
import type { MessageAttachment } from '../../../shared/ipc/routes/sessions.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { composerTexts as words } from '../../../shared/texts/en/composer.ts';
import { refused } from './refusal.ts';

const images: Readonly<Record<string, AttachableImage>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/**
 * Reads a file of a folder for a message, under its path from the folder on. Rejects with `composer.refused`, also for a path
 * or a link that leads out of the folder.
 */
export async function attachFile(folder: string, path: string): Promise<MessageAttachment> {
  const file = await insideOf(folder, path);
  const ending = extname(path).toLowerCase();
  const image = images[ending];
  const kind = image === undefined ? (ending === '.pdf' ? 'pdf' : 'text') : 'image';
  const bytes = await readUpTo(file, path, ATTACHMENT_LIMITS[kind]);
  if (bytes.length === 0) throw refused(words.emptyFile(path));
  if (image !== undefined)
    return { type: 'image', media_type: image, data: bytes.toString('base64'), name: path };
  if (kind === 'pdf') {
    const data = bytes.toString('base64');
    return { type: 'file', media_type: 'application/pdf', data, name: path };
  }
  return { type: 'file', media_type: 'text/plain', text: textOf(bytes, path), name: path };
}

async function insideOf(folder: string, path: string): Promise<string> {
  const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]).catch(
    (failure: unknown) => {
      throw refused(words.unreadableFile(path, messageOf(failure)), failure);
    },
  );
  const way = relative(root, file);
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw refused(words.outsideFolder(path));
  return file;
}

async function readUpTo(file: string, path: string, most: number): Promise<Buffer> {
  // Without waiting for a writer where it is a pipe; Windows has no such flag and no such pipes.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (failure: unknown) => {
      throw refused(words.unreadableFile(path, messageOf(failure)), failure);
    },
  );
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw refused(words.noFile(path));
    if (facts.size > most)
      throw refused(words.tooLargeFile(path, `${String(most / 1_000_000)} MB`));
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function textOf(bytes: Buffer, path: string): string {
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Told below.
  }
  throw refused(words.notText(path));
}
