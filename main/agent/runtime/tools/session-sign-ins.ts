import type { Clock } from '../../../lib/clock.ts';
import { ControlRequestError } from '../../../lib/control-channel.ts';
import type { Log } from '../../../lib/logger.ts';
import type { CredentialStore } from '../../../mcp/oauth/credential-store.ts';
import type { ProcessServer } from './process-server.ts';
import { ServerSignIn } from './server-sign-in.ts';
import type { Authentication } from './server-sign-in.ts';

export interface SessionSignInsOptions {
  readonly configRoot: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The sign-ins of a session's servers. Each server closes its own. */
export class SessionSignIns {
  readonly #options: SessionSignInsOptions;
  readonly #servers = new Map<
    string,
    { readonly link: ProcessServer; readonly signIn: ServerSignIn }
  >();
  #store: Promise<CredentialStore> | undefined;

  constructor(options: SessionSignInsOptions) {
    this.#options = options;
  }

  /** The sign-in for a server at an address. */
  make(serverName: string, serverUrl: string): ServerSignIn {
    const { clock, log } = this.#options;
    return new ServerSignIn({
      serverName,
      serverUrl,
      clock,
      log,
      openStore: () => (this.#store ??= this.#openStore()),
    });
  }

  add(link: ProcessServer, signIn: ServerSignIn): void {
    this.#servers.set(link.name, { link, signIn });
  }

  authenticate(serverName: string, redirectUri: string | undefined): Promise<Authentication> {
    const { link, signIn } = this.#find(serverName);
    return signIn.authenticate(link, redirectUri);
  }

  submit(serverName: string, callbackUrl: string): Promise<void> {
    return this.#find(serverName).signIn.submit(callbackUrl);
  }

  /** The first message came. */
  stop(): void {
    for (const { signIn } of this.#servers.values()) void signIn.stop();
  }

  #find(serverName: string): { readonly link: ProcessServer; readonly signIn: ServerSignIn } {
    const found = this.#servers.get(serverName);
    if (found) return found;
    throw new ControlRequestError(
      'no-sign-in',
      `There is no server "${serverName}" over HTTP in this session, so there is nothing to sign in to.`,
    );
  }

  /** Shared with the app and the command: the system's keychain, else a file of the profile. */
  async #openStore(): Promise<CredentialStore> {
    const { openCredentialStore } = await import('../../../mcp/oauth/open-credential-store.ts');
    const { configRoot, clock, log } = this.#options;
    const opened = await openCredentialStore({
      configRoot,
      withoutKeychain: 'file',
      isProfile: true,
      clock,
      log,
    });
    return opened.store;
  }
}
