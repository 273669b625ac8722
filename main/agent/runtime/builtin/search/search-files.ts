import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure } from '../built-in-tool.ts';
import { decodeText } from '../file-text.ts';
import { globMatcher } from './glob-pattern.ts';
import type { GrepInput } from './grep-tool.ts';
import { walkFiles } from '../../../../lib/walk-files.ts';

/** Larger files are left out, since they would be held whole. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface FileSearch {
  readonly args: GrepInput;
  readonly root: string;
  /** The one file to search in, relative to `root`. */
  readonly file: string | undefined;
  readonly signal: AbortSignal;
  /** Gets each line as ripgrep would write it; false ends the search. */
  readonly onLine: (line: string) => boolean;
}

/** The search where there is no ripgrep: regular expressions are those of JavaScript, and ignore files are not read. */
export async function searchFiles(search: FileSearch): Promise<void> {
  const { args, root, file, signal, onLine } = search;
  if (args.type !== undefined)
    throw new ToolFailure(
      'Kinds of files are not known here, because ripgrep is missing. Use glob.',
    );
  const pattern = expressionOf(args);
  const fits = args.glob === undefined ? () => true : globMatcher(args.glob);
  const files = file === undefined ? await sortedFiles(root, signal) : [file];
  for (const path of files) {
    signal.throwIfAborted();
    if (!fits(path)) continue;
    const facts = await stat(join(root, path)).catch(() => undefined);
    if (!facts?.isFile() || facts.size > MOST_BYTES) continue;
    const bytes = await readFile(join(root, path)).catch(() => undefined);
    const text = bytes && decodeText(bytes)?.text;
    if (text === undefined) continue;
    for (const line of linesOf(args, path, text, pattern)) if (!onLine(line)) return;
  }
}

async function sortedFiles(root: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  for await (const path of walkFiles(root, signal)) files.push(path);
  return files.sort();
}

function expressionOf(args: GrepInput): RegExp {
  try {
    return new RegExp(args.pattern, `gm${args.ignore_case ? 'i' : ''}${args.multiline ? 's' : ''}`);
  } catch (error) {
    throw new ToolFailure(`The pattern is no regular expression: ${String(error)}`);
  }
}

function linesOf(args: GrepInput, path: string, text: string, pattern: RegExp): string[] {
  const lines = text.split(/\r?\n/);
  const { count, hits } = args.multiline ? hitsOver(text, pattern) : hitsIn(lines, pattern);
  if (count === 0) return [];
  if (args.output_mode === 'files_with_matches') return [path];
  if (args.output_mode === 'count') return [`${path}:${String(count)}`];
  const shown = new Set<number>();
  for (const hit of hits)
    for (let at = hit - args.before; at <= hit + args.after; at += 1)
      if (at >= 0 && at < lines.length) shown.add(at);
  return [...shown]
    .sort((left, right) => left - right)
    .map((at) => {
      const mark = hits.has(at) ? ':' : '-';
      return `${path}${mark}${String(at + 1)}${mark}${lines[at] ?? ''}`;
    });
}

function hitsIn(lines: readonly string[], pattern: RegExp): { count: number; hits: Set<number> } {
  const hits = new Set<number>();
  let count = 0;
  lines.forEach((line, at) => {
    const found = [...line.matchAll(pattern)].length;
    count += found;
    if (found > 0) hits.add(at);
  });
  return { count, hits };
}

function hitsOver(text: string, pattern: RegExp): { count: number; hits: Set<number> } {
  const hits = new Set<number>();
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    count += 1;
    const first = text.slice(0, match.index).split('\n').length - 1;
    const last = first + match[0].split('\n').length - 1;
    for (let at = first; at <= last; at += 1) hits.add(at);
  }
  return { count, hits };
}
