import { createInterface } from 'node:readline';
import { messageOf } from '../../../shared/lib/errors.ts';
import { childEnvironment } from '../../lib/child-environment.ts';
import type { Clock } from '../../lib/clock.ts';
import { findRipgrep } from '../../lib/find-ripgrep.ts';
import type { Log } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { walkFiles } from '../../lib/walk-files.ts';

/** More files of a folder than these are not offered. */
const MOST_FILES = 50_000;
/** How long listing may take, in ms; what was found until then is offered. */
const LIMIT_MS = 10_000;
/** How long a list counts as new, in ms. */
const FRESH_MS = 15_000;
/** Lists that are kept. */
const MOST_FOLDERS = 4;

export interface ListedFiles {
  /** From the folder on, with slashes. */
  readonly paths: readonly string[];
  /** There are more. */
  readonly isCut: boolean;
}

interface Kept {
  readonly at: number;
  readonly files: Promise<ListedFiles>;
}

export interface FolderFilesDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The search program; undefined: files are looked for without it. */
  readonly ripgrep?: string | undefined;
}

/** The files of folders, without those that a project ignores. */
export class FolderFiles {
  readonly #deps: FolderFilesDeps;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: FolderFilesDeps) {
    this.#deps = deps;
  }

  /** Never rejects: what cannot be read is not in the list. */
  list(folder: string): Promise<ListedFiles> {
    const now = this.#deps.clock.now();
    const known = this.#kept.get(folder);
    if (known && now - known.at < FRESH_MS) return known.files;
    const files = this.#read(folder).catch((failure: unknown) => {
      this.#deps.log('warn', 'The files of a folder could not be listed.', {
        reason: messageOf(failure),
      });
      return { paths: [], isCut: false };
    });
    this.#kept.delete(folder);
    this.#kept.set(folder, { at: now, files });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_FOLDERS) break;
      this.#kept.delete(oldest);
    }
    return files;
  }

  async #read(folder: string): Promise<ListedFiles> {
    const { ripgrep = findRipgrep(), clock } = this.#deps;
    const paths: string[] = [];
    let isCut = false;
    /** False: enough. */
    const take = (path: string): boolean => {
      if (paths.length < MOST_FILES) paths.push(path);
      else isCut = true;
      return !isCut;
    };
    const stop = new AbortController();
    const cancel = clock.after(LIMIT_MS, () => {
      isCut = true;
      stop.abort(new Error('Listing took too long.'));
    });
    try {
      if (ripgrep === undefined) await walk(folder, take, stop.signal);
      else await runRipgrep({ ripgrep, folder, take, signal: stop.signal, clock });
    } catch (failure) {
      if (!stop.signal.aborted) throw failure;
    } finally {
      cancel();
    }
    return { paths: paths.sort(), isCut };
  }
}

type Take = (path: string) => boolean;

async function walk(folder: string, take: Take, signal: AbortSignal): Promise<void> {
  for await (const path of walkFiles(folder, signal)) if (!take(path)) return;
}

async function runRipgrep(run: {
  readonly ripgrep: string;
  readonly folder: string;
  readonly take: Take;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}): Promise<void> {
  const child = await spawnManaged({
    command: run.ripgrep,
    args: [
      '--no-config',
      '--files',
      '--hidden',
      '--no-require-git',
      ...['--glob', '!.git'],
      ...['--path-separator', '/'],
    ],
    cwd: run.folder,
    env: childEnvironment(process.env),
    clock: run.clock,
  });
  const stop = (): void => child.kill();
  run.signal.addEventListener('abort', stop, { once: true });
  child.stdin.end();
  child.stderr.resume();
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity }))
      if (line !== '' && !run.take(line)) break;
  } finally {
    child.kill();
    run.signal.removeEventListener('abort', stop);
    await child.exited;
  }
}
