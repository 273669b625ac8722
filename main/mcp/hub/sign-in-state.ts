import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerSignIn, SignInAccount, SignInProgress } from '../../../shared/mcp/sign-in.ts';
import { signInPlace } from '../oauth/credential.ts';
import type { CredentialKey } from '../oauth/credential.ts';
import type { CredentialStore } from '../oauth/credential-store.ts';
import { isResourceOf } from '../oauth/discovery.ts';
import type { ServerAuth } from '../oauth/oauth-contract.ts';
import type { ClientSecrets } from './sign-in-contract.ts';

/** A sign-in that is under way. */
export interface Attempt {
  readonly auth: ServerAuth;
  readonly giveUp: AbortController;
}

/** What is known of the sign-in of one server while the app runs. */
export interface SignInEntry {
  readonly auths: Map<string, ServerAuth>;
  /** Labels that were made here and have no tokens yet. */
  readonly labels: Set<string>;
  /** The address of the server as it was connected to last. */
  serverUrl: string | undefined;
  /** The CA file that it was connected with. */
  caFile: string | undefined;
  accounts: readonly SignInAccount[];
  needs: ServerSignIn['needs'];
  scope: string | undefined;
  progress: SignInProgress | undefined;
  failure: ServerSignIn['failure'];
  attempt: Attempt | undefined;
}

export function newEntry(): SignInEntry {
  return {
    auths: new Map(),
    labels: new Set(),
    serverUrl: undefined,
    caFile: undefined,
    accounts: [],
    needs: undefined,
    scope: undefined,
    progress: undefined,
    failure: undefined,
    attempt: undefined,
  };
}

/** The label of the account in use. */
export function accountOf(record: ServerRecord): string {
  return record.settings.signIn.account ?? '';
}

/**
 * Where the secret of a client is kept. It belongs to the origin that it was entered for: a server that is moved to another
 * address does not take it along.
 */
export function clientSecretName(serverId: string, serverUrl: string): string {
  return `mcp-client:${serverId}:${URL.canParse(serverUrl) ? new URL(serverUrl).origin : ''}`;
}

/** The accounts that hold tokens for an address, by label. */
export async function readAccounts(
  store: Pick<CredentialStore, 'read' | 'list'>,
  serverUrl: string,
): Promise<readonly SignInAccount[]> {
  const found = new Map<string, SignInAccount>();
  for (const key of await store.list(signInPlace(serverUrl))) {
    if (found.has(key.account) || !isResourceOf(serverUrl, key.resource)) continue;
    const credential = await store.read(key);
    if (!credential?.tokens) continue;
    found.set(key.account, { label: key.account, isSignedIn: true, issuer: originOf(key) });
  }
  return [...found.values()].sort((left, right) => left.label.localeCompare(right.label));
}

function originOf({ issuer }: CredentialKey): string {
  return URL.canParse(issuer) ? new URL(issuer).origin : issuer;
}

/** An entry as the window may see it. */
export function publicSignIn(
  record: ServerRecord,
  entry: SignInEntry,
  secrets: ClientSecrets,
): ServerSignIn {
  const { redirect, clientId } = record.settings.signIn;
  const account = accountOf(record);
  const known = new Map(entry.accounts.map((one) => [one.label, one]));
  for (const label of [...entry.labels, account]) {
    if (!known.has(label)) known.set(label, { label, isSignedIn: false });
  }
  const secretName = clientSecretName(record.id, entry.serverUrl ?? '');
  return {
    serverId: record.id,
    account,
    accounts: [...known.values()],
    isSignedIn: known.get(account)?.isSignedIn ?? false,
    ...(entry.needs === undefined ? {} : { needs: entry.needs }),
    ...(entry.scope === undefined ? {} : { scope: entry.scope }),
    ...(entry.progress === undefined ? {} : { progress: entry.progress }),
    ...(entry.failure === undefined ? {} : { failure: entry.failure }),
    ...(redirect === undefined ? {} : { redirect }),
    client: {
      ...(clientId === undefined ? {} : { id: clientId }),
      secret: secrets.state(secretName),
    },
  };
}
