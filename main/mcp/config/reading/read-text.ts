import { proposeCommand } from '../../../../shared/mcp/command-line.ts';
import { remoteDefinition, stdioDefinition } from '../../../../shared/mcp/server-config.ts';
import type { ReadingNote } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { findEntries, named } from './find-entries.ts';
import type { FoundServers, ReadShape } from './find-entries.ts';
import { isInstallLink, readInstallLink } from './install-link.ts';
import type { DraftDefinition } from './read-entry.ts';
import { parseSource } from './source-text.ts';

const words = serverSetupTexts.reading;

/** Most characters of a text that is read. */
export const MAX_TEXT = 1_000_000;

function failed(shape: ReadShape, sentence: string): FoundServers {
  return { shape, entries: [], notes: [{ severity: 'error', sentence }] };
}

function single(shape: ReadShape, definition: DraftDefinition, name = ''): FoundServers {
  return { shape, entries: [named({ name, definition, notes: [] })], notes: [] };
}

/** `"mcpServers": { … }` as it is copied out of a documentation, without the braces around it. */
function inBraces(text: string): FoundServers {
  const before = text.indexOf('"');
  const body = text.replace(/,\s*$/, '');
  const found = findEntries(parseSource(`{${body.slice(before)}}`));
  const shifted = before - 1;
  return moveBy(found, shifted, text);
}

/** Positions and changes of a text that was read with something put in front of it. */
function moveBy(found: FoundServers, by: number, text: string): FoundServers {
  const { positionAt } = parseSource(text);
  const starts = lineStarts(`{${text.slice(text.indexOf('"'))}`);
  const move = (note: ReadingNote): ReadingNote => ({
    ...note,
    ...(note.position
      ? {
          position: positionAt(
            Math.max(0, (starts[note.position.line - 1] ?? 0) + note.position.column - 1 + by),
          ),
        }
      : {}),
    ...(note.fix
      ? {
          fix: {
            ...note.fix,
            edits: note.fix.edits.map((edit) => ({ ...edit, offset: edit.offset + by })),
          },
        }
      : {}),
  });
  return {
    ...found,
    notes: found.notes.map(move),
    entries: found.entries.map((entry) => ({ ...entry, notes: entry.notes.map(move) })),
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function readAddress(url: string): FoundServers {
  const type = /\/sse\/?(\?|$)/.test(url) ? 'sse' : 'http';
  const parsed = remoteDefinition.safeParse({ type, url, headers: {} });
  if (parsed.success) return single('url', parsed.data);
  return failed('url', words.field('url', parsed.error.issues[0]?.message ?? ''));
}

/** `claude mcp add [--transport http] name (address | -- command …)`, as many servers document themselves. */
function fromAddCommand(args: readonly string[]): FoundServers | undefined {
  const options: Record<string, string[]> = {};
  const rest: string[] = [];
  const separator = args.indexOf('--');
  const own = separator === -1 ? args : args.slice(0, separator);
  for (let index = 0; index < own.length; index += 1) {
    const word = own[index] ?? '';
    const long =
      { '-t': '--transport', '-s': '--scope', '-e': '--env', '-H': '--header' }[word] ?? word;
    if (long.startsWith('--')) {
      index += 1;
      (options[long] ??= []).push(own[index] ?? '');
    } else rest.push(word);
  }
  const [name, target, ...more] = [...rest, ...(separator === -1 ? [] : args.slice(separator + 1))];
  if (name === undefined || target === undefined) return undefined;
  const pairs = (texts_: readonly string[] | undefined, sign: string): Record<string, string> =>
    Object.fromEntries(
      (texts_ ?? []).map((pair) => {
        const at = pair.indexOf(sign);
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
    );
  if (/^https?:\/\//i.test(target)) {
    const type = options['--transport']?.[0] === 'sse' ? 'sse' : 'http';
    const headers = pairs(options['--header'], ':');
    const parsed = remoteDefinition.safeParse({ type, url: target, headers });
    return parsed.success ? single('command-line', parsed.data, name) : undefined;
  }
  const env = pairs(options['--env'], '=');
  const parsed = stdioDefinition.safeParse({ type: 'stdio', command: target, args: more, env });
  return parsed.success ? single('command-line', parsed.data, name) : undefined;
}

function readCommandLine(line: string): FoundServers {
  const result = proposeCommand(line, /^[A-Za-z]:\\/.test(line) || /\s[A-Za-z]:\\/.test(line));
  if (!result.ok) return failed('command-line', words.lineProblem[result.reason]);
  const { command, args, env } = result.proposal;
  if (command === 'claude' && args[0] === 'mcp') {
    const added = args[1] === 'add' ? fromAddCommand(args.slice(2)) : undefined;
    if (added) return added;
    const json = args[1] === 'add-json' ? args[3] : undefined;
    if (json !== undefined) {
      const { entries, notes } = findEntries(parseSource(json));
      return {
        shape: 'command-line',
        notes,
        entries: entries.map((entry) => ({ ...entry, name: args[2] ?? entry.name })),
      };
    }
  }
  const parsed = stdioDefinition.safeParse({
    type: 'stdio',
    command,
    args,
    env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
  });
  if (parsed.success) return single('command-line', parsed.data);
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join('.') ?? '';
  return failed('command-line', words.field(field, issue?.message ?? ''));
}

/**
 * Understands whatever a person may paste: JSON of any known shape, a command line, an address, an install link. Never throws;
 * starts nothing and asks no network.
 */
export function readServerText(text: string): FoundServers {
  if (text.length > MAX_TEXT) return failed('unknown', words.tooLong);
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { shape: 'unknown', entries: [], notes: [] };
  if (/^(?:[{[]|\/\/|\/\*)/.test(trimmed))
    return findEntries(parseSource(text.replace(/^\uFEFF/, ' ')));
  if (/^"[^"\n]*"\s*:/.test(trimmed)) return inBraces(text);
  if (isInstallLink(trimmed)) return readInstallLink(trimmed);
  if (/^https?:\/\/\S+$/i.test(trimmed)) return readAddress(trimmed);
  if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(trimmed)) return readInstallLink(trimmed);
  return readCommandLine(trimmed);
}
