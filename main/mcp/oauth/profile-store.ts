import { credentialId } from './credential.ts';
import type { CredentialKey, StoredCredential } from './credential.ts';
import { MemoryCredentialStore } from './credential-store.ts';
import type { CredentialStore } from './credential-store.ts';
import { hasPlainFile, openCredentialStore, plainFileStore } from './open-credential-store.ts';
import type { OpenedStore, OpenStoreOptions } from './open-credential-store.ts';

/**
 * The sign-ins of a profile for a program with a window: the keychain is asked when a sign-in is needed for the first time,
 * not at the start, and where there is none a person may choose the plain file later (SE-50).
 */
export class ProfileCredentialStore implements CredentialStore {
  readonly #options: Omit<OpenStoreOptions, 'withoutKeychain'>;
  readonly #onOpened: () => void;
  #opening: Promise<OpenedStore> | undefined;
  #opened: OpenedStore | undefined;
  #file: CredentialStore | undefined;

  /** `onOpened` is called when it becomes known, or changes, what keeps the sign-ins. */
  constructor(options: Omit<OpenStoreOptions, 'withoutKeychain'>, onOpened: () => void) {
    this.#options = options;
    this.#onOpened = onOpened;
  }

  /** Memory until it was opened. */
  get backend(): CredentialStore['backend'] {
    return this.#opened?.store.backend ?? 'memory';
  }

  /** Undefined before a sign-in was needed. */
  get opened(): OpenedStore | undefined {
    return this.#opened;
  }

  /** Opens it if that has not been done. */
  async open(): Promise<OpenedStore> {
    this.#opening ??= openCredentialStore({
      ...this.#options,
      withoutKeychain: 'file-if-there',
      isProfile: true,
    }).then((opened) => this.#take(opened));
    return this.#opening;
  }

  /** Keeps them in the plain file from now on, and what is in memory too. Does nothing where another place keeps them. */
  async keepInFile(): Promise<void> {
    const { store, reason } = await this.open();
    if (!(store instanceof MemoryCredentialStore)) return;
    const file = plainFileStore(this.#options);
    await file.create();
    for (const key of await store.keys()) {
      const credential = await store.read(key);
      if (credential) await file.write(key, credential);
    }
    this.#opening = Promise.resolve(this.#take({ store: file, reason }));
  }

  #take(opened: OpenedStore): OpenedStore {
    this.#opened = opened;
    this.#onOpened();
    return opened;
  }

  async read(key: CredentialKey): Promise<StoredCredential | undefined> {
    const { store } = await this.open();
    return (await store.read(key)) ?? (await this.#fileOfOthers())?.read(key);
  }

  async write(key: CredentialKey, credential: StoredCredential): Promise<void> {
    await (await this.#keeperOf(key)).write(key, credential);
  }

  async remove(key: CredentialKey): Promise<void> {
    const { store } = await this.open();
    await store.remove(key);
    await (await this.#fileOfOthers())?.remove(key);
  }

  async list(serverId: string): Promise<readonly CredentialKey[]> {
    const { store } = await this.open();
    const own = await store.list(serverId);
    const others = (await (await this.#fileOfOthers())?.list(serverId)) ?? [];
    return [...new Map([...own, ...others].map((key) => [credentialId(key), key])).values()];
  }

  async exclusive<T>(key: CredentialKey, work: () => Promise<T>): Promise<T> {
    return (await this.#keeperOf(key)).exclusive(key, work);
  }

  /** What another program has put into the plain file while this one keeps its own sign-ins in memory. */
  async #fileOfOthers(): Promise<CredentialStore | undefined> {
    const { store } = await this.open();
    if (!(store instanceof MemoryCredentialStore)) return undefined;
    if (!(await hasPlainFile(this.#options.configRoot))) return undefined;
    this.#file ??= plainFileStore(this.#options);
    return this.#file;
  }

  /** A sign-in is renewed where it is kept, so that the other program gets the new one. */
  async #keeperOf(key: CredentialKey): Promise<CredentialStore> {
    const { store } = await this.open();
    const file = await this.#fileOfOthers();
    return file && !(await store.read(key)) && (await file.read(key)) ? file : store;
  }
}
