import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../../shared/lib/errors.ts';

/** A file of instructions for the model. */
export interface Instructions {
  readonly path: string;
  readonly text: string;
}

export interface FoundInstructions {
  /** In the order in which the model gets them: what is nearer to the working folder comes later. */
  readonly files: readonly Instructions[];
  /** Files that were left out, as sentences. */
  readonly problems: readonly string[];
}

const NAMES = ['AGENTS.md', join('.parley', 'instructions.md')];
/** Largest file that is given to the model whole, in bytes. */
const MOST_BYTES = 64 * 1024;
/** How far up the working folder may be below the root of its repository. */
const MOST_LEVELS = 64;

/**
 * Instructions for whoever works in `cwd` (RT-21): of the person (`instructions.md` of the config root, where one is given), then, with
 * `isTrusted`, of every folder from the root of the repository down to `cwd`. Without a repository only `cwd` is looked at.
 */
export async function findInstructions(
  cwd: string,
  configRoot: string | undefined,
  isTrusted: boolean,
): Promise<FoundInstructions> {
  const paths = configRoot === undefined ? [] : [join(configRoot, 'instructions.md')];
  if (isTrusted)
    for (const folder of await foldersDownTo(cwd))
      for (const name of NAMES) paths.push(join(folder, name));
  const files: Instructions[] = [];
  const problems: string[] = [];
  for (const path of new Set(paths)) {
    try {
      const { size } = await stat(path);
      if (size > MOST_BYTES) {
        problems.push(
          `The instructions in ${path} are left out, because the file is larger than ${String(MOST_BYTES / 1024)} KiB. Shorten it.`,
        );
        continue;
      }
      const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').trim();
      if (text !== '') files.push({ path, text });
    } catch (error) {
      if (error instanceof Error && 'code' in error && isAbsence(error.code)) continue;
      problems.push(`The instructions in ${path} could not be read: ${messageOf(error)}.`);
    }
  }
  return { files, problems };
}

function isAbsence(code: unknown): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** From the root of the repository that holds `cwd` down to it; `cwd` alone when there is none. */
async function foldersDownTo(cwd: string): Promise<string[]> {
  const folders = [cwd];
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const [top] = folders;
    if (top === undefined) break;
    if (await stat(join(top, '.git')).catch(() => undefined)) return folders;
    const above = dirname(top);
    if (above === top) break;
    folders.unshift(above);
  }
  return [cwd];
}
