import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What a file was: the digest of its content, or that there was none. */
const fileState = z.object({ digest: z.string().nullable(), mode: z.number().optional() });
const entry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('turn'), messageId: z.string() }),
  z.object({ type: z.literal('before'), path: z.string(), state: fileState }),
  z.object({ type: z.literal('after'), path: z.string(), digest: z.string().nullable() }),
  /** What was here before was removed to make room (`main/storage/kept-files`). */
  z.object({ type: z.literal('cleared'), at: z.string() }),
  /** A command ran, and nobody knows which files it changed. */
  z.object({ type: z.literal('command'), command: z.string() }),
]);
export type CheckpointEntry = z.infer<typeof entry>;
export type FileState = z.infer<typeof fileState>;

/** What happened to the files of a session, in order: `index.jsonl` of its folder. */
export class CheckpointLog {
  readonly #folder: string;
  readonly #file: string;
  #entries: CheckpointEntry[] = [];
  /** Bytes of the file that the entries hold. */
  #size = -1;
  #hasWritten = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, 'index.jsonl');
  }

  /** All entries, also those that another process wrote meanwhile. */
  async read(): Promise<readonly CheckpointEntry[]> {
    if ((await this.#sizeNow()) === this.#size) return this.#entries;
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    this.#size = Buffer.byteLength(text);
    this.#entries = text.split('\n').flatMap((line) => {
      const parsed = entry.safeParse(jsonOf(line));
      return parsed.success ? [parsed.data] : [];
    });
    return this.#entries;
  }

  async write(one: CheckpointEntry): Promise<void> {
    await this.read();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // The line break before the first one heals a line that a crash cut off.
    const line = `${this.#hasWritten ? '' : '\n'}${JSON.stringify(one)}\n`;
    this.#hasWritten = true;
    await appendFile(this.#file, line, { mode: 0o600 });
    this.#entries.push(one);
    this.#size += Buffer.byteLength(line);
  }

  async #sizeNow(): Promise<number> {
    return stat(this.#file).then(
      ({ size }) => size,
      () => 0,
    );
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
