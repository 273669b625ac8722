import { ParleyError, messageOf } from '../../../shared/lib/errors.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { SignInRedirect } from '../../../shared/mcp/sign-in.ts';
import type { ServerAuth } from '../oauth/oauth-contract.ts';
import { OAuthFailure } from '../oauth/oauth-failure.ts';
import type { ServerSignInsDeps, StartOutcome } from './sign-in-contract.ts';
import { accountOf } from './sign-in-state.ts';
import type { Attempt, SignInEntry } from './sign-in-state.ts';

/** What an attempt tells its owner. */
export interface AttemptEvents {
  /** Something that is shown is another one. */
  readonly onChange: () => void;
  /** Tokens are stored. `keepsConnection`: the connection takes them by itself. */
  readonly onSignedIn: (serverId: string, keepsConnection: boolean) => Promise<void>;
}

/** Runs sign-ins from the search for the page to their end; at most one for each server. */
export class SignInAttempts {
  constructor(
    private readonly deps: Pick<
      ServerSignInsDeps,
      'protocol' | 'pages' | 'clock' | 'signInTimeoutMs'
    >,
    private readonly events: AttemptEvents,
  ) {}

  /** Resolves when the page waits for the person. Rejects when the person could not be asked. */
  async start(
    record: ServerRecord,
    entry: SignInEntry,
    auth: ServerAuth,
    redirect: SignInRedirect | undefined,
    signal: AbortSignal,
  ): Promise<StartOutcome> {
    const attempt: Attempt = { auth, giveUp: new AbortController() };
    entry.attempt = attempt;
    entry.failure = undefined;
    entry.progress = { step: 'preparing' };
    this.events.onChange();
    try {
      return await this.#run(record, entry, attempt, redirect, signal);
    } catch (failure) {
      if (entry.attempt !== attempt) return 'cancelled';
      const isGivenUp = signal.aborted || isCancel(failure);
      const isNotAsked = failure instanceof ParleyError;
      this.#end(entry, attempt, isGivenUp || isNotAsked ? undefined : failure);
      if (isNotAsked) throw failure;
      return isGivenUp ? 'cancelled' : 'failed';
    }
  }

  async #run(
    record: ServerRecord,
    entry: SignInEntry,
    attempt: Attempt,
    wanted: SignInRedirect | undefined,
    signal: AbortSignal,
  ): Promise<StartOutcome> {
    const redirect = await this.#redirectFor(record, wanted);
    const wasSignedIn = entry.accounts.some(({ label }) => label === accountOf(record));
    const signIn = await attempt.auth.signIn({ redirect, showPage: false });
    const until = this.deps.clock.now() + this.deps.signInTimeoutMs;
    const finished = signIn.done.then(
      () => this.#succeeded(record.id, entry, attempt, wasSignedIn),
      (failure: unknown) => this.#end(entry, attempt, failure),
    );
    if (signIn.authUrl === undefined) {
      await finished;
      return 'signed-in';
    }
    attempt.giveUp.signal.throwIfAborted();
    entry.progress = { step: 'asking' };
    this.events.onChange();
    const { authUrl, issuer = new URL(authUrl).origin } = signIn;
    const way = isOwnScheme(authUrl) ? 'protocol' : 'loopback';
    const verdict = await this.deps.pages.show(
      { serverName: record.name, url: authUrl, issuer, redirect: way },
      AbortSignal.any([signal, attempt.giveUp.signal]),
    );
    if (verdict === 'refused') {
      this.#end(entry, attempt, undefined);
      return 'cancelled';
    }
    if (entry.attempt !== attempt) return 'waiting';
    const isShown = verdict === 'opened';
    entry.progress = { step: 'waiting', authUrl, issuer, redirect: way, isShown, until };
    this.events.onChange();
    return 'waiting';
  }

  async #redirectFor(
    record: ServerRecord,
    wanted: SignInRedirect | undefined,
  ): Promise<SignInRedirect> {
    const choice = wanted ?? record.settings.signIn.redirect;
    if (choice === 'loopback') return 'loopback';
    return (await this.deps.protocol.isOurs()) ? 'protocol' : 'loopback';
  }

  async #succeeded(
    serverId: string,
    entry: SignInEntry,
    attempt: Attempt,
    wasSignedIn: boolean,
  ): Promise<void> {
    // A connection that only lacked a scope takes the new token with its next request.
    const keepsConnection = wasSignedIn && entry.needs === 'more-access';
    entry.needs = undefined;
    entry.scope = undefined;
    entry.failure = undefined;
    this.#end(entry, attempt, undefined);
    await this.events.onSignedIn(serverId, keepsConnection);
  }

  /** The attempt is over; a later one is not touched. */
  #end(entry: SignInEntry, attempt: Attempt, failure: unknown): void {
    if (entry.attempt !== attempt) return;
    entry.attempt = undefined;
    entry.progress = undefined;
    const isFailure = failure !== undefined && !isCancel(failure);
    if (isFailure) keepFailure(entry, failure, this.deps.clock.now());
    attempt.auth.cancelSignIn();
    attempt.giveUp.abort(new Error('The sign-in is over.'));
    this.events.onChange();
  }

  /** Ends what is under way, without a failure. */
  giveUp(entry: SignInEntry): void {
    const { attempt } = entry;
    if (attempt) this.#end(entry, attempt, undefined);
  }
}

/** Keeps why a sign-in, or reading it, failed. */
export function keepFailure(entry: SignInEntry, failure: unknown, at: number): void {
  const isOurs = failure instanceof OAuthFailure;
  const issuer = isOurs ? failure.details.issuer : undefined;
  entry.failure = {
    code: isOurs ? failure.code : 'unknown',
    message: messageOf(failure).slice(0, 4_000),
    ...(issuer === undefined ? {} : { issuer }),
    at,
  };
}

function isCancel(failure: unknown): boolean {
  return failure instanceof OAuthFailure && failure.code === 'cancelled';
}

/** Where the answer of a page comes back to; the authorization server may have refused what was wanted. */
function isOwnScheme(authUrl: string): boolean {
  return new URL(authUrl).searchParams.get('redirect_uri')?.startsWith('parley:') === true;
}
