import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Largest note, in bytes of UTF-8. */
export const NOTE_CAP_BYTES = 1024 * 1024;
const NAME_CAP_BYTES = 200;
const EXTENSION = '.md';

// Separators, what Windows refuses, control characters, and characters that nobody sees.
const forbidden = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

export interface NoteEntry {
  readonly name: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** The name as it is stored. Throws with a sentence when a file of that name would not be safe. */
export function noteName(given: string): string {
  const name = given.normalize('NFC').trim().replace(/\.md$/i, '');
  const problem =
    name === ''
      ? 'it is empty'
      : forbidden.test(name)
        ? 'it holds a character that file names may not hold, such as a slash'
        : name.startsWith('.') || name.endsWith('.') || name.endsWith(' ')
          ? 'it begins with a dot, or ends with a dot or space'
          : reserved.test(name)
            ? 'the system keeps it for itself'
            : Buffer.byteLength(name) > NAME_CAP_BYTES
              ? 'it is too long'
              : undefined;
  if (problem !== undefined) {
    const shown = name.slice(0, 60).replace(new RegExp(forbidden, 'gu'), '\uFFFD');
    throw new Error(`“${shown}” cannot be the name of a note: ${problem}. Choose another name.`);
  }
  return name;
}

/** Notes as plain `.md` files of one folder. Links are not followed, and nothing outside the folder is touched. */
export class NoteFiles {
  constructor(private readonly folder: string) {}

  #path(given: string): { readonly name: string; readonly path: string } {
    const name = noteName(given);
    return { name, path: join(this.folder, name + EXTENSION) };
  }

  /** Sorted by name. */
  async list(): Promise<readonly NoteEntry[]> {
    const files = await readdir(this.folder).catch(() => []);
    const entries = await Promise.all(
      files
        .filter((file) => file.endsWith(EXTENSION) && !file.startsWith('.'))
        .map(async (file) => {
          const entry = await lstat(join(this.folder, file)).catch(() => undefined);
          const name = file.slice(0, -EXTENSION.length);
          return entry?.isFile() === true
            ? [{ name, bytes: entry.size, changedAt: entry.mtime }]
            : [];
        }),
    );
    return entries.flat().sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  async read(given: string): Promise<string> {
    const { name, path } = this.#path(given);
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
      (failure: unknown) => {
        throw missing(name, failure);
      },
    );
    try {
      const { size } = await file.stat();
      if (size > NOTE_CAP_BYTES) throw tooLarge(name, size);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  }

  /** Writes the whole note; an older one of that name is replaced. Says whether there was one. */
  async write(given: string, text: string): Promise<'created' | 'replaced'> {
    const { name, path } = this.#path(given);
    const size = Buffer.byteLength(text);
    if (size > NOTE_CAP_BYTES) throw tooLarge(name, size);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const existed = await lstat(path).then(
      () => true,
      () => false,
    );
    const temporary = join(this.folder, `.${randomUUID()}.tmp`);
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(text, 'utf8');
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (failure) {
      await unlink(temporary).catch(() => undefined);
      throw failure;
    }
    return existed ? 'replaced' : 'created';
  }

  async delete(given: string): Promise<void> {
    const { name, path } = this.#path(given);
    await unlink(path).catch((failure: unknown) => {
      throw missing(name, failure);
    });
  }
}

function missing(name: string, failure: unknown): Error {
  const code = (failure as NodeJS.ErrnoException).code;
  if (code === 'ENOENT')
    return new Error(`There is no note named “${name}”. list_notes shows the names.`);
  if (code === 'ELOOP') return new Error(`“${name}” is a link and not a note.`);
  return failure instanceof Error ? failure : new Error(String(failure));
}

function tooLarge(name: string, bytes: number): Error {
  return new Error(
    `The note “${name}” has ${bytes} bytes, more than the ${NOTE_CAP_BYTES} that a note may have. Split it.`,
  );
}
