import { X509Certificate, createVerify } from 'node:crypto';
import * as tls from 'node:tls';
import {
  Certificate,
  CertificateChainValidationEngine,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
} from 'pkijs';
import type { SignerInfo } from 'pkijs';

/** What is known about the signature of a bundle. Names are those of the certificate. */
export type BundleSignature =
  | { readonly kind: 'none' }
  /** incomplete: not whole; method: made in a way that is not checked here; content, signature: it does not fit. */
  | {
      readonly kind: 'broken';
      readonly reason: 'incomplete' | 'method' | 'content' | 'signature';
    }
  /** It fits, and nobody but the signer says who that is. */
  | { readonly kind: 'self-signed'; readonly signer: string }
  /** It fits, and whoever issued the certificate is not known here, or it is no longer or not meant for this. */
  | { readonly kind: 'untrusted'; readonly signer: string; readonly issuer: string }
  /** It fits, and an authority that this system knows vouches for the name. */
  | { readonly kind: 'signed'; readonly signer: string; readonly issuer: string };

export interface SignatureDeps {
  /** Certificates of the authorities that are trusted, as PEM. */
  readonly roots: () => readonly string[];
  readonly now: () => Date;
}

const DATA = '1.2.840.113549.1.7.1';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const CODE_SIGNING = '1.3.6.1.5.5.7.3.3';
const hashes: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** Ways to sign that are checked: RSA as of old and ECDSA, named with their hash or without. */
const methods: ReadonlySet<string> = new Set([
  ...['1', '11', '12', '13'].map((last) => `1.2.840.113549.1.1.${last}`),
  '1.2.840.10045.2.1',
  ...['2', '3', '4'].map((last) => `1.2.840.10045.4.3.${last}`),
]);

/** Those that the system trusts where it can be asked, else those that the program brings. */
export function systemRoots(): readonly string[] {
  const ask = (tls as { getCACertificates?: (kind: 'system') => readonly string[] })
    .getCACertificates;
  return [...(ask?.('system') ?? []), ...tls.rootCertificates];
}

function attribute(info: SignerInfo, type: string): Buffer | string | undefined {
  const value: unknown = info.signedAttrs?.attributes.find((one) => one.type === type)?.values[0];
  const block = (
    value as { valueBlock?: { toString(): string; valueHexView?: Uint8Array } } | undefined
  )?.valueBlock;
  if (!block) return undefined;
  return type === CONTENT_TYPE ? block.toString() : Buffer.from(block.valueHexView ?? []);
}

function nameIn(subject: string): string {
  const parts = new Map(
    subject.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  return (parts.get('CN') ?? parts.get('O') ?? subject.replaceAll('\n', ', ')).slice(0, 200);
}

function certificatesOf(data: SignedData): readonly Certificate[] {
  return (data.certificates ?? []).filter((one) => one instanceof Certificate);
}

function signerOf(data: SignedData, info: SignerInfo): Certificate | undefined {
  const { sid } = info as { sid: unknown };
  if (!(sid instanceof IssuerAndSerialNumber)) return undefined;
  return certificatesOf(data).find(
    ({ issuer, serialNumber }) =>
      issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
  );
}

const plain = (certificate: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(certificate.toSchema(false).toBER(false)));

/** The chain up to an authority that is trusted: names, dates, purposes and signatures, without asking whether one was revoked. */
async function isVouchedFor(
  signer: Certificate,
  data: SignedData,
  { roots, now }: SignatureDeps,
): Promise<boolean> {
  if (!(plain(signer).keyUsage as readonly string[] | undefined)?.includes(CODE_SIGNING)) {
    return false;
  }
  const trustedCerts = roots().flatMap((pem) => {
    try {
      return [Certificate.fromBER(new X509Certificate(pem).raw)];
    } catch {
      return [];
    }
  });
  const engine = new CertificateChainValidationEngine({
    trustedCerts,
    certs: [...certificatesOf(data).filter((one) => one !== signer), signer],
    checkDate: now(),
  });
  return (await engine.verify()).result;
}

/** Checks the signature (CMS, detached, in DER) of a content of which only the digest is needed. Never rejects. */
export async function checkSignature(
  der: Uint8Array,
  digestOf: (hash: string) => Promise<Buffer>,
  deps: SignatureDeps,
): Promise<BundleSignature> {
  try {
    return await checked(der, digestOf, deps);
  } catch {
    return { kind: 'broken', reason: 'incomplete' };
  }
}

async function checked(
  der: Uint8Array,
  digestOf: (hash: string) => Promise<Buffer>,
  deps: SignatureDeps,
): Promise<BundleSignature> {
  const envelope = ContentInfo.fromBER(der);
  if (envelope.contentType !== ContentInfo.SIGNED_DATA) {
    return { kind: 'broken', reason: 'method' };
  }
  const data = new SignedData({ schema: envelope.content as unknown });
  const [info, ...more] = data.signerInfos;
  const hash = info && hashes[info.digestAlgorithm.algorithmId];
  const signer = info && signerOf(data, info);
  const isUsual = info !== undefined && methods.has(info.signatureAlgorithm.algorithmId);
  if (!info?.signedAttrs || more.length > 0 || hash === undefined || !signer || !isUsual) {
    return { kind: 'broken', reason: 'method' };
  }
  const digest = attribute(info, MESSAGE_DIGEST);
  const isContent =
    attribute(info, CONTENT_TYPE) === DATA &&
    Buffer.isBuffer(digest) &&
    digest.equals(await digestOf(hash));
  if (!isContent) return { kind: 'broken', reason: 'content' };
  const certificate = plain(signer);
  const type = certificate.publicKey.asymmetricKeyType;
  if (type !== 'rsa' && type !== 'ec') return { kind: 'broken', reason: 'method' };
  const fits = createVerify(hash)
    .update(new Uint8Array(info.signedAttrs.encodedValue))
    .verify(certificate.publicKey, info.signature.valueBlock.valueHexView);
  if (!fits) return { kind: 'broken', reason: 'signature' };
  const names = { signer: nameIn(certificate.subject), issuer: nameIn(certificate.issuer) };
  if (certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)) {
    return { kind: 'self-signed', signer: names.signer };
  }
  const isTrusted = await isVouchedFor(signer, data, deps).catch(() => false);
  return { kind: isTrusted ? 'signed' : 'untrusted', ...names };
}
