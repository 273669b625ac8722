import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import { clientMetadata } from './client-metadata.ts';
import type { ClientDescription } from './client-metadata.ts';
import { tokenAuthMethod } from './credential.ts';
import type { ClientIdentity, TokenAuthMethod } from './credential.ts';
import type { AuthorizationServer } from './discovery.ts';
import type { GuardedFetch, HttpAnswer } from './guarded-fetch.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { refusal } from './token-endpoint.ts';

const registrationAnswer = z.looseObject({
  client_id: z.string().min(1),
  client_secret: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' && value !== '' ? value : undefined)),
  client_secret_expires_at: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'number' && value > 0 ? value : undefined)),
  token_endpoint_auth_method: z
    .unknown()
    .optional()
    .transform((value) => tokenAuthMethod.safeParse(value).data),
});

export interface RegistrationRequest {
  readonly description: ClientDescription;
  readonly redirectUris: readonly string[];
  readonly scope: string | undefined;
}

/**
 * Registers this program with an authorization server (RFC 7591). Rejects with `registration-refused` when it says no;
 * `details.error` is then what it said.
 */
export async function registerClient(
  server: AuthorizationServer,
  request: RegistrationRequest,
  deps: { readonly fetch: GuardedFetch; readonly clock: Clock },
): Promise<ClientIdentity> {
  const metadata = clientMetadata(
    request.description,
    request.redirectUris,
    preferredMethod(server.metadata.token_endpoint_auth_methods_supported),
  );
  let answer = await post(server, { ...metadata, scope: request.scope }, deps.fetch);
  if (answer.status === 400 && request.scope !== undefined && saysAboutScope(answer)) {
    answer = await post(server, metadata, deps.fetch);
  }
  if (answer.status < 200 || answer.status >= 300) {
    const failure = refusal(answer, 'registration endpoint');
    if (failure.code === 'unreachable') throw failure;
    throw new OAuthFailure(
      'registration-refused',
      `${failure.message} Ask its operator for a client id and enter it in the server's settings.`,
      failure.details,
    );
  }
  const parsed = registrationAnswer.safeParse(jsonOf(answer));
  if (!parsed.success) {
    throw new OAuthFailure(
      'registration-refused',
      `The registration endpoint of ${answer.url.host} gave no client id.`,
      { status: answer.status },
    );
  }
  const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } =
    parsed.data;
  return {
    source: 'registered',
    clientId: client_id,
    clientSecret: client_secret,
    secretExpiresAt:
      client_secret_expires_at === undefined ? undefined : client_secret_expires_at * 1_000,
    authMethod: token_endpoint_auth_method,
    redirectUris: [...request.redirectUris],
  };
}

function post(
  server: AuthorizationServer,
  body: Readonly<Record<string, unknown>>,
  fetch: GuardedFetch,
): Promise<HttpAnswer> {
  const endpoint = server.metadata.registration_endpoint;
  if (endpoint === undefined) {
    throw new OAuthFailure('client-id-needed', `${server.issuer} registers no clients by itself.`);
  }
  return fetch(endpoint, {
    method: 'POST',
    what: 'registration endpoint',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A program on a person's computer keeps no secret; one is taken only from servers that insist. */
function preferredMethod(offered: readonly string[] | undefined): TokenAuthMethod {
  if (!offered?.length || offered.includes('none')) return 'none';
  return offered.includes('client_secret_basic') || !offered.includes('client_secret_post')
    ? 'client_secret_basic'
    : 'client_secret_post';
}

function saysAboutScope(answer: HttpAnswer): boolean {
  return /scope/i.test(answer.text);
}

function jsonOf(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}
