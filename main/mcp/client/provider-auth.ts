import {
  auth,
  computeScopeUnion,
  discoverOAuthProtectedResourceMetadata,
  isStrictScopeSuperset,
} from '@modelcontextprotocol/client';
import type { FetchLike } from '@modelcontextprotocol/client';
import { readDemand } from '../oauth/challenge.ts';
import type { ServerDemand } from '../oauth/challenge.ts';
import type { Authorizer } from './authorizer.ts';
import type { OAuthClientProvider } from './mcp-client-config.ts';

/** Authorizations that one connection may lead to by step-up at most. */
const STEP_UP_CAP = 2;

/** Lets an application's own provider sign in, with the package's flow. */
export class ProviderAuth implements Authorizer {
  #scope: string | undefined;
  #running: Promise<boolean> | undefined;
  #stepUps = 0;

  constructor(
    private readonly provider: OAuthClientProvider,
    private readonly serverUrl: string,
    /** For the requests of the sign-in. */
    private readonly plainFetch: FetchLike,
  ) {}

  fetch(base: FetchLike): FetchLike {
    return async (url, init) => {
      for (let isFirst = true; ; isFirst = false) {
        const token = (await this.provider.tokens())?.access_token;
        const headers = new Headers(init?.headers);
        if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
        const response = await base(url, { ...init, headers });
        if (!(await this.#solves(response, token, isFirst))) return response;
        await response.body?.cancel().catch(() => undefined);
      }
    };
  }

  /** Whether there is a reason to send the request again. */
  async #solves(response: Response, token: string | undefined, isFirst: boolean): Promise<boolean> {
    if (response.status === 401)
      return isFirst && this.#afterUnauthorized(readDemand(response), token);
    if (response.status !== 403) return false;
    const demand = readDemand(response);
    return demand.error === 'insufficient_scope' && this.#afterForbidden(demand);
  }

  #afterUnauthorized(demand: ServerDemand, token: string | undefined): Promise<boolean> {
    return this.#once(async () => {
      this.#scope = computeScopeUnion(this.#scope, demand.scope);
      // A token that was refused may mean that the resource has moved to another authorization server.
      if (token !== undefined) await this.provider.invalidateCredentials?.('discovery');
      return this.#authorize(demand, false);
    });
  }

  #afterForbidden(demand: ServerDemand): Promise<boolean> {
    return this.#once(async () => {
      if (this.#stepUps >= STEP_UP_CAP) return false;
      this.#stepUps += 1;
      const granted = (await this.provider.tokens())?.scope;
      this.#scope = computeScopeUnion(this.#scope, granted, demand.scope);
      return this.#authorize(demand, isStrictScopeSuperset(this.#scope, granted));
    });
  }

  /** Parallel requests wait for one sign-in. */
  #once(run: () => Promise<boolean>): Promise<boolean> {
    this.#running ??= run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #authorize(demand: ServerDemand, isWider: boolean): Promise<boolean> {
    const { provider, serverUrl, plainFetch: fetchFn } = this;
    const { metadataUrl } = demand;
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
    const { provider, serverUrl, plainFetch: fetchFn } = this;
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

/** Tells an application's provider from whatever else authorizes requests. */
export function isProvider(value: OAuthClientProvider | Authorizer): value is OAuthClientProvider {
  return 'tokens' in value;
}
