/**
 * Why a sign-in, a refresh or a token request failed. Each code has one cause:
 * client-id-needed: the authorization server registers nobody by itself and no client id is configured ·
 * registration-refused: it refused our registration · pkce-missing: it does not offer S256 · issuer-mismatch: metadata or
 * callback name another issuer · issuer-missing: the callback lacks an issuer that was promised · resource-mismatch: the
 * metadata belongs to another server · unsafe-address: an address from metadata may not be used · metadata-invalid:
 * metadata that cannot be read · unreachable: no usable answer from the authorization server, nothing is lost ·
 * denied: the person or the server said no · callback-invalid, callback-unknown, callback-replayed: a callback address that
 * finishes no open sign-in · timeout · cancelled · token-refused: the token endpoint answered with an error ·
 * too-many-authorizations · client-mismatch: the configured client belongs to
 * another authorization server · store: the sign-in could not be read or kept · refused-by-host: a check of the host threw.
 */
export type OAuthFailureCode =
  | 'client-id-needed'
  | 'registration-refused'
  | 'pkce-missing'
  | 'issuer-mismatch'
  | 'issuer-missing'
  | 'resource-mismatch'
  | 'unsafe-address'
  | 'metadata-invalid'
  | 'unreachable'
  | 'denied'
  | 'callback-invalid'
  | 'callback-unknown'
  | 'callback-replayed'
  | 'timeout'
  | 'cancelled'
  | 'token-refused'
  | 'too-many-authorizations'
  | 'client-mismatch'
  | 'store'
  | 'refused-by-host';

export interface OAuthFailureDetails {
  /** The `error` of an OAuth answer, such as `invalid_grant`. */
  readonly error?: string | undefined;
  readonly status?: number | undefined;
  /** The issuer that the failure is about. */
  readonly issuer?: string | undefined;
  readonly cause?: unknown;
}

/** The one error of this folder. `message` is a whole sentence without secrets. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure';
  constructor(
    readonly code: OAuthFailureCode,
    message: string,
    readonly details: OAuthFailureDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
  }
}

/** True when trying again later may help and nothing was decided. */
export function isTransient(thrown: unknown): boolean {
  return thrown instanceof OAuthFailure && thrown.code === 'unreachable';
}
