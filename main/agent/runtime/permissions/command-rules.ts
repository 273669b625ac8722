import type { RuleContent } from '../../../../shared/agent/permission-rule.ts';
import type { ProtectedPaths } from './protected-paths.ts';
import { isLauncher, programName, runningProblem } from './running-words.ts';
import type { FoundCommand, ShellGrammar } from './shell-command.ts';

type CommandContent = Extract<RuleContent, { kind: 'command' }>;

/** How deep texts of commands may stand in each other. */
const DEEPEST_TEXT = 8;

/**
 * Whether an allow rule covers a command: the text is one plain command, it begins with the words of the rule, and nothing that
 * follows is known to run another program. Every doubt is a no.
 */
export function allowsCommand(
  grammar: ShellGrammar,
  rule: CommandContent,
  command: string,
): boolean {
  const reading = grammar.read(command);
  if (reading.kind === 'other') return false;
  const own = grammar.read(rule.command);
  if (own.kind === 'other') return false;
  if (!own.words.every((word, n) => reading.words[n] === word)) return false;
  if (!rule.isPrefix) return reading.words.length === own.words.length;
  return runningProblem(reading.words, own.words.length) === undefined;
}

/** What a rule that forbids (or asks) makes of a command: it is in it, or it cannot be said. */
export type Finding = 'found' | 'unclear' | undefined;

/**
 * Whether a command that the rule names stands anywhere in the text: behind a launcher, in a substitution, or in the text that
 * a shell is given. What is only known when it runs is `unclear`.
 */
export function findsCommand(grammar: ShellGrammar, rule: CommandContent, text: string): Finding {
  const own = grammar.read(rule.command);
  const words = own.kind === 'plain' ? own.words : rule.command.split(/\s+/);
  return search(grammar, { words, isPrefix: rule.isPrefix }, text, 0);
}

interface Wanted {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

function search(grammar: ShellGrammar, wanted: Wanted, text: string, depth: number): Finding {
  if (depth > DEEPEST_TEXT) return 'unclear';
  const { commands, isWhole } = grammar.commandsIn(text);
  let finding: Finding = isWhole ? undefined : 'unclear';
  for (const command of commands) {
    const found = inCommand(grammar, wanted, command, depth);
    if (found === 'found') return 'found';
    finding ??= found;
  }
  return finding;
}

function inCommand(
  grammar: ShellGrammar,
  wanted: Wanted,
  command: FoundCommand,
  depth: number,
): Finding {
  if (isAt(wanted, command, 0)) return 'found';
  const [name] = command;
  if (command.length > 0 && name === undefined) return 'unclear';
  if (name === undefined || !isLauncher(name))
    return maybeAt(wanted, command) ? 'unclear' : undefined;
  // Behind a launcher any word may be the program, and any may be a text with commands of its own.
  let finding: Finding;
  for (const [n, word] of command.entries()) {
    if (n === 0) continue;
    if (word === undefined) finding ??= 'unclear';
    else if (isAt(wanted, command, n)) return 'found';
    else if (/\s/.test(word)) {
      const inner = search(grammar, wanted, word, depth + 1);
      if (inner === 'found') return 'found';
      finding ??= inner;
    }
  }
  return finding;
}

function isAt(wanted: Wanted, command: FoundCommand, at: number): boolean {
  const own = command.slice(at);
  if (!wanted.isPrefix && own.length !== wanted.words.length) return false;
  return wanted.words.every((word, n) =>
    n === 0 ? programName(own[0] ?? '') === programName(word) : own[n] === word,
  );
}

/** The program is the one, and its words may be the ones: some are only known when it runs, or others stand between them. */
function maybeAt(wanted: Wanted, command: FoundCommand): boolean {
  const [program = '', ...words] = wanted.words;
  if (programName(command[0] ?? '') !== programName(program)) return false;
  if (command.includes(undefined)) return true;
  let at = 0;
  for (const word of command.slice(1)) if (word === words[at]) at += 1;
  return at === words.length && words.length > 0 && wanted.isPrefix;
}

/** Why a command touches something protected, by the words that could be paths (SE-34). */
export async function protectedInCommand(
  grammar: ShellGrammar,
  paths: ProtectedPaths,
  text: string,
): Promise<string | undefined> {
  for (const word of new Set(grammar.commandsIn(text).mentions.flatMap(candidates))) {
    const reason = await paths.reasonFor(word);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** A word as a path, and what stands behind `=` or the letter of an option. */
export function candidates(word: string): string[] {
  const value = word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : [];
  const attached = /^-[A-Za-z](.+)$/.exec(word)?.[1];
  return [
    ...(word.startsWith('-') ? [] : [word]),
    ...value,
    ...(attached ? [attached] : []),
  ].filter((one) => one !== '' && one.length < 4096);
}
