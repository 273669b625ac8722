import { rmSync } from 'node:fs';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CredentialPayload } from '../../../shared/agent/frames.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { CredentialsError } from './errors.ts';

/**
 * A fresh folder, mode 0700, through which one-shot credential files go to a runtime (RT-5). The runtime unlinks a file when
 * it reads it; what it leaves is removed here. The owner disposes it when the runtime is gone, or was never started; a host
 * that exits first still removes it.
 */
export class CredentialFolder {
  readonly #path: string;
  readonly #onExit: () => void;
  #count = 0;

  private constructor(path: string) {
    this.#path = path;
    this.#onExit = () => rmSync(path, { recursive: true, force: true });
    process.once('exit', this.#onExit);
  }

  static async create(): Promise<CredentialFolder> {
    try {
      return new CredentialFolder(await mkdtemp(join(tmpdir(), 'parley-')));
    } catch (failure) {
      throw new CredentialsError(
        `The folder for handing over credentials could not be made: ${messageOf(failure)}. Make ${tmpdir()} writable.`,
        { cause: failure },
      );
    }
  }

  /** Where the first file will be. The file itself appears with `write`. */
  get firstFile(): string {
    return join(this.#path, 'credentials-1.json');
  }

  /** Writes the next file, mode 0600. It appears whole or not at all. */
  async write(payload: CredentialPayload): Promise<string> {
    this.#count += 1;
    const path = join(this.#path, `credentials-${this.#count}.json`);
    try {
      const file = await open(`${path}.part`, 'wx', 0o600);
      try {
        await file.writeFile(JSON.stringify(payload));
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    } catch (failure) {
      throw new CredentialsError(
        `The credentials could not be handed to the runtime: ${messageOf(failure)}. Check that ${tmpdir()} is writable.`,
        { cause: failure },
      );
    }
    return path;
  }

  /** Removes one file, if it is still there. */
  async remove(path: string): Promise<void> {
    await rm(path, { force: true }).catch(() => undefined);
  }

  async dispose(): Promise<void> {
    process.removeListener('exit', this.#onExit);
    await rm(this.#path, { recursive: true, force: true }).catch(() => undefined);
  }
}
