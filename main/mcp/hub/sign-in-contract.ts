import type { ServerRecord, ServerSettings } from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { ServerSignIn, SignInRedirect, SignInStorage } from '../../../shared/mcp/sign-in.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { Log } from '../../lib/logger.ts';
import type { CredentialStore } from '../oauth/credential-store.ts';
import type { OAuthEngine, ServerAuth } from '../oauth/oauth-contract.ts';

/** The page of a sign-in, as the person is asked about it. */
export interface SignInPage {
  readonly serverName: string;
  readonly url: string;
  readonly issuer: string;
  readonly redirect: SignInRedirect;
}

/** Shows sign-in pages. Implemented by main/app, over its consent view and its gate for addresses. */
export interface SignInPages {
  /** Asks the person and then opens the page. Rejects when the question cannot be put, or `signal` aborts. */
  show(page: SignInPage, signal: AbortSignal): Promise<'opened' | 'refused' | 'not-opened'>;
  /** Opens a page that the person has agreed to before. Resolves to false when no browser could be opened. */
  open(url: string): Promise<boolean>;
}

/** What the sign-ins need of the hub. */
export interface SignInHub {
  list(): readonly ServerState[];
  recordOf(serverId: string): ServerRecord | undefined;
  restart(serverId: string): Promise<void>;
  updateSettings(
    serverId: string,
    change: (settings: ServerSettings) => ServerSettings,
  ): Promise<void>;
}

/** Secrets of clients that a person registered by hand, by name. A part of the profile's store of secrets. */
export interface ClientSecrets {
  get(name: string): string | undefined;
  set(name: string, secret: string): Promise<void>;
  delete(name: string): Promise<void>;
  state(name: string): ServerSignIn['client']['secret'];
}

export interface ServerSignInsDeps {
  readonly engine: Pick<OAuthEngine, 'forServer'>;
  readonly store: Pick<CredentialStore, 'read' | 'list'>;
  /** What keeps the sign-ins; undefined until it was needed. */
  readonly storage: () => SignInStorage | undefined;
  readonly keepInFile: () => Promise<void>;
  readonly secrets: ClientSecrets;
  readonly hub: () => SignInHub;
  readonly pages: SignInPages;
  /** Whether answers may come back by our own scheme. */
  readonly protocol: { isOurs(): Promise<boolean>; register(): Promise<boolean> };
  readonly clock: Clock;
  readonly log: Log;
  /** How long the engine lets a sign-in wait, in ms. */
  readonly signInTimeoutMs: number;
}

export interface SignInList {
  readonly signIns: readonly ServerSignIn[];
  readonly storage: SignInStorage | undefined;
  readonly sequence: number;
}

export type StartOutcome = 'waiting' | 'signed-in' | 'cancelled' | 'failed';

/** What connections need of the sign-ins. */
export interface ConnectionSignIns {
  /** The sign-in of the account in use; `serverUrl` and `caFile` are as they will be connected with. */
  authOf(record: ServerRecord, serverUrl: string, caFile?: string): ServerAuth;
  /** Signs out all accounts of a server that was removed, and forgets its client. Resolves when it is done; never rejects. */
  forget(record: ServerRecord): Promise<void>;
}

/** The sign-ins to the hub's servers, for the window. Methods reject with a `ParleyError`. */
export interface ServerSignIns extends ConnectionSignIns, Disposable {
  /** As far as it is known now; what is stored is read again and comes as a change. */
  list(): SignInList;
  /** Called after each change, with a sequence number that grows by one. */
  onChange(listener: (list: SignInList) => void): () => void;
  /** Looks for the page, has it shown and opened. Resolves when it waits for the person; how it ends comes as a change. */
  start(
    serverId: string,
    redirect: SignInRedirect | undefined,
    signal: AbortSignal,
  ): Promise<StartOutcome>;
  cancel(serverId: string): void;
  /** `lastInputAt`: when the person last pressed a key or button. */
  openAgain(serverId: string, lastInputAt: number): Promise<boolean>;
  signOut(serverId: string): Promise<void>;
  chooseRedirect(
    serverId: string,
    redirect: SignInRedirect | null,
    lastInputAt: number,
  ): Promise<void>;
  chooseAccount(serverId: string, account: string): Promise<void>;
  removeAccount(serverId: string, account: string): Promise<void>;
  setClient(
    serverId: string,
    client: { id: string | null; secret?: string | undefined },
  ): Promise<void>;
  keepInFile(lastInputAt: number): Promise<SignInStorage>;
}
