import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { FileLockError, withFileLock } from '../../storage/file-lock.ts';
import { readJsonFile, writeJsonFile } from '../../storage/json-file.ts';
import { credentialId, storedCredential } from './credential.ts';
import type { CredentialKey, StoredCredential } from './credential.ts';
import { Queues } from './credential-store.ts';
import type { CredentialStore } from './credential-store.ts';
import { OAuthFailure } from './oauth-failure.ts';

const SCHEMA_VERSION = 1;
const entrySchema = z.looseObject({
  serverId: z.string(),
  issuer: z.string(),
  resource: z.string(),
  account: z.string(),
  savedAt: z.number(),
  content: z.record(z.string(), z.unknown()),
});
type Entry = z.infer<typeof entrySchema>;
const documentSchema = z.looseObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  credentials: z.record(z.string(), entrySchema),
});
type Entries = Readonly<Record<string, Entry>>;

/** Path of the file that holds sign-ins where there is no keychain (SDK-35). */
export function tokenFilePath(configRoot: string): string {
  return join(configRoot, 'mcp-oauth-tokens.json');
}

/** How one credential stands in the file: plain, or sealed. */
export interface CredentialCodec {
  readonly backend: 'keychain' | 'file';
  /** `id` is bound to the content, so that entries cannot be swapped. */
  encode(id: string, credential: StoredCredential): Promise<JsonObject>;
  /** Undefined when it cannot be opened now. */
  decode(id: string, content: JsonObject): Promise<unknown>;
}

export const plainCodec: CredentialCodec = {
  backend: 'file',
  encode: async (_id, credential) => ({ ...credential }),
  decode: async (_id, content) => content,
};

export interface DocumentStoreOptions {
  readonly path: string;
  readonly codec: CredentialCodec;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a change of the file may wait for another process, and a token request for another one's, in ms. */
const FILE_PATIENCE_MS = 20_000;
const CREDENTIAL_PATIENCE_MS = 90_000;

/** Sign-ins in one file of mode 0600 that several processes share. */
export class DocumentCredentialStore implements CredentialStore {
  readonly backend: 'keychain' | 'file';
  readonly #options: DocumentStoreOptions;
  readonly #queues = new Queues();
  /** What could not be written: it holds until the program ends, so that a renewed token is not lost at once. */
  readonly #unwritten = new Map<string, { key: CredentialKey; credential: StoredCredential }>();
  #seen: { readonly sign: string; readonly entries: Entries } | undefined;

  constructor(options: DocumentStoreOptions) {
    this.#options = options;
    this.backend = options.codec.backend;
  }

  async read(key: CredentialKey): Promise<StoredCredential | undefined> {
    const id = credentialId(key);
    const unwritten = this.#unwritten.get(id)?.credential;
    const entry = await this.#entries().then(
      (entries) => entries[id],
      (failure: unknown) => {
        if (!unwritten) throw failure;
        return undefined;
      },
    );
    // Another program may have signed in since.
    if (unwritten && (!entry || entry.savedAt <= unwritten.savedAt)) return unwritten;
    return entry && this.#open(id, entry);
  }

