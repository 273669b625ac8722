import type { Clock } from '../lib/clock.ts';
import { DisposableStack } from '../lib/disposable.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { HubSignIns } from '../mcp/hub/server-sign-ins.ts';
import type { ServerSignIns, SignInHub, SignInPage } from '../mcp/hub/sign-in-contract.ts';
import type { OAuthEngine } from '../mcp/oauth/oauth-contract.ts';
import { createOAuthEngine } from '../mcp/oauth/oauth-engine.ts';
import { ProfileCredentialStore } from '../mcp/oauth/profile-store.ts';
import type { SecretStore } from '../storage/secret-store.ts';
import { openInBrowser } from './external-url.ts';
import type { ProtocolHandler } from './links/protocol-handler.ts';
import { createSignInPages } from './sign-in-pages.ts';

/** How long a sign-in waits for the person, in ms. */
const SIGN_IN_TIMEOUT_MS = 600_000;

export interface SignInContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretStore;
  readonly protocol: ProtocolHandler;
  /** Asks the person before a sign-in page is opened. */
  readonly review: (page: SignInPage, signal: AbortSignal) => Promise<boolean>;
}

export interface OpenedSignIns extends Disposable {
  readonly signIns: ServerSignIns;
  /** Takes the answers to sign-ins that come by our own scheme. */
  readonly engine: Pick<OAuthEngine, 'deliver'>;
  /** Whose servers they are for: made after them, because its connections use them. */
  serve(hub: SignInHub): void;
}

/**
 * The sign-ins to MCP servers of the profile. The keychain is asked when the first is needed. The caller disposes it after the
 * hub.
 */
export function openSignIns(context: SignInContext): OpenedSignIns {
  const { paths, clock, log, secrets, protocol, review } = context;
  let served: SignInHub | undefined;
  const opened = new DisposableStack();
  const store = new ProfileCredentialStore({ configRoot: paths.root, clock, log }, () => {
    signIns.announce();
  });
  const pages = createSignInPages({ review, open: openInBrowser, log });
  const engine = opened.own(
    createOAuthEngine({
      store,
      clock,
      log,
      description: { clientName: 'Parley' },
      redirect: 'loopback',
      signInTimeoutMs: SIGN_IN_TIMEOUT_MS,
      // The hub's sign-ins show their pages themselves, past the person.
      openUrl: () => Promise.reject(new Error('No page is opened without the person.')),
    }),
  );
  const signIns = opened.own(
    new HubSignIns({
      engine,
      store,
      storage: () =>
        store.opened && { backend: store.opened.store.backend, reason: store.opened.reason },
      keepInFile: () => store.keepInFile(),
      secrets,
      hub: () => served ?? nobody,
      pages,
      protocol,
      clock,
      log,
      signInTimeoutMs: SIGN_IN_TIMEOUT_MS,
    }),
  );
  return {
    signIns,
    engine,
    serve: (hub) => {
      served = hub;
    },
    dispose: () => opened.dispose(),
  };
}

/** Before the hub is there, there are no servers. */
const nobody: SignInHub = {
  list: () => [],
  recordOf: () => undefined,
  restart: async () => undefined,
  updateSettings: async () => undefined,
};
