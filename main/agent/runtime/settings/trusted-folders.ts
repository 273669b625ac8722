import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../../../storage/json-file.ts';

const format = {
  schema: z.object({ schemaVersion: z.literal(1), folders: z.array(z.string()) }),
  schemaVersion: 1,
};

/**
 * The folders whose own settings, hooks and environment may be used (SE-32), by their real paths. A folder below a trusted one
 * is another folder.
 */
export class TrustedFolders {
  readonly #path: string;

  constructor(configRoot: string) {
    this.#path = join(configRoot, 'trusted-folders.json');
  }

  /** False also for a folder that does not exist, and when the list cannot be read. */
  async has(folder: string): Promise<boolean> {
    try {
      return (await this.list()).includes(await realpath(folder));
    } catch {
      return false;
    }
  }

  async list(): Promise<readonly string[]> {
    const content = await readJsonFile(this.#path, format);
    return content.state === 'value' ? content.value.folders : [];
  }

  /** Resolves to the real path once it is on disk. Rejects when the folder does not exist. */
  async add(folder: string): Promise<string> {
    const real = await realpath(folder);
    await this.#write([...new Set([...(await this.list()), real])]);
    return real;
  }

  async remove(folder: string): Promise<void> {
    const real = await realpath(folder).catch(() => folder);
    await this.#write((await this.list()).filter((one) => one !== real && one !== folder));
  }

  async #write(folders: readonly string[]): Promise<void> {
    await writeJsonFile(this.#path, { schemaVersion: 1, folders });
  }
}
