import type { DpopSession } from '@modelcontextprotocol/client';
import type { ClientProof } from './client-authentication.ts';
import { clientMismatch, configuredIdentity } from './client-choice.ts';
import { credentialId, isDue } from './credential.ts';
import type { CredentialKey, ProofKey, StoredCredential, TokenSet } from './credential.ts';
import { isResourceOf } from './discovery.ts';
import type { OAuthDeps, ServerAuthOptions } from './oauth-contract.ts';
import { isTransient, OAuthFailure } from './oauth-failure.ts';
import { openProofSession } from './proof-session.ts';
import type { TargetFinder } from './target.ts';
import { requestTokens } from './token-endpoint.ts';

/** A credential with tokens, and where it is kept. */
export interface Holding {
  readonly key: CredentialKey;
  readonly credential: StoredCredential & { readonly tokens: TokenSet };
}

/** Tokens whose renewal failed for want of an answer are not renewed ahead of time again for this long, in ms. */
const RENEWAL_PAUSE_MS = 30_000;
/** Answers after which a refresh token is of no more use. */
const FINAL_ERRORS = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

/** The stored tokens of one server and account, and their renewal (OA-6). The store is the only source. */
export class ServerTokens {
  readonly #options: ServerAuthOptions;
  readonly #deps: OAuthDeps;
  readonly #finder: TargetFinder;
  readonly #renewals = new Map<string, Promise<Holding | undefined>>();
  readonly #sessions = new Map<string, Promise<DpopSession>>();
  #pausedAt: number | undefined;

  constructor(options: ServerAuthOptions, deps: OAuthDeps, finder: TargetFinder) {
    this.#options = options;
    this.#deps = deps;
    this.#finder = finder;
  }

  /** Everything kept for this server, account and resource; the newest first. Never what belongs to another resource. */
  async keys(): Promise<readonly CredentialKey[]> {
    const { serverId, serverUrl, account = '', client } = this.#options;
    const keys = await this.#deps.store.list(serverId);
    return keys.filter(
      (key) =>
        key.account === account &&
        isResourceOf(serverUrl, key.resource) &&
        (client?.issuer === undefined || client.issuer === key.issuer),
    );
  }

  async holding(): Promise<Holding | undefined> {
    for (const key of await this.keys()) {
      const holding = await this.#read(key);
      if (holding) return holding;
    }
    return undefined;
  }

  /**
   * The tokens to use now, renewed before their end. A renewal that fails is no reason to throw a token away: the server
   * decides whether it is still good.
   */
  async current(): Promise<Holding | undefined> {
    const holding = await this.holding();
    if (!holding || this.#options.grant || !this.#shouldRenew(holding.credential.tokens))
      return holding;
    try {
      return (await this.renew(holding)) ?? (await this.#read(holding.key));
    } catch (failure) {
      if (isTransient(failure)) this.#pausedAt = this.#deps.clock.now();
      this.#deps.log('info', 'a token could not be renewed ahead of time', {
        server: this.#options.serverId,
        code: failure instanceof OAuthFailure ? failure.code : 'unknown',
      });
      return holding;
    }
  }

