import { runningProblem } from './running-words.ts';
import { isWithin, placesOf } from './real-path.ts';
import type { ShellGrammar } from './shell-command.ts';

/**
 * Commands that only read, with the options of them that write left out below: what the modes `auto` and `plan` let run unasked
 * when every path in them lies inside of the allowed folders.
 */
const READERS = new Set(
  'pwd ls cat head tail wc echo whoami uname which du df basename dirname realpath readlink stat file cut tr nl grep egrep fgrep rg diff cmp tree true false cksum md5sum sha256sum'.split(
    ' ',
  ),
);
const GIT_READERS = new Set(
  'status log diff show rev-parse ls-files blame shortlog describe'.split(' '),
);
const TREE_WRITES = new Set(['-o', '--output']);

/** Whether the text is one plain command that only reads inside of the folders. */
export async function isReadOnlyCommand(
  grammar: ShellGrammar,
  text: string,
  cwd: string,
  folders: readonly string[],
): Promise<boolean> {
  const reading = grammar.read(text);
  if (reading.kind === 'other') return false;
  const { words } = reading;
  const [program = '', second = ''] = words;
  const isGit = program === 'git' && GIT_READERS.has(second);
  if (!isGit && !READERS.has(program)) return false;
  if (runningProblem(words, isGit ? 2 : 1) !== undefined) return false;
  if (words.some((word) => TREE_WRITES.has(word) || word.startsWith('--output'))) return false;
  for (const word of words.slice(1)) if (!(await staysInside(word, cwd, folders))) return false;
  return true;
}

async function staysInside(
  word: string,
  cwd: string,
  folders: readonly string[],
): Promise<boolean> {
  if (word.startsWith('-')) return !/[\\/~]|\.\./.test(word);
  if (word.startsWith('~')) return false;
  // A revision of Git may hold a path behind a colon.
  for (const one of [word, ...word.split(':')]) {
    const places = await placesOf(one, cwd);
    if (!places?.every((place) => folders.some((folder) => isWithin(folder, place)))) return false;
  }
  return true;
}
