import { createHash, createPublicKey, verify } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';

export interface Jws {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

function part(text: string | undefined): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >;
}

/** Reads and verifies an ES256 or RS256 signature; with no key, the one in its own header. Throws when it is not good. */
export function verifyJws(token: string, key?: object): Jws {
  const [head, body, signature] = token.split('.');
  const header = part(head);
  const jwk = (key ?? header['jwk']) as JsonWebKey;
  if (jwk.d !== undefined) throw new Error('a private key was sent');
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isGood = verify(
    'sha256',
    Buffer.from(`${head ?? ''}.${body ?? ''}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  );
  if (!isGood) throw new Error('the signature is not good');
  return { header, payload: part(body) };
}

/** RFC 7638 thumbprint of an EC key. */
export function thumbprint(jwk: object): string {
  const { crv, kty, x, y } = jwk as Record<string, unknown>;
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
