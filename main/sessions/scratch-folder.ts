import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProfilePaths } from '../lib/profile-paths.ts';

/** Makes the folder of a session that has none of the person's; by its real path. */
export async function scratchFolder(paths: ProfilePaths, sessionId: string): Promise<string> {
  const folder = join(paths.scratch, sessionId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return realpath(folder);
}
