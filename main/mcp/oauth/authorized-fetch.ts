import type { DpopSession, FetchLike } from '@modelcontextprotocol/client';
import { readDemand } from './challenge.ts';
import type { ServerDemand } from './challenge.ts';
import type { Holding } from './server-tokens.ts';

/** Where tokens come from, and what is done when one is refused. */
export interface TokenSource {
  readonly serverUrl: string;
  current(): Promise<Holding | undefined>;
  proofSession(holding: Holding): Promise<DpopSession | undefined>;
  /** Another token to try, or undefined to pass the refusal on. */
  afterUnauthorized(
    sent: Holding | undefined,
    demand: ServerDemand,
    signal: AbortSignal | undefined,
  ): Promise<Holding | undefined>;
  afterForbidden(
    sent: Holding | undefined,
    demand: ServerDemand,
    signal: AbortSignal | undefined,
  ): Promise<Holding | undefined>;
}

/** Tokens that one request is tried with at most: renewed, after a sign-in, with more scope, and with still more. */
const MAX_TRIES = 5;

/** A fetch that sends the token of a server with the requests to it. See `ServerAuth.fetch`. */
export function authorizedFetch(base: FetchLike, source: TokenSource): FetchLike {
  const { origin } = new URL(source.serverUrl);
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    if (new URL(url).origin !== origin || headers.has('authorization')) return base(url, init);
    const signal = init?.signal ?? undefined;
    let holding = await source.current();
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(base, url, init, holding, source);
      const refused = response.status === 401 || response.status === 403;
      if (!refused || attempt === MAX_TRIES || !isRepeatable(init)) return response;
      const demand = readDemand(response);
      const next =
        response.status === 401
          ? await source.afterUnauthorized(holding, demand, signal)
          : await source.afterForbidden(holding, demand, signal);
      if (!next) return response;
      await response.body?.cancel().catch(() => undefined);
      holding = next;
    }
  };
}

async function send(
  base: FetchLike,
  url: string | URL,
  init: RequestInit | undefined,
  holding: Holding | undefined,
  source: TokenSource,
): Promise<Response> {
  if (!holding) return base(url, init);
  const { accessToken, tokenType } = holding.credential.tokens;
  const session =
    tokenType.toLowerCase() === 'dpop' ? await source.proofSession(holding) : undefined;
  const sendOnce = async (): Promise<Response> => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `${session ? 'DPoP' : 'Bearer'} ${accessToken}`);
    if (session) {
      const htm = init?.method ?? 'GET';
      headers.set('dpop', await session.buildProof({ htm, htu: url, accessToken }));
    }
    return base(url, { ...init, headers });
  };
  let response = await sendOnce();
  session?.observeNonce(response, url);
  if (session && asksForNonce(response) && isRepeatable(init)) {
    await response.body?.cancel().catch(() => undefined);
    response = await sendOnce();
    session.observeNonce(response, url);
  }
  return response;
}

/** The nonce itself came in a header, which the session has read. */
function asksForNonce(response: Response): boolean {
  return response.status === 401 && readDemand(response).error === 'use_dpop_nonce';
}

/** A body that is a stream is gone once it was sent. */
function isRepeatable(init: RequestInit | undefined): boolean {
  const body = init?.body;
  return (
    body === undefined ||
    body === null ||
    typeof body === 'string' ||
    body instanceof URLSearchParams
  );
}
