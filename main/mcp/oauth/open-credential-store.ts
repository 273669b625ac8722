import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { MemoryCredentialStore } from './credential-store.ts';
import type { CredentialStore } from './credential-store.ts';
import { DocumentCredentialStore, plainCodec, tokenFilePath } from './document-store.ts';
import { probeKeychain, systemKeychainEntry } from './keychain.ts';
import type { OpenKeychainEntry } from './keychain.ts';
import { SealedCodec } from './sealed-codec.ts';

const SERVICE = 'Parley sign-ins to MCP servers';

export interface OpenStoreOptions {
  readonly configRoot: string;
  /** What to use where the system has no keychain: the command and the SDK take the file, the desktop asks first. */
  readonly withoutKeychain: 'file' | 'memory';
  readonly clock: Clock;
  readonly log: Log;
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
 * command that open the same profile share them. Nothing needs to be closed.
 */
export async function openCredentialStore(options: OpenStoreOptions): Promise<OpenedStore> {
  const { configRoot, clock, log } = options;
  const open = options.keychain === undefined ? systemKeychainEntry : options.keychain;
  const reason = open ? await probeKeychain(open, SERVICE, clock) : 'it was not asked for';
  if (open && reason === undefined) {
    const account = createHash('sha256').update(configRoot).digest('hex').slice(0, 16);
    const path = join(configRoot, 'mcp-oauth-tokens.sealed.json');
    const codec = new SealedCodec(await open(SERVICE, account), `${path}.key.lock`, log);
    return { store: new DocumentCredentialStore({ path, codec, clock, log }), reason: undefined };
  }
  const store =
    options.withoutKeychain === 'file'
      ? new DocumentCredentialStore({
          path: tokenFilePath(configRoot),
          codec: plainCodec,
          clock,
          log,
        })
      : new MemoryCredentialStore();
  return { store, reason };
}
