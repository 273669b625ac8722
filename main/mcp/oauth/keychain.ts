import { messageOf } from '../../../shared/lib/errors.ts';
import { delay } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';

/** One secret in the system's keychain. Methods reject when the keychain is locked or refuses. */
export interface KeychainEntry {
  /** Null when there is none. */
  get(): Promise<Buffer | null>;
  set(secret: Buffer): Promise<void>;
  delete(): Promise<void>;
}

/** Opens the entry of a service and an account. Rejects when this system has no keychain that outlives a restart. */
export type OpenKeychainEntry = (service: string, account: string) => Promise<KeychainEntry>;

/**
 * The system's keychain through a N-API module, so that plain Node and Electron read the same entries. On Linux only the
 * Secret Service counts: the kernel's keyring, to which the module would fall back, is emptied at each restart.
 */
export const systemKeychainEntry: OpenKeychainEntry = async (service, account) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    get: async () => {
      const secret = await entry.getPassword();
      return secret === null ? null : Buffer.from(secret, 'base64');
    },
    // As text: some keychains show and copy entries as such.
    set: (secret) => entry.setPassword(secret.toString('base64')),
    delete: async () => {
      await entry.deleteCredential();
    },
  };
};

const PROBE = Buffer.from('probe');

/** How long a keychain may take to answer, in ms: one that waits for a person to unlock it must not hold a start up. */
const PATIENCE_MS = 20_000;

/** Tries whether the keychain keeps what it is given. Undefined when it does, else the reason as a part of a sentence. */
export async function probeKeychain(
  open: OpenKeychainEntry,
  service: string,
  clock: Clock,
): Promise<string | undefined> {
  const patience = new AbortController();
  const late = delay(clock, PATIENCE_MS, patience.signal).then(
    () => 'it did not answer in time',
    () => undefined,
  );
  const outcome = await Promise.race([tryKeychain(open, service), late]);
  patience.abort();
  return outcome;
}

async function tryKeychain(open: OpenKeychainEntry, service: string): Promise<string | undefined> {
  try {
    const entry = await open(service, `probe-${process.pid}`);
    await entry.set(PROBE);
    const kept = await entry.get();
    await entry.delete();
    return kept?.equals(PROBE) === true ? undefined : 'it does not keep what it is given';
  } catch (failure) {
    return messageOf(failure);
  }
}
