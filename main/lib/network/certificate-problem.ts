import type { PeerCertificate } from 'node:tls';

/** What Node and OpenSSL call the ways in which a certificate can fail. */
const chainCodes: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);
const otherCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'HOSTNAME_MISMATCH',
]);

/** The code of a failure that a certificate is the reason of. */
export function certificateCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' && (chainCodes.has(code) || otherCodes.has(code))
    ? code
    : undefined;
}

/** A server whose certificate is not trusted. Nothing was sent to it. The message is a sentence that says whose it is and what to do. */
export class CertificateProblem extends Error {
  override readonly name = 'CertificateProblem';
  constructor(
    /** As OpenSSL and Node name it. */
    readonly code: string,
    readonly host: string,
    /** Who signed the certificate, as it says itself. */
    readonly issuer: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** Made of bytes that anybody may have signed: short, and without what is not seen. */
function shown(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, 120);
}

function nameOf(names: PeerCertificate['issuer'] | undefined): string | undefined {
  const found = names?.CN ?? names?.O ?? names?.OU;
  const text = shown([found].flat().join(', '));
  return text === '' ? undefined : text;
}

/** What is wrong with the certificate of a host, in a sentence. `certificate`: as it was seen, if it was. */
export function certificateProblem(
  code: string,
  host: string,
  certificate: PeerCertificate | undefined,
): CertificateProblem {
  const issuer = nameOf(certificate?.issuer);
  return new CertificateProblem(code, host, issuer, sentence(code, host, certificate, issuer));
}

function sentence(
  code: string,
  host: string,
  certificate: PeerCertificate | undefined,
  issuer: string | undefined,
): string {
  const by = issuer === undefined ? '' : ` by "${issuer}"`;
  const nothing = 'Nothing was sent.';
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT') {
    return `The certificate of ${host} is signed by itself${issuer === undefined ? '' : ` ("${issuer}")`}, so nobody vouches for it (${code}). ${nothing} If the server is yours, name that certificate as the CA file of this server, or in Settings → Network.`;
  }
  if (chainCodes.has(code)) {
    return `The certificate of ${host} was issued${issuer === undefined ? ' by somebody whom this computer does not know' : `${by}, whom this computer does not know`} (${code}). ${nothing} If that is your company, name the file with its CA certificate for this server or in Settings → Network.`;
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const isOver = code === 'CERT_HAS_EXPIRED';
    const date = shown((isOver ? certificate?.valid_to : certificate?.valid_from) ?? '');
    const when = isOver ? 'is no longer valid' : 'is not valid yet';
    return `The certificate of ${host}, or one above it, ${when} (${code}${date === '' ? '' : `: ${isOver ? 'until' : 'from'} ${date}`}${issuer === undefined ? '' : `, issued${by}`}). ${nothing} Whoever runs the server has to renew it; check the clock of this computer, too.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') {
    const names = shown((certificate?.subjectaltname ?? '').replace(/(?:DNS|IP Address):/g, ''));
    return `The certificate that ${host} showed${issuer === undefined ? '' : `, issued${by},`} is for other names${names === '' ? '' : ` (${names})`} (${code}). ${nothing} Check the address, or ask whoever runs the server for a certificate with this name.`;
  }
  return `The certificate of ${host}${issuer === undefined ? '' : `, issued${by},`} cannot be used (${code}). ${nothing} Ask whoever runs the server.`;
}

/** The certificate problem that a failure comes from, however deep it lies. */
export function findCertificateProblem(thrown: unknown): CertificateProblem | undefined {
  for (let here = thrown, depth = 0; here instanceof Error && depth < 6; depth += 1) {
    if (here instanceof CertificateProblem) return here;
    here = here.cause;
  }
  return undefined;
}
