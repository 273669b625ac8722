import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { credentialId, signInPlace } from './credential.ts';
import { MemoryCredentialStore } from './credential-store.ts';
import type { CredentialStore } from './credential-store.ts';
import { DocumentCredentialStore, plainCodec, tokenFilePath } from './document-store.ts';
import { probeKeychain, systemKeychainEntry } from './keychain.ts';
import type { OpenKeychainEntry } from './keychain.ts';
import { SealedCodec } from './sealed-codec.ts';

/** Under which the keychain keeps what seals the sign-ins. */
export const SIGN_IN_SERVICE = 'Parley sign-ins to MCP servers';

export interface OpenStoreOptions {
  readonly configRoot: string;
  /**
   * What to use where the system has no keychain: the command and the SDK take the file, the desktop takes one that is there
   * and asks before it makes one.
   */
  readonly withoutKeychain: 'file' | 'file-if-there' | 'memory';
  readonly clock: Clock;
  readonly log: Log;
  /** The store is a profile's: what older versions kept under the ids of servers moves to their addresses. Default false. */
  readonly isProfile?: boolean | undefined;
  /** `null`: do not look for a keychain. Default: the system's. */
  readonly keychain?: OpenKeychainEntry | null | undefined;
}

export interface OpenedStore {
  readonly store: CredentialStore;
  /** Why it is not the keychain; a part of a sentence. */
  readonly reason: string | undefined;
}

/**
 * Opens the sign-ins of a profile: sealed with a key from the system's keychain, else as `withoutKeychain` says. App and
 * command that open the same profile share them. What a file holds from a time without keychain moves into the keychain's
 * care. Nothing needs to be closed.
 */
export async function openCredentialStore(options: OpenStoreOptions): Promise<OpenedStore> {
  const { configRoot, clock, log } = options;
  const open = options.keychain === undefined ? systemKeychainEntry : options.keychain;
  const reason = open ? await probeKeychain(open, SIGN_IN_SERVICE, clock) : 'it was not asked for';
  if (open && reason === undefined) {
    const path = join(configRoot, 'mcp-oauth-tokens.sealed.json');
    const codec = new SealedCodec(
      await open(SIGN_IN_SERVICE, accountOf(configRoot)),
      `${path}.key.lock`,
      log,
    );
    const store = new DocumentCredentialStore({ path, codec, clock, log });
    await takeOver(configRoot, store, options);
    if (options.isProfile === true) await moveToAddresses(store, log);
    return { store, reason: undefined };
  }
  const takesFile =
    options.withoutKeychain === 'file' ||
    (options.withoutKeychain === 'file-if-there' && (await hasPlainFile(configRoot)));
  if (!takesFile) return { store: new MemoryCredentialStore(), reason };
  const store = plainFileStore(options);
  if (options.isProfile === true && (await hasPlainFile(configRoot)))
    await moveToAddresses(store, log);
  return { store, reason };
}

/** Deletes what seals the sign-ins of a profile; none can be opened after that. Never rejects. */
export async function forgetSignInKey(
  configRoot: string,
  open: OpenKeychainEntry = systemKeychainEntry,
): Promise<void> {
  await open(SIGN_IN_SERVICE, accountOf(configRoot))
    .then((entry) => entry.delete())
    .catch(() => undefined);
}

function accountOf(configRoot: string): string {
  return createHash('sha256').update(configRoot).digest('hex').slice(0, 16);
}

/** The sign-ins in a plain file of the profile, readable by its owner alone. Opens nothing before it is used. */
export function plainFileStore({
  configRoot,
  clock,
  log,
}: Pick<OpenStoreOptions, 'configRoot' | 'clock' | 'log'>): DocumentCredentialStore {
  return new DocumentCredentialStore({
    path: tokenFilePath(configRoot),
    codec: plainCodec,
    clock,
    log,
  });
}

/** True when sign-ins of the profile are in the plain file. */
export async function hasPlainFile(configRoot: string): Promise<boolean> {
  const found = await stat(tokenFilePath(configRoot)).catch(() => undefined);
  return found?.isFile() === true;
}

/** Moves what the plain file holds. An entry that cannot be moved now stays where it is. */
async function takeOver(
  configRoot: string,
  sealed: DocumentCredentialStore,
  options: OpenStoreOptions,
): Promise<void> {
  if (!(await hasPlainFile(configRoot))) return;
  const plain = plainFileStore(options);
  try {
    const known = new Set((await sealed.keys()).map(credentialId));
    for (const key of await plain.keys()) {
      await plain.exclusive(key, async () => {
        const found = await plain.read(key);
        if (!found) return;
        const own = await sealed.read(key);
        // What is sealed and cannot be opened now is not written over.
        if (!own && known.has(credentialId(key))) return;
        if (!own || own.savedAt < found.savedAt) await sealed.write(key, found);
        if (sealed.isDurable(key)) await plain.remove(key);
      });
    }
    await plain.removeEmpty();
  } catch (failure) {
    options.log('warn', 'sign-ins in the plain file could not be moved into the keychain', {
      message: messageOf(failure),
    });
  }
}

/**
 * Keeps each sign-in under the address that it is for. It is copied first, and the old entry goes once the copy is on disk; of
 * two for the same resource and account the newer one stays. Never rejects: what cannot be moved now is tried again next time.
 */
async function moveToAddresses(store: DocumentCredentialStore, log: Log): Promise<void> {
  try {
    for (const key of await store.keys()) {
      const target = { ...key, serverId: signInPlace(key.resource) };
      if (target.serverId === key.serverId) continue;
      await store.exclusive(key, async () => {
        const found = await store.read(key);
        // It is sealed and cannot be opened now.
        if (!found) return;
        const isKept = await store.exclusive(target, async () => {
          const own = await store.read(target);
          if (!own || own.savedAt < found.savedAt) await store.write(target, found);
          return store.isDurable(target);
        });
        if (isKept) await store.remove(key);
      });
    }
  } catch (failure) {
    log('warn', 'sign-ins of an older version could not be moved', { message: messageOf(failure) });
  }
}
