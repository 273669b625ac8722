import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

/** How many symbolic links one path may lead through; as many as Linux follows. */
const MOST_LINKS = 40;

/**
 * Where a path really leads, as the operating system walks it: links are followed one by one, also those whose target does
 * not exist yet, and `..` goes up from where a link led. What does not exist is added to its nearest existing parent.
 * `undefined` when it leads nowhere (a circle of links, a character that no path can have).
 */
export async function realPathOf(path: string, cwd: string): Promise<string | undefined> {
  if (path.includes('\0')) return undefined;
  // Not joined: that would drop `..` before links are followed.
  const whole = isAbsolute(path) ? path : `${resolve(cwd)}${sep}${path}`;
  const { root } = parse(whole);
  const waiting = segmentsOf(whole.slice(root.length));
  if (process.platform === 'win32' && waiting.some(isDisguised)) return undefined;
  let at = root === '' ? sep : root;
  let links = 0;
  for (let segment = waiting.shift(); segment !== undefined; segment = waiting.shift()) {
    if (segment === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, segment);
    const target = await linkTarget(next);
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) return undefined;
    const targetRoot = parse(target).root;
    if (targetRoot !== '') at = targetRoot;
    waiting.unshift(...segmentsOf(target.slice(targetRoot.length)));
  }
  return withTrueNames(at);
}

/**
 * Every place that a path can mean: as the system walks it, and as a program that first removes `..` from the text does.
 * A rule that allows must cover all of them. `undefined` when one leads nowhere.
 */
export async function placesOf(path: string, cwd: string): Promise<readonly string[] | undefined> {
  const walked = await realPathOf(path, cwd);
  const tidied = await realPathOf(resolve(cwd, path), cwd);
  if (walked === undefined || tidied === undefined) return undefined;
  return walked === tidied ? [walked] : [walked, tidied];
}

/** Whether `path` is `folder` or below it. Both are real paths. */
export function isWithin(folder: string, path: string): boolean {
  if (path === folder) return true;
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** The parts of a path between its separators; empty ones and `.` mean nothing. */
export function segmentsOf(path: string): string[] {
  const parts = process.platform === 'win32' ? path.split(/[\\/]/) : path.split('/');
  return parts.filter((part) => part !== '' && part !== '.');
}

/** Windows drops dots and spaces at the end of a name, and takes what follows a colon for a part of the file. */
function isDisguised(segment: string): boolean {
  return segment !== '..' && (segment.includes(':') || /[. ]$/.test(segment));
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    if (!(await lstat(path)).isSymbolicLink()) return undefined;
    return await readlink(path);
  } catch {
    // It does not exist, or may not be looked at: then nothing behind it can be reached either.
    return undefined;
  }
}

/** Spells the existing part as the file system does, where that knows but one of several spellings. */
async function withTrueNames(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) return join(real, ...missing);
    if (dirname(at) === at) return path;
    missing.unshift(at.slice(dirname(at).length).replace(/^[\\/]+/, ''));
  }
}
