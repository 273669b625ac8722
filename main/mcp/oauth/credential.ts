import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What a credential belongs to (OA-5). Two account labels on one server are two credentials. */
export interface CredentialKey {
  readonly serverId: string;
  readonly issuer: string;
  readonly resource: string;
  /** Label of the account; '' is the one without a label. */
  readonly account: string;
}

export const tokenAuthMethod = z.enum([
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
]);
export type TokenAuthMethod = z.infer<typeof tokenAuthMethod>;

/** Who we are to an authorization server. */
export const clientIdentity = z.object({
  /** configured: by the host · asked: a person gave it when asked · metadata-document: the address of our document. */
  source: z.enum(['configured', 'asked', 'metadata-document', 'registered']),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** Epoch ms; absent when it does not expire. */
  secretExpiresAt: z.number().optional(),
  /** As registered; absent: chosen by what the server supports. */
  authMethod: tokenAuthMethod.optional(),
  redirectUris: z.array(z.string()),
});
export type ClientIdentity = z.infer<typeof clientIdentity>;

export const tokenSet = z.object({
  accessToken: z.string(),
  /** As the server wrote it, such as `Bearer` or `DPoP`. */
  tokenType: z.string(),
  refreshToken: z.string().optional(),
  /** What was granted, or asked for where the server does not say. */
  scope: z.string().optional(),
  /** Epoch ms by our clock. */
  obtainedAt: z.number(),
  /** How long it lives from `obtainedAt`, in ms; absent when the server gave no usable figure. */
  lifetimeMs: z.number().optional(),
});
export type TokenSet = z.infer<typeof tokenSet>;

/** Private key of the proofs that a token is bound to. */
export const proofKey = z.object({ alg: z.string(), jwk: z.record(z.string(), z.unknown()) });
export type ProofKey = z.infer<typeof proofKey>;

export const storedCredential = z.object({
  client: clientIdentity,
  tokens: tokenSet.optional(),
  proofKey: proofKey.optional(),
  /** The authorization server is one of the age without protected resource metadata. */
  isLegacy: z.boolean().optional(),
  /** What the last authorization asked for. */
  requestedScope: z.string().optional(),
  savedAt: z.number(),
});
export type StoredCredential = z.infer<typeof storedCredential>;

/**
 * What the sign-ins of an address are kept under by programs that share a profile: its origin. Which of them a server may have
 * is decided by their resource and account, so an app and a command that know the server by other names find the same ones.
 */
export function signInPlace(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** A name for the key that is the same everywhere and says nothing. */
export function credentialId(key: CredentialKey): string {
  const parts = [key.serverId, key.issuer, key.resource, key.account];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** At most this long before its end a token is renewed, in ms; short-lived ones in their last tenth. */
const RENEWAL_MARGIN_MS = 60_000;

/**
 * True when a token should be renewed before it is used. A token without a usable lifetime is used until the server
 * refuses it. A clock that was set back before the token was issued says nothing, and neither does the token's age then.
 */
export function isDue(tokens: TokenSet, now: number): boolean {
  if (tokens.lifetimeMs === undefined || now < tokens.obtainedAt) return false;
  const margin = Math.min(RENEWAL_MARGIN_MS, tokens.lifetimeMs / 10);
  return now >= tokens.obtainedAt + tokens.lifetimeMs - margin;
}
