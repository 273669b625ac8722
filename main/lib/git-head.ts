import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** What a folder is at: a branch, or one commit of none. */
export type GitHead =
  | { readonly kind: 'branch'; readonly name: string }
  | { readonly kind: 'detached'; readonly commit: string };

const MOST_PARENTS = 64;
const MOST_BYTES = 4_096;

/**
 * What the repository of a folder is at, read from its files alone: no program runs, and nothing of its configuration counts.
 * Undefined where there is no repository.
 */
export async function gitHead(folder: string): Promise<GitHead | undefined> {
  let at = resolve(folder);
  for (let step = 0; step < MOST_PARENTS; step += 1) {
    const head = await headOf(join(at, '.git'));
    if (head !== undefined) return head;
    const parent = dirname(at);
    if (parent === at) return undefined;
    at = parent;
  }
  return undefined;
}

async function headOf(dotGit: string): Promise<GitHead | undefined> {
  const own = await readStart(join(dotGit, 'HEAD'));
  if (own !== undefined) return parseHead(own);
  // A worktree or a submodule has a file that says where its own part of the repository is.
  const place = /^gitdir: (.+)$/m.exec((await readStart(dotGit)) ?? '')?.[1]?.trim();
  // No other computer is asked by a folder's word.
  if (place === undefined || /^[\\/]{2}/.test(place)) return undefined;
  const gitFolder = isAbsolute(place) ? place : join(dirname(dotGit), place);
  return parseHead((await readStart(join(gitFolder, 'HEAD'))) ?? '');
}

function parseHead(text: string): GitHead | undefined {
  const line = text.split('\n')[0]?.trim() ?? '';
  const name = /^ref: refs\/heads\/(.{1,250})$/.exec(line)?.[1];
  if (name !== undefined) return { kind: 'branch', name };
  return /^[0-9a-f]{40,64}$/.test(line)
    ? { kind: 'detached', commit: line.slice(0, 8) }
    : undefined;
}

/** The begin of a regular file; undefined for anything else, such as a pipe that nobody writes to. */
async function readStart(path: string): Promise<string | undefined> {
  try {
    // Without waiting for a writer where it is a pipe; Windows has no such flag and no such pipes.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
