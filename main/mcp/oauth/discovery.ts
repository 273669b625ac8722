import { buildDiscoveryUrls, checkResourceAllowed } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import type { ServerDemand } from './challenge.ts';
import { foreignText } from './foreign-text.ts';
import type { GuardedFetch, HttpAnswer } from './guarded-fetch.ts';
import { resourceMetadataSchema, serverMetadataSchema } from './metadata.ts';
import type { ResourceMetadata, ServerMetadata } from './metadata.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** Who protects an MCP server, as far as it says. */
export interface Protection {
  /** The resource indicator (RFC 8707), as it is sent in every request. */
  readonly resource: string;
  /** Issuers in the server's order; one at least. */
  readonly issuers: readonly string[];
  readonly resourceScopes: readonly string[] | undefined;
  readonly dpop: boolean;
  /** No protected resource metadata: the server is of an age where it was its own authorization server. */
  readonly isLegacy: boolean;
}

/** An authorization server that was found and whose metadata was checked. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly metadata: ServerMetadata;
  /** It has no metadata at all; its endpoints are the default ones of protocol revision 2025-03-26. */
  readonly isAssumed: boolean;
}

const PROTOCOL_HEADERS = { 'mcp-protocol-version': '2025-11-25' };

/**
 * Asks an MCP server who protects it: the address in its challenge, then the well-known ones of its path and of its root
 * (RFC 9728). Rejects with `OAuthFailure`; a server that cannot be read is never taken for one without metadata.
 */
export async function discoverProtection(
  serverUrl: string,
  demand: ServerDemand | undefined,
  get: GuardedFetch,
): Promise<Protection> {
  const found = await findResourceMetadata(serverUrl, demand?.metadataUrl, get);
  const own = withoutFragment(serverUrl);
  if (!found) {
    return {
      resource: own,
      issuers: [new URL(serverUrl).origin],
      resourceScopes: undefined,
      dpop: demand?.dpop ?? false,
      isLegacy: true,
    };
  }
  if (!isResourceOf(serverUrl, found.resource)) {
    throw new OAuthFailure(
      'resource-mismatch',
      `The sign-in details of this server belong to another one (${foreignText(found.resource)}), so they are not used.`,
    );
  }
  const named = found.authorization_servers ?? [];
  return {
    resource: found.resource,
    issuers: named.length > 0 ? named : [new URL(serverUrl).origin],
    resourceScopes: found.scopes_supported,
    dpop: found.dpop_bound_access_tokens_required || (demand?.dpop ?? false),
    isLegacy: false,
  };
}

/** True when a token for `resource` may be sent to `serverUrl`: same origin, a path that is the same or above, and the same query if it has one. */
export function isResourceOf(serverUrl: string, resource: string): boolean {
  if (!URL.canParse(resource)) return false;
  // One that names a query, such as a tenant, is for that one alone.
  const { search } = new URL(resource);
  if (search !== '' && search !== new URL(serverUrl).search) return false;
  return checkResourceAllowed({
    requestedResource: withoutFragment(serverUrl),
    configuredResource: resource,
  });
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

async function findResourceMetadata(
  serverUrl: string,
  announced: string | undefined,
  get: GuardedFetch,
): Promise<ResourceMetadata | undefined> {
  const { origin, pathname, search } = new URL(serverUrl);
  const base = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  const candidates = [announced, `${base}${path}${search}`, base];
  for (const address of new Set(candidates.filter((one) => one !== undefined))) {
    const what = 'protected resource metadata';
    const answer = await get(address, { method: 'GET', what, headers: PROTOCOL_HEADERS });
    if (isPresent(answer, what)) return parse(answer, resourceMetadataSchema, what);
  }
  return undefined;
}

/**
 * Finds the metadata of an authorization server: RFC 8414, then OpenID Connect, in the order that the protocol fixes.
 * The issuer must be echoed to the letter. Without any metadata the default endpoints are taken, for a server of that
 * age only (`isLegacy`).
 */
export async function discoverServer(
  issuer: string,
  options: { readonly isLegacy: boolean; readonly get: GuardedFetch },
): Promise<AuthorizationServer> {
  if (!URL.canParse(issuer)) throw invalid('name of the authorization server', foreignText(issuer));
  for (const { url } of buildDiscoveryUrls(issuer)) {
    const what = 'authorization server metadata';
    const answer = await options.get(url.href, { method: 'GET', what, headers: PROTOCOL_HEADERS });
    if (!isPresent(answer, what)) continue;
    const metadata = parse(answer, serverMetadataSchema, what);
    checkIssuer(metadata.issuer, issuer, options.isLegacy);
    return { issuer: metadata.issuer, metadata, isAssumed: false };
  }
  if (options.isLegacy) return assumedServer(issuer);
  throw new OAuthFailure(
    'metadata-invalid',
    `The authorization server ${foreignText(issuer)} publishes no metadata, so it cannot be used.`,
    { issuer },
  );
}

/**
 * A server of the older age has no issuer of its own to echo, only the origin where it was asked. Whatever name that
 * origin gives to itself is taken; the name of another origin is not.
 */
function checkIssuer(echoed: string, asked: string, isLegacy: boolean): void {
  if (echoed === asked) return;
  if (isLegacy && URL.canParse(echoed) && new URL(echoed).origin === asked) return;
  throw new OAuthFailure(
    'issuer-mismatch',
    `The metadata of the authorization server ${foreignText(asked)} names another issuer, so it is not used.`,
    { issuer: asked },
  );
}

function assumedServer(origin: string): AuthorizationServer {
  return {
    issuer: origin,
    isAssumed: true,
    metadata: serverMetadataSchema.parse({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      code_challenge_methods_supported: ['S256'],
    }),
  };
}

/** False when there is no such document; throws when the server has trouble, which says nothing about the document. */
function isPresent(answer: HttpAnswer, what: string): boolean {
  if (answer.status >= 200 && answer.status < 300) return true;
  if (answer.status < 500) return false;
  throw new OAuthFailure(
    'unreachable',
    `${answer.url.host} answered HTTP ${answer.status} instead of its ${what}.`,
    { status: answer.status },
  );
}

function parse<S extends z.ZodType>(answer: HttpAnswer, schema: S, what: string): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch (failure) {
    throw invalid(what, `${answer.url.href} is no JSON`, failure);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') || 'the whole document';
  throw invalid(what, `${answer.url.href} has no usable ${field}`);
}

function invalid(what: string, why: string, cause?: unknown): OAuthFailure {
  return new OAuthFailure('metadata-invalid', `The ${what} cannot be used: ${why}.`, { cause });
}
