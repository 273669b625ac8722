import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageAttachment } from '../../shared/ipc/routes/sessions.ts';
import type { MessageAttachment } from '../../shared/ipc/routes/sessions.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** Drafts with files that are kept; the oldest go. */
const MOST_DRAFTS = 50;
/** Most bytes of all of them. */
const MOST_BYTES = 300_000_000;

const draft = z.object({ schemaVersion: z.literal(1), attachments: z.array(messageAttachment) });
const format = { schema: draft, schemaVersion: 1 };

/**
 * Images and files of messages that are not sent yet: `<key>.json` in a folder that is the owner's alone. What is not read
 * counts as nothing; a file of a newer version is never written.
 */
export class DraftStore {
  readonly #folder: string;
  readonly #writes = new Map<string, Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(key: string): Promise<MessageAttachment[]> {
    await this.#writes.get(key)?.catch(() => undefined);
    const found = await readJsonFile(this.#path(key), format);
    return found.state === 'value' ? found.value.attachments : [];
  }

  /** Resolves when it is on disk. Rejects with `storage.failed` when it cannot be. */
  keep(key: string, attachments: readonly MessageAttachment[]): Promise<void> {
    return this.#inOrder(key, () => this.#write(key, attachments));
  }

  remove(key: string): Promise<void> {
    return this.#inOrder(key, () => rm(this.#path(key), { force: true }));
  }

  #inOrder(key: string, work: () => Promise<void>): Promise<void> {
    const mine = (this.#writes.get(key) ?? Promise.resolve()).then(work, work);
    this.#writes.set(key, mine);
    const forget = (): void => {
      if (this.#writes.get(key) === mine) this.#writes.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  }

  async #write(key: string, attachments: readonly MessageAttachment[]): Promise<void> {
    const path = this.#path(key);
    if (attachments.length === 0) {
      await rm(path, { force: true });
      return;
    }
    const found = await readJsonFile(path, format);
    if (found.state === 'newer')
      throw new ParleyError('storage.failed', `A newer version of Parley wrote ${path}.`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeJsonFile(path, { schemaVersion: 1, attachments });
    await this.#tidy(path);
  }

  /** Keeps the newest ones within the limits. */
  async #tidy(written: string): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        const facts = await stat(path).catch(() => undefined);
        return {
          path,
          size: facts?.size ?? 0,
          at: path === written ? Infinity : (facts?.mtimeMs ?? 0),
        };
      }),
    );
    let bytes = 0;
    for (const [index, file] of files.sort((left, right) => right.at - left.at).entries()) {
      bytes += file.size;
      if (index > 0 && (index >= MOST_DRAFTS || bytes > MOST_BYTES))
        await rm(file.path, { force: true });
    }
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}
