import { randomBytes } from 'node:crypto';
import type {
  DpopSession,
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthClientProvider } from './mcp-client-config.ts';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface MemoryOAuthOptions {
  /** Default: a loopback address that nobody listens at. */
  readonly redirectUrl?: string | undefined;
  /** Address of the client's own metadata document, where it has one. */
  readonly clientMetadataUrl?: string | undefined;
  /** A client that is registered already. */
  readonly client?: OAuthClientInformationMixed | undefined;
  /** A signed statement of who the program is (RFC 7523), which is exchanged for a token in place of a redirect. */
  readonly assertion?: string | undefined;
  readonly dpop?: DpopSession | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A provider for programs without a person: it keeps everything in memory and follows the authorization address itself,
 * which works with servers that ask nothing and send the code at once.
 */
export class MemoryOAuthProvider implements OAuthClientProvider {
  readonly #options: MemoryOAuthOptions;
  readonly redirectUrl: string | undefined;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: OAuthClientMetadata;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  #state = '';
  #discovery: OAuthDiscoveryState | undefined;
  #response: URLSearchParams | undefined;

  constructor(options: MemoryOAuthOptions = {}) {
    this.#options = options;
    const redirectUrl = options.redirectUrl ?? 'http://127.0.0.1:3000/callback';
    const { assertion } = options;
    this.redirectUrl = assertion === undefined ? redirectUrl : undefined;
    if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
    this.#client = options.client;
    this.clientMetadata = {
      client_name: 'parley',
      redirect_uris: [redirectUrl],
      application_type: 'native',
      grant_types: assertion === undefined ? ['authorization_code', 'refresh_token'] : [JWT_BEARER],
      response_types: ['code'],
    };
    if (assertion !== undefined)
      this.prepareTokenRequest = (scope) =>
        new URLSearchParams({
          grant_type: JWT_BEARER,
          assertion,
          ...(scope === undefined ? {} : { scope }),
        });
  }
  prepareTokenRequest?: (scope?: string) => URLSearchParams;
  clientInformation = (): OAuthClientInformationMixed | undefined => this.#client;
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client;
  }
  tokens = (): OAuthTokens | undefined => this.#tokens;
  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }
  codeVerifier = (): string => this.#verifier;
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovery;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }
  dpop = (): DpopSession | undefined => this.#options.dpop;

  state(): string {
    this.#state = randomBytes(32).toString('base64url');
    return this.#state;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
    if (scope === 'all' || scope === 'client') this.#client = this.#options.client;
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    const response = await (this.#options.fetch ?? fetch)(address, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) throw new Error('The authorization server asked for a person.');
    this.#response = new URL(location, address).searchParams;
    if (this.#response.get('state') !== this.#state)
      throw new Error('The authorization server answered another request than ours.');
  }

  authorizationResponse(): URLSearchParams {
    return this.#response ?? new URLSearchParams();
  }
}
