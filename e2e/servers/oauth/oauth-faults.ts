/** How the scripted authorization server and its protected MCP server behave. The defaults are a faultless pair. */
export interface OAuthScript {
  /** Where the protected resource metadata is, or what is wrong with it. */
  prm:
    | 'header'
    | 'path'
    | 'root'
    | 'none'
    | 'no-json'
    | 'status-500'
    | 'other-resource'
    | 'without-servers';
  /** Instead of the address that the challenge names. */
  prmAddress: string | undefined;
  /** Scheme of the challenge and whether it is the only one. */
  challenge: 'bearer' | 'after-basic' | 'dpop';
  /** Which well-known address of the authorization server answers, or what is wrong. */
  metadata: 'oauth' | 'oidc' | 'oidc-appended' | 'none' | 'status-500' | 'no-json';
  /** Path of the issuer, such as `/tenant`. */
  issuerPath: string;
  /** Instead of the issuer in the metadata. */
  echoedIssuer: string | undefined;
  /** Fields of the metadata that are replaced; undefined removes one. */
  metadataFields: Readonly<Record<string, unknown>>;
  pkceMethods: readonly string[] | undefined;
  issAdvertised: boolean;
  iss: 'right' | 'absent' | 'wrong' | 'with-slash';
  /** The sign-in page asks a person for a name and an answer, instead of answering at once. */
  loginPage: boolean;
  /** What the sign-in page answers. */
  consent: 'yes' | 'access_denied' | 'server_error';
  registration: 'open' | 'absent' | 'null' | 'refused' | 'no-custom-scheme' | 'secret';
  /** What the token endpoint takes from a client with a secret. */
  clientAuth: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** Clients that exist without registering: id and secret. */
  knownClients: Readonly<Record<string, string | undefined>>;
  /** JSON Web Keys, by client, for private_key_jwt, and for assertions, by issuer. */
  publicKeys: Readonly<Record<string, object>>;
  expiresIn: unknown;
  /** Refresh tokens: none, always the same, or a new one each time, where a second use ends the sign-in. */
  refresh: 'none' | 'same' | 'rotating';
  /** Answers of the token endpoint. drop: the connection is cut after the request was carried out. */
  token: 'ok' | 'status-500' | 'drop' | 'no-json' | 'error-with-200' | 'hold';
  /** Errors that take the place of the next answers of the token endpoint. */
  tokenErrors: string[];
  scopesSupported: readonly string[] | undefined;
  resourceScopes: readonly string[] | undefined;
  /** What a token must hold, per JSON-RPC method; '*' for all. */
  requiredScopes: Readonly<Record<string, string>>;
  challengeNamesScope: boolean;
  /** The server grants less than is asked for. */
  grantedScope: string | undefined;
  dpop: 'off' | 'required' | 'with-nonces';
  revocation: boolean;
  metadataDocuments: boolean;
}

export const faultless: OAuthScript = {
  prm: 'header',
  prmAddress: undefined,
  challenge: 'bearer',
  metadata: 'oauth',
  issuerPath: '',
  echoedIssuer: undefined,
  metadataFields: {},
  pkceMethods: ['S256'],
  issAdvertised: true,
  iss: 'right',
  loginPage: false,
  consent: 'yes',
  registration: 'open',
  clientAuth: 'none',
  knownClients: {},
  publicKeys: {},
  expiresIn: 3600,
  refresh: 'rotating',
  token: 'ok',
  tokenErrors: [],
  scopesSupported: undefined,
  resourceScopes: undefined,
  requiredScopes: {},
  challengeNamesScope: false,
  grantedScope: undefined,
  dpop: 'off',
  revocation: true,
  metadataDocuments: false,
};

/** One request that arrived, oldest first. `form` holds query or body parameters. */
export interface OAuthRequest {
  readonly at: 'resource' | 'authorization';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly form: Readonly<Record<string, string>>;
  readonly json: unknown;
}
