import { createReadStream, createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { text as texts } from '../../../../shared/texts/catalogue.ts';

const words = texts.serverSetup.bundle;
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_MANIFEST = 1_000_000;
const SIGNATURE_START = Buffer.from('MCPB_SIG_V1');
const SIGNATURE_END = Buffer.from('MCPB_SIG_END');
/** Signatures are small: what is further from the end is no signature. */
const MAX_SIGNATURE = 1_000_000;

/** none: no signature; unchecked: one that is whole, and that nobody here can check; broken: one that is not whole. */
export type BundleSignature = 'none' | 'unchecked' | 'broken';

/** A bundle that cannot be used. The message is a sentence for people. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

class RangeReader extends RandomAccessReader {
  constructor(private readonly path: string) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.path, { start, end: end - 1 });
  }
}

/** Where the archive ends, and what stands behind it. */
async function signatureOf(
  file: FileHandle,
  size: number,
): Promise<{ readonly signature: BundleSignature; readonly end: number }> {
  const length = Math.min(size, MAX_SIGNATURE);
  const tail = Buffer.alloc(length);
  await file.read(tail, 0, length, size - length);
  const start = tail.lastIndexOf(SIGNATURE_START);
  const isEnded = tail.subarray(-SIGNATURE_END.length).equals(SIGNATURE_END);
  if (start === -1) return { signature: isEnded ? 'broken' : 'none', end: size };
  const end = size - length + start;
  const at = start + SIGNATURE_START.length;
  const declared = at + 4 <= length ? tail.readUInt32LE(at) : -1;
  const isWhole = isEnded && at + 4 + declared + SIGNATURE_END.length === length;
  return { signature: isWhole ? 'unchecked' : 'broken', end };
}

function reasonAgainst(entry: Entry, seen: Set<string>): keyof typeof words.reasons | undefined {
  const { fileName } = entry;
  const parts = fileName.split('/');
  if (parts.includes('..') || /^\/|^[A-Za-z]:|[\\\u0000-\u001f:*?"<>|]/.test(fileName))
    return 'path';
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) return 'link';
  if (entry.isEncrypted()) return 'encrypted';
  const key = fileName.toLowerCase().replace(/\/$/, '');
  if (seen.has(key)) return 'twice';
  seen.add(key);
  return undefined;
}

/** Every file of the archive, each checked before it is used. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  if (zip.entryCount > MAX_ENTRIES) throw new BundleError(words.notBundle(words.tooMany));
  const seen = new Set<string>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    const reason = reasonAgainst(entry, seen);
    if (reason) throw new BundleError(words.unsafe(entry.fileName, words.reasons[reason]));
    size += entry.uncompressedSize;
    if (size > MAX_BYTES) throw new BundleError(words.notBundle(words.tooLarge));
    yield entry;
  }
}

async function withZip<T>(
  path: string,
  end: number,
  use: (zip: ZipFile) => Promise<T>,
): Promise<T> {
  const reader = new RangeReader(path);
  try {
    const zip = await fromRandomAccessReaderPromise(reader, end, {
      autoClose: false,
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    try {
      return await use(zip);
    } finally {
      zip.close();
    }
  } catch (failure) {
    if (failure instanceof BundleError) throw failure;
    throw new BundleError(words.notBundle(messageOf(failure)), { cause: failure });
  }
}

async function facts(path: string): Promise<Awaited<ReturnType<typeof signatureOf>>> {
  const file = await open(path, 'r');
  try {
    return await signatureOf(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** The text of `manifest.json`, after every name in the archive was looked at. Rejects with `BundleError`. */
export async function readBundle(
  path: string,
): Promise<{ readonly manifest: string; readonly signature: BundleSignature }> {
  const { signature, end } = await facts(path);
  const manifest = await withZip(path, end, async (zip) => {
    let found: string | undefined;
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName !== 'manifest.json' || entry.uncompressedSize > MAX_MANIFEST) continue;
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry))
        chunks.push(chunk as Buffer);
      found = Buffer.concat(chunks).toString('utf8');
    }
    if (found === undefined) throw new BundleError(words.notBundle(words.noManifest));
    return found;
  });
  return { manifest, signature };
}

/** Unpacks into a folder that does not exist yet; what fails on the way leaves nothing behind. */
export async function unpackBundle(path: string, folder: string): Promise<void> {
  const { end } = await facts(path);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(dirname(folder), '.unpacking-'));
  try {
    await withZip(path, end, async (zip) => {
      for await (const entry of entriesOf(zip)) {
        const target = join(draft, entry.fileName);
        if (entry.fileName.endsWith('/')) {
          await mkdir(target, { recursive: true, mode: 0o700 });
          continue;
        }
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        const isProgram = ((entry.externalFileAttributes >>> 16) & 0o111) !== 0;
        const file = createWriteStream(target, { flags: 'wx', mode: isProgram ? 0o700 : 0o600 });
        await pipeline(await zip.openReadStreamPromise(entry), file);
      }
    });
    await rename(draft, folder);
  } catch (failure) {
    await rm(draft, { recursive: true, force: true });
    throw failure;
  }
}
