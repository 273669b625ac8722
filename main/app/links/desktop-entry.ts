import type { OwnProgram } from './protocol-handler.ts';
import { SCHEME } from './protocol-handler.ts';

/** What the entry of the program says about itself. */
export interface EntryFacts extends OwnProgram {
  readonly name: string;
  /** Variables that the program needs to find its profile. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Characters that may stand in a command line without quotes (Desktop Entry Specification, "The Exec key"). */
const PLAIN = /^[A-Za-z0-9_/.,:=@%+-]+$/;

/**
 * The text of a desktop entry that opens our addresses with this program. Arguments are quoted only where they must be:
 * the plain mode of `xdg-open` reads no quotes.
 */
export function desktopEntry(facts: EntryFacts): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${facts.name}`,
    `Exec=${execLine(facts)} %u`,
    'Terminal=false',
    'NoDisplay=true',
    `MimeType=x-scheme-handler/${SCHEME};`,
    '',
  ].join('\n');
}

/** The command line of an entry without its field code. */
export function execLine({ executable, args, environment }: EntryFacts): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const words = [...(variables.length > 0 ? ['env', ...variables] : []), executable, ...args];
  return words.map(quoted).join(' ');
}

/** The command line that an entry's text names, without its field code; undefined when it names none. */
export function execOf(entry: string): string | undefined {
  const lines = entry.split('\n');
  const start = lines.indexOf('[Desktop Entry]');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('['));
  const own = end < 0 ? rest : rest.slice(0, end);
  const exec = own.find((line) => /^Exec\s*=/.test(line))?.replace(/^Exec\s*=\s*/, '');
  return exec?.replace(/\s*%[uUfF]\s*$/, '').trim();
}

function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%');
  if (PLAIN.test(word)) return escaped;
  // Twice: once for the quotes, once for the value of a key.
  const inner = escaped.replace(/["`$\\]/g, (character) => `\\${character}`);
  return `"${inner.replaceAll('\\', '\\\\')}"`;
}
