import { digestOf } from '../../../lib/content-digest.ts';
import { ToolFailure } from './built-in-tool.ts';

/** Which files the model has seen, and how they were then. */
export class FileLedger {
  readonly #seen = new Map<string, string>();

  /** The model knows this content of the file. */
  saw(realPath: string, bytes: Uint8Array): void {
    this.#seen.set(realPath, digestOf(bytes));
  }

  /** What the model knew of the file is not so any more. */
  forget(realPath: string): void {
    this.#seen.delete(realPath);
  }

  /** Throws `ToolFailure` unless the model has seen the file as it is now. */
  requireSeen(realPath: string, bytes: Uint8Array): void {
    const known = this.#seen.get(realPath);
    if (known === undefined)
      throw new ToolFailure(
        `${realPath} was not read in this session, so nothing was changed. Read it first.`,
      );
    if (known !== digestOf(bytes))
      throw new ToolFailure(
        `${realPath} was changed by something else since it was read, so nothing was changed. Read it again first.`,
      );
  }
}
