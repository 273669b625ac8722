import { createPrivateKeyJwtAuth } from '@modelcontextprotocol/client';
import type { ClientIdentity, TokenAuthMethod } from './credential.ts';
import type { ServerMetadata } from './metadata.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** A key to sign client assertions with. Comes from the host and is never stored here. */
export interface SigningKey {
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** JWS algorithm, such as `ES256`. */
  readonly alg: string;
}

/** How to prove to the token endpoint who we are. */
export interface ClientProof {
  readonly client: ClientIdentity;
  readonly signingKey?: SigningKey | undefined;
}

/** Adds the proof of a client to a token, revocation or introspection request, as it was registered (OA-9). */
export async function authenticateClient(
  { client, signingKey }: ClientProof,
  metadata: ServerMetadata,
  endpoint: URL,
  request: { readonly headers: Headers; readonly form: URLSearchParams },
): Promise<void> {
  const { headers, form } = request;
  const secret = client.clientSecret;
  switch (chooseMethod(client, signingKey, metadata)) {
    case 'none':
      form.set('client_id', client.clientId);
      return;
    case 'client_secret_post':
      form.set('client_id', client.clientId);
      form.set('client_secret', needSecret(secret));
      return;
    case 'client_secret_basic': {
      const pair = `${formEncode(client.clientId)}:${formEncode(needSecret(secret))}`;
      headers.set('authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`);
      return;
    }
    case 'private_key_jwt': {
      if (!signingKey) throw missing('a private key');
      form.set('client_id', client.clientId);
      await createPrivateKeyJwtAuth({
        issuer: client.clientId,
        subject: client.clientId,
        privateKey: signingKey.privateKey,
        alg: signingKey.alg,
        audience: metadata.issuer,
      })(headers, form, endpoint);
    }
  }
}

/** What was registered, where the server still lists it; else the first that both sides can do. */
function chooseMethod(
  client: ClientIdentity,
  signingKey: SigningKey | undefined,
  metadata: ServerMetadata,
): TokenAuthMethod {
  if (signingKey) return 'private_key_jwt';
  if (client.authMethod !== undefined) return client.authMethod;
  const offered = metadata.token_endpoint_auth_methods_supported;
  if (client.clientSecret === undefined) return 'none';
  // RFC 8414: a server that lists none takes Basic.
  if (!offered?.length || offered.includes('client_secret_basic')) return 'client_secret_basic';
  if (offered.includes('client_secret_post')) return 'client_secret_post';
  return offered.includes('none') ? 'none' : 'client_secret_post';
}

function needSecret(secret: string | undefined): string {
  if (secret === undefined) throw missing('a client secret');
  return secret;
}

function missing(what: string): OAuthFailure {
  return new OAuthFailure(
    'client-id-needed',
    `The authorization server wants ${what} of this client, and none is configured. Add it in the server's settings.`,
  );
}

/** RFC 6749, 2.3.1: both halves are form-encoded before they are joined. */
function formEncode(value: string): string {
  return new URLSearchParams({ value }).toString().slice('value='.length);
}
