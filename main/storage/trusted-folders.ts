import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { withSharedFile } from './file-lock.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

const format = {
  schema: z.object({ schemaVersion: z.literal(1), folders: z.array(z.string()) }),
  schemaVersion: 1,
};

/**
 * The folders whose own settings, hooks, servers and instructions may be used (SE-32), by their real paths: one list for app, SDK
 * and command. A folder below a trusted one is another folder.
 */
export class TrustedFolders {
  readonly #path: string;
  #queue: Promise<unknown> = Promise.resolve();

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
    await this.#change((folders) => [...new Set([...folders, real])]);
    return real;
  }

  /** A folder that is gone is taken by its name. Resolves to whether it was there. */
  async remove(folder: string): Promise<boolean> {
    const real = await realpath(folder).catch(() => folder);
    let was = false;
    await this.#change((folders) => {
      const left = folders.filter((one) => one !== real && one !== folder);
      was = left.length < folders.length;
      return left;
    });
    return was;
  }

  /** Changes of all programs come one after another, and each builds on what is on disk. */
  #change(change: (folders: readonly string[]) => readonly string[]): Promise<void> {
    const done = this.#queue.then(() =>
      withSharedFile(this.#path, async () => {
        await writeJsonFile(this.#path, { schemaVersion: 1, folders: change(await this.list()) });
      }),
    );
    this.#queue = done.catch(() => undefined);
    return done;
  }
}
