import type * as Unbash from 'unbash';
import type { Command, Script, SyntaxNode, Word, WordPart } from 'unbash';

/** What a shell would make of a text. */
export type ShellReading =
  /** One command whose words are known: nothing is composed, substituted or redirected. */
  | { readonly kind: 'plain'; readonly words: readonly string[] }
  /** Anything else; `why` completes "it …". */
  | { readonly kind: 'other'; readonly why: string };

/** A command somewhere in a text: its words, as far as they are known (`undefined`: only known when it runs). */
export type FoundCommand = readonly (string | undefined)[];

export interface FoundCommands {
  readonly commands: readonly FoundCommand[];
  /** Every word, also patterns and those that a redirection writes to. */
  readonly mentions: readonly string[];
  /** False: there may be more than could be read. */
  readonly isWhole: boolean;
}

type Parser = typeof Unbash;

/** The grammar of the shell. Loaded when the first command is to be compared with a rule. */
export async function loadShellGrammar(): Promise<ShellGrammar> {
  return new ShellGrammar(await import('unbash'));
}

export class ShellGrammar {
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** Reads a text as strictly as a rule that allows needs it: every doubt makes it `other`. */
  read(text: string): ShellReading {
    const script = this.#parser.parse(text);
    if (hasControls(text)) return other('holds control characters');
    if (script.errors && script.errors.length > 0) return other('is no complete command');
    const [statement, second] = script.commands;
    if (!statement) return other('is empty');
    if (second) return other('is several commands');
    if (statement.background === true) return other('goes on in the background');
    const { command } = statement;
    if (command.type !== 'Command') return other('is composed of several commands');
    return readCommand(command);
  }

  /** Every command in a text, nested ones and those in substitutions too. */
  commandsIn(text: string): FoundCommands {
    const commands: FoundCommand[] = [];
    const mentions: string[] = [];
    let isWhole = true;
    const visit = (node: SyntaxNode): void => {
      if (node.type === 'Script' && hasErrors(node)) isWhole = false;
      if (node.type === 'Command')
        commands.push(
          [node.name, ...node.args].flatMap((word) =>
            word?.type === 'Word' ? [fixedValue(word)] : [],
          ),
        );
      if (node.type === 'Word') mentions.push(node.value);
      this.#parser.forEachChild(node, visit);
    };
    visit(this.#parser.parse(text));
    return { commands, mentions, isWhole };
  }
}

function hasErrors(script: Script & { readonly errors?: readonly unknown[] | undefined }): boolean {
  return (script.errors?.length ?? 0) > 0;
}

function readCommand(command: Command): ShellReading {
  if (command.redirects.length > 0) return other('redirects input or output');
  if (command.prefix.length > 0) return other('sets variables');
  if (!command.name) return other('is no command');
  const words: string[] = [];
  for (const word of [command.name, ...command.args]) {
    if (word.type !== 'Word') return other('sets variables');
    const problem = wordProblem(word, words.length === 0);
    if (problem !== undefined) return other(problem);
    words.push(word.value);
  }
  return { kind: 'plain', words };
}

/** Why the value of a word is only known when it runs, or not the same in every shell. */
function wordProblem(word: Word, isName: boolean): string | undefined {
  if (isName && word.text.startsWith('~')) return 'names its program by a home folder';
  for (const part of word.parts ?? []) {
    const isGlob = part.type === 'Glob';
    if (isGlob && (isName || !startsFixed(word)))
      return 'holds a pattern that a file name could turn into an option';
    if (!isGlob && !isFixed(part)) return PART_PROBLEMS[part.type] ?? 'holds an expansion';
  }
  return undefined;
}

/** The first characters cannot make an option, whatever files there are. */
function startsFixed(word: Word): boolean {
  const first = word.parts?.[0];
  return first?.type === 'Literal' && first.value !== '' && !first.value.startsWith('-');
}

const PART_PROBLEMS: Readonly<Record<string, string>> = {
  CommandExpansion: 'runs another command for a part of its words',
  ProcessSubstitution: 'runs another command beside it',
  SimpleExpansion: 'holds a variable',
  ParameterExpansion: 'holds a variable',
  ArithmeticExpansion: 'holds a calculation',
  AnsiCQuoted: 'holds a kind of quotes that shells read differently',
  LocaleString: 'holds a kind of quotes that shells read differently',
};

function isFixed(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every((inner) => inner.type === 'Literal');
  return part.type === 'Literal' || part.type === 'SingleQuoted';
}

/** The value of a word where it is known before it runs; quotes of every kind are read as Bash does. */
function fixedValue(word: Word): string | undefined {
  const isKnown = (word.parts ?? []).every((part) => isFixed(part) || part.type === 'AnsiCQuoted');
  return isKnown ? word.value : undefined;
}

function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if ((code < 32 && character !== '\n' && character !== '\t') || code === 127) return true;
  }
  return false;
}

function other(why: string): ShellReading {
  return { kind: 'other', why };
}
