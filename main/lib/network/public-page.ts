import { lookup as dnsLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { delay } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { isPrivateHost } from '../private-address.ts';
import { gateUrl } from '../url-gate.ts';
import type { UrlRefusal } from '../url-gate.ts';
import { CertificateProblem } from './certificate-problem.ts';
import { currentNetwork } from './network.ts';

const LIMIT_MS = 30_000;
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_REDIRECTS = 5;

export interface PageRequest {
  readonly url: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Kinds of content that are wanted. */
  readonly accept: string;
  /** Whether a host, or the address that its name leads to, is of this computer or its network. */
  readonly isPrivate?: ((host: string) => boolean) | undefined;
  readonly resolve?:
    ((host: string) => Promise<readonly { address: string; family: number }[]>) | undefined;
}

export interface Page {
  readonly url: string;
  readonly status: number;
  /** Lower case, without parameters. */
  readonly type: string;
  readonly charset: string | undefined;
  readonly bytes: Buffer;
  /** It is longer than what was read. */
  readonly isCut: boolean;
}

/** Why a page was not fetched, as a sentence. */
export class PublicPageError extends Error {
  override readonly name = 'PublicPageError';
}

/** An address on another host that the page leads to; it is another decision. */
export interface Redirected {
  readonly to: string;
}

const refusals: Readonly<Record<UrlRefusal, string>> = {
  'no-address': 'it is no web address',
  'too-long': 'it is too long',
  'hidden-characters': 'it holds blanks or characters that are not seen',
  scheme: 'only http and https are fetched',
  'plain-http': 'plain http can be read and changed on its way. Use https',
  'user-info': 'it holds a user name or a password',
};

/**
 * Fetches a page of the public web. Every address on the way passes the gate, and what its name leads to is checked when it is
 * connected to, so that it cannot lead into the private network. Throws `PublicPageError`.
 */
export async function fetchPublicPage(request: PageRequest): Promise<Page | Redirected> {
  const limit = new AbortController();
  const end = new AbortController();
  const late = delay(request.clock, LIMIT_MS, end.signal).then(
    () =>
      limit.abort(
        new PublicPageError(`There was no whole answer in ${String(LIMIT_MS / 1_000)} s.`),
      ),
    () => undefined,
  );
  const signal = AbortSignal.any([request.signal, limit.signal]);
  let url = checked(request, request.url);
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await fetchOnce(request, url, signal);
      if (!('location' in answer)) return answer;
      const next = checked(request, new URL(answer.location, url).href);
      if (next.host !== url.host) return { to: next.href };
      url = next;
    }
    throw new PublicPageError(
      `${request.url} redirects more than ${String(MOST_REDIRECTS)} times.`,
    );
  } catch (error) {
    request.signal.throwIfAborted();
    throw problem(error, url, limit.signal);
  } finally {
    end.abort(new Error('The request has ended.'));
    await late;
  }
}

function checked({ isPrivate = isPrivateHost }: PageRequest, address: string): URL {
  const verdict = gateUrl(address);
  if (!verdict.ok)
    throw new PublicPageError(
      `${address.slice(0, 200)} is not fetched: ${refusals[verdict.reason]}.`,
    );
  const url = new URL(verdict.url);
  if (isPrivate(url.hostname)) throw privateAddress(url.hostname);
  return url;
}

function privateAddress(host: string): PublicPageError {
  return new PublicPageError(
    `${host} is not fetched: it is on this computer or in its private network, which is not reached from here.`,
  );
}

async function fetchOnce(
  request: PageRequest,
  url: URL,
  signal: AbortSignal,
): Promise<Page | { readonly location: string }> {
  const { fetch } = await import('undici');
  const agent = await currentNetwork().agent({ lookup: guardedLookup(request) });
  try {
    const response = await fetch(url.href, {
      redirect: 'manual',
      signal,
      dispatcher: agent,
      headers: { accept: request.accept },
    });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) return { location };
    const { bytes, isCut } = await bounded(response.body);
    const [type = '', ...parameters] = (response.headers.get('content-type') ?? '').split(';');
    const charset = parameters
      .map((one) => /^\s*charset="?([^"\s]+)"?\s*$/i.exec(one)?.[1])
      .find((one) => one !== undefined);
    return {
      url: url.href,
      status: response.status,
      type: type.trim().toLowerCase(),
      charset,
      bytes,
      isCut,
    };
  } finally {
    await agent.destroy();
  }
}

async function bounded(
  body: AsyncIterable<Uint8Array> | null,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const room = MOST_BYTES - size;
    chunks.push(chunk.subarray(0, room));
    size += chunk.byteLength;
    if (chunk.byteLength > room) return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

function guardedLookup({
  resolve = (host) => dnsLookup(host, { all: true }),
  isPrivate = isPrivateHost,
}: PageRequest): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((found) => {
        const [first] = found;
        if (!first) throw new PublicPageError(`${hostname} has no address.`);
        if (found.some(({ address }) => isPrivate(address))) throw privateAddress(hostname);
        if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      })
      .catch((error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), '', 0);
      });
  };
}

function problem(error: unknown, url: URL, limit: AbortSignal): Error {
  if (limit.aborted && limit.reason instanceof Error) return limit.reason;
  let words = '';
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if (cause instanceof PublicPageError) return cause;
    if (cause instanceof CertificateProblem) return new PublicPageError(cause.message);
    words = cause.message || words;
    cause = cause.cause;
  }
  return new PublicPageError(
    `${url.host} could not be reached: ${words || 'no reason was given'}.`,
  );
}
