import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ParleyError, messageOf } from '../../shared/lib/errors.ts';
import { replaceWholeFile } from '../lib/whole-file.ts';

/** The runtime leaves a larger file out, in bytes. */
const MOST_BYTES = 64 * 1024;

export interface OwnInstructions {
  readonly text: string;
  readonly path: string;
  /** Why the file is not used, as a sentence. */
  readonly problem?: string;
}

/** Instructions of the person for every session: `instructions.md` of the config root, which runtimes read when they start. */
export class InstructionsFile {
  /** Grows with each change that is made here. */
  revision = 0;

  constructor(readonly path: string) {}

  /** Never rejects; a file that cannot be used is told. */
  async read(): Promise<OwnInstructions> {
    const { path } = this;
    try {
      const { size } = await stat(path);
      if (size > MOST_BYTES)
        return {
          text: '',
          path,
          problem: `${path} is larger than ${String(MOST_BYTES / 1024)} KiB, so it is not used. Shorten it in an editor.`,
        };
      return { text: (await readFile(path, 'utf8')).replace(/^\uFEFF/, ''), path };
    } catch (failure) {
      if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')
        return { text: '', path };
      return { text: '', path, problem: `${path} could not be read: ${messageOf(failure)}.` };
    }
  }

  /**
   * Replaces them; empty ones take the file away. Rejects with `instructions.changed` when it is not `before` any more, and
   * with `instructions.invalid` when it cannot be used or would be too large.
   */
  async write(before: string, text: string): Promise<OwnInstructions> {
    const now = await this.read();
    if (now.problem !== undefined) throw new ParleyError('instructions.invalid', now.problem);
    if (now.text !== before)
      throw new ParleyError(
        'instructions.changed',
        'Another program has written the instructions meanwhile. Nothing was saved; read them again.',
      );
    if (Buffer.byteLength(text) > MOST_BYTES)
      throw new ParleyError(
        'instructions.invalid',
        `The instructions are larger than ${String(MOST_BYTES / 1024)} KiB. Shorten them.`,
      );
    if (text.trim() === '') await rm(this.path, { force: true });
    else {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await replaceWholeFile(this.path, text);
    }
    this.revision += 1;
    return this.read();
  }
}
