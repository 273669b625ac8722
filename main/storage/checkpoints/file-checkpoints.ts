import { randomUUID } from 'node:crypto';
import { mkdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../shared/lib/errors.ts';
import { digestOf } from '../../lib/content-digest.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { SerialWork } from '../../lib/serial-work.ts';
import { replaceWholeFile } from '../../lib/whole-file.ts';
import { CheckpointLog, type CheckpointEntry, type FileState } from './checkpoint-log.ts';

export interface RewindPlan {
  readonly restored: readonly {
    readonly path: string;
    /** `delete`: the file was made since. */
    readonly action: 'restore' | 'delete';
  }[];
  /** Files that stay as they are, with the reason as a sentence. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Commands that ran since; what they changed in files is not undone. */
  readonly commands: readonly string[];
  /** Rewinding to this takes it back; absent where nothing was done. */
  readonly undoId?: string;
}

/** A file that is not as it was before the session first changed it. */
export interface ChangedFile {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
  /** Something else changed it after the session did, so it cannot be brought back. */
  readonly isForeign: boolean;
}

/** What a file held and holds; undefined: there was, or is, no file. */
export interface FileContents {
  readonly before: Buffer | undefined;
  readonly now: Buffer | undefined;
}

/** From a message of the person on, from an earlier rewind on, or from the session's begin. */
export type Since = string | undefined;

/** There is no checkpoint for a message. */
export class NoCheckpointError extends Error {
  override readonly name = 'NoCheckpointError';
}

/**
 * How files were before the model changed them, by the message of the person that the change belongs to. Kept in a folder of the
 * session: its log says what happened in order, `files` holds contents by their digest. The runtime of a session writes while a
 * turn runs, the desktop between turns.
 */
export class FileCheckpoints {
  readonly #folder: string;
  readonly #log: CheckpointLog;
  readonly #work = new SerialWork();

  constructor(folder: string) {
    this.#folder = folder;
    this.#log = new CheckpointLog(folder);
  }

  /** From here on changes belong to this message. */
  beginTurn(messageId: string): Promise<void> {
    return this.#work.run(() => this.#log.write({ type: 'turn', messageId }));
  }

  /** Keeps what a file holds before it is changed; `bytes` is undefined when there is none. */
  before(path: string, bytes: Buffer | undefined): Promise<void> {
    return this.#work.run(() => this.#before(path, bytes));
  }

  after(path: string, bytes: Buffer): Promise<void> {
    return this.#work.run(() => this.#log.write({ type: 'after', path, digest: digestOf(bytes) }));
  }

  command(command: string): Promise<void> {
    return this.#work.run(() =>
      this.#log.write({ type: 'command', command: command.slice(0, 500) }),
    );
  }

  /**
   * Brings files back to how they were before a message of the person. A file that something else changed since is left as it
   * is and told. With `isDryRun` nothing is changed; with `only` no other file is. What is done can be taken back by `undoId`.
   * Rejects with `NoCheckpointError`.
   */
  rewind(since: Since, isDryRun: boolean, only?: readonly string[]): Promise<RewindPlan> {
    return this.#work.run(async () => {
      const all = [...(await this.#log.read())];
      const entries = entriesSince(all, since);
      const restored: { path: string; action: 'restore' | 'delete' }[] = [];
      const refused: { path: string; reason: string }[] = [];
      let undoId: string | undefined;
      for (const [path, wanted] of firstStates(entries)) {
        if (only?.includes(path) === false) continue;
        const reason = obstacle(path, wanted, await currentDigest(path), all);
        if (reason === 'none-needed') continue;
        if (reason !== undefined) {
          refused.push({ path, reason });
          continue;
        }
        if (!isDryRun) {
          undoId ??= await this.#beginUndo();
          const problem = await this.#restore(path, wanted);
          if (problem !== undefined) {
            refused.push({ path, reason: problem });
            continue;
          }
        }
        restored.push({ path, action: wanted.digest === null ? 'delete' : 'restore' });
      }
      const commands = entries.flatMap((one) => (one.type === 'command' ? [one.command] : []));
      return {
        restored,
        refused,
        commands: [...new Set(commands)],
        ...(undoId === undefined ? {} : { undoId }),
      };
    });
  }

  /** Files that are not as they were before the session changed them, in the order of their first change. */
  changes(): Promise<ChangedFile[]> {
    return this.#work.run(async () => {
      const entries = await this.#log.read();
      const changed: ChangedFile[] = [];
      for (const [path, { digest: before }] of firstStates(entries)) {
        const now = await currentDigest(path);
        if (now === before) continue;
        const kind = before === null ? 'created' : now === null ? 'deleted' : 'changed';
        changed.push({ path, kind, isForeign: now !== lastLeft(path, before, entries) });
      }
      return changed;
    });
  }

  /** What a file held at a point, and what it holds now. Rejects for a file that the session did not change since. */
  contents(path: string, since: Since): Promise<FileContents> {
    return this.#work.run(async () => {
      const state = firstStates(entriesSince(await this.#log.read(), since)).get(path);
      if (!state) throw new NoCheckpointError(`The session did not change ${path}.`);
      return {
        before: state.digest === null ? undefined : await this.#kept(state.digest),
        now: await readFile(path).catch(() => undefined),
      };
    });
  }

  async #before(path: string, bytes: Buffer | undefined): Promise<void> {
    const entries = await this.#log.read();
    const turn = entries.findLastIndex((one) => one.type === 'turn');
    const isKept = entries.some(
      (one, at) => at > turn && one.type === 'before' && one.path === path,
    );
    if (isKept) return;
    await this.#log.write({ type: 'before', path, state: await this.#keep(path, bytes) });
  }

  /** What is restored from here on is kept before, as what a turn changes is. */
  async #beginUndo(): Promise<string> {
    const messageId = randomUUID();
    await this.#log.write({ type: 'turn', messageId });
    return messageId;
  }

  async #restore(path: string, wanted: FileState): Promise<string | undefined> {
    try {
      await this.#before(path, await readFile(path).catch(() => undefined));
      if (wanted.digest === null) await unlink(path);
      else await replaceFile(path, await this.#kept(wanted.digest), wanted.mode);
      await this.#log.write({ type: 'after', path, digest: wanted.digest });
      return undefined;
    } catch (error) {
      return `It could not be brought back: ${messageOf(error)}`;
    }
  }

  async #keep(path: string, bytes: Buffer | undefined): Promise<FileState> {
    if (!bytes) return { digest: null };
    const digest = digestOf(bytes);
    const file = this.#fileOf(digest);
    await mkdir(join(this.#folder, 'files'), { recursive: true, mode: 0o700 });
    // One of another length was cut off; it is the only copy of what the file held, so it is written whole or not at all.
    const there = await stat(file).catch(() => undefined);
    if (there?.size !== bytes.length) await replaceWholeFile(file, bytes);
    const { mode } = await stat(path);
    return { digest, mode: mode & 0o7777 };
  }

  /** Rejects when it is not what was kept: a file is never given back damaged. */
  async #kept(digest: string): Promise<Buffer> {
    const bytes = await readFile(this.#fileOf(digest));
    if (digestOf(bytes) !== digest)
      throw new Error('What was kept of it is damaged, so the file was left as it is.');
    return bytes;
  }

  #fileOf(digest: string): string {
    return join(this.#folder, 'files', digest);
  }
}

