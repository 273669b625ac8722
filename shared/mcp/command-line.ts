/** A command line taken apart the way a POSIX shell would, with nothing expanded and nothing run. */
export type SplitCommandLine =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly reason: 'open-quote' | 'shell-operator' | 'empty' };

/** Characters that only a shell gives a meaning to: unquoted they make the line more than one command. */
const operators = new Set(['|', '&', ';', '<', '>', '(', ')', '`']);
/** What a backslash still escapes inside double quotes. */
const escapedInDouble = new Set(['"', '\\', '$', '`']);

interface Scan {
  readonly text: string;
  at: number;
  word: string | null;
}

/** Reads on to the closing quote; false when there is none. */
function readQuoted(scan: Scan, quote: string): boolean {
  scan.word ??= '';
  for (scan.at += 1; scan.at < scan.text.length; scan.at += 1) {
    const char = scan.text.charAt(scan.at);
    if (char === quote) return true;
    const next = scan.text.charAt(scan.at + 1);
    if (quote === '"' && char === '\\' && next === '\n') scan.at += 1;
    else if (quote === '"' && char === '\\' && escapedInDouble.has(next)) {
      scan.word += next;
      scan.at += 1;
    } else scan.word += char;
  }
  return false;
}

function readBackslash(scan: Scan, windowsPaths: boolean): void {
  const next = scan.text.charAt(scan.at + 1);
  if (next === '\n' || (next === '\r' && scan.text.charAt(scan.at + 2) === '\n')) {
    scan.at += next === '\n' ? 1 : 2;
  } else if (windowsPaths || next === '') {
    scan.word = `${scan.word ?? ''}\\`;
  } else {
    scan.word = `${scan.word ?? ''}${next}`;
    scan.at += 1;
  }
}

/**
 * Splits one command line into words. Quotes and backslashes are taken away, variables stay as they are written.
 * A line with pipes, redirections or several commands is refused: no shell will ever run it.
 * `windowsPaths`: a backslash outside quotes is part of a path.
 */
export function splitCommandLine(text: string, windowsPaths = false): SplitCommandLine {
  const words: string[] = [];
  const scan: Scan = { text: text.trim(), at: 0, word: null };
  const finish = (): void => {
    if (scan.word !== null) words.push(scan.word);
    scan.word = null;
  };
  for (; scan.at < scan.text.length; scan.at += 1) {
    const char = scan.text.charAt(scan.at);
    if (/\s/.test(char)) finish();
    else if (char === '"' || char === "'") {
      if (!readQuoted(scan, char)) return { ok: false, reason: 'open-quote' };
    } else if (char === '\\') readBackslash(scan, windowsPaths);
    else if (operators.has(char)) return { ok: false, reason: 'shell-operator' };
    else scan.word = `${scan.word ?? ''}${char}`;
  }
  finish();
  return words.length === 0 ? { ok: false, reason: 'empty' } : { ok: true, words };
}

/** What a pasted line would become in the form. */
export interface CommandProposal {
  readonly command: string;
  readonly args: readonly string[];
  /** Leading `NAME=value` words. */
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The command, arguments and variables in a pasted line, or why there are none.
 * A leading `$ ` of a copied terminal line is left out.
 */
export function proposeCommand(
  text: string,
  windowsPaths = false,
):
  | { readonly ok: true; readonly proposal: CommandProposal }
  | Extract<SplitCommandLine, { ok: false }> {
  const split = splitCommandLine(text.replace(/^\s*\$\s+/, ''), windowsPaths);
  if (!split.ok) return split;
  const start = split.words.findIndex((word) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
  const [command, ...args] = start < 0 ? [] : split.words.slice(start);
  if (command === undefined || command === '') return { ok: false, reason: 'empty' };
  const env = split.words.slice(0, start).map((word) => {
    const equals = word.indexOf('=');
    return { name: word.slice(0, equals), value: word.slice(equals + 1) };
  });
  return { ok: true, proposal: { command, args, env } };
}

/** One word quoted for a POSIX shell, so that it arrives exactly as it is. Plain words stay readable. */
export function quotePosix(word: string): string {
  // `name=value` as a first word would be an assignment, an option with `=` never is.
  if (/^[A-Za-z0-9_\-+:,./@%]+$/.test(word) || /^-[A-Za-z0-9_\-+=:,./@%]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** One word quoted for PowerShell, which also takes typographic quotes for single ones. */
export function quotePowerShell(word: string): string {
  return `'${word.replace(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`;
}

export interface ShellCommandParts {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** Values are not known here: each shows its own name in angle brackets. */
  readonly envNames: readonly string[];
}

/** A line that starts the same process from a terminal: sh on macOS and Linux, PowerShell on Windows. */
export function shellCommand(parts: ShellCommandParts, platform: string): string {
  const { command, args, cwd, envNames } = parts;
  if (platform === 'win32') {
    return [
      ...(cwd === undefined ? [] : [`Set-Location -LiteralPath ${quotePowerShell(cwd)}`]),
      ...envNames.map(
        (name) => `Set-Item ${quotePowerShell(`env:${name}`)} ${quotePowerShell(`<${name}>`)}`,
      ),
      `& ${[command, ...args].map(quotePowerShell).join(' ')}`,
    ].join('; ');
  }
  // A quoted assignment is no assignment to a shell; `env` takes it as a plain argument.
  const assignments = envNames.map((name) => quotePosix(`${name}=<${name}>`));
  const run = [
    ...(assignments.length > 0 ? ['env', ...assignments] : []),
    ...[command, ...args].map(quotePosix),
  ].join(' ');
  return cwd === undefined ? run : `cd ${quotePosix(cwd)} && ${run}`;
}
