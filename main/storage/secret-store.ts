import { z } from 'zod';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { VersionedFileOptions } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

/** The system's encryption, injected. `backend` names what holds the key, for the record beside each secret. */
export interface SecretCipher {
  readonly backend: string;
  encrypt(text: string): Buffer;
  /** Throws when the system does not give its key out now. */
  decrypt(bytes: Buffer): string;
}

/** stored: encrypted on disk; in-memory: gone at quit; locked: on disk, but it cannot be decrypted now. */
export type SecretState = 'missing' | 'stored' | 'in-memory' | 'locked';

const SECRETS_SCHEMA_VERSION = 1;
const secretsFile = z.object({
  secrets: z.record(z.string(), z.object({ backend: z.string(), ciphertext: z.base64() })),
});
type SecretsFile = z.infer<typeof secretsFile>;

/** Keeps secrets by name. Nothing but `get` gives a secret out. */
export interface SecretStore {
  readonly storage: 'keychain' | 'memory';
  /** How many secrets are kept. */
  readonly size: number;
  /** The secret, or undefined when it is missing or locked. */
  get(name: string): string | undefined;
  /** Resolves when it is kept. Rejects with `secrets.unavailable` when the keychain refuses. */
  set(name: string, secret: string): Promise<void>;
  /** Forgets it on the person's wish; the only way in which ciphertext goes. */
  delete(name: string): Promise<void>;
  state(name: string): SecretState;
}

/**
 * Opens the secrets of a profile. Without a cipher (no real keychain) new secrets are kept in memory until the app ends;
 * what other backends have encrypted stays on disk untouched (SE-50).
 */
export async function openSecretStore(
  options: Pick<VersionedFileOptions<SecretsFile>, 'path' | 'clock' | 'onTrouble'>,
  cipher: SecretCipher | undefined,
): Promise<SecretStore> {
  const file = await VersionedFile.open({
    ...options,
    schema: secretsFile,
    version: SECRETS_SCHEMA_VERSION,
    initial: { secrets: {} },
  });
  return new FileSecretStore(file, cipher);
}

class FileSecretStore implements SecretStore {
  readonly #memory = new Map<string, string>();
  readonly #file: VersionedFile<SecretsFile>;
  readonly #cipher: SecretCipher | undefined;

  constructor(file: VersionedFile<SecretsFile>, cipher: SecretCipher | undefined) {
    this.#file = file;
    this.#cipher = cipher;
  }

  get storage(): 'keychain' | 'memory' {
    return this.#cipher && this.#file.isWritable ? 'keychain' : 'memory';
  }

  get size(): number {
    return new Set([...this.#memory.keys(), ...Object.keys(this.#file.value.secrets)]).size;
  }

  get(name: string): string | undefined {
    return this.#memory.get(name) ?? this.#decrypt(name);
  }

  async set(name: string, secret: string): Promise<void> {
    if (!this.#cipher || !this.#file.isWritable) {
      this.#memory.set(name, secret);
      return;
    }
    const entry = {
      backend: this.#cipher.backend,
      ciphertext: this.#encrypt(this.#cipher, secret),
    };
    await this.#file.update(({ secrets }) => ({ secrets: { ...secrets, [name]: entry } }));
    this.#memory.delete(name);
  }

  async delete(name: string): Promise<void> {
    this.#memory.delete(name);
    if (!Object.hasOwn(this.#file.value.secrets, name)) return;
    await this.#file.update(({ secrets }) => ({
      secrets: Object.fromEntries(Object.entries(secrets).filter(([key]) => key !== name)),
    }));
  }

  state(name: string): SecretState {
    if (this.#memory.has(name)) return 'in-memory';
    if (!Object.hasOwn(this.#file.value.secrets, name)) return 'missing';
    return this.#decrypt(name) === undefined ? 'locked' : 'stored';
  }

  #encrypt(cipher: SecretCipher, secret: string): string {
    try {
      return cipher.encrypt(secret).toString('base64');
    } catch (failure) {
      throw new ParleyError(
        'secrets.unavailable',
        'The system keychain did not take the secret. Unlock it and try again.',
        { retryable: true, cause: failure },
      );
    }
  }

  #decrypt(name: string): string | undefined {
    const { secrets } = this.#file.value;
    const entry = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (!entry || !this.#cipher) return undefined;
    try {
      return this.#cipher.decrypt(Buffer.from(entry.ciphertext, 'base64'));
    } catch {
      return undefined;
    }
  }
}
