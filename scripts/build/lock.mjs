// @ts-check
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../process/failure.mjs';

const POLL_MS = 200;

/**
 * Does something while no other process on this machine does it in the same folder. A lock whose
 * process has ended is taken over.
 * @template T
 * @param {string} folder is made if missing; the lock lies in it
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withBuildLock(folder, action) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, '.build-lock');
  let isTold = false;
  while (!(await take(file))) {
    if (!isTold) say('another build is at work here, waiting for it');
    isTold = true;
    await wait(POLL_MS);
  }
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
}

/** @param {string} file */
async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(file, 'utf8').catch(() => ''));
  // An empty file is one being written just now.
  if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
  return false;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
