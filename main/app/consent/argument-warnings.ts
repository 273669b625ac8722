import { basename } from 'node:path';
import { isHiddenCharacter } from '../../../shared/lib/hidden-characters.ts';
import { packageArgument } from '../../../shared/mcp/package-pin.ts';

const shells: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'ksh',
  'fish',
  'cmd',
  'powershell',
  'pwsh',
]);
const shellSyntax = /(^|\s)(\||\|\||&&?|;|>>?|<)(\s|$)|;\s|`[^`]+`|\$\(/;
const exactVersion = /@\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;
/** Commands that fetch a package and run it, with the word that must come first where one is needed. */
const packageRunners: Readonly<Record<string, string | undefined>> = {
  npx: undefined,
  bunx: undefined,
  pnpx: undefined,
  pnpm: 'dlx',
  yarn: 'dlx',
};
const packageFlags: ReadonlySet<string> = new Set(['-p', '--package']);

/** True when a text holds a character that a person would not see, line breaks and tabs included. */
export function hidesCharacters(text: string): boolean {
  for (const character of text) {
    if (character === '\n' || character === '\t' || isHiddenCharacter(character)) return true;
  }
  return false;
}

/** Positions (from 1, as they are shown) of arguments that read like shell text. They are passed as text all the same. */
export function shellTextPositions(command: string, args: readonly string[]): readonly number[] {
  const isShell = shells.has(programName(command));
  return args.flatMap((argument, index) => {
    const previous = args[index - 1] ?? '';
    const isScript = isShell && /^[-/][a-z]*c(ommand)?$/i.test(previous);
    return isScript || shellSyntax.test(argument) ? [index + 1] : [];
  });
}

/** Position (from 1) of a package that would be fetched at its newest version at each start, undefined when there is none. */
export function unpinnedPackagePosition(
  command: string,
  args: readonly string[],
): number | undefined {
  const found = packageArgument(command, args);
  if (found?.ecosystem === 'pypi') return found.isPinned ? undefined : found.index + 1;
  const runner = programName(command);
  if (!Object.hasOwn(packageRunners, runner)) return undefined;
  const firstWord = packageRunners[runner];
  if (firstWord !== undefined && args[0] !== firstWord) return undefined;
  for (let index = firstWord === undefined ? 0 : 1; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (packageFlags.has(argument) || !argument.startsWith('-')) {
      const position = packageFlags.has(argument) ? index + 2 : index + 1;
      return isUnpinned(args[position - 1] ?? '') ? position : undefined;
    }
    const inline = /^--package=(.*)$/.exec(argument)?.[1];
    if (inline !== undefined) return isUnpinned(inline) ? index + 1 : undefined;
  }
  return undefined;
}

function isUnpinned(specifier: string): boolean {
  const isLocal = /^(\.{0,2}[/\\]|file:|[a-z]:[/\\])/i.test(specifier);
  return specifier !== '' && !isLocal && !exactVersion.test(specifier);
}

function programName(command: string): string {
  return basename(command.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|ps1)$/, '');
}
