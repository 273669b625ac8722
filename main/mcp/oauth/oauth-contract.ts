import type { FetchLike } from '@modelcontextprotocol/client';
import type { Clock } from '../../lib/clock.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { Log } from '../../lib/logger.ts';
import type { AskForClient, ConfiguredClient } from './client-choice.ts';
import type { ClientDescription } from './client-metadata.ts';
import type { CredentialStore } from './credential-store.ts';
import type { DirectGrant } from './direct-grant.ts';
import type { OAuthFailure } from './oauth-failure.ts';
import type { ResolveHost } from './url-policy.ts';

/** Where the answer of a sign-in comes back to. */
export type RedirectChoice = 'protocol' | 'loopback';

/** What the sign-ins of one program share. */
export interface OAuthDeps {
  readonly store: CredentialStore;
  readonly clock: Clock;
  readonly log: Log;
  /** How this program names itself to authorization servers. */
  readonly description: ClientDescription;
  /** Opens an address in the person's browser. A rejection is reported and ends nothing: the address is shown as well. */
  readonly openUrl: (url: string) => Promise<void>;
  /** `protocol` only where this program is the registered handler of `parley:` and hands addresses to `deliver`. */
  readonly redirect: RedirectChoice;
  /** Register the loopback address alone: for programs that never handle `parley:`. Default false. */
  readonly loopbackOnly?: boolean | undefined;
  /** Where our client id metadata document is hosted. Absent: that kind of identity is off. */
  readonly clientMetadataUrl?: string | undefined;
  readonly askForClient?: AskForClient | undefined;
  /** In place of our own connections to authorization servers; those are checked once more as they connect, these before. */
  readonly fetch?: FetchLike | undefined;
  readonly resolve?: ResolveHost | undefined;
  /** How long a request to an authorization server may take, in ms. Default 30_000. */
  readonly requestTimeoutMs?: number | undefined;
  /** How long a sign-in waits for the person, in ms. Default 600_000. */
  readonly signInTimeoutMs?: number | undefined;
}

/** What one server needs for its sign-in. */
export interface ServerAuthOptions {
  readonly serverId: string;
  readonly serverUrl: string;
  /** A PEM file whose certificates are trusted as well, here and at the authorization servers that the server names. */
  readonly caFile?: string | undefined;
  /** Tells accounts on one server apart. Default ''. */
  readonly account?: string | undefined;
  readonly client?: ConfiguredClient | undefined;
  /** Beats what the server asks for. */
  readonly scope?: string | undefined;
  /** How to get tokens without a person. Absent: by a sign-in in the browser. */
  readonly grant?: DirectGrant | undefined;
  /**
   * automatic: a refused request starts a sign-in, waits for it and goes on. on-request (default): it is refused with the
   * server's answer, `needed` is reported and somebody calls `signIn`.
   */
  readonly interaction?: 'automatic' | 'on-request' | undefined;
  /** An address of the host's own, instead of ours; the host hands what arrives there to `deliver`. */
  readonly redirectUri?: string | undefined;
  /** For clients whose registration names one port of 127.0.0.1. */
  readonly loopbackPort?: number | undefined;
  /** Called before anything is asked of a discovered authorization server; a throw refuses it (MC-14). */
  readonly validateAuthorizationServer?:
    ((serverUrl: URL, authorizationServer: URL) => void | Promise<void>) | undefined;
  readonly onEvent?: ((event: SignInEvent) => void) | undefined;
}

export type SignInEvent =
  /** Requests are refused until somebody signs in, or signs in for more. */
  | {
      readonly type: 'needed';
      readonly why: 'unauthorized' | 'insufficient-scope';
      readonly scope: string | undefined;
    }
  /** A page waits for the person. `isShown` is false when no browser could be opened. */
  | {
      readonly type: 'waiting';
      readonly authUrl: string;
      readonly issuer: string;
      readonly isShown: boolean;
    }
  | { readonly type: 'signed-in'; readonly issuer: string }
  | { readonly type: 'failed'; readonly failure: OAuthFailure }
  | { readonly type: 'signed-out' };

/** A sign-in that has been started. */
export interface SignIn {
  /** The page for the person; absent when nobody needs to do anything. */
  readonly authUrl?: string | undefined;
  /** Whose page it is. */
  readonly issuer?: string | undefined;
  readonly requiresUserAction: boolean;
  /** Resolves when tokens are stored; rejects with an `OAuthFailure`. */
  readonly done: Promise<void>;
}

export interface SignInOptions {
  /** Another way back than the program's usual one. Ends a sign-in that waits with the first. */
  readonly redirect?: RedirectChoice | undefined;
  /** Ask the person even if there are tokens: to change the account. */
  readonly force?: boolean | undefined;
  /** Do not open the browser: the caller shows the page. */
  readonly showPage?: boolean | undefined;
}

export interface SignInState {
  readonly isSignedIn: boolean;
  readonly issuer?: string | undefined;
  readonly scope?: string | undefined;
  /** Epoch ms; absent when unknown. */
  readonly expiresAt?: number | undefined;
  readonly canRefresh: boolean;
  /** The page of a sign-in that waits. */
  readonly authUrl?: string | undefined;
}

/** The sign-in of one server, for its connection and for whoever shows it. The engine that made it disposes it. */
export interface ServerAuth extends Disposable {
  /**
   * A fetch for the requests to the MCP server: adds the token (and a proof per request), renews it before its end and on
   * 401, asks for more scope on 403, and repeats the request once it has a better token. Requests that bring an
   * `Authorization` of their own, or go to another origin, pass untouched. Rejects with an `OAuthFailure` when a token
   * could not be had for a reason that the server's answer does not tell.
   */
  fetch(base: FetchLike): FetchLike;
  /** Starts a sign-in, or joins the one that waits. Rejects with an `OAuthFailure` when none can be started. */
  signIn(options?: SignInOptions): Promise<SignIn>;
  /** Gives up the sign-in that waits. */
  cancelSignIn(): void;
  /** Forgets the tokens of this server and account, and revokes them where that is offered. */
  signOut(): Promise<void>;
  state(): Promise<SignInState>;
}

/** All sign-ins of a program. Its owner disposes it: open sign-ins end, listeners close. */
export interface OAuthEngine extends Disposable {
  forServer(options: ServerAuthOptions): ServerAuth;
  /**
   * Takes the whole address of a callback, from the custom protocol or pasted by a person. Resolves when its sign-in has
   * succeeded; rejects with its failure, or with a `callback-…` failure that ends no sign-in.
   */
  deliver(callbackUrl: string): Promise<void>;
}
