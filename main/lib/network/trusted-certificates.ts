import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Log } from '../logger.ts';
import type { SpawnManaged } from '../subprocess.ts';
import type { Environment } from './proxy-rules.ts';

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** A file of certificates that cannot be used. The message is a sentence. */
export class CaFileProblem extends Error {
  override readonly name = 'CaFileProblem';
  readonly code = 'ERR_CA_FILE';
}

/** What looks like certificates in a PEM text. */
function certificatesIn(text: string): readonly string[] {
  return text.match(PEM) ?? [];
}

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Largest CA file, in bytes; what systems trust is a quarter of a megabyte. */
const LARGEST_FILE = 10_000_000;

/** What is no file, such as a device or a pipe, may have no end. */
async function readBounded(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error('it is not a file');
  if (found.size > LARGEST_FILE) throw new Error('it is larger than 10 MB');
  return readFile(path, 'utf8');
}

/** The certificates of a file that somebody named. Rejects with `CaFileProblem`. */
export async function readCaFile(path: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readBounded(path);
  } catch (failure) {
    throw new CaFileProblem(
      `The CA file ${path} could not be read (${messageOf(failure)}). Name another one, or none.`,
    );
  }
  const found = certificatesIn(text).filter(isReadable);
  if (found.length > 0) return found;
  throw new CaFileProblem(
    `The CA file ${path} holds no certificate. It has to be a PEM file, with "-----BEGIN CERTIFICATE-----" in it.`,
  );
}

/** Where Linux systems keep what they trust, as one file. */
const linuxBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Programs of the system that print what an administrator has added to its trusted certificates. */
const storePrograms: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: [
    '/usr/bin/security',
    'find-certificate',
    '-a',
    '-p',
    '/Library/Keychains/System.keychain',
  ],
  win32: [
    'powershell.exe',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    'Get-ChildItem Cert:\\LocalMachine\\Root,Cert:\\CurrentUser\\Root | ForEach-Object { "-----BEGIN CERTIFICATE-----"; [Convert]::ToBase64String($_.RawData, "InsertLineBreaks"); "-----END CERTIFICATE-----" }',
  ],
};

export interface SystemStore {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  readonly spawn: SpawnManaged;
  /** Working folder of the system's program. */
  readonly folder: string;
}

/** What the system trusts besides what comes with this program. Never rejects: what cannot be read adds nothing. */
export async function readSystemCertificates(store: SystemStore): Promise<readonly string[]> {
  const program = storePrograms[store.platform];
  if (program) return certificatesIn(await printed(program, store).catch(() => ''));
  const { SSL_CERT_FILE: file, SSL_CERT_DIR: folder } = store.environment;
  const bundles = file ? [file] : linuxBundles;
  const found: string[] = [];
  for (const bundle of bundles) {
    const text = await readFile(bundle, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    found.push(...certificatesIn(text));
    break;
  }
  return folder ? [...found, ...(await inFolder(folder))] : found;
}

async function inFolder(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const texts = names
    .filter((name) => /\.(?:pem|crt|cer|\d+)$/.test(name))
    .map((name) => readFile(join(folder, name), 'utf8').catch(() => ''));
  return (await Promise.all(texts)).flatMap(certificatesIn);
}

async function printed(
  [command, ...args]: readonly [string, ...string[]],
  { spawn, folder, environment }: SystemStore,
): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const child = await spawn({ command, args, cwd: folder, env });
  child.stdin.end();
  child.stderr.resume();
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  await child.exited;
  return text;
}

export interface TrustSources {
  readonly environment: Environment;
  /** The file of Settings → Network; empty for none. */
  readonly caFile: string;
  readonly system: () => Promise<readonly string[]>;
  readonly log: Log;
}

/** Certificates that are trusted beyond Node's own. A file that cannot be read is told to the log, and adds nothing. */
async function extraCertificates(sources: TrustSources): Promise<readonly string[]> {
  const files = [sources.environment['NODE_EXTRA_CA_CERTS'] ?? '', sources.caFile];
  const named = files
    .filter((path) => path !== '')
    .map((path) =>
      readCaFile(path).catch((failure: unknown) => {
        sources.log('warn', messageOf(failure));
        return [];
      }),
    );
  const found = (await Promise.all([...named, sources.system()])).flat();
  const body = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');
  const known = new Set(rootCertificates.map(body));
  return found.filter((pem) => {
    const isNew = !known.has(body(pem));
    known.add(body(pem));
    return isNew && isReadable(pem);
  });
}

/** Node's own certificates and these. Given as a list, all of Node's would be read anew for each of them. */
function trusting(added: readonly string[]): SecureContext {
  const made = createSecureContext();
  const native = made.context as { addCACert(pem: string): void };
  for (const pem of added) native.addCACert(pem);
  return made;
}

/** Whom connections trust. Made when it is first needed, and kept. */
export class TrustedCertificates {
  #extra: Promise<readonly string[]> | undefined;
  readonly #contexts = new Map<string, Promise<SecureContext | undefined>>();

  constructor(private readonly sources: TrustSources) {}

  /**
   * Undefined: what Node trusts by itself is all. `caFile` counts in addition; it is read anew each time, and rejects with
   * `CaFileProblem` when it cannot be used.
   */
  async context(caFile: string | undefined): Promise<SecureContext | undefined> {
    const own = caFile === undefined || caFile === '' ? [] : await readCaFile(caFile);
    const key = own.join('\n');
    const known = this.#contexts.get(key);
    if (known) return known;
    this.#extra ??= extraCertificates(this.sources);
    const made = this.#extra.then((extra) => {
      const added = [...extra, ...own];
      return added.length === 0 ? undefined : trusting(added);
    });
    this.#contexts.set(key, made);
    return made;
  }
}
