import { appendFile, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../../../../shared/lib/errors.ts';
import { SerialWork } from '../../../../lib/serial-work.ts';
import { digestOf } from '../file-ledger.ts';
import { replaceFile } from '../replace-file.ts';

/** What was before a change: the digest of the content, or that there was no file. */
const state = z.object({ digest: z.string().nullable(), mode: z.number().optional() });
const entry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('turn'), messageId: z.string() }),
  z.object({ type: z.literal('before'), path: z.string(), state }),
  z.object({ type: z.literal('after'), path: z.string(), digest: z.string().nullable() }),
  /** What was here before was removed to make room (`main/storage/kept-files`). */
  z.object({ type: z.literal('cleared'), at: z.string() }),
  /** A command ran, and nobody knows which files it changed. */
  z.object({ type: z.literal('command'), command: z.string() }),
]);
type Entry = z.infer<typeof entry>;
type State = z.infer<typeof state>;

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
}

/** There is no checkpoint for a message. */
export class NoCheckpointError extends Error {
  override readonly name = 'NoCheckpointError';
}

/**
 * How files were before the model changed them, by the message of the person that the change belongs to. Kept in a folder of the
 * session: `index.jsonl` says what happened in order, `files` holds contents by their digest.
 */
export class FileCheckpoints {
  readonly #folder: string;
  readonly #work = new SerialWork();
  #entries: Entry[] | undefined;
  #hasWritten = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** From here on changes belong to this message. */
  beginTurn(messageId: string): Promise<void> {
    return this.#work.run(() => this.#note({ type: 'turn', messageId }));
  }

  /** Keeps what a file holds before it is changed; `bytes` is undefined when there is none. */
  before(path: string, bytes: Buffer | undefined): Promise<void> {
    return this.#work.run(async () => {
      const entries = await this.#load();
      const turn = entries.findLastIndex((one) => one.type === 'turn');
      const isKept = entries.some(
        (one, at) => at > turn && one.type === 'before' && one.path === path,
      );
      if (isKept) return;
      await this.#note({ type: 'before', path, state: await this.#keep(path, bytes) });
    });
  }

  after(path: string, bytes: Buffer): Promise<void> {
    return this.#work.run(() => this.#note({ type: 'after', path, digest: digestOf(bytes) }));
  }

  command(command: string): Promise<void> {
    return this.#work.run(() => this.#note({ type: 'command', command: command.slice(0, 500) }));
  }

  /**
   * Brings files back to how they were before a message of the person. A file that something else changed since is left as it
   * is and told. With `isDryRun` nothing is changed. Rejects with `NoCheckpointError`.
   */
  rewind(messageId: string, isDryRun: boolean): Promise<RewindPlan> {
    return this.#work.run(async () => {
      const entries = await this.#load();
      const turn = entries.findIndex((one) => one.type === 'turn' && one.messageId === messageId);
      if (turn === -1) throw new NoCheckpointError(noCheckpoint(messageId, entries));
      const since = entries.slice(turn);
      const restored: { path: string; action: 'restore' | 'delete' }[] = [];
      const refused: { path: string; reason: string }[] = [];
      for (const [path, wanted] of firstStates(since)) {
        const reason = await this.#obstacle(path, wanted, entries);
        if (reason === 'none-needed') continue;
        if (reason !== undefined) refused.push({ path, reason });
        else if (isDryRun) restored.push({ path, action: actionOf(wanted) });
        else {
          const problem = await this.#restore(path, wanted);
          if (problem === undefined) restored.push({ path, action: actionOf(wanted) });
          else refused.push({ path, reason: problem });
        }
      }
      const commands = since.flatMap((one) => (one.type === 'command' ? [one.command] : []));
      return { restored, refused, commands: [...new Set(commands)] };
    });
  }

  /** Why a file cannot be brought back, `none-needed` when it is already as wanted. */
  async #obstacle(
    path: string,
    wanted: State,
    entries: readonly Entry[],
  ): Promise<string | undefined> {
    const current = await currentDigest(path);
    if (current === wanted.digest) return 'none-needed';
    const last = entries.findLast((one) => one.type === 'after' && one.path === path);
    const left = last?.type === 'after' ? last.digest : wanted.digest;
    if (current === left) return undefined;
    return current === null
      ? 'It was deleted by something else since.'
      : 'It was changed by something else since.';
  }

  async #restore(path: string, wanted: State): Promise<string | undefined> {
    try {
      if (wanted.digest === null) await unlink(path);
      else {
        await replaceFile(path, await readFile(this.#fileOf(wanted.digest)), wanted.mode);
      }
      await this.#note({ type: 'after', path, digest: wanted.digest });
      return undefined;
    } catch (error) {
      return `It could not be brought back: ${messageOf(error)}`;
    }
  }

  async #keep(path: string, bytes: Buffer | undefined): Promise<State> {
    if (!bytes) return { digest: null };
    const digest = digestOf(bytes);
    const file = this.#fileOf(digest);
    await mkdir(join(this.#folder, 'files'), { recursive: true, mode: 0o700 });
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    const { mode } = await stat(path);
    return { digest, mode: mode & 0o7777 };
  }

  #fileOf(digest: string): string {
    return join(this.#folder, 'files', digest);
  }

  async #load(): Promise<Entry[]> {
    if (this.#entries) return this.#entries;
    const text = await readFile(join(this.#folder, 'index.jsonl'), 'utf8').catch(() => '');
    this.#entries = text.split('\n').flatMap((line) => {
      const parsed = entry.safeParse(jsonOf(line));
      return parsed.success ? [parsed.data] : [];
    });
    return this.#entries;
  }

  async #note(one: Entry): Promise<void> {
    const entries = await this.#load();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const line = `${JSON.stringify(one)}\n`;
    // The line break before the first one heals a line that a crash cut off.
    const heal = this.#hasWritten ? '' : '\n';
    this.#hasWritten = true;
    await appendFile(join(this.#folder, 'index.jsonl'), heal + line, { mode: 0o600 });
    entries.push(one);
  }
}

function noCheckpoint(messageId: string, entries: readonly Entry[]): string {
  const cleared = entries.findLast((one) => one.type === 'cleared');
  return cleared === undefined
    ? `There is no checkpoint for the message ${messageId}. It must be the uuid of a message of the person in this session.`
    : `There is no checkpoint for the message ${messageId}. Those of this session until ${cleared.at.slice(0, 10)} were removed since it rested for long; \`keptFiles\` in the settings says how long they are kept.`;
}

/** The state of each file before its first change. */
function firstStates(entries: readonly Entry[]): Map<string, State> {
  const states = new Map<string, State>();
  for (const one of entries)
    if (one.type === 'before' && !states.has(one.path)) states.set(one.path, one.state);
  return states;
}

function actionOf(wanted: State): 'restore' | 'delete' {
  return wanted.digest === null ? 'delete' : 'restore';
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

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
