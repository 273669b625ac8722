import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { systemClock } from '../../../lib/clock.ts';
import { DisposableStack } from '../../../lib/disposable.ts';
import type { Disposable } from '../../../lib/disposable.ts';
import { signInPlace } from '../../../mcp/oauth/credential.ts';
import type { CredentialStore } from '../../../mcp/oauth/credential-store.ts';
import { isResourceOf } from '../../../mcp/oauth/discovery.ts';
import type { ServerAuth, SignIn } from '../../../mcp/oauth/oauth-contract.ts';
import { createOAuthEngine } from '../../../mcp/oauth/oauth-engine.ts';
import { openCredentialStore } from '../../../mcp/oauth/open-credential-store.ts';
import { stderrLog } from '../host/stderr-log.ts';
import type { Subcommand } from './command-process.ts';

/** The server that a sign-in is for. */
export interface SignInTarget {
  readonly url: string;
  readonly account: string;
  readonly scope?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** The sign-ins of the profile, as the app has them too. The caller disposes it: what waits for a page ends. */
export interface CommandSignIns extends Disposable {
  readonly store: CredentialStore;
  /** Why sign-ins are not in the keychain; a part of a sentence. */
  readonly reason: string | undefined;
  authOf(target: SignInTarget): ServerAuth;
  /** Asks for a page, after one look at what the server demands. */
  signIn(target: SignInTarget): Promise<SignIn>;
  /** Accounts that are signed in at an address. */
  accounts(url: string): Promise<readonly string[]>;
}

export async function openCommandSignIns(command: Subcommand): Promise<CommandSignIns> {
  const { own, configRoot } = command;
  const clock = systemClock;
  const log = stderrLog(own.notices, own.environment['PARLEY_DEBUG'] === '1');
  const { store, reason } = await openCredentialStore({
    configRoot,
    withoutKeychain: 'file',
    isProfile: true,
    clock,
    log,
  });
  const opened = new DisposableStack();
  const engine = opened.own(
    createOAuthEngine({
      store,
      clock,
      log,
      description: { clientName: 'Parley' },
      redirect: 'loopback',
      loopbackOnly: true,
      openUrl: () => Promise.reject(new Error('The command opens no pages.')),
    }),
  );
  const authOf = (target: SignInTarget): ServerAuth => {
    const { url, account, scope, clientId, clientSecret } = target;
    return engine.forServer({
      serverId: signInPlace(url),
      serverUrl: url,
      account,
      scope,
      client: clientId === undefined ? undefined : { clientId, clientSecret },
      interaction: 'on-request',
    });
  };
  return {
    store,
    reason,
    authOf,
    signIn: async (target) => {
      const auth = authOf(target);
      await provoke(auth, target.url);
      return auth.signIn({ showPage: false });
    },
    accounts: async (url) => {
      const found = new Set<string>();
      for (const key of await store.list(signInPlace(url)))
        if (isResourceOf(url, key.resource) && (await store.read(key))?.tokens)
          found.add(key.account);
      return [...found].sort();
    },
    dispose: () => opened.dispose(),
  };
}

/** What the record says of its sign-in. The secret of a client is in the app's keychain; here it comes from the environment. */
export function targetOf(command: Subcommand, record: ServerRecord, url: string): SignInTarget {
  const { account = '', scope, clientId } = record.settings.signIn;
  const clientSecret = command.own.environment['PARLEY_MCP_CLIENT_SECRET'] || undefined;
  return { url, account, scope, clientId, clientSecret };
}

/** What the server demands comes with its refusal. */
async function provoke(auth: ServerAuth, url: string): Promise<void> {
  try {
    const answer = await auth.fetch(fetch)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      signal: AbortSignal.timeout(30_000),
    });
    await answer.body?.cancel();
  } catch {
    // A server that cannot be reached is told of by the sign-in.
  }
}
