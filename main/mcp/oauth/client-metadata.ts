import type { TokenAuthMethod } from './credential.ts';

/** Where answers to an authorization request may come back to (OA-8). */
export const PROTOCOL_REDIRECT = 'parley://oauth/callback';
/** Without a port: authorization servers take any port of a loopback address (RFC 8252, 7.3). */
export const LOOPBACK_REDIRECT = 'http://127.0.0.1/callback';

export interface ClientDescription {
  readonly clientName: string;
  readonly clientUri?: string | undefined;
}

/** What a client says of itself, the same in a registration and in a client id metadata document. */
export function clientMetadata(
  { clientName, clientUri }: ClientDescription,
  redirectUris: readonly string[],
  authMethod: TokenAuthMethod = 'none',
): Readonly<Record<string, unknown>> {
  const isNative = redirectUris.every((uri) => !uri.startsWith('https:'));
  return {
    client_name: clientName,
    ...(clientUri === undefined ? {} : { client_uri: clientUri }),
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod,
    application_type: isNative ? 'native' : 'web',
  };
}

/**
 * The client id metadata document to host at `documentUrl`, which then is the client id. It must be served there over
 * https as `application/json`, without redirects.
 */
export function clientMetadataDocument(
  documentUrl: string,
  description: ClientDescription,
): Readonly<Record<string, unknown>> {
  return {
    client_id: documentUrl,
    ...clientMetadata(description, [PROTOCOL_REDIRECT, LOOPBACK_REDIRECT]),
  };
}

/** True for an address that can be a client id: https (or http on this computer) with a path, without query or fragment. */
export function isClientIdUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(address);
  const isLocal = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost');
  return (
    (protocol === 'https:' || isLocal) &&
    pathname !== '/' &&
    `${search}${hash}${username}${password}` === ''
  );
}
