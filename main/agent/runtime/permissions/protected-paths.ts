import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { matchesName } from './path-pattern.ts';
import { placesOf, realPathOf, segmentsOf } from './real-path.ts';

/** Folders whose whole content is protected, wherever they are. */
const FOLDERS: Readonly<Record<string, string>> = {
  '.parley': 'the settings, hooks and server definitions of Parley',
  '.git': 'the hooks and the configuration of a Git repository',
  '.githooks': 'Git hooks',
  '.husky': 'Git hooks',
  '.ssh': 'the access of SSH',
  '.vscode': 'settings, tasks and server definitions of an editor',
  '.cursor': 'settings and server definitions of an editor',
  '.windsurf': 'settings and server definitions of an editor',
  '.zed': 'settings and server definitions of an editor',
  '.idea': 'settings of an editor',
  '.claude': 'settings, hooks and server definitions of another agent',
  '.codex': 'settings and server definitions of another agent',
  '.gemini': 'settings and server definitions of another agent',
  'profile.d': 'a start-up file of the shell',
  'cron.d': 'programs that are started by time',
  launchagents: 'programs that are started at sign-in',
  launchdaemons: 'programs that are started with the computer',
};

const SHELL = 'a start-up file of the shell';
const SERVERS = 'server definitions';
const GIT = 'the configuration of Git';
/** Names of files that are protected, wherever they are. */
const FILES: Readonly<Record<string, string>> = Object.fromEntries<string>([
  ...[
    ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile'],
    ...['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.kshrc', '.mkshrc', '.cshrc'],
    ...['.tcshrc', '.login', '.logout', '.inputrc', '.xprofile', '.xinitrc', '.xsession'],
    ...['.envrc', '.pam_environment', 'bash.bashrc', 'config.fish', 'profile.ps1'],
    ...['microsoft.powershell_profile.ps1', 'microsoft.vscode_profile.ps1'],
  ].map((name): [string, string] => [name, SHELL]),
  ...['.mcp.json', 'mcp.json', 'claude_desktop_config.json', '.claude.json'].map(
    (name): [string, string] => [name, SERVERS],
  ),
  ...['.gitconfig', '.gitmodules'].map((name): [string, string] => [name, GIT]),
  ...['.pre-commit-config.yaml', 'lefthook.yml', '.lefthook.yml', 'lefthook.yaml'].map(
    (name): [string, string] => [name, 'the configuration of Git hooks'],
  ),
]);

/** Folders in the home that are protected, as the names below it. */
const BELOW_CONFIG: Readonly<Record<string, string>> = {
  fish: SHELL,
  git: GIT,
  autostart: 'programs that are started at sign-in',
  systemd: 'programs that are started at sign-in',
  powershell: SHELL,
};

export interface ProtectedPaths {
  /**
   * What the path is part of, when writing there could start programs or change what is allowed later; such a write needs a
   * prompt of its own (SE-34). Looks at the path as it is written and at every place that it leads to. `undefined`: nothing.
   */
  reasonFor(path: string): Promise<string | undefined>;
}

export interface ProtectedPathsOptions {
  /** What relative paths start from. */
  readonly cwd: () => string;
  readonly configRoot: string;
  readonly home?: string | undefined;
}

export function protectedPaths(options: ProtectedPathsOptions): ProtectedPaths {
  const { cwd, configRoot } = options;
  const home = options.home ?? homedir();
  return {
    async reasonFor(path) {
      const given = path === '~' || path.startsWith('~/') ? home + path.slice(1) : path;
      const places = await placesOf(given, cwd());
      if (places === undefined) return 'a place that could not be found out';
      const realRoot = (await realPathOf(configRoot, cwd())) ?? configRoot;
      for (const place of [...places, given]) {
        const reason = reasonByNames(place) ?? reasonByRoot(place, realRoot);
        if (reason !== undefined) return reason;
      }
      return reasonByIdentity(places, home);
    },
  };
}

function reasonByNames(path: string): string | undefined {
  const names = segmentsOf(path).map(plainName);
  for (const [n, name] of names.entries()) {
    const folder = lookUp(FOLDERS, name);
    if (folder !== undefined) return folder;
    const next = names[n + 1];
    const config =
      name === '.config' && next !== undefined ? lookUp(BELOW_CONFIG, next) : undefined;
    if (config !== undefined) return config;
  }
  const last = names.at(-1) ?? '';
  if (
    names[0] === 'etc' &&
    ['profile', 'bashrc', 'zshrc', 'zshenv', 'zprofile', 'crontab'].includes(last)
  )
    return SHELL;
  return lookUp(FILES, last);
}

/** The config root holds who may do what; only the folders that sessions work in are theirs. */
function reasonByRoot(path: string, root: string): string | undefined {
  const own = segmentsOf(path).map(plainName);
  const above = segmentsOf(root).map(plainName);
  if (above.some((name, n) => name !== own[n])) return undefined;
  return own[above.length] === 'scratch' && own.length > above.length + 1
    ? undefined
    : 'the profile of Parley, which holds settings, hooks, server definitions and what was allowed';
}

/** A second name of a protected file (a hard link) is that file. */
async function reasonByIdentity(
  places: readonly string[],
  home: string,
): Promise<string | undefined> {
  for (const place of places) {
    const own = await lstat(place, { bigint: true }).catch(() => undefined);
    if (!own?.isFile() || own.nlink < 2n) continue;
    for (const [name, reason] of Object.entries(FILES)) {
      const known = await lstat(join(home, name), { bigint: true }).catch(() => undefined);
      if (known?.dev === own.dev && known.ino === own.ino) return reason;
    }
  }
  return undefined;
}

/** A name as a file system that is generous with names may read it: case, accents, invisible characters, dots and spaces at the end. */
function plainName(name: string): string {
  return (name.split(':')[0] ?? '')
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}

function lookUp(table: Readonly<Record<string, string>>, name: string): string | undefined {
  // Windows' short form of a longer name, such as GIT~1 for .git.
  const short = /^([a-z0-9_]{1,6})~[0-9]+(\..*)?$/.exec(name)?.[1];
  if (short !== undefined)
    for (const [known, reason] of Object.entries(table))
      if (known.replace(/^\./, '').startsWith(short)) return reason;
  if (Object.hasOwn(table, name)) return table[name];
  return /[*?[]/.test(name) ? byPattern(table, name) : undefined;
}

/** What a shell could make of a pattern. */
function byPattern(table: Readonly<Record<string, string>>, pattern: string): string | undefined {
  const wild = pattern.replace(/\[[^\]]*\]?/g, '*');
  return Object.entries(table).find(
    ([known]) => (pattern.startsWith('.') || !known.startsWith('.')) && matchesName(wild, known),
  )?.[1];
}
