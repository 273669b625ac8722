import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { findEntries } from '../reading/find-entries.ts';
import type { FoundServers } from '../reading/find-entries.ts';
import { MAX_TEXT } from '../reading/read-text.ts';
import { parseSource } from '../reading/source-text.ts';
import type { AppFile } from './app-files.ts';

/** What a file of another app holds. */
export type AppFileContent =
  | { readonly state: 'absent' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'read'; readonly found: FoundServers };

/** Most bytes of a file that is read; the file of Claude Code grows with its history. */
const MAX_BYTES = 32 * MAX_TEXT;

async function readBounded(path: string): Promise<string> {
  // Without waiting for a writer where it is a pipe; Windows has no such flag and no such pipes.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('It is not a file.');
    if (found.size > MAX_BYTES) throw new Error('The file is larger than 32 MB.');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** A settings file of an editor that has no servers is no mistake. */
function isBeside(file: AppFile, found: FoundServers): boolean {
  return found.shape === 'unknown' && /settings\.json$|\.claude\.json$/.test(file.path);
}

/** Reads a file of another app; it is never changed, and nothing in it is started. */
export async function readAppFile(file: AppFile): Promise<AppFileContent> {
  let text: string;
  try {
    text = await readBounded(file.path);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'absent' };
    return { state: 'failed', reason: messageOf(failure) };
  }
  if (text.trim() === '') return { state: 'absent' };
  const found = findEntries(parseSource(text.replace(/^\uFEFF/, ' ')));
  if (isBeside(file, found)) return { state: 'absent' };
  const { folder } = file;
  if (folder === undefined) return { state: 'read', found };
  return {
    state: 'read',
    found: { ...found, entries: found.entries.map((entry) => ({ ...entry, folder })) },
  };
}
