import { computeScopeUnion, isStrictScopeSuperset } from '@modelcontextprotocol/client';
import type { FetchLike } from '@modelcontextprotocol/client';
import { authorizedFetch } from './authorized-fetch.ts';
import { AuthorizationBudget } from './authorization-budget.ts';
import type { CallbackDesk } from './callback-desk.ts';
import type { ServerDemand } from './challenge.ts';
import { isDue } from './credential.ts';
import { DirectTokens } from './direct-tokens.ts';
import type {
  OAuthDeps,
  ServerAuth,
  ServerAuthOptions,
  SignIn,
  SignInEvent,
  SignInOptions,
  SignInState,
} from './oauth-contract.ts';
import { isTransient, OAuthFailure } from './oauth-failure.ts';
import { chooseScope } from './scopes.ts';
import { ServerTokens } from './server-tokens.ts';
import type { Holding } from './server-tokens.ts';
import { openSignInFlow } from './sign-in-flow.ts';
import type { OpenFlow } from './sign-in-flow.ts';
import { revokeTokens } from './sign-out.ts';
import { TargetFinder } from './target.ts';

/** What is missing when a sign-in is needed. */
interface Need {
  readonly demand: ServerDemand;
  /** Tokens there are, but they allow too little. */
  readonly isStepUp: boolean;
  /** The scope to go beyond, in a step-up. */
  readonly before: string | undefined;
}

/** Lets go of a sign-in whose page is not there yet. */
interface Attempt {
  isCancelled: boolean;
}

/** The sign-in of one server. Made by the engine. */
export class OAuthServerAuth implements ServerAuth {
  readonly #options: ServerAuthOptions;
  readonly #deps: OAuthDeps;
  readonly #desk: CallbackDesk;
  readonly #finder: TargetFinder;
  readonly #tokens: ServerTokens;
  readonly #direct: DirectTokens | undefined;
  readonly #budget: AuthorizationBudget;
  readonly #closing = new AbortController();
  #opening: { readonly signIn: Promise<SignIn>; readonly attempt: Attempt } | undefined;
  #flow: OpenFlow | undefined;
  #need: Need | undefined;
  /** The last token that the server refused. */
  #refused: string | undefined;
  /** A page was shown and nothing came back: the registration behind it may be one that the server has forgotten. */
  #isSuspect = false;
  #isDisposed = false;

  constructor(options: ServerAuthOptions, deps: OAuthDeps, desk: CallbackDesk) {
    this.#options = options;
    this.#deps = deps;
    this.#desk = desk;
    this.#finder = new TargetFinder(options, deps, this.#closing.signal);
    this.#tokens = new ServerTokens(options, deps, this.#finder);
    const parts = { options, deps, finder: this.#finder, tokens: this.#tokens };
    this.#direct = options.grant ? new DirectTokens(parts, options.grant) : undefined;
    this.#budget = new AuthorizationBudget(deps.clock);
  }

  fetch(base: FetchLike): FetchLike {
    return authorizedFetch(base, {
      serverUrl: this.#options.serverUrl,
      current: () => this.#current(),
      proofSession: (holding) => this.#tokens.proofSession(holding.credential.proofKey),
      afterUnauthorized: (sent, demand, signal) => this.#afterUnauthorized(sent, demand, signal),
      afterForbidden: (sent, demand, signal) => this.#afterForbidden(sent, demand, signal),
    });
  }

  async #current(): Promise<Holding | undefined> {
    const holding = await this.#tokens.current();
    const isOver =
      holding && this.#direct && isDue(holding.credential.tokens, this.#deps.clock.now());
    return isOver ? undefined : holding;
  }

