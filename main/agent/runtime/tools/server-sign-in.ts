import { messageOf } from '../../../../shared/lib/errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ControlRequestError } from '../../../lib/control-channel.ts';
import type { Log } from '../../../lib/logger.ts';
import type { Authorizer } from '../../../mcp/client/authorizer.ts';
import { signInPlace } from '../../../mcp/oauth/credential.ts';
import type { CredentialStore } from '../../../mcp/oauth/credential-store.ts';
import type { OAuthEngine, ServerAuth } from '../../../mcp/oauth/oauth-contract.ts';
import type { ServerLinkState } from './server-link.ts';

export interface ServerSignInOptions {
  readonly serverName: string;
  readonly serverUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Opens the sign-ins of the profile; called when they are needed first. */
  readonly openStore: () => Promise<CredentialStore>;
}

/** What a sign-in needs of the link to its server. */
export interface SignInLink {
  /** Resolves when the link has found out how the server is. */
  start(): Promise<void>;
  readonly state: ServerLinkState;
  /** Connects anew, with what is stored now. Never rejects: a failure is a state. */
  reconnect(): Promise<void>;
}

export interface Authentication {
  readonly authUrl?: string | undefined;
  readonly requiresUserAction: boolean;
}

/** How the runtime signs in to a server over HTTP (SDK-33): with the engine of the app, which is loaded when such a server is connected. */
export class ServerSignIn {
  readonly #options: ServerSignInOptions;
  #engine: Promise<OAuthEngine> | undefined;
  #auth: Promise<ServerAuth> | undefined;
  #redirectUri: string | undefined;
  #open: { readonly authUrl: string; readonly finished: Promise<void> } | undefined;
  #end: 'first-message' | 'closed' | undefined;

  constructor(options: ServerSignInOptions) {
    this.#options = options;
  }

  /** What authorizes the requests of the connection. */
  authorizer(): Promise<Authorizer> {
    this.#auth ??= this.#makeAuth();
    return this.#auth;
  }

  /** Signs in without a person, or gives the page for one. Resolves without a page when the server is connected; rejects with a `ControlRequestError`. */
  async authenticate(link: SignInLink, redirectUri: string | undefined): Promise<Authentication> {
    return this.#coded(async () => {
      await link.start();
      if (redirectUri !== undefined && redirectUri !== this.#redirectUri)
        await this.#comeBackTo(link, redirectUri);
      if (link.state.status === 'connected') return { requiresUserAction: false };
      if (link.state.status !== 'needs-auth') throw this.#unusable(link.state);
      const auth = await this.#currentAuth();
      const signIn = await auth.signIn({ showPage: false });
      if (signIn.authUrl === undefined) {
        await signIn.done;
        await this.#connect(link);
        return { requiresUserAction: false };
      }
      this.#throwIfOver();
      if (this.#open?.authUrl !== signIn.authUrl) {
        const finished = signIn.done.then(() => this.#connect(link));
        finished.catch(() => undefined);
        this.#open = { authUrl: signIn.authUrl, finished };
      }
      return { authUrl: signIn.authUrl, requiresUserAction: true };
    });
  }

  /** Takes the whole address that the page came back to. Resolves when the server is connected and its tools are listed (SDK-37). */
  async submit(callbackUrl: string): Promise<void> {
    await this.#coded(async () => {
      const engine = await this.#loadEngine();
      await engine.deliver(callbackUrl);
      await this.#open?.finished;
    });
  }

  /** From the first message on the list of tools stays as it is: no sign-in begins or ends any more. */
  async stop(): Promise<void> {
    this.#end ??= 'first-message';
    const auth = await this.#auth?.catch(() => undefined);
    auth?.cancelSignIn();
  }

  /** Ends what is open. Never rejects. */
  async close(): Promise<void> {
    this.#end = 'closed';
    const engine = await this.#engine?.catch(() => undefined);
    await engine?.dispose();
  }

  /** The connection is asked anew, since what the server demands came with its refusal. */
  async #comeBackTo(link: SignInLink, redirectUri: string): Promise<void> {
    this.#redirectUri = redirectUri;
    const before = await this.#auth;
    before?.cancelSignIn();
    this.#open = undefined;
    this.#auth = undefined;
    if (link.state.status === 'needs-auth') await link.reconnect();
  }

  async #connect(link: SignInLink): Promise<void> {
    if (this.#end === 'closed') return;
    this.#throwIfOver();
    await link.reconnect();
    if (link.state.status !== 'connected') throw this.#unusable(link.state);
  }

  #unusable(state: ServerLinkState): ControlRequestError {
    const { serverName } = this.#options;
    const why = state.error ?? `The server "${serverName}" is ${state.status}.`;
    return new ControlRequestError(`server-${state.status}`, why);
  }

  #throwIfOver(): void {
    if (this.#end === 'first-message') throw afterFirstMessage();
  }

  async #currentAuth(): Promise<ServerAuth> {
    this.#auth ??= this.#makeAuth();
    return this.#auth;
  }

  async #makeAuth(): Promise<ServerAuth> {
    const { serverUrl } = this.#options;
    const redirectUri = this.#redirectUri;
    const engine = await this.#loadEngine();
    return engine.forServer({
      serverId: signInPlace(serverUrl),
      serverUrl,
      interaction: 'on-request',
      ...(redirectUri === undefined ? {} : { redirectUri }),
    });
  }

  #loadEngine(): Promise<OAuthEngine> {
    this.#engine ??= this.#makeEngine();
    return this.#engine;
  }

  async #makeEngine(): Promise<OAuthEngine> {
    const { clock, log, openStore } = this.#options;
    const [{ createOAuthEngine }, store] = await Promise.all([
      import('../../../mcp/oauth/oauth-engine.ts'),
      openStore(),
    ]);
    return createOAuthEngine({
      store,
      clock,
      log,
      description: { clientName: 'Parley' },
      redirect: 'loopback',
      loopbackOnly: true,
      openUrl: () => Promise.reject(new Error('The runtime opens no pages.')),
    });
  }

  async #coded<T>(work: () => Promise<T>): Promise<T> {
    this.#throwIfOver();
    try {
      return await work();
    } catch (failure) {
      if (failure instanceof ControlRequestError) throw failure;
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'sign-in';
      throw new ControlRequestError(code, messageOf(failure));
    }
  }
}

export function afterFirstMessage(): ControlRequestError {
  return new ControlRequestError(
    'auth-after-first-message',
    'Signing in would change the list of tools, which stays as it is from the first message on. Sign in before it, in a new query.',
  );
}
