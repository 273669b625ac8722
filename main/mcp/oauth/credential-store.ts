import type { CredentialKey, StoredCredential } from './credential.ts';
import { credentialId } from './credential.ts';

/**
 * Keeps sign-ins: the only source of tokens, so that every connection and every process sees the newest (OA-5).
 * Rejections are `OAuthFailure`s with code `store`.
 */
export interface CredentialStore {
  /** What holds the secrets: the system's keychain, a file of mode 0600, or nothing that outlives the program. */
  readonly backend: 'keychain' | 'file' | 'memory';
  /** Undefined when there is none or it cannot be opened now. */
  read(key: CredentialKey): Promise<StoredCredential | undefined>;
  /** Durable when it resolves. */
  write(key: CredentialKey, credential: StoredCredential): Promise<void>;
  remove(key: CredentialKey): Promise<void>;
  /** What is kept for a server, the newest first. */
  list(serverId: string): Promise<readonly CredentialKey[]>;
  /** Runs `work` while no other caller and no other process holds the same key. */
  exclusive<T>(key: CredentialKey, work: () => Promise<T>): Promise<T>;
}

/** Callers of one process in a row, by name. */
export class Queues {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(name) ?? Promise.resolve()).then(work);
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(name) === tail) this.#tails.delete(name);
      });
    this.#tails.set(name, tail);
    return result;
  }
}

/** Sign-ins that end with the program. */
export class MemoryCredentialStore implements CredentialStore {
  readonly backend = 'memory';
  readonly #kept = new Map<string, { key: CredentialKey; credential: StoredCredential }>();
  readonly #queues = new Queues();

  async read(key: CredentialKey): Promise<StoredCredential | undefined> {
    return this.#kept.get(credentialId(key))?.credential;
  }

  async write(key: CredentialKey, credential: StoredCredential): Promise<void> {
    this.#kept.set(credentialId(key), { key, credential });
  }

  async remove(key: CredentialKey): Promise<void> {
    this.#kept.delete(credentialId(key));
  }

  /** Everything that is kept, of every server. */
  async keys(): Promise<readonly CredentialKey[]> {
    return [...this.#kept.values()].map(({ key }) => key);
  }

  async list(serverId: string): Promise<readonly CredentialKey[]> {
    return [...this.#kept.values()]
      .filter(({ key }) => key.serverId === serverId)
      .sort((left, right) => right.credential.savedAt - left.credential.savedAt)
      .map(({ key }) => key);
  }

  exclusive<T>(key: CredentialKey, work: () => Promise<T>): Promise<T> {
    return this.#queues.run(credentialId(key), work);
  }
}
