import {
  auth,
  computeScopeUnion,
  discoverOAuthProtectedResourceMetadata,
  isStrictScopeSuperset,
} from '@modelcontextprotocol/client';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { AuthChallenge, AuthHandler } from './auth-handler.ts';
import type { OAuthClientProvider } from './mcp-client-config.ts';

/** Authorizations that one connection may lead to by step-up at most. */
const STEP_UP_CAP = 2;

/** Lets an application's own provider sign in, with the package's flow. */
export class ProviderAuth implements AuthHandler {
  #scope: string | undefined;
  #running: Promise<boolean> | undefined;
  #stepUps = 0;
  #sent: string | undefined;

  constructor(
    private readonly provider: OAuthClientProvider,
    private readonly serverUrl: string,
    private readonly fetch: FetchLike,
  ) {}

  async token(): Promise<string | undefined> {
    this.#sent = (await this.provider.tokens())?.access_token;
    return this.#sent;
  }

  onUnauthorized(challenge: AuthChallenge): Promise<boolean> {
    return this.#once(async () => {
      const { scope } = challenge.parameters;
      this.#scope = computeScopeUnion(this.#scope, scope);
      // A token that was refused may mean that the resource has moved to another authorization server.
      if (this.#sent !== undefined) await this.provider.invalidateCredentials?.('discovery');
      return this.#authorize(challenge, false);
    });
  }

  onInsufficientScope(challenge: AuthChallenge): Promise<boolean> {
    return this.#once(async () => {
      if (this.#stepUps >= STEP_UP_CAP) return false;
      this.#stepUps += 1;
      const granted = (await this.provider.tokens())?.scope;
      this.#scope = computeScopeUnion(this.#scope, granted, challenge.parameters['scope']);
      return this.#authorize(challenge, isStrictScopeSuperset(this.#scope, granted));
    });
  }

  /** Parallel requests wait for one sign-in. */
  #once(run: () => Promise<boolean>): Promise<boolean> {
    this.#running ??= run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #authorize(challenge: AuthChallenge, isWider: boolean): Promise<boolean> {
    const { provider, serverUrl, fetch: fetchFn } = this;
    const metadataUrl = challenge.parameters['resource_metadata'];
    const resource =
      metadataUrl !== undefined && URL.canParse(metadataUrl)
        ? { resourceMetadataUrl: new URL(metadataUrl) }
        : {};
    await this.#validateServer(resource);
    const options = {
      serverUrl,
      fetchFn,
      ...resource,
      ...(this.#scope === undefined ? {} : { scope: this.#scope }),
    };
    const outcome = await auth(provider, { ...options, forceReauthorization: isWider });
    if (outcome === 'AUTHORIZED') return true;
    const response = await provider.authorizationResponse?.();
    const code = response?.get('code');
    if (!response || code === undefined || code === null) return false;
    const iss = response.get('iss');
    const done = await auth(provider, {
      ...options,
      authorizationCode: code,
      ...(iss === null ? {} : { iss }),
    });
    return done === 'AUTHORIZED';
  }

  async #validateServer(resource: { readonly resourceMetadataUrl?: URL }): Promise<void> {
    const { provider, serverUrl, fetch: fetchFn } = this;
    if (!provider.validateAuthorizationServerURL) return;
    let named: string | undefined;
    try {
      const found = await discoverOAuthProtectedResourceMetadata(serverUrl, resource, fetchFn);
      named = found.authorization_servers?.[0];
    } catch {
      // Without metadata the server itself is taken for the authorization server.
    }
    await provider.validateAuthorizationServerURL(serverUrl, named ?? new URL('/', serverUrl).href);
  }
}

/** Tells an application's provider from a handler of our own. */
export function isProvider(value: OAuthClientProvider | AuthHandler): value is OAuthClientProvider {
  return 'tokens' in value;
}
