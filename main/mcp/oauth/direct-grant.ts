import type { AuthorizationServer } from './discovery.ts';
import type { TokenSet } from './credential.ts';
import type { ClientProof } from './client-authentication.ts';
import { discoverServer } from './discovery.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { postForm, requestTokens } from './token-endpoint.ts';
import type { TokenRequest } from './token-endpoint.ts';
import type { Clock } from '../../lib/clock.ts';
import { z } from 'zod';

/** What an assertion is made for. */
export interface AssertionContext {
  readonly issuer: string;
  readonly resource: string;
  readonly scope: string | undefined;
  readonly tokenEndpoint: string | undefined;
}

/** The identity provider of an enterprise, and how to get the ID token that a person has there. */
export interface IdentityProvider {
  /** Found by its metadata, unless `tokenEndpoint` names it. */
  readonly issuer: string;
  readonly tokenEndpoint?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly idToken: () => Promise<string>;
}

/**
 * Ways to a token without a person. client-credentials: the client stands for itself · jwt-bearer: an assertion of a
 * workload identity (RFC 7523) · enterprise: the enterprise's identity provider grants access to the server (ID-JAG).
 */
export type DirectGrant =
  | { readonly type: 'client-credentials' }
  | {
      readonly type: 'jwt-bearer';
      readonly assertion: (context: AssertionContext) => Promise<string>;
    }
  | { readonly type: 'enterprise'; readonly identityProvider: IdentityProvider };

export interface DirectRequest {
  readonly server: AuthorizationServer;
  readonly resource: string;
  readonly scope: string | undefined;
  readonly proof: ClientProof | undefined;
  readonly dpop: TokenRequest['dpop'];
}

export interface DirectDeps {
  readonly fetch: GuardedFetch;
  /** A fetch for the identity provider, which the host configured. */
  readonly fetchFrom: (address: string) => Promise<GuardedFetch>;
  readonly clock: Clock;
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';

/** The form of the grant, with what has to be fetched for it. */
export async function prepareGrant(
  grant: DirectGrant,
  request: DirectRequest,
  deps: DirectDeps,
): Promise<Readonly<Record<string, string>>> {
  const { server, resource, scope } = request;
  const context: AssertionContext = {
    issuer: server.issuer,
    resource,
    scope,
    tokenEndpoint: server.metadata.token_endpoint,
  };
  switch (grant.type) {
    case 'client-credentials':
      return { grant_type: 'client_credentials' };
    case 'jwt-bearer':
      return { grant_type: JWT_BEARER, assertion: await grant.assertion(context) };
    case 'enterprise':
      return {
        grant_type: JWT_BEARER,
        assertion: await exchangeIdToken(grant.identityProvider, context, deps),
      };
  }
}

/** Asks for a token with a prepared form. Rejects as `requestTokens`; asks once. */
export function requestDirectTokens(
  form: Readonly<Record<string, string>>,
  request: DirectRequest,
  deps: DirectDeps,
): Promise<TokenSet> {
  const { server, resource, scope, proof, dpop } = request;
  return requestTokens(
    server,
    { form: { ...form, resource, scope }, proof, dpop, scope },
    { fetch: deps.fetch, clock: deps.clock },
  );
}

const exchangeAnswer = z.looseObject({
  access_token: z.string().min(1),
  issued_token_type: z.literal(ID_JAG),
});

/** Exchanges the person's ID token for a grant to one server (RFC 8693). */
async function exchangeIdToken(
  provider: IdentityProvider,
  context: AssertionContext,
  deps: DirectDeps,
): Promise<string> {
  const fetch = await deps.fetchFrom(provider.tokenEndpoint ?? provider.issuer);
  const server = provider.tokenEndpoint
    ? undefined
    : await discoverServer(provider.issuer, { isLegacy: false, get: fetch });
  const endpoint = provider.tokenEndpoint ?? server?.metadata.token_endpoint;
  if (endpoint === undefined) {
    throw new OAuthFailure('metadata-invalid', `${provider.issuer} names no token endpoint.`);
  }
  const answer = await postForm(
    endpoint,
    {
      what: "identity provider's token endpoint",
      form: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: ID_JAG,
        audience: context.issuer,
        resource: context.resource,
        scope: context.scope,
        subject_token: await provider.idToken(),
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
      },
    },
    fetch,
  );
  const parsed = exchangeAnswer.safeParse(jsonOf(answer.text));
  if (!parsed.success) {
    throw new OAuthFailure(
      'metadata-invalid',
      `The identity provider ${answer.url.host} did not answer with a grant for the server.`,
    );
  }
  return parsed.data.access_token;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
