import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

/** What became of looking for a command. `searched` lists the folders that were looked into, in order. */
export type CommandSearch =
  | { readonly found: true; readonly path: string; readonly searched: readonly string[] }
  | {
      readonly found: false;
      readonly reason: 'command-not-found' | 'not-executable';
      /** The file that was there but could not be executed. */
      readonly path: string | null;
      readonly searched: readonly string[];
    };

type Candidate = 'executable' | 'not-executable' | 'missing';

/** Whose rules count for names, and what is at a path; other than those of this machine in tests. */
export interface CommandSystem {
  readonly platform: NodeJS.Platform;
  inspect(path: string): Promise<Candidate>;
}

async function inspect(path: string): Promise<Candidate> {
  try {
    const entry = await stat(path);
    if (!entry.isFile()) return 'not-executable';
    if (process.platform !== 'win32') await access(path, constants.X_OK);
    return 'executable';
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code;
    return code === 'EACCES' || code === 'EPERM' ? 'not-executable' : 'missing';
  }
}

const here: CommandSystem = { platform: process.platform, inspect };

function pathOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** Windows starts `tool.cmd` when asked for `tool`: every extension of PATHEXT is a candidate. */
function withExtensions(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] {
  if (platform !== 'win32') return [path];
  const extensions = (environment['PATHEXT'] || '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const known = extensions.some((one) => one.toLowerCase() === win32.extname(path).toLowerCase());
  const extended = extensions.map((one) => path + one.toLowerCase());
  return known ? [path, ...extended] : extended;
}

/** The folders of a PATH value, without empty entries: those would mean the working folder. */
export function pathFolders(
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const path = pathOf(platform);
  const key = Object.keys(environment).find((name) =>
    platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH',
  );
  const value = key === undefined ? '' : (environment[key] ?? '');
  const folders = value.split(path.delimiter).filter((folder) => folder !== '');
  return [...new Set(folders.map((folder) => path.resolve(cwd, folder)))];
}

/**
 * Finds the file that `command` means: a name is looked up in the folders of `environment.PATH`, anything with a
 * slash is taken relative to `cwd`. Folders and files that nobody may execute do not count. Never rejects.
 */
export async function findCommand(
  command: string,
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
  system: CommandSystem = here,
): Promise<CommandSearch> {
  const { platform } = system;
  const paths = pathOf(platform);
  const direct =
    command.includes('/') ||
    paths.isAbsolute(command) ||
    (platform === 'win32' && command.includes('\\'));
  const folders = direct ? [] : pathFolders(environment, cwd, platform);
  const bases = direct
    ? [paths.resolve(cwd, command)]
    : folders.map((folder) => paths.resolve(folder, command));
  let refused: string | null = null;
  for (const base of command === '' ? [] : bases) {
    for (const path of withExtensions(base, environment, platform)) {
      const candidate = await system.inspect(path);
      if (candidate === 'executable') return { found: true, path, searched: folders };
      if (candidate === 'not-executable') refused ??= path;
    }
  }
  return {
    found: false,
    reason: refused === null ? 'command-not-found' : 'not-executable',
    path: refused,
    searched: folders,
  };
}
