import type { DpopSession } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import { authenticateClient } from './client-authentication.ts';
import type { ClientProof } from './client-authentication.ts';
import type { TokenSet } from './credential.ts';
import type { AuthorizationServer } from './discovery.ts';
import { foreignText } from './foreign-text.ts';
import type { GuardedFetch, HttpAnswer } from './guarded-fetch.ts';
import { OAuthFailure } from './oauth-failure.ts';

export interface FormRequest {
  /** Names the endpoint in sentences. */
  readonly what: string;
  readonly form: Readonly<Record<string, string | undefined>>;
  /** Absent: what the endpoint needs to know is in the form. */
  readonly proof?: { readonly of: ClientProof; readonly server: AuthorizationServer } | undefined;
  readonly dpop?: DpopSession | undefined;
}

/**
 * Posts a form to an endpoint of an authorization server, with the client's proof and, where asked, a proof of possession;
 * a nonce that the server asks for is given once. Rejects with `unreachable` where nothing was decided (no answer, 5xx,
 * 429), else with `token-refused` and the server's error.
 */
export async function postForm(
  endpoint: string,
  request: FormRequest,
  fetch: GuardedFetch,
): Promise<HttpAnswer> {
  let answer = await postOnce(endpoint, request, fetch);
  request.dpop?.observeNonce(new Response(null, { headers: answer.headers }), answer.url);
  if (request.dpop && answer.status === 400 && errorOf(answer)?.error === 'use_dpop_nonce') {
    answer = await postOnce(endpoint, request, fetch);
    request.dpop.observeNonce(new Response(null, { headers: answer.headers }), answer.url);
  }
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refusal(answer, request.what);
}

async function postOnce(
  endpoint: string,
  request: FormRequest,
  fetch: GuardedFetch,
): Promise<HttpAnswer> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(request.form)) {
    if (value !== undefined) form.set(name, value);
  }
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  if (request.proof) {
    const { of, server } = request.proof;
    await authenticateClient(of, server.metadata, new URL(endpoint), { headers, form });
  }
  if (request.dpop) {
    headers.set('dpop', await request.dpop.buildProof({ htm: 'POST', htu: endpoint }));
  }
  return fetch(endpoint, {
    method: 'POST',
    what: request.what,
    headers: Object.fromEntries(headers),
    body: form.toString(),
  });
}

interface OAuthErrorBody {
  readonly error: string;
  readonly description: string | undefined;
}

function errorOf(answer: HttpAnswer): OAuthErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(answer.text);
    if (!isJsonObject(body) || typeof body['error'] !== 'string') return undefined;
    const description = body['error_description'];
    return {
      error: body['error'],
      description: typeof description === 'string' ? description : undefined,
    };
  } catch {
    return undefined;
  }
}

/** The failure of an answer that is no success. */
export function refusal(answer: HttpAnswer, what: string): OAuthFailure {
  const said = errorOf(answer);
  const details = { error: said?.error, status: answer.status };
  const undecided =
    answer.status >= 500 ||
    answer.status === 429 ||
    answer.status === 408 ||
    said?.error === 'temporarily_unavailable' ||
    said?.error === 'server_error';
  const words = said
    ? [said.error, said.description]
        .filter((part) => part !== undefined)
        .map(foreignText)
        .join(': ')
    : `HTTP ${answer.status}`;
  return undecided
    ? new OAuthFailure(
        'unreachable',
        `The ${what} of ${answer.url.host} has trouble (${words}).`,
        details,
      )
    : new OAuthFailure(
        'token-refused',
        `The ${what} of ${answer.url.host} refused: ${words}.`,
        details,
      );
}

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  token_type: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' && value !== '' ? value : 'Bearer')),
  refresh_token: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' && value !== '' ? value : undefined)),
  scope: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' && value !== '' ? value : undefined)),
  expires_in: z.unknown().optional().transform(lifetimeMs),
});

/** A lifetime of zero or less says as little as none: such a token is used until the server refuses it. */
function lifetimeMs(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return seconds * 1_000;
}

export interface TokenRequest extends Pick<FormRequest, 'form' | 'dpop'> {
  readonly proof: ClientProof | undefined;
  /** What the token is asked for: stands where the server does not say what it granted. */
  readonly scope: string | undefined;
}

/** Asks the token endpoint. Rejects as `postForm`, or with `metadata-invalid` for an answer that is no token. */
export async function requestTokens(
  server: AuthorizationServer,
  request: TokenRequest,
  deps: { readonly fetch: GuardedFetch; readonly clock: Clock },
): Promise<TokenSet> {
  const endpoint = server.metadata.token_endpoint;
  if (endpoint === undefined) {
    throw new OAuthFailure('metadata-invalid', `${server.issuer} names no token endpoint.`);
  }
  const what = 'token endpoint';
  const obtainedAt = deps.clock.now();
  const proof = request.proof && { of: request.proof, server };
  const answer = await postForm(endpoint, { ...request, what, proof }, deps.fetch);
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch {
    json = undefined;
  }
  const parsed = tokenAnswer.safeParse(json);
  if (!parsed.success) {
    // Some servers report errors with status 200.
    if (errorOf(answer)) throw refusal(answer, what);
    throw new OAuthFailure('metadata-invalid', `The ${what} of ${answer.url.host} sent no token.`);
  }
  const { access_token, token_type, refresh_token, scope, expires_in } = parsed.data;
  return {
    accessToken: access_token,
    tokenType: token_type,
    refreshToken: refresh_token,
    scope: scope ?? request.scope,
    obtainedAt,
    lifetimeMs: expires_in,
  };
}
