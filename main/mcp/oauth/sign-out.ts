import { messageOf } from '../../../shared/lib/errors.ts';
import type { CredentialKey, StoredCredential } from './credential.ts';
import type { OAuthDeps } from './oauth-contract.ts';
import type { ServerTokens } from './server-tokens.ts';
import type { TargetFinder } from './target.ts';
import { postForm } from './token-endpoint.ts';

/**
 * Tells the authorization server that tokens are of no more use (RFC 7009), where it takes that. Never rejects: the tokens
 * are deleted here either way.
 */
export async function revokeTokens(
  key: CredentialKey,
  credential: StoredCredential,
  finder: TargetFinder,
  tokens: ServerTokens,
  deps: OAuthDeps,
): Promise<void> {
  const { accessToken, refreshToken } = credential.tokens ?? {};
  try {
    const server = await finder.server(key.issuer, credential.isLegacy === true);
    const endpoint = server.metadata.revocation_endpoint;
    if (endpoint === undefined || server.issuer !== key.issuer) return;
    const { fetch } = await finder.fetch();
    const proof = { of: tokens.proofOf(credential, key.issuer), server };
    // The refresh token first: most servers end the access tokens with it.
    const forms = [
      { token: refreshToken, token_type_hint: 'refresh_token' },
      { token: accessToken, token_type_hint: 'access_token' },
    ];
    for (const form of forms) {
      if (form.token === undefined) continue;
      await postForm(endpoint, { what: 'revocation endpoint', form, proof }, fetch);
    }
  } catch (failure) {
    deps.log('warn', 'tokens were deleted but could not be revoked', {
      server: key.serverId,
      message: messageOf(failure),
    });
  }
}
