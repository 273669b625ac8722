import { lstat, opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { partOf, type ProfilePart } from './profile-parts.ts';

export interface MeasuredPart {
  readonly part: ProfilePart;
  readonly bytes: number;
  readonly files: number;
}

export interface MeasuredProfile {
  readonly parts: readonly MeasuredPart[];
  /** There is more: it was looked at so many files that it was ended. */
  readonly isCut: boolean;
}

/** Files that are looked at before it is ended. */
const MOST_FILES = 200_000;

/** How much each part of a profile takes on the disk. Follows no links; what cannot be read counts as nothing. */
export async function measureProfile(
  root: string,
  signal: AbortSignal,
  mostFiles = MOST_FILES,
): Promise<MeasuredProfile> {
  const sizes = new Map<ProfilePart, { bytes: number; files: number }>();
  let left = mostFiles;
  const count = async (path: string, part: ProfilePart): Promise<void> => {
    if (left <= 0) return;
    left -= 1;
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() !== true) return;
    const sum = sizes.get(part) ?? { bytes: 0, files: 0 };
    sizes.set(part, { bytes: sum.bytes + found.size, files: sum.files + 1 });
  };
  for (const top of await readdir(root, { withFileTypes: true })) {
    const part = partOf(top.name);
    const waiting = [join(root, top.name)];
    if (!top.isDirectory()) {
      await count(join(root, top.name), part);
      continue;
    }
    for (let folder = waiting.pop(); folder !== undefined && left > 0; folder = waiting.pop()) {
      signal.throwIfAborted();
      const entries = await opendir(folder).catch(() => undefined);
      if (!entries) continue;
      for await (const entry of entries) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        else await count(path, part);
        if (left <= 0) break;
      }
    }
  }
  const parts = [...sizes].map(([part, sum]) => ({ part, ...sum }));
  return { parts, isCut: left <= 0 };
}
