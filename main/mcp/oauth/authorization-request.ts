import { createHash, randomBytes } from 'node:crypto';
import type { AuthorizationServer } from './discovery.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { checkMetadataUrl } from './url-policy.ts';
import type { Reach } from './url-policy.ts';

export interface AuthorizationRequest {
  /** To be opened in the browser. */
  readonly url: string;
  readonly codeVerifier: string;
}

export interface AuthorizationQuestion {
  readonly server: AuthorizationServer;
  readonly from: Reach;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly resource: string;
  readonly scope: string | undefined;
  readonly state: string;
}

/** 256 random bits, safe in an address. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Refuses a server that cannot be signed in to safely, before anything is registered or opened (OA-1). */
export function checkServer(server: AuthorizationServer, from: Reach): void {
  const { authorization_endpoint: endpoint, code_challenge_methods_supported: methods } =
    server.metadata;
  if (endpoint === undefined) {
    throw new OAuthFailure('metadata-invalid', `${server.issuer} names no page to sign in at.`);
  }
  checkMetadataUrl(endpoint, 'sign-in page', from);
  checkMetadataUrl(server.metadata.token_endpoint ?? '', 'token endpoint', from);
  if (!methods?.includes('S256')) {
    throw new OAuthFailure(
      'pkce-missing',
      `${server.issuer} does not say that it protects sign-ins against interception (PKCE with S256), so it is not used. Its operator can turn that on.`,
      { issuer: server.issuer },
    );
  }
}

/** The address of the sign-in page with all parameters (PKCE S256, state, resource). Throws as `checkServer`. */
export function authorizationRequest(question: AuthorizationQuestion): AuthorizationRequest {
  checkServer(question.server, question.from);
  const { authorization_endpoint: endpoint = '' } = question.server.metadata;
  const url = checkMetadataUrl(endpoint, 'sign-in page', question.from);
  url.hash = '';
  const codeVerifier = randomToken();
  const parameters = {
    response_type: 'code',
    client_id: question.clientId,
    redirect_uri: question.redirectUri,
    state: question.state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: question.resource,
    scope: question.scope,
    // OpenID Connect grants offline access only with consent.
    prompt: question.scope?.split(' ').includes('offline_access') === true ? 'consent' : undefined,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return { url: url.href, codeVerifier };
}
