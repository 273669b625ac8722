// @ts-check
import { spawn } from 'node:child_process';
import { Failure } from '../process/failure.mjs';

const START_LIMIT_MS = 10_000;
const STOP_LIMIT_MS = 2_000;

/** Whether a window can be opened without a display of our own. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Starts a virtual display and waits until it takes connections. It ends with `stop`, and at the
 * latest when this process ends, however it ends: the shell around it kills it when our pipe closes.
 * @param {{ size?: string }} [options] size as WIDTHxHEIGHTxDEPTH
 * @returns {Promise<{ display: string, stop: () => Promise<void> }>}
 */
export async function startVirtualDisplay({ size = '1600x1000x24' } = {}) {
  const server = ['Xvfb', '-displayfd', '4', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'];
  const lifeline =
    '(trap "" HUP INT TERM; read _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 4>&- & exec 3<&-; exec "$@"';
  const child = spawn('/bin/sh', ['-c', lifeline, 'sh', ...server], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) endGroup(child.pid);
    const timer = setTimeout(() => child.stdio[3]?.destroy(), STOP_LIMIT_MS);
    await exited;
    clearTimeout(timer);
    for (const stream of child.stdio) stream?.destroy();
  };
  try {
    return { display: await readDisplay(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Asks politely, so that the display removes its lock file.
 * @param {number} pid leader of a process group of ours
 */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function readDisplay(child) {
  return new Promise((resolve, reject) => {
    let words = '';
    let number = '';
    const timer = setTimeout(
      () => reject(new Failure(`the virtual display did not start within 10 s: ${words.trim()}`)),
      START_LIMIT_MS,
    );
    child.stderr?.on('data', (chunk) => (words += String(chunk)));
    child.stdio[4]?.on('data', (chunk) => {
      number += String(chunk);
      if (!number.endsWith('\n')) return;
      clearTimeout(timer);
      resolve(`:${number.trim()}`);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      const reason = code === 127 ? 'Xvfb is not installed' : words.trim() || `exit code ${code}`;
      reject(
        new Failure(
          `no virtual display could be started: ${reason}; install xvfb, or set DISPLAY.`,
        ),
      );
    });
  });
}
