import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const PART = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/g;

/** Splits a command line at its spaces; quotes hold parts together. No shell, no variables, no wildcards. */
export function splitCommand(line: string): string[] {
  const parts: string[] = [];
  let end = -1;
  for (const match of line.matchAll(PART)) {
    const [whole, double, single, plain = ''] = match;
    const text = double?.replaceAll(/\\(["\\])/g, '$1') ?? single ?? plain;
    // What touches the part before it belongs to it, as in --name="a b".
    if (match.index === end) parts.push((parts.pop() ?? '') + text);
    else parts.push(text);
    end = match.index + whole.length;
  }
  return parts;
}

/** The command and its arguments. A command without arguments that is no file is taken for a command line. */
export function commandAndArguments(
  command: string,
  args: readonly string[] | undefined,
  folder: string,
): { readonly command: string; readonly args: readonly string[] } {
  if (args !== undefined || !/\s/.test(command) || existsSync(resolve(folder, command)))
    return { command, args: args ?? [] };
  const [first = command, ...rest] = splitCommand(command);
  return { command: first, args: rest };
}
