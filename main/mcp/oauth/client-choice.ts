import type { Clock } from '../../lib/clock.ts';
import type { SigningKey } from './client-authentication.ts';
import { isClientIdUrl, LOOPBACK_REDIRECT, PROTOCOL_REDIRECT } from './client-metadata.ts';
import type { ClientDescription } from './client-metadata.ts';
import type { ClientIdentity, TokenAuthMethod } from './credential.ts';
import type { AuthorizationServer } from './discovery.ts';
import { foreignText } from './foreign-text.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { registerClient } from './registration.ts';

/** A client that a person registered by hand. */
export interface ConfiguredClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** The authorization server that it belongs to; without one it is bound to the first that it is used with. */
  readonly issuer?: string | undefined;
  readonly authMethod?: TokenAuthMethod | undefined;
  readonly signingKey?: SigningKey | undefined;
}

/** Asks a person for a client id. Undefined: the person gave none. */
export type AskForClient = (question: {
  readonly issuer: string;
  readonly reason: string;
}) => Promise<
  { readonly clientId: string; readonly clientSecret?: string | undefined } | undefined
>;

export interface ClientChoiceDeps {
  readonly description: ClientDescription;
  readonly clientMetadataUrl: string | undefined;
  readonly askForClient: AskForClient | undefined;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

export interface ClientQuestion {
  readonly server: AuthorizationServer;
  readonly configured: ConfiguredClient | undefined;
  /** What is stored for this issuer. */
  readonly known: ClientIdentity | undefined;
  /** The address that this sign-in comes back to. */
  readonly redirectUri: string;
  /** Register nothing but the loopback address: the server refused the other one. */
  readonly loopbackOnly: boolean;
  readonly scope: string | undefined;
  /** The stored registration is not to be trusted any more. */
  readonly mustRegisterAgain: boolean;
}

/**
 * Decides who we are to an authorization server (OA-2): the configured client, which nothing overrides; what is stored; our
 * client id metadata document, where one is configured and the server takes it; a registration; a person's answer.
 */
export async function chooseClient(
  question: ClientQuestion,
  deps: ClientChoiceDeps,
): Promise<ClientIdentity> {
  const { server, configured, known } = question;
  if (configured) return configuredIdentity(configured, server.issuer);
  if (known && isUsable(known, question, deps.clock.now())) return known;
  if (
    server.metadata.client_id_metadata_document_supported &&
    deps.clientMetadataUrl !== undefined
  ) {
    return documentIdentity(deps.clientMetadataUrl);
  }
  let reason = `${foreignText(server.issuer)} does not register programs by itself.`;
  if (server.metadata.registration_endpoint !== undefined) {
    try {
      return await registerClient(
        server,
        {
          description: deps.description,
          redirectUris: question.loopbackOnly
            ? [question.redirectUri]
            : redirectUrisFor(question.redirectUri),
          scope: question.scope,
        },
        deps,
      );
    } catch (failure) {
      if (!(failure instanceof OAuthFailure) || failure.code !== 'registration-refused')
        throw failure;
      if (!deps.askForClient || failure.details.error === 'invalid_redirect_uri') throw failure;
      reason = failure.message;
    }
  }
  return askedIdentity(server.issuer, reason, deps.askForClient);
}

export function clientMismatch(belongsTo: string, issuer: string): OAuthFailure {
  return new OAuthFailure(
    'client-mismatch',
    `The configured client id belongs to ${foreignText(belongsTo)}, but the server now names ${foreignText(issuer)}. Nothing was sent there. If that is right, sign out and sign in again.`,
    { issuer },
  );
}

/** Checks that a configured client may be used with an issuer. */
export function configuredIdentity(configured: ConfiguredClient, issuer: string): ClientIdentity {
  if (configured.issuer !== undefined && configured.issuer !== issuer) {
    throw clientMismatch(configured.issuer, issuer);
  }
  return {
    source: 'configured',
    clientId: configured.clientId,
    clientSecret: configured.clientSecret,
    authMethod: configured.authMethod,
    redirectUris: [],
  };
}

/** Both kinds of address, the one in use first; an address that the host chose stands alone. */
export function redirectUrisFor(redirectUri: string): string[] {
  if (redirectUri === PROTOCOL_REDIRECT) return [PROTOCOL_REDIRECT, LOOPBACK_REDIRECT];
  return redirectUri.startsWith('http://127.0.0.1:')
    ? [redirectUri, PROTOCOL_REDIRECT]
    : [redirectUri];
}

function isUsable(known: ClientIdentity, question: ClientQuestion, now: number): boolean {
  // One that was configured and is no more must not live on.
  if (known.source === 'configured') return false;
  if (known.source === 'asked') return true;
  if (question.mustRegisterAgain) return false;
  if (known.secretExpiresAt !== undefined && known.secretExpiresAt <= now) return false;
  return known.source === 'metadata-document' || known.redirectUris.includes(question.redirectUri);
}

function documentIdentity(address: string): ClientIdentity {
  if (!isClientIdUrl(address)) {
    throw new OAuthFailure(
      'client-id-needed',
      `The configured address of the client metadata document (${foreignText(address)}) cannot be a client id: it must be https with a path.`,
    );
  }
  return {
    source: 'metadata-document',
    clientId: address,
    authMethod: 'none',
    redirectUris: [PROTOCOL_REDIRECT, LOOPBACK_REDIRECT],
  };
}

async function askedIdentity(
  issuer: string,
  reason: string,
  ask: AskForClient | undefined,
): Promise<ClientIdentity> {
  const answer = await ask?.({ issuer, reason });
  if (!answer || answer.clientId.trim() === '') {
    throw new OAuthFailure(
      'client-id-needed',
      `${reason} Register a client there by hand and enter its client id in the server's settings.`,
      { issuer },
    );
  }
  return {
    source: 'asked',
    clientId: answer.clientId.trim(),
    clientSecret: answer.clientSecret === '' ? undefined : answer.clientSecret,
    redirectUris: [],
  };
}
