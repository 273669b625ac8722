import { generateKeyPairSync, sign } from 'node:crypto';

/** A key of a person or program that signs ES256 tokens. */
export interface TokenSigner {
  /** JSON Web Key. */
  readonly publicKey: object;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  sign(
    payload: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ): string;
}

export function createSigner(): TokenSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    publicKey: publicKey.export({ format: 'jwk' }),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sign: (payload, header = {}) => {
      const text = `${part({ alg: 'ES256', ...header })}.${part(payload)}`;
      const signature = sign('sha256', Buffer.from(text), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}
