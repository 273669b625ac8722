import { webcrypto } from 'node:crypto';
import { DpopSession, generateDpopKeyPair } from '@modelcontextprotocol/client';
import type { DpopAlg, DpopKeyPair } from '@modelcontextprotocol/client';
import type { ProofKey } from './credential.ts';
import { OAuthFailure } from './oauth-failure.ts';

const importAlgorithms = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
} as const satisfies Partial<Record<DpopAlg, object>>;
type ProofAlg = keyof typeof importAlgorithms;

/** All else in a key is secret, or says what it may be used for. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e'];

function isProofAlg(alg: string): alg is ProofAlg {
  return Object.hasOwn(importAlgorithms, alg);
}

/** A key for proofs (RFC 9449) in an algorithm that the authorization server takes. */
export async function createProofKey(offered: readonly string[] | undefined): Promise<ProofKey> {
  const alg = offered?.length ? offered.find(isProofAlg) : 'ES256';
  if (alg === undefined) {
    throw new OAuthFailure(
      'metadata-invalid',
      'The server demands proofs of possession, in none of the algorithms that this program has.',
    );
  }
  const chosen: ProofAlg = offered?.includes('ES256') ? 'ES256' : alg;
  const pair = await generateDpopKeyPair({ alg: chosen, extractable: true });
  const jwk = await webcrypto.subtle.exportKey('jwk', pair.privateKey);
  return { alg: chosen, jwk: { ...jwk } };
}

/** Opens the signing session of a stored key. */
export async function openProofSession(key: ProofKey): Promise<DpopSession> {
  const { alg } = key;
  if (!isProofAlg(alg))
    throw new OAuthFailure('store', 'The stored key for proofs cannot be used.');
  const algorithm = importAlgorithms[alg];
  const importKey = (
    jwk: webcrypto.JsonWebKey,
    use: 'sign' | 'verify',
  ): Promise<webcrypto.CryptoKey> =>
    webcrypto.subtle.importKey('jwk', jwk, algorithm, use === 'verify', [use]);
  const publicPart = Object.fromEntries(
    Object.entries(key.jwk).filter(([name]) => PUBLIC_MEMBERS.includes(name)),
  );
  const pair: DpopKeyPair = {
    privateKey: await importKey({ ...key.jwk, key_ops: ['sign'] }, 'sign'),
    publicKey: await importKey({ ...publicPart, key_ops: ['verify'] }, 'verify'),
    publicJwk: publicPart,
    thumbprint: '',
    alg,
  };
  return DpopSession.create({ keyPair: pair });
}