  #shouldRenew(tokens: TokenSet): boolean {
    const now = this.#deps.clock.now();
    if (tokens.refreshToken === undefined || !isDue(tokens, now)) return false;
    const pausedAt = this.#pausedAt;
    return pausedAt === undefined || now < pausedAt || now - pausedAt >= RENEWAL_PAUSE_MS;
  }

  /**
   * Gets a newer token than the one at hand: from the store if somebody else renewed it, else with the refresh token. All
   * callers and processes share one request. Undefined: only a sign-in can help. Rejects when nothing was decided.
   */
  renew(holding: Holding): Promise<Holding | undefined> {
    const id = credentialId(holding.key);
    const running = this.#renewals.get(id);
    if (running) return running;
    const renewal = this.#deps.store
      .exclusive(holding.key, () => this.#renewAlone(holding))
      .finally(() => this.#renewals.delete(id));
    this.#renewals.set(id, renewal);
    return renewal;
  }

  async #renewAlone({ key, credential: seen }: Holding): Promise<Holding | undefined> {
    const now = await this.#read(key);
    if (!now || now.credential.tokens.accessToken !== seen.tokens.accessToken) return now;
    const { credential } = now;
    const { refreshToken } = credential.tokens;
    if (refreshToken === undefined) return undefined;
    const server = await this.#finder.server(key.issuer, credential.isLegacy === true);
    // The refresh token belongs to one issuer and is sent to no other (OA-5).
    if (server.issuer !== key.issuer) return undefined;
    const { fetch } = await this.#finder.fetch();
    let tokens: TokenSet;
    try {
      tokens = await requestTokens(
        server,
        {
          form: {
            grant_type: 'refresh_token',
            refresh_token: refreshToken,
            resource: key.resource,
          },
          proof: this.proofOf(credential, key.issuer),
          dpop: await this.proofSession(credential.proofKey),
          scope: credential.tokens.scope,
        },
        { fetch, clock: this.#deps.clock },
      );
    } catch (failure) {
      return this.#afterRefusal(now, failure);
    }
    this.#pausedAt = undefined;
    return this.keep(key, {
      ...credential,
      tokens: { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken },
    });
  }

  /** Somebody may have signed in or renewed while the server refused: only what was refused is dropped. */
  async #afterRefusal(sent: Holding, failure: unknown): Promise<Holding | undefined> {
    const error = failure instanceof OAuthFailure ? failure.details.error : undefined;
    if (error === undefined || !FINAL_ERRORS.includes(error)) throw failure;
    const now = await this.#read(sent.key);
    if (!now || now.credential.tokens.refreshToken !== sent.credential.tokens.refreshToken)
      return now;
    const { client } = now.credential;
    // The client is at fault, such as one whose secret only the app knows: the token is good for whoever has it.
    if (error !== 'invalid_grant' && client.source === 'configured') return undefined;
    await this.#deps.store.write(sent.key, {
      ...now.credential,
      tokens: { ...now.credential.tokens, refreshToken: undefined },
      // A registration that the server has forgotten is made anew.
      client:
        error !== 'invalid_grant' && client.source === 'registered'
          ? { ...client, redirectUris: [] }
          : client,
    });
    this.#deps.log('info', 'the server ended a sign-in', { server: this.#options.serverId, error });
    return undefined;
  }

  /** Stores a credential, then gives it out: no token is used that would be lost with the program. */
  async keep(
    key: CredentialKey,
    credential: StoredCredential & { readonly tokens: TokenSet },
  ): Promise<Holding> {
    const kept = { ...credential, savedAt: this.#deps.clock.now() };
    await this.#deps.store.write(key, kept);
    return { key, credential: kept };
  }

  /**
   * A client that was configured without its issuer belongs to the first that it was used with. Throws `client-mismatch`
   * where a server would now have it sent to another.
   */
  async checkBinding(issuer: string): Promise<void> {
    const { client } = this.#options;
    if (!client || client.issuer !== undefined) return;
    for (const key of await this.keys()) {
      if (key.issuer === issuer) continue;
      const kept = (await this.#deps.store.read(key))?.client;
      if (kept?.source === 'configured' && kept.clientId === client.clientId) {
        throw clientMismatch(key.issuer, issuer);
      }
    }
  }

  /** A new sign-in takes the place of those that the same account has with other authorization servers. */
  async retireOthers(current: CredentialKey): Promise<void> {
    for (const key of await this.keys()) {
      const credential =
        key.issuer === current.issuer ? undefined : await this.#deps.store.read(key);
      if (!credential?.tokens) continue;
      await this.#deps.store.write(key, { ...credential, tokens: undefined });
    }
  }

  /** How to authenticate with what is stored. The secret of a configured client is not stored but taken from the options. */
  proofOf(credential: StoredCredential, issuer: string): ClientProof {
    const { client: configured } = this.#options;
    return configured
      ? { client: configuredIdentity(configured, issuer), signingKey: configured.signingKey }
      : { client: credential.client };
  }

  /** The signing session of a key, kept with its nonces. */
  async proofSession(key: ProofKey | undefined): Promise<DpopSession | undefined> {
    if (!key) return undefined;
    const name = JSON.stringify(key.jwk);
    const session = this.#sessions.get(name) ?? openProofSession(key);
    this.#sessions.set(name, session);
    return session;
  }

  /** Resolves when no renewal is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#renewals.values());
  }

  async #read(key: CredentialKey): Promise<Holding | undefined> {
    const credential = await this.#deps.store.read(key);
    if (!credential?.tokens) return undefined;
    return { key, credential: { ...credential, tokens: credential.tokens } };
  }
}
