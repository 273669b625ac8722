import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { checkSignature } from './bundle-signature.ts';
import type { BundleSignature, SignatureDeps } from './bundle-signature.ts';

const words = serverSetupTexts.bundle;
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_MANIFEST = 1_000_000;
const SIGNATURE_START = Buffer.from('MCPB_SIG_V1');
const SIGNATURE_END = Buffer.from('MCPB_SIG_END');
/** Signatures are small: what is further from the end is no signature. */
const MAX_SIGNATURE = 1_000_000;
const DIRECTORY_END_MARK = 0x06054b50;
/** Length of the end of an archive's directory, and with the longest comment. */
const DIRECTORY_END = 22;
const MAX_DIRECTORY_END = DIRECTORY_END + 0xffff;

/** A bundle that cannot be used. The message is a sentence for people. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** Bytes that are read as others than those that stand in the file. */
interface Patch {
  readonly at: number;
  readonly bytes: Buffer;
}

class RangeReader extends RandomAccessReader {
  constructor(
    private readonly path: string,
    private readonly patch: Patch | undefined,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = createReadStream(this.path, { start, end: end - 1 });
    const { patch } = this;
    if (!patch || patch.at >= end || patch.at + patch.bytes.length <= start) return stream;
    return Readable.from(patched(stream, start, patch), { objectMode: false });
  }
}

async function* patched(stream: Readable, start: number, patch: Patch): AsyncGenerator<Buffer> {
  let offset = start;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer);
    patch.bytes.forEach((byte, index) => {
      const at = patch.at + index - offset;
      if (at >= 0 && at < bytes.length) bytes[at] = byte;
    });
    offset += bytes.length;
    yield bytes;
  }
}

/** Where the archive ends, how it is read, and what stands behind it. */
interface Extent {
  readonly end: number;
  readonly patch: Patch | undefined;
  /** undefined: no signature; null: one that is not whole. */
  readonly signature: Buffer | null | undefined;
}

async function extentOf(file: FileHandle): Promise<Extent> {
  const { size } = await file.stat();
  const length = Math.min(size, MAX_SIGNATURE);
  const tail = Buffer.alloc(length);
  await file.read(tail, 0, length, size - length);
  const start = tail.lastIndexOf(SIGNATURE_START);
  const isEnded = tail.subarray(-SIGNATURE_END.length).equals(SIGNATURE_END);
  if (!isEnded) return { end: size, patch: undefined, signature: undefined };
  if (start === -1) return { end: size, patch: undefined, signature: null };
  const end = size - length + start;
  const at = start + SIGNATURE_START.length;
  const declared = at + 4 <= length ? tail.readUInt32LE(at) : -1;
  const isWhole = at + 4 + declared + SIGNATURE_END.length === length;
  return {
    end,
    patch: await commentPatch(file, end, size),
    signature: isWhole ? tail.subarray(at + 4, at + 4 + declared) : null,
  };
}

/**
 * Newer tools count the signature as the comment of the archive. The archive is read without it all the same: only what the
 * signature covers may ever count, and a second directory could hide in a comment.
 */
async function commentPatch(
  file: FileHandle,
  end: number,
  size: number,
): Promise<Patch | undefined> {
  const length = Math.min(end, MAX_DIRECTORY_END);
  const tail = Buffer.alloc(length);
  await file.read(tail, 0, length, end - length);
  for (let at = length - DIRECTORY_END; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== DIRECTORY_END_MARK) continue;
    const behind = end - length + at + DIRECTORY_END;
    if (behind + tail.readUInt16LE(at + 20) !== size) continue;
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(end - behind);
    return { at: behind - 2, bytes };
  }
  return undefined;
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
  { end, patch }: Extent,
  use: (zip: ZipFile) => Promise<T>,
): Promise<T> {
  const reader = new RangeReader(path, patch);
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

async function openExtent(path: string): Promise<Extent> {
  const file = await open(path, 'r');
  try {
    return await extentOf(file);
  } finally {
    await file.close();
  }
}

async function digestUpTo(path: string, end: number, hash: string): Promise<Buffer> {
  const digest = createHash(hash);
  await pipeline(createReadStream(path, { start: 0, end: end - 1 }), digest);
  return digest.digest();
}

async function signatureOf(
  path: string,
  { signature, end }: Extent,
  deps: SignatureDeps,
): Promise<BundleSignature> {
  if (signature === undefined) return { kind: 'none' };
  if (signature === null) return { kind: 'broken', reason: 'incomplete' };
  return checkSignature(signature, (hash) => digestUpTo(path, end, hash), deps);
}

/** The text of `manifest.json`, after every name in the archive was looked at. Rejects with `BundleError`. */
export async function readBundle(
  path: string,
  deps: SignatureDeps,
): Promise<{ readonly manifest: string; readonly signature: BundleSignature }> {
  const extent = await openExtent(path);
  const manifest = await withZip(path, extent, async (zip) => {
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
  return { manifest, signature: await signatureOf(path, extent, deps) };
}

/** Unpacks into a folder that does not exist yet; what fails on the way leaves nothing behind. */
export async function unpackBundle(path: string, folder: string): Promise<void> {
  const extent = await openExtent(path);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(dirname(folder), '.unpacking-'));
  try {
    await withZip(path, extent, async (zip) => {
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