  async write(key: CredentialKey, credential: StoredCredential): Promise<void> {
    const id = credentialId(key);
    try {
      const content = await this.#options.codec.encode(id, credential);
      const entry = { ...key, savedAt: credential.savedAt, content };
      await this.#change((entries) => ({ ...entries, [id]: entry }));
      this.#unwritten.delete(id);
    } catch (failure) {
      this.#unwritten.set(id, { key, credential });
      this.#options.log('warn', 'a sign-in could not be stored and lasts until the program ends', {
        backend: this.backend,
        message: messageOf(failure),
      });
    }
  }

  async remove(key: CredentialKey): Promise<void> {
    const id = credentialId(key);
    this.#unwritten.delete(id);
    await this.#change((entries) =>
      Object.fromEntries(Object.entries(entries).filter(([name]) => name !== id)),
    );
  }

  async list(serverId: string): Promise<readonly CredentialKey[]> {
    const found = new Map<string, CredentialKey & { savedAt: number }>();
    const entries = await this.#entries().catch((failure: unknown) => {
      if (this.#unwritten.size === 0) throw failure;
      return {};
    });
    for (const [id, entry] of Object.entries(entries)) found.set(id, entry);
    for (const [id, { key, credential }] of this.#unwritten) {
      found.set(id, { ...key, savedAt: credential.savedAt });
    }
    return [...found.values()]
      .filter((entry) => entry.serverId === serverId)
      .sort((left, right) => right.savedAt - left.savedAt)
      .map(({ issuer, resource, account }) => ({ serverId, issuer, resource, account }));
  }

  /** Everything that is kept, of every server. */
  async keys(): Promise<readonly CredentialKey[]> {
    return Object.values(await this.#entries()).map(({ serverId, issuer, resource, account }) => ({
      serverId,
      issuer,
      resource,
      account,
    }));
  }

  /** True when what `write` was given last is on disk. */
  isDurable(key: CredentialKey): boolean {
    return !this.#unwritten.has(credentialId(key));
  }

  /** Makes the file, so that later starts find it. */
  create(): Promise<void> {
    return this.#change((entries) => entries);
  }

  /** Deletes the file when nothing is in it any more. */
  removeEmpty(): Promise<void> {
    const { path } = this.#options;
    return this.#queues.run('file', () =>
      locked(`${path}.lock`, FILE_PATIENCE_MS, async () => {
        if (Object.keys(await this.#load()).length === 0) await rm(path, { force: true });
      }),
    );
  }

  exclusive<T>(key: CredentialKey, work: () => Promise<T>): Promise<T> {
    const id = credentialId(key);
    const path = `${this.#options.path}.${id.slice(0, 16)}.lock`;
    return this.#queues.run(id, () => locked(path, CREDENTIAL_PATIENCE_MS, work));
  }

  async #open(id: string, entry: Entry): Promise<StoredCredential | undefined> {
    const content = await this.#options.codec.decode(id, entry.content);
    return storedCredential.safeParse(content).data;
  }

  async #entries(): Promise<Entries> {
    const sign = await this.#sign();
    if (this.#seen && this.#seen.sign === sign) return this.#seen.entries;
    const entries = await this.#load();
    this.#seen = { sign, entries };
    return entries;
  }

  /** Every writer replaces the file, which changes this. */
  async #sign(): Promise<string> {
    const found = await stat(this.#options.path, { bigint: true }).catch(() => undefined);
    return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : 'none';
  }

  async #load(): Promise<Entries> {
    const format = { schema: documentSchema, schemaVersion: SCHEMA_VERSION };
    const content = await readJsonFile(this.#options.path, format, this.#options.clock).catch(
      (failure: unknown) => {
        throw storeFailure(this.#options.path, messageOf(failure), failure);
      },
    );
    switch (content.state) {
      case 'value':
        return content.value.credentials;
      case 'missing':
        return {};
      case 'corrupt':
        this.#options.log('warn', 'the sign-ins could not be read and were moved aside', {
          keptAs: content.keptAs,
          message: content.reason,
        });
        return {};
      case 'newer':
        throw storeFailure(this.#options.path, 'a newer version of this program wrote it');
    }
  }

  #change(change: (entries: Entries) => Entries): Promise<void> {
    const { path } = this.#options;
    return this.#queues.run('file', () =>
      locked(`${path}.lock`, FILE_PATIENCE_MS, async () => {
        const entries = change(await this.#load());
        await writeJsonFile(path, { schemaVersion: SCHEMA_VERSION, credentials: entries });
        this.#seen = undefined;
      }),
    );
  }
}

async function locked<T>(path: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  try {
    return await withFileLock(path, { patienceMs }, work);
  } catch (failure) {
    if (failure instanceof FileLockError) throw storeFailure(path, failure.message, failure);
    throw failure;
  }
}

function storeFailure(path: string, why: string, cause?: unknown): OAuthFailure {
  return new OAuthFailure('store', `The sign-ins in ${path} cannot be used: ${why}.`, { cause });
}