function entriesSince(
  entries: readonly CheckpointEntry[],
  since: Since,
): readonly CheckpointEntry[] {
  if (since === undefined) return entries;
  const turn = entries.findIndex((one) => one.type === 'turn' && one.messageId === since);
  if (turn === -1) throw new NoCheckpointError(noCheckpoint(since, entries));
  return entries.slice(turn);
}

function noCheckpoint(messageId: string, entries: readonly CheckpointEntry[]): string {
  const cleared = entries.findLast((one) => one.type === 'cleared');
  return cleared === undefined
    ? `There is no checkpoint for the message ${messageId}. It must be the uuid of a message of the person in this session.`
    : `There is no checkpoint for the message ${messageId}. Those of this session until ${cleared.at.slice(0, 10)} were removed since it rested for long; \`keptFiles\` in the settings says how long they are kept.`;
}

/** The state of each file before its first change. */
function firstStates(entries: readonly CheckpointEntry[]): Map<string, FileState> {
  const states = new Map<string, FileState>();
  for (const one of entries)
    if (one.type === 'before' && !states.has(one.path)) states.set(one.path, one.state);
  return states;
}

/** What the session left of a file. */
function lastLeft(
  path: string,
  before: string | null,
  entries: readonly CheckpointEntry[],
): string | null {
  const last = entries.findLast((one) => one.type === 'after' && one.path === path);
  return last?.type === 'after' ? last.digest : before;
}

/** Why a file cannot be brought back, `none-needed` when it is already as wanted. */
function obstacle(
  path: string,
  wanted: FileState,
  current: string | null,
  entries: readonly CheckpointEntry[],
): string | undefined {
  if (current === wanted.digest) return 'none-needed';
  if (current === lastLeft(path, wanted.digest, entries)) return undefined;
  return current === null
    ? 'It was deleted by something else since.'
    : 'It was changed by something else since.';
}

/** Null when there is no file. */
async function currentDigest(path: string): Promise<string | null> {
  try {
    return digestOf(await readFile(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    // A folder, or a file that may not be read: it is certainly not what was left there.
    return `unreadable: ${code ?? ''}`;
  }
}
