import type { FetchLike } from '@modelcontextprotocol/client';
import type { Clock } from '../../lib/clock.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { Log } from '../../lib/logger.ts';
import { silentLog } from '../../lib/logger.ts';
import type { AskForClient } from './client-choice.ts';
import type { CredentialStore } from './credential-store.ts';
import { MemoryCredentialStore } from './credential-store.ts';
import type { ServerAuth, ServerAuthOptions } from './oauth-contract.ts';
import { createOAuthEngine } from './oauth-engine.ts';
import { systemKeychainEntry } from './keychain.ts';
import { openCredentialStore } from './open-credential-store.ts';
import type { OpenedStore } from './open-credential-store.ts';

/** What the sign-ins of one program share. */
export interface SignInsOptions {
  /** How the program names itself where it is registered. Default "MCP client". */
  readonly clientName?: string | undefined;
  readonly clientUri?: string | undefined;
  /**
   * Shows the page of a sign-in, in the person's browser for instance. Without it nobody is asked by itself: refusals pass,
   * and `signIn()` gives the address of the page.
   */
  readonly openUrl?: ((url: string) => Promise<void>) | undefined;
  /** Where sign-ins are kept. Default: in memory. */
  readonly store?: CredentialStore | undefined;
  /** The program's client id metadata document, which then is its client id wherever that is taken. */
  readonly clientMetadataUrl?: string | undefined;
  /** Asks a person for a client id, where an authorization server registers nobody by itself. */
  readonly askForClient?: AskForClient | undefined;
  /** For requests to authorization servers, in place of connections that are checked once more as they are made. */
  readonly fetch?: FetchLike | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  /** How long a request to an authorization server may take, in ms. Default 30_000. */
  readonly requestTimeoutMs?: number | undefined;
  /** How long a sign-in waits for the person, in ms. Default 600_000. */
  readonly signInTimeoutMs?: number | undefined;
}

/** What one server needs for its sign-in. */
export interface ServerSignInOptions extends Omit<ServerAuthOptions, 'serverId'> {
  /** What its sign-in is kept under. Default: the address. */
  readonly serverId?: string | undefined;
}

/** The sign-ins of a program. Whoever made them disposes them: open sign-ins end, listeners close. */
export interface SignIns extends Disposable {
  /** The sign-in of a server, to be given to its connection as `authProvider`. */
  forServer(options: ServerSignInOptions): ServerAuth;
  /**
   * Takes the whole address of a callback that came to `redirectUri`, or that a person pasted. Resolves once its sign-in has
   * succeeded; rejects with an `OAuthFailure`.
   */
  deliver(callbackUrl: string): Promise<void>;
}

/**
 * Makes the sign-ins of a program with the engine of the app: they find out who gives tokens for a server, get, renew and
 * keep them, and authorize each request. The answer of a page comes back to a loopback address that is open for as long as
 * the page waits, or to the server's `redirectUri`.
 */
export function createSignIns(options: SignInsOptions = {}): SignIns {
  const { clientName = 'MCP client', clientUri, openUrl } = options;
  const engine = createOAuthEngine({
    ...options,
    description: { clientName, clientUri },
    store: options.store ?? new MemoryCredentialStore(),
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    redirect: 'loopback',
    loopbackOnly: true,
    openUrl: openUrl ?? (() => Promise.reject(new Error('This program opens no pages.'))),
  });
  const interaction = openUrl ? 'automatic' : 'on-request';
  return {
    forServer: ({ serverId, ...server }) =>
      engine.forServer({ interaction, ...server, serverId: serverId ?? server.serverUrl }),
    deliver: (callbackUrl) => engine.deliver(callbackUrl),
    dispose: () => engine.dispose(),
  };
}

/**
 * Opens a store of sign-ins in a folder, which several programs may share at once. With `useKeychain` they are sealed with a
 * key from the system's keychain, where there is one; otherwise they are in a file that only its owner can read. `reason` says
 * why it is not the keychain. Nothing needs to be closed.
 */
export function openSignInStore(options: {
  readonly folder: string;
  /** Default false: then the keychain's native module is not even loaded. */
  readonly useKeychain?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}): Promise<OpenedStore> {
  return openCredentialStore({
    configRoot: options.folder,
    withoutKeychain: 'file',
    keychain: options.useKeychain === true ? systemKeychainEntry : null,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
  });
}
