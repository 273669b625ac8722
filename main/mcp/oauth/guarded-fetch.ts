import { lookup as dnsLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { CertificateProblem } from '../../lib/network/certificate-problem.ts';
import { currentNetwork } from '../../lib/network/network.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { checkMetadataUrl, mayReach, reachOf, unsafe } from './url-policy.ts';
import type { Reach, ResolveHost } from './url-policy.ts';

/** An answer, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it came from, after redirects. */
  readonly url: URL;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Names the address in sentences, such as "token endpoint". */
  readonly what: string;
}

/**
 * Fetches an address that metadata named. Rejects with an `OAuthFailure`: `unsafe-address` when the gate refuses the
 * address, what its name leads to, or a redirect; `unreachable` when there is no answer.
 */
export type GuardedFetch = (address: string, request: GuardedRequest) => Promise<HttpAnswer>;

export interface GuardedFetchDeps {
  /** The reach of the MCP server that the metadata belongs to. */
  readonly from: Reach;
  readonly resolve: ResolveHost;
  readonly clock: Clock;
  /** In place of our own connections. Names are then resolved and checked before each request. */
  readonly fetch?: FetchLike | undefined;
  /** A PEM file whose certificates are trusted as well. */
  readonly caFile?: string | undefined;
  /** Ends questions that are under way. Token requests are never cut off: a token that is already spent would be lost. */
  readonly closing?: AbortSignal | undefined;
  /** How long one request may take, in ms. */
  readonly timeoutMs: number;
}

const MAX_BODY = 1_048_576;
const MAX_REDIRECTS = 5;

export const systemResolve: ResolveHost = (hostname) => dnsLookup(hostname, { all: true });

export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  return async (address, request) => {
    let url = checkMetadataUrl(address, request.what, deps.from);
    const limit = timeLimit(deps, request);
    try {
      for (let hop = 0; ; hop += 1) {
        const answer = await sendOnce(url, request, deps, limit.signal);
        const location = answer.headers.get('location');
        if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
        url = redirectTarget(url, location, request, answer.status, deps.from);
        if (hop === MAX_REDIRECTS) {
          throw unsafe(url.href, request.what, 'it redirects too often');
        }
      }
    } catch (thrown) {
      throw asFailure(thrown, url, limit.timedOut());
    } finally {
      limit.end();
    }
  };
}

function timeLimit(
  deps: GuardedFetchDeps,
  request: GuardedRequest,
): { readonly signal: AbortSignal; timedOut(): boolean; end(): void } {
  const controller = new AbortController();
  let isLate = false;
  const cancel = deps.clock.after(deps.timeoutMs, () => {
    isLate = true;
    controller.abort();
  });
  const abort = (): void => controller.abort();
  const given = request.method === 'GET' ? deps.closing : undefined;
  if (given?.aborted) abort();
  else given?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => isLate,
    end: () => {
      cancel();
      given?.removeEventListener('abort', abort);
    },
  };
}

function redirectTarget(
  from: URL,
  location: string,
  request: GuardedRequest,
  status: number,
  reach: Reach,
): URL {
  if (!URL.canParse(location, from.href))
    throw unsafe(location, request.what, 'it redirects nowhere');
  const target = checkMetadataUrl(
    new URL(location, from).href,
    `redirect of the ${request.what}`,
    reach,
  );
  // A request with a secret in it goes where it was addressed to and nowhere else.
  const isSafe =
    request.method === 'GET' ||
    (target.origin === from.origin && (status === 307 || status === 308));
  if (!isSafe) throw unsafe(target.href, request.what, 'it redirects a request that holds secrets');
  return target;
}

async function sendOnce(
  url: URL,
  request: GuardedRequest,
  deps: GuardedFetchDeps,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const init = {
    method: request.method,
    headers: { accept: 'application/json', ...request.headers },
    body: request.body ?? null,
    redirect: 'manual',
    signal,
  } as const;
  if (deps.fetch) {
    await checkAddresses(
      url.hostname,
      await resolveHost(url.hostname, deps),
      request.what,
      deps.from,
    );
    return readAnswer(await deps.fetch(url.href, init), url, request.what);
  }
  const { fetch } = await import('undici');
  const agent = await currentNetwork().agent({
    lookup: guardedLookup(url, request.what, deps),
    caFile: deps.caFile,
  });
  try {
    const response = await fetch(url.href, { ...init, dispatcher: agent });
    return await readAnswer(response, url, request.what);
  } finally {
    await agent.destroy();
  }
}

async function resolveHost(
  hostname: string,
  deps: GuardedFetchDeps,
): Promise<readonly { address: string; family: number }[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return reachOf(hostname) === 'loopback' ? [] : deps.resolve(host);
}

/** Checks what a name leads to at the moment of connecting, so that it cannot lead elsewhere in between. */
function guardedLookup(url: URL, what: string, deps: GuardedFetchDeps): LookupFunction {
  return (hostname, options, callback) => {
    const resolving =
      reachOf(hostname) === 'loopback' ? systemResolve(hostname) : deps.resolve(hostname);
    resolving
      .then(async (found) => {
        await checkAddresses(url.hostname, found, what, deps.from);
        const first = found[0];
        if (!first) throw new Error(`${hostname} has no address`);
        if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      })
      .catch((failure: unknown) => {
        callback(failure instanceof Error ? failure : new Error(messageOf(failure)), '', 0);
      });
  };
}

async function checkAddresses(
  hostname: string,
  found: readonly { readonly address: string }[],
  what: string,
  from: Reach,
): Promise<void> {
  if (reachOf(hostname) !== 'public') return;
  const bad = found.find(({ address }) => !mayReach(from, reachOf(address)));
  if (bad)
    throw unsafe(hostname, what, 'its name leads from a public server into a private network');
}

/** What the global Response and that of our own connections have in common. */
interface AnswerSource {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

async function readAnswer(response: AnswerSource, url: URL, what: string): Promise<HttpAnswer> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop ends the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) {
      throw new OAuthFailure('metadata-invalid', `The ${what} sent more than 1 MiB.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  text += decoder.decode();
  return { status: response.status, headers: new Headers([...response.headers]), text, url };
}

function asFailure(thrown: unknown, url: URL, isLate: boolean): OAuthFailure {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if (cause instanceof OAuthFailure) return cause;
    if (cause instanceof CertificateProblem)
      return new OAuthFailure('unreachable', cause.message, { cause: thrown });
    cause = cause.cause;
  }
  if (isLate) {
    return new OAuthFailure('unreachable', `${url.host} did not answer in time.`, {
      cause: thrown,
    });
  }
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  const why =
    messageOf(cause) || (cause instanceof Error && 'code' in cause ? String(cause.code) : '');
  return new OAuthFailure('unreachable', `${url.host} could not be reached (${why}).`, {
    cause: thrown,
  });
}
