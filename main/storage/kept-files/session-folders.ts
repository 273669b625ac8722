import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What is kept of a session besides its transcript: results that were too long for it, and files as they were before changes. */
export const FOLDER_KINDS = ['results', 'checkpoints'] as const;
export type FolderKind = (typeof FOLDER_KINDS)[number];

export function sessionFolder(configRoot: string, kind: FolderKind, sessionId: string): string {
  return join(configRoot, kind, sessionId);
}

/** All folders that a session may have; none of them needs to be there. */
export function sessionFolders(configRoot: string, sessionId: string): string[] {
  return FOLDER_KINDS.map((kind) => sessionFolder(configRoot, kind, sessionId));
}

/**
 * Gives a copy of a session its own long results, since the other one may be deleted. True when there are any. Rejects as the
 * file system does.
 */
export async function shareResults(
  configRoot: string,
  from: string,
  target: string,
): Promise<boolean> {
  const source = sessionFolder(configRoot, 'results', from);
  const names = await readdir(source).catch(() => []);
  if (names.length === 0) return false;
  const folder = sessionFolder(configRoot, 'results', target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of names)
    await link(join(source, name), join(folder, name)).catch(() =>
      // For file systems without hard links.
      copyFile(join(source, name), join(folder, name)),
    );
  return true;
}
