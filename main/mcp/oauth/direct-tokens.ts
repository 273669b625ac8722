import type { ServerDemand } from './challenge.ts';
import { configuredIdentity } from './client-choice.ts';
import type { ClientIdentity } from './credential.ts';
import { fetchForServer } from './deps-fetch.ts';
import { prepareGrant, requestDirectTokens } from './direct-grant.ts';
import type { DirectDeps, DirectGrant, DirectRequest } from './direct-grant.ts';
import type { OAuthDeps, ServerAuthOptions } from './oauth-contract.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { createProofKey } from './proof-session.ts';
import { chooseScope } from './scopes.ts';
import type { Holding, ServerTokens } from './server-tokens.ts';
import { withoutConfiguredSecret } from './sign-in-flow.ts';
import type { Target, TargetFinder } from './target.ts';

export interface DirectParts {
  readonly options: ServerAuthOptions;
  readonly deps: OAuthDeps;
  readonly finder: TargetFinder;
  readonly tokens: ServerTokens;
}

/** How long a refused grant is not asked for again by itself, in ms. The same assertion is never sent twice. */
const REFUSAL_PAUSE_MS = 60_000;

/** Tokens without a person (OA-9). */
export class DirectTokens {
  readonly #parts: DirectParts;
  readonly #grant: DirectGrant;
  #refused:
    | {
        readonly failure: OAuthFailure;
        readonly at: number;
        readonly assertion: string | undefined;
      }
    | undefined;

  constructor(parts: DirectParts, grant: DirectGrant) {
    this.#parts = parts;
    this.#grant = grant;
  }

  /** Somebody asks by hand: what was refused may be asked for again. */
  forgiveRefusal(): void {
    this.#refused = undefined;
  }

  /**
   * Gets a token, unless one other than `refused` has come in meanwhile. A refusal is final: nothing is asked for again
   * by itself, and no other grant is tried. Rejects with an `OAuthFailure`.
   */
  async obtain(
    refused: string | undefined,
    demand: ServerDemand | undefined,
    before?: string,
  ): Promise<Holding> {
    const { deps, finder, tokens, options } = this.#parts;
    const { clock, store } = deps;
    const pause = this.#refused;
    if (pause && pause.assertion === undefined && clock.now() - pause.at < REFUSAL_PAUSE_MS)
      throw pause.failure;
    const target = await finder.find(demand, []);
    await tokens.checkBinding(target.server.issuer);
    return store.exclusive(target.key, async () => {
      const now = await store.read(target.key);
      if (now?.tokens && now.tokens.accessToken !== refused) {
        return { key: target.key, credential: { ...now, tokens: now.tokens } };
      }
      const scope = chooseScope({
        configured: options.scope,
        challenged: demand?.scope,
        resourceScopes: target.protection.resourceScopes,
        before,
        wantsRefresh: false,
      });
      return this.#request(target, scope, tokens);
    });
  }

  async #request(
    target: Target,
    scope: string | undefined,
    tokens: ServerTokens,
  ): Promise<Holding> {
    const { options, deps, finder } = this.#parts;
    const { server, protection } = target;
    const proofKey = protection.dpop
      ? await createProofKey(server.metadata.dpop_signing_alg_values_supported)
      : undefined;
    const client = this.#client(server.issuer);
    const request: DirectRequest = {
      server,
      resource: protection.resource,
      scope,
      proof: client && { client, signingKey: options.client?.signingKey },
      dpop: await tokens.proofSession(proofKey),
    };
    const direct: DirectDeps = {
      fetch: (await finder.fetch()).fetch,
      fetchFrom: async (address) =>
        (await fetchForServer(address, deps, undefined, options.caFile)).fetch,
      clock: deps.clock,
    };
    const form = await prepareGrant(this.#grant, request, direct);
    const assertion = this.#grant.type === 'jwt-bearer' ? form['assertion'] : undefined;
    if (this.#refused && assertion !== undefined && this.#refused.assertion === assertion) {
      throw this.#refused.failure;
    }
    try {
      const received = await requestDirectTokens(form, request, direct);
      this.#refused = undefined;
      return await tokens.keep(target.key, {
        client: withoutConfiguredSecret(client ?? ANONYMOUS),
        tokens: received,
        proofKey: received.tokenType.toLowerCase() === 'dpop' ? proofKey : undefined,
        isLegacy: protection.isLegacy,
        requestedScope: scope,
        savedAt: 0,
      });
    } catch (failure) {
      if (failure instanceof OAuthFailure && failure.code === 'token-refused') {
        this.#refused = { failure, at: deps.clock.now(), assertion };
      }
      throw failure;
    }
  }

  #client(issuer: string): ClientIdentity | undefined {
    const { client } = this.#parts.options;
    if (client) return configuredIdentity(client, issuer);
    if (this.#grant.type === 'jwt-bearer') return undefined;
    throw new OAuthFailure(
      'client-id-needed',
      'This way of signing in needs a client id, and none is configured.',
    );
  }
}

/** An assertion that stands for itself. */
const ANONYMOUS: ClientIdentity = { source: 'configured', clientId: '', redirectUris: [] };