  /** A better token than the one that was refused with 401, or undefined to pass the refusal on. */
  async #afterUnauthorized(
    sent: Holding | undefined,
    demand: ServerDemand,
    signal: AbortSignal | undefined,
  ): Promise<Holding | undefined> {
    const refused = sent?.credential.tokens.accessToken;
    this.#refused = refused ?? this.#refused;
    const now = await this.#tokens.holding();
    if (now && now.credential.tokens.accessToken !== refused && !this.#direct) return now;
    if (this.#direct) {
      const stale = refused ?? now?.credential.tokens.accessToken;
      return this.#direct.obtain(stale, demand);
    }
    if (now?.credential.tokens.refreshToken !== undefined) {
      const renewed = await this.#renewOrMove(now, demand);
      if (renewed && renewed.credential.tokens.accessToken !== refused) return renewed;
    }
    return this.#askPerson({ demand, before: undefined, isStepUp: false }, 'unauthorized', signal);
  }

  /**
   * Renews after a 401. An authorization server that does not answer logs nobody out, unless the MCP server has moved to
   * another one meanwhile; any other trouble with the renewal is for a sign-in to solve.
   */
  async #renewOrMove(now: Holding, demand: ServerDemand): Promise<Holding | undefined> {
    try {
      return await this.#tokens.renew(now);
    } catch (failure) {
      if (!isTransient(failure)) return undefined;
      const target = await this.#finder.find(demand, [now.key.issuer]);
      if (target.server.issuer === now.key.issuer) throw failure;
      return undefined;
    }
  }

  /** A token with more scope after a 403, or undefined where none can be had (OA-4). */
  async #afterForbidden(
    sent: Holding | undefined,
    demand: ServerDemand,
    signal: AbortSignal | undefined,
  ): Promise<Holding | undefined> {
    if (demand.error !== 'insufficient_scope') return undefined;
    const now = await this.#tokens.holding();
    if (now && sent && now.credential.tokens.accessToken !== sent.credential.tokens.accessToken)
      return now;
    const before = computeScopeUnion(now?.credential.requestedScope, now?.credential.tokens.scope);
    // Asking again for what was asked for before would not help.
    if (now && !isStrictScopeSuperset(computeScopeUnion(before, demand.scope), before))
      return undefined;
    if (this.#direct) {
      this.#budget.spend();
      return this.#direct.obtain(now?.credential.tokens.accessToken, demand, before);
    }
    return this.#askPerson({ demand, before, isStepUp: true }, 'insufficient-scope', signal);
  }

  async #askPerson(
    need: Need,
    why: 'unauthorized' | 'insufficient-scope',
    signal: AbortSignal | undefined,
  ): Promise<Holding | undefined> {
    this.#need = need;
    if (this.#options.interaction !== 'automatic') {
      this.#report({ type: 'needed', why, scope: need.demand.scope });
      return undefined;
    }
    if (!this.#opening) this.#budget.spend();
    const signIn = await this.#start({ force: true });
    await untilAborted(signIn.done, signal);
    return this.#tokens.holding();
  }

  signIn(options: SignInOptions = {}): Promise<SignIn> {
    this.#budget.reset();
    this.#direct?.forgiveRefusal();
    return this.#start(options);
  }

  #start(options: SignInOptions): Promise<SignIn> {
    if (this.#isDisposed) return Promise.reject(cancelled());
    if (this.#opening && options.redirect !== undefined) this.cancelSignIn();
    if (this.#opening) return this.#opening.signIn;
    const attempt: Attempt = { isCancelled: false };
    const signIn = this.#open(options, attempt);
    const opening = { signIn, attempt };
    this.#opening = opening;
    const forget = (): void => {
      if (this.#opening === opening) this.#opening = undefined;
    };
    signIn
      .then(({ done }) => done)
      .then(forget, (failure: unknown) => {
        forget();
        if (failure instanceof OAuthFailure) this.#report({ type: 'failed', failure });
      });
    return signIn;
  }

  async #open(options: SignInOptions, attempt: Attempt): Promise<SignIn> {
    if (options.force !== true && (await this.#isSilentlySignedIn())) {
      return { requiresUserAction: false, done: Promise.resolve() };
    }
    if (this.#direct) {
      await this.#direct.obtain(this.#refused, this.#need?.demand);
      return { requiresUserAction: false, done: Promise.resolve() };
    }
    const known = (await this.#tokens.keys()).map(({ issuer }) => issuer);
    const target = await this.#finder.find(this.#need?.demand, known);
    const flow = await openSignInFlow(
      {
        options: this.#options,
        deps: this.#deps,
        desk: this.#desk,
        finder: this.#finder,
        tokens: this.#tokens,
      },
      {
        target,
        scope: chooseScope({
          configured: this.#options.scope,
          challenged: this.#need?.demand.scope,
          resourceScopes: target.protection.resourceScopes,
          serverScopes: target.server.metadata.scopes_supported,
          before: this.#need?.before,
          wantsRefresh: true,
        }),
        redirect: options.redirect ?? this.#deps.redirect,
        mustRegisterAgain: this.#isSuspect,
      },
    );
    if (attempt.isCancelled) {
      flow.cancel(cancelled());
      await flow.done;
    }
    return this.#show(flow, options.showPage !== false);
  }

  /** Tokens that are good as far as is known, or that a refresh makes good. */
  async #isSilentlySignedIn(): Promise<boolean> {
    const holding = await this.#tokens.holding();
    if (!holding || this.#need?.isStepUp === true) return false;
    const { accessToken, refreshToken } = holding.credential.tokens;
    if (accessToken !== this.#refused && !isDue(holding.credential.tokens, this.#deps.clock.now()))
      return true;
    return refreshToken !== undefined && (await this.#tokens.renew(holding)) !== undefined;
  }

  async #show(flow: OpenFlow, showPage: boolean): Promise<SignIn> {
    this.#flow = flow;
    const done = flow.done.then(
      () => {
        this.#isSuspect = false;
        this.#need = undefined;
        this.#flow = undefined;
        this.#report({ type: 'signed-in', issuer: flow.issuer });
      },
      (failure: unknown) => {
        this.#isSuspect = !flow.wasAnswered() || isUnknownClient(failure);
        this.#flow = undefined;
        throw failure;
      },
    );
    done.catch(() => undefined);
    const isShown =
      showPage &&
      (await this.#deps.openUrl(flow.authUrl).then(
        () => true,
        () => false,
      ));
    this.#report({ type: 'waiting', authUrl: flow.authUrl, issuer: flow.issuer, isShown });
    return { authUrl: flow.authUrl, issuer: flow.issuer, requiresUserAction: true, done };
  }

  cancelSignIn(): void {
    if (this.#opening) this.#opening.attempt.isCancelled = true;
    this.#opening = undefined;
    this.#flow?.cancel(cancelled());
  }

  async signOut(): Promise<void> {
    this.cancelSignIn();
    const keys = await this.#tokens.keys();
    for (const key of keys) {
      const credential = await this.#deps.store.read(key);
      await this.#deps.store.remove(key);
      if (credential) await revokeTokens(key, credential, this.#finder, this.#tokens, this.#deps);
    }
    this.#need = undefined;
    this.#report({ type: 'signed-out' });
  }

  async state(): Promise<SignInState> {
    const holding = await this.#tokens.holding();
    const tokens = holding?.credential.tokens;
    return {
      isSignedIn: tokens !== undefined,
      issuer: holding?.key.issuer,
      scope: tokens?.scope,
      expiresAt:
        tokens?.lifetimeMs === undefined ? undefined : tokens.obtainedAt + tokens.lifetimeMs,
      canRefresh: tokens?.refreshToken !== undefined,
      authUrl: this.#flow?.authUrl,
    };
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const signIn = this.#opening?.signIn;
    this.cancelSignIn();
    this.#closing.abort();
    await signIn?.then(({ done }) => done).catch(() => undefined);
    await this.#tokens.idle();
  }

  #report(event: SignInEvent): void {
    this.#options.onEvent?.(event);
  }
}

function cancelled(): OAuthFailure {
  return new OAuthFailure('cancelled', 'The sign-in was given up.');
}

function isUnknownClient(failure: unknown): boolean {
  const error = failure instanceof OAuthFailure ? failure.details.error : undefined;
  return error === 'invalid_client' || error === 'unauthorized_client';
}

/** The sign-in goes on for others when one caller stops waiting. */
function untilAborted(done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return done;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : cancelled());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    done.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
