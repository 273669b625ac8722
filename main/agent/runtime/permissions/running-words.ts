import { sedProblem } from './sed-script.ts';

/** Programs whose arguments are programs or code themselves: what follows the words of a rule is never harmless. */
const LAUNCHERS = new Set(
  [
    'env xargs sudo doas su pkexec runuser setpriv nice nohup timeout time stdbuf setsid chroot strace ltrace gdb lldb watch',
    'parallel flock ionice taskset chrt unshare nsenter systemd-run at batch script expect screen tmux ssh rsh socat nc ncat',
    'netcat busybox toybox osascript open xdg-open start cmd powershell pwsh wsl',
    'sh bash dash zsh ksh mksh fish csh tcsh ash rbash',
    'awk gawk mawk nawk vi vim nvim view ex ed emacs nano pico less more most man info',
    'eval exec source . command builtin trap enable complete compgen bind mapfile readarray alias hash export declare typeset',
    'readonly local set shopt let fc unset wait jobs coproc',
  ].flatMap((line) => line.split(' ')),
);

/** Programs that run the file which is their first argument; a rule must name that file. */
const INTERPRETERS = new Set(
  'python python2 python3 pypy pypy3 perl ruby node nodejs deno bun php lua luajit Rscript julia tclsh wish guile racket swift npx bunx pnpx uvx pipx tsx ts-node java'.split(
    ' ',
  ),
);

/** Built into the shell, which reads an index such as `a[$(x)]` in their arguments as code. */
const SHELL_BUILTINS = new Set(
  'test [ printf read getopts return exit shift ulimit umask kill cd pushd popd echo'.split(' '),
);

interface ProgramWords {
  /** Long options (also shortened) and words that mean running something else. */
  readonly words?: readonly string[];
  /** Letters of short options, alone or among others. */
  readonly letters?: string;
}

/** Options that name a program or code with most programs that have them. */
const ANYWHERE = [
  ...['--exec', '--exec-path', '--execute', '--command', '--eval', '--shell', '--rsh', '--pager'],
  ...['--editor', '--preprocessor', '--to-command', '--checkpoint-action', '--script-shell'],
  ...['--use-compress-program', '--compress-program', '--upload-pack', '--receive-pack'],
  ...['--extcmd', '--ext-diff', '--open-files-in-pager', '--config-env', '--toolexec'],
];

const PROGRAMS: Readonly<Record<string, ProgramWords>> = {
  find: {
    words: [
      ...['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf'],
      ...['-fls', '-files0-from'],
    ],
  },
  fd: { words: ['--exec-batch'], letters: 'xX' },
  fdfind: { words: ['--exec-batch'], letters: 'xX' },
  rg: { words: ['--pre', '--hostname-bin', '--search-zip'], letters: 'z' },
  sort: { words: ['--output'], letters: 'o' },
  tar: {
    words: ['--info-script', '--new-volume-script', '--rsh-command', '--rmt-command'],
    letters: 'IF',
  },
  zip: { words: ['--unzip-command', '--test'], letters: 'T' },
  rsync: { words: ['--rsync-path', '--remote-option'], letters: 'eM' },
  scp: { letters: 'oSFD' },
  sftp: { letters: 'oSFDb' },
  curl: { words: ['--config'], letters: 'K' },
  wget: { words: ['--use-askpass', '--config'], letters: 'e' },
  go: { words: ['run', 'generate', 'tool', '-exec', '-toolexec', '-vettool', '-overlay'] },
  cargo: { words: ['run', '--config'] },
  npm: { words: ['exec', 'x', 'init', 'create', 'explore', 'run', 'run-script', 'start', 'test'] },
  pnpm: { words: ['exec', 'dlx', 'create', 'run', 'start', 'test'] },
  yarn: { words: ['exec', 'dlx', 'create', 'run', 'node'] },
  pip: { words: ['--python'] },
  make: { words: ['--file', '--makefile', '--directory', '--include-dir'], letters: 'fCI' },
  gmake: { words: ['--file', '--makefile', '--directory', '--include-dir'], letters: 'fCI' },
  docker: { words: ['exec', 'run', 'compose', '--entrypoint'] },
  podman: { words: ['exec', 'run', 'compose', '--entrypoint'] },
  kubectl: { words: ['exec', 'run', 'debug', 'edit', 'plugin'] },
  gcc: { words: ['-wrapper'], letters: 'B' },
  clang: { words: ['-wrapper'], letters: 'B' },
  uniq: {},
};

