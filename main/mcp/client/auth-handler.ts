/** What a server said when it refused a request for want of authorization. */
export interface AuthChallenge {
  readonly status: number;
  /** The URL that was asked for. */
  readonly url: string;
  /** The `WWW-Authenticate` header as it was sent. */
  readonly header: string | undefined;
  /** Lower case, such as `bearer` or `dpop`. */
  readonly scheme: string | undefined;
  /** Parameters of the challenge by lower-case name: `resource_metadata`, `scope`, `error`, … */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A request that is about to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** What `token()` gave. */
  readonly token: string | undefined;
}

/**
 * The one seam between the client and whatever knows how to sign in. Everything in it may reject; the request then fails
 * with that error as its cause. The client never keeps a token.
 */
export interface AuthHandler {
  /** The access token for the next request; undefined sends none. */
  token(): Promise<string | undefined>;
  /** HTTP 401. True when there is a new token and the request should be sent again; asked once per request. */
  onUnauthorized(challenge: AuthChallenge): Promise<boolean>;
  /** HTTP 403 with `insufficient_scope`. True to send the request again; asked three times per request at most. */
  onInsufficientScope(challenge: AuthChallenge): Promise<boolean>;
  /** Headers of a signed request (DPoP). In their presence no `Authorization` is added by the client. */
  sign?(request: OutgoingRequest): Promise<Readonly<Record<string, string>>>;
  /** Sees each answer before anything else does (DPoP nonces). True to sign and send the request again, twice at most. */
  onResponse?(response: {
    readonly status: number;
    readonly url: string;
    readonly headers: Headers;
  }): boolean;
}

const PARAMETER = /([a-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi;

/** Reads a refusal. */
export function readChallenge(response: Response, url: string): AuthChallenge {
  const header = response.headers.get('www-authenticate') ?? undefined;
  const parameters: Record<string, string> = {};
  for (const [, name, quoted, plain] of (header ?? '').matchAll(PARAMETER)) {
    if (name === undefined) continue;
    parameters[name.toLowerCase()] ??= quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '';
  }
  const scheme = header === undefined ? undefined : /^\s*([^\s,=]+)(?:\s|$)/.exec(header)?.[1];
  return { status: response.status, url, header, scheme: scheme?.toLowerCase(), parameters };
}
