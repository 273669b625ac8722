// @ts-check
import { createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';

const TYPE_MASK = 0o170000;
const SYMLINK = 0o120000;

/**
 * Unpacks a zip file with its run bits and links.
 * @param {string} file
 * @param {string} folder is made if missing
 * @param {(name: string) => string | undefined} [place] the path below the folder, undefined to leave the entry out
 */
export async function unpackZip(file, folder, place = (name) => name) {
  const zip = await yauzl.openPromise(file);
  try {
    for await (const entry of zip.eachEntry()) {
      const path = place(entry.fileName);
      if (path === undefined || path === '') continue;
      await unpackEntry(zip, entry, safeTarget(folder, path));
    }
  } finally {
    zip.close();
  }
}

/**
 * @param {string} folder
 * @param {string} path
 */
function safeTarget(folder, path) {
  const clean = normalize(path);
  if (isAbsolute(clean) || clean.split(sep).includes('..')) {
    throw new Error(`The archive names a file outside its folder: ${path}`);
  }
  return join(folder, clean);
}

/**
 * @param {yauzl.ZipFile} zip
 * @param {yauzl.Entry} entry
 * @param {string} target
 */
async function unpackEntry(zip, entry, target) {
  if (entry.fileName.endsWith('/')) {
    await mkdir(target, { recursive: true });
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  const mode = entry.externalFileAttributes >>> 16;
  const stream = await zip.openReadStreamPromise(entry);
  if ((mode & TYPE_MASK) === SYMLINK) await symlink(await text(stream), target);
  else await pipeline(stream, createWriteStream(target, { mode: mode & 0o777 || 0o644 }));
}