/** Git commands that start nothing by themselves. An unknown one may be an alias, which may be any program. */
const GIT_COMMANDS = new Set(
  [
    'status log diff show branch tag remote fetch pull push add commit checkout switch restore reset merge rebase stash',
    'rev-parse rev-list ls-files ls-tree ls-remote cat-file blame shortlog describe grep clean mv rm cherry-pick revert',
    'reflog worktree init clone count-objects for-each-ref merge-base name-rev show-ref symbolic-ref diff-tree diff-index',
    'diff-files cherry range-diff whatchanged apply am format-patch notes sparse-checkout fsck gc prune version',
  ].flatMap((line) => line.split(' ')),
);

const GIT_GLOBALS = new Set(
  '--version --no-pager -P --no-optional-locks --literal-pathspecs --no-replace-objects'.split(' '),
);

const GIT_WORDS = [
  ...['--upload-pack', '--receive-pack', '--exec', '--ext-diff', '--textconv', '--output'],
  ...['--open-files-in-pager', '--extcmd', '--config', '--template', '--strategy', '--gpg-sign'],
  ...['--edit-description', '--output-directory', '--remote-submodules', '--recurse-submodules'],
];

/** Short options by Git command that name a program, or a file that is written. */
const GIT_LETTERS: Readonly<Record<string, string>> = {
  fetch: 'u',
  pull: 's',
  clone: 'uc',
  'ls-remote': 'u',
  grep: 'O',
  rebase: 'xs',
  merge: 's',
  'format-patch': 'o',
  commit: 'S',
};

/**
 * Why a plain command may run another program, or write where it is told, by what follows the words that a rule names.
 * `undefined`: nothing is known against it.
 */
export function runningProblem(words: readonly string[], ruleLength: number): string | undefined {
  const program = programName(words[0] ?? '');
  const more = words.slice(ruleLength);
  if (LAUNCHERS.has(program)) return `"${program}" runs what it is given`;
  if (INTERPRETERS.has(program) && !namesScript(words.slice(1, ruleLength)))
    return `"${program}" runs what it is given, and the rule names no script`;
  if (SHELL_BUILTINS.has(program) && more.some((word) => word.includes('$(') || word.includes('`')))
    return `the shell may run a part of what "${program}" is given`;
  if (program === 'sed') return sedProblem(words.slice(1));
  if (program === 'git') return gitProblem(words, ruleLength);
  if (INTERPRETERS.has(program)) return undefined;
  if (/^g?make$/.test(program) && more.some((word) => word.includes('=')))
    return `"${program}" takes programs from variables`;
  const known = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  if (program === 'tar' && ruleLength === 1 && bundles(words[1] ?? '', 'IF'))
    return `"${words[1] ?? ''}" names a program`;
  const found = more.find((word) => isRunning(word, known));
  return found === undefined ? undefined : `"${found}" can run another program`;
}

function isRunning(word: string, known: ProgramWords | undefined): boolean {
  return (
    isWordOf(word, [...ANYWHERE, ...(known?.words ?? [])]) || hasLetter(word, known?.letters ?? '')
  );
}

/** Long options may be shortened as long as they stay the only ones, and carry a value behind `=`. */
function isWordOf(word: string, names: readonly string[]): boolean {
  const name = word.split('=')[0] ?? '';
  return names.some(
    (known) =>
      name === known ||
      (name.startsWith('--') && name.length > 3 && known.startsWith(name)) ||
      // Some programs take long options with one dash, or with any ending.
      (known.startsWith('--') && name === known.slice(1)),
  );
}

function hasLetter(word: string, letters: string): boolean {
  return word.startsWith('-') && !word.startsWith('--') && bundles(word.slice(1), letters);
}

function bundles(word: string, letters: string): boolean {
  return Array.from(letters).some((letter) => word.includes(letter));
}

function gitProblem(words: readonly string[], ruleLength: number): string | undefined {
  const at = words.findIndex((word, n) => n > 0 && !GIT_GLOBALS.has(word));
  if (at < 0) return undefined;
  const command = words[at] ?? '';
  if (at >= ruleLength && !GIT_COMMANDS.has(command))
    return `"git ${command}" may be an alias for any program`;
  const letters = Object.hasOwn(GIT_LETTERS, command) ? (GIT_LETTERS[command] ?? '') : '';
  const found = words
    .slice(Math.max(ruleLength, at + 1))
    .find(
      (word) =>
        isWordOf(word, GIT_WORDS) ||
        hasLetter(word, letters) ||
        word.toLowerCase().includes('ext::'),
    );
  return found === undefined ? undefined : `"${found}" can run another program`;
}

function namesScript(words: readonly string[]): boolean {
  const first = words[0];
  return first !== undefined && !first.startsWith('-');
}

function programName(word: string): string {
  const name = word.split(/[\\/]/).at(-1) ?? word;
  return process.platform === 'win32'
    ? name.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, '')
    : name;
}

/** Whether the program runs what its arguments say: rules that deny look into those. */
export function isLauncher(word: string): boolean {
  return LAUNCHERS.has(programName(word));
}

export { programName };
