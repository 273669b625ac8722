import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Log } from '../../lib/logger.ts';
import { withFileLock } from '../../storage/file-lock.ts';
import type { StoredCredential } from './credential.ts';
import type { CredentialCodec } from './document-store.ts';
import type { KeychainEntry } from './keychain.ts';

const sealed = z.object({ key: z.string(), iv: z.base64(), tag: z.base64(), data: z.base64() });
const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const PATIENCE_MS = 20_000;

/**
 * Seals credentials with a random key that the system's keychain holds. The keychain thus has one small entry whatever the
 * size and number of tokens, and changes are atomic. Content sealed with another key stays as it is and opens again once
 * that key is back (SE-50).
 */
export class SealedCodec implements CredentialCodec {
  readonly backend = 'keychain';
  readonly #entry: KeychainEntry;
  readonly #lockPath: string;
  readonly #log: Log;
  #key: Promise<Buffer> | undefined;

  /** `lockPath` keeps two processes from making a key each. */
  constructor(entry: KeychainEntry, lockPath: string, log: Log) {
    this.#entry = entry;
    this.#lockPath = lockPath;
    this.#log = log;
  }

  async encode(id: string, credential: StoredCredential): Promise<JsonObject> {
    const key = await this.#currentKey();
    const iv = randomBytes(12);
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(id));
    const data = Buffer.concat([cipher.update(JSON.stringify(credential), 'utf8'), cipher.final()]);
    return {
      key: keyName(key),
      iv: iv.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      data: data.toString('base64'),
    } satisfies z.infer<typeof sealed>;
  }

  async decode(id: string, content: JsonObject): Promise<unknown> {
    const box = sealed.safeParse(content).data;
    if (!box) return undefined;
    try {
      const key = await this.#existingKey();
      if (!key || keyName(key) !== box.key) return undefined;
      const decipher = createDecipheriv(CIPHER, key, Buffer.from(box.iv, 'base64'))
        .setAAD(Buffer.from(id))
        .setAuthTag(Buffer.from(box.tag, 'base64'));
      const text = Buffer.concat([
        decipher.update(Buffer.from(box.data, 'base64')),
        decipher.final(),
      ]);
      return JSON.parse(text.toString('utf8')) as unknown;
    } catch (failure) {
      this.#log('warn', 'a stored sign-in cannot be opened now', { message: messageOf(failure) });
      return undefined;
    }
  }

  async #existingKey(): Promise<Buffer | null> {
    if (this.#key) return this.#key;
    const key = await this.#entry.get();
    if (key?.length !== KEY_BYTES) return null;
    this.#key = Promise.resolve(key);
    return key;
  }

  #currentKey(): Promise<Buffer> {
    const key = (this.#key ??= this.#makeKey());
    key.catch(() => {
      if (this.#key === key) this.#key = undefined;
    });
    return key;
  }

  #makeKey(): Promise<Buffer> {
    return withFileLock(this.#lockPath, { patienceMs: PATIENCE_MS }, async () => {
      const kept = await this.#entry.get();
      if (kept?.length === KEY_BYTES) return kept;
      const fresh = randomBytes(KEY_BYTES);
      await this.#entry.set(fresh);
      return fresh;
    });
  }
}

/** Tells keys apart without giving anything of them away. */
function keyName(key: Buffer): string {
  return createHash('sha256').update('key-name').update(key).digest('hex').slice(0, 16);
}
