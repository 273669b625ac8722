// @ts-check
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure, say, warn } from '../process/failure.mjs';
import { cacheFolder, packageFile } from '../process/paths.mjs';
import { executableIn } from './executable.mjs';
import { unpackZip } from './unpack-zip.mjs';

const CONNECT_LIMIT_MS = 15_000;
const SILENCE_LIMIT_MS = 30_000;
/** For how long a release page that could not be reached is not tried again. */
const RETRY_AFTER_MS = 6 * 60 * 60 * 1000;
const RELEASES = 'https://github.com/electron/electron/releases/download/';

/**
 * Electron's own release, unpacked into the cache. ELECTRON_MIRROR is honoured.
 * @param {string} version
 * @returns {Promise<string | undefined>} the executable, undefined if it could not be had
 */
export async function officialElectron(version) {
  const archive = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const folder = join(cacheFolder(), 'electron', archive.replace(/\.zip$/, ''));
  const present = executableIn(folder);
  if (present) return present;
  const marker = join(cacheFolder(), 'electron', 'release-page-unreachable');
  if (await wasUnreachable(marker)) return undefined;
  const url = `${process.env.ELECTRON_MIRROR ?? RELEASES}v${version}/${archive}`;
  say(`looking for Electron ${version} on its release page`);
  const response = await connect(url);
  if (response === undefined) {
    await mkdir(dirname(marker), { recursive: true });
    await writeFile(marker, '');
    return undefined;
  }
  try {
    await download(response, archive, folder);
  } catch (error) {
    if (error instanceof Failure) throw error;
    warn(
      `the download of Electron did not finish: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return executableIn(folder);
}

/** @param {string} marker */
async function wasUnreachable(marker) {
  if (process.env.ELECTRON_MIRROR) return false;
  const age = await stat(marker).then(
    (found) => Date.now() - found.mtimeMs,
    () => Infinity,
  );
  return age < RETRY_AFTER_MS;
}

/** @param {string} url */
async function connect(url) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), CONNECT_LIMIT_MS);
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (response.ok && response.body) return response;
    warn(`the release page answered ${response.status} for ${url}`);
  } catch {
    say('the release page of Electron is out of reach');
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}

/**
 * @param {Response} response
 * @param {string} archive
 * @param {string} folder
 */
async function download(response, archive, folder) {
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  try {
    const file = join(work, archive);
    const digest = await save(response, file);
    const checksums = JSON.parse(await readFile(packageFile('electron/checksums.json'), 'utf8'));
    if (digest !== checksums[archive]) {
      throw new Failure(
        `${archive} does not have the checksum that Electron published, so it is not used; try again, or check ELECTRON_MIRROR.`,
      );
    }
    await unpackZip(file, join(work, 'dist'));
    await rename(join(work, 'dist'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param {Response} response
 * @param {string} file
 * @returns {Promise<string>} SHA-256 in hex
 */
async function save(response, file) {
  const hash = createHash('sha256');
  const total = Number(response.headers.get('content-length') ?? 0);
  let received = 0;
  let saidAt = Date.now();
  const body = Readable.fromWeb(/** @type {any} */ (response.body));
  const silence = setTimeout(
    () => body.destroy(new Error('The download stalled.')),
    SILENCE_LIMIT_MS,
  );
  const meter = new Transform({
    transform(chunk, _encoding, done) {
      silence.refresh();
      hash.update(chunk);
      received += chunk.length;
      if (Date.now() - saidAt > 3000) {
        saidAt = Date.now();
        say(`downloading Electron, ${percent(received, total)}`);
      }
      done(null, chunk);
    },
  });
  try {
    await pipeline(body, meter, createWriteStream(file));
  } finally {
    clearTimeout(silence);
  }
  return hash.digest('hex');
}

/**
 * @param {number} received bytes
 * @param {number} total bytes, 0 if unknown
 */
function percent(received, total) {
  const megabytes = `${Math.round(received / 1e6)} MB`;
  return total > 0 ? `${megabytes} (${Math.round((100 * received) / total)} %)` : megabytes;
}
