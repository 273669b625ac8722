import { link, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { z } from 'zod';
import { uuid } from '../../../shared/lib/ids.ts';
import { queuePath } from '../../lib/profile-paths.ts';
import { readJsonFile, writeJsonFile } from '../json-file.ts';

const VERSION = 1;
/** A path below the config root, so that nothing is ever put back elsewhere. */
const inside = z
  .string()
  .refine(
    (path) => !isAbsolute(path) && path === normalize(path) && !path.split(/[\\/]/).includes('..'),
  );
const manifest = z.object({
  schemaVersion: z.literal(VERSION),
  /** Of the file without which there is no session: it is moved last, as `transcript.jsonl`. */
  path: inside,
  deletedAt: z.number(),
  /** As the list showed it; older versions kept none. */
  title: z.string().optional(),
  /** What else was moved: where it was, and its name here. */
  parts: z.array(z.object({ path: inside, name: z.string().regex(/^[\w.-]+$/) })),
});
type Manifest = z.infer<typeof manifest>;

/** Something stands where a session is to be put back (`taken`), or the session is not in the trash (`gone`). */
export class TrashError extends Error {
  override readonly name = 'TrashError';
  constructor(
    readonly reason: 'taken' | 'gone',
    message: string,
  ) {
    super(message);
  }
}

export interface DeletedSession {
  readonly id: string;
  readonly title?: string | undefined;
  /** Of its transcript; one that has not begun has none, and its queue file stands for it. */
  readonly path: string;
  /** Folders that belong to the session alone. */
  readonly folders: readonly string[];
}

/** What the list of deleted sessions shows of one. */
export interface TrashedSession {
  readonly id: string;
  readonly title: string | undefined;
  readonly deletedAt: number;
}

/**
 * Deleted sessions of a profile: `trash/<id>` holds everything that was kept for one, until it is put back or too old. The
 * transcript moves last and comes back last, so that after a crash a session is either there as a whole or can be put back.
 * What finds its place taken stays in the trash. Whoever moves a session holds the lock of its transcript.
 */
export class SessionTrash {
  readonly #root: string;
  readonly #folder: string;

  constructor(configRoot: string) {
    this.#root = configRoot;
    this.#folder = join(configRoot, 'trash');
  }

  /** Moves a session in. Rejects as the file system does, with everything back where it was. */
  async take(session: DeletedSession, now: number): Promise<void> {
    const place = this.#placeOf(session.id);
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true, mode: 0o700 });
    const beside = await filesBeside(session.path);
    const main = (await exists(session.path)) ? session.path : queuePath(session.path);
    const paths = [...beside.filter((path) => path !== main), ...session.folders];
    const parts = await Promise.all(
      paths.map(async (path, index) => ({
        path: relative(this.#root, path),
        name: `${String(index)}-${basename(path)}`.replace(/[^\w.-]/g, '-'),
        isThere: await exists(path),
      })),
    );
    const written: Manifest = {
      schemaVersion: VERSION,
      path: relative(this.#root, main),
      deletedAt: now,
      ...(session.title === undefined ? {} : { title: session.title }),
      parts: parts.filter(({ isThere }) => isThere).map(({ path, name }) => ({ path, name })),
    };
    await writeJsonFile(join(place, 'manifest.json'), written);
    try {
      for (const { path, name } of written.parts)
        await rename(join(this.#root, path), join(place, name)).catch(unlessGone);
      await rename(main, join(place, 'transcript.jsonl'));
    } catch (failure) {
      await this.#undo(place, written);
      throw failure;
    }
  }

  /** Puts a session back where it was. Rejects with `TrashError` when it is not here, or something stands in its place. */
  async restore(sessionId: string): Promise<void> {
    const place = this.#placeOf(sessionId);
    const found = await this.#manifestOf(sessionId);
    if (!found || !(await exists(join(place, 'transcript.jsonl'))))
      throw new TrashError('gone', 'This session is not in the trash any more.');
    const target = join(this.#root, found.path);
    const isTaken = new TrashError('taken', `There is a session at ${target} already.`);
    if (await exists(target)) throw isTaken;
    await this.#putBack(place, found);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // A link first: what may have come meanwhile is never replaced.
    await link(join(place, 'transcript.jsonl'), target).catch(async (failure: unknown) => {
      if (failure instanceof Error && 'code' in failure && failure.code === 'EEXIST') throw isTaken;
      await rename(join(place, 'transcript.jsonl'), target);
    });
    await rm(join(place, 'transcript.jsonl'), { force: true });
    await this.#removeEmptied(place, found);
  }

  /** What is in the trash, the last deleted first. */
  async list(): Promise<TrashedSession[]> {
    const found: TrashedSession[] = [];
    for (const id of await this.#ids()) {
      const manifest = await this.#manifestOf(id);
      if (manifest && (await exists(join(this.#placeOf(id), 'transcript.jsonl'))))
        found.push({ id, title: manifest.title, deletedAt: manifest.deletedAt });
    }
    return found.sort((one, other) => other.deletedAt - one.deletedAt);
  }

  /** Deletes for good what is in the trash as a whole. */
  async empty(): Promise<void> {
    for (const { id } of await this.list())
      await rm(this.#placeOf(id), { recursive: true, force: true });
  }

  /** Puts back what a crash left half moved, and deletes what is older than `keptMs`. Never rejects for a single session. */
  async tidy(now: number, keptMs: number): Promise<void> {
    for (const id of await this.#ids()) {
      await this.#tidyOne(id, now - keptMs).catch(() => undefined);
    }
  }

  async #ids(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => uuid.safeParse(name).success);
  }

  async #tidyOne(id: string, oldest: number): Promise<void> {
    const place = this.#placeOf(id);
    const found = await this.#manifestOf(id);
    // Nothing moves before the manifest is there; a folder with something in it is not ours to delete.
    if (!found) return rmdir(place);
    if (found.deletedAt < oldest && (await this.#isIn(place, found)))
      return rm(place, { recursive: true, force: true });
    if (!(await exists(join(place, 'transcript.jsonl')))) await this.#undo(place, found);
  }

  /** False: it was cut off in the middle, so its session is where it was. */
  async #isIn(place: string, { path }: Manifest): Promise<boolean> {
    return (
      (await exists(join(place, 'transcript.jsonl'))) || !(await exists(join(this.#root, path)))
    );
  }

  async #undo(place: string, found: Manifest): Promise<void> {
    await this.#putBack(place, found);
    await this.#removeEmptied(place, found);
  }

  /** What could not be put back, because something new stands there, is kept. */
  async #removeEmptied(place: string, { parts }: Manifest): Promise<void> {
    const left = await Promise.all(parts.map(({ name }) => exists(join(place, name))));
    if (!left.includes(true)) await rm(place, { recursive: true, force: true });
  }

  async #putBack(place: string, { parts }: Manifest): Promise<void> {
    for (const { path, name } of parts) {
      const from = join(place, name);
      const target = join(this.#root, path);
      if (!(await exists(from)) || (await exists(target))) continue;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(from, target);
    }
  }

  async #manifestOf(sessionId: string): Promise<Manifest | undefined> {
    const path = join(this.#placeOf(sessionId), 'manifest.json');
    const found = await readJsonFile(path, { schema: manifest, schemaVersion: VERSION });
    return found.state === 'value' ? found.value : undefined;
  }

  #placeOf(sessionId: string): string {
    return join(this.#folder, sessionId);
  }
}

/** What lies beside a transcript and belongs to it: facts, queue, and what was kept aside or left half written of them, but no lock. */
async function filesBeside(transcript: string): Promise<string[]> {
  const id = basename(transcript, '.jsonl');
  const names = await readdir(dirname(transcript)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${id}.`) || name.startsWith(`.${id}.`))
    .filter((name) => name !== basename(transcript) && !/\.lock(?:\.|$)/.test(name))
    .map((name) => `${dirname(transcript)}${sep}${name}`);
}

function unlessGone(failure: unknown): void {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return;
  throw failure;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
