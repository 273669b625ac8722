import { homedir } from 'node:os';
import { isAbsolute, parse, resolve } from 'node:path';
import { realPathOf, segmentsOf } from './real-path.ts';

/** A pattern of a path rule, with its fixed beginning made real. */
export interface PathPattern {
  /** Real path of the part before the first wildcard. */
  readonly base: string;
  /** Names and wildcards below it. */
  readonly rest: readonly string[];
}

const hasWildcard = (segment: string): boolean => segment.includes('*') || segment.includes('?');

/** Reads a pattern against the folder that it is relative to. `undefined` when its beginning leads nowhere. */
export async function readPattern(
  pattern: string,
  cwd: string,
  home: string = homedir(),
): Promise<PathPattern | undefined> {
  const text = pattern === '~' || pattern.startsWith('~/') ? home + pattern.slice(1) : pattern;
  const root = isAbsolute(text) ? parse(text).root : '';
  const segments = segmentsOf(text.slice(root.length));
  const at = segments.findIndex(hasWildcard);
  const fixed = at < 0 ? segments : segments.slice(0, at);
  const rest = at < 0 ? [] : segments.slice(at);
  if (rest.includes('..')) return undefined;
  const base = await realPathOf(root === '' ? fixed.join('/') || '.' : root + fixed.join('/'), cwd);
  return base === undefined ? undefined : { base: resolve(base), rest };
}

export interface MatchOptions {
  /** Upper and lower case and kinds of accents are the same: for rules that forbid. */
  readonly isLoose: boolean;
}

/** Whether a real path is one that the pattern names. A pattern that ends in `/**` names the folder before it as well. */
export function matchesPattern(pattern: PathPattern, path: string, options: MatchOptions): boolean {
  const base = segmentsOf(fold(pattern.base, options));
  const own = segmentsOf(fold(path, options));
  if (base.length > own.length || base.some((segment, n) => segment !== own[n])) return false;
  const rest = pattern.rest.map((segment) => fold(segment, options));
  return matchesSegments(rest, own.slice(base.length));
}

/** Whether the pattern names everything below the folder, itself included. */
export function coversTree(pattern: PathPattern, folder: string): boolean {
  return pattern.rest.at(-1) === '**' && matchesPattern(pattern, folder, { isLoose: false });
}

function fold(text: string, { isLoose }: MatchOptions): string {
  return isLoose ? text.normalize('NFC').toLowerCase() : text;
}

function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  let reachable = new Set([0]);
  for (const segment of pattern) {
    const next = new Set<number>();
    for (const at of reachable) {
      const name = path[at];
      if (segment === '**') for (let to = at; to <= path.length; to += 1) next.add(to);
      else if (name !== undefined && matchesName(segment, name)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reachable = next;
  }
  return reachable.has(path.length);
}

/** `*` and `?` inside of one name; linear, so that no rule can hang a decision. */
export function matchesName(pattern: string, name: string): boolean {
  let [p, n, star, mark] = [0, 0, -1, 0];
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      n = mark += 1;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
