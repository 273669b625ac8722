// @ts-check
import { spawn } from 'node:child_process';
import { say } from './failure.mjs';
import { root } from './paths.mjs';

/** @typedef {{ code: number, output: string }} Finished */
/** @typedef {{ env?: NodeJS.ProcessEnv, quiet?: boolean, cwd?: string, tick?: string, tickEverySeconds?: number }} RunOptions */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let watching = false;
const END_LIMIT_MS = 10_000;

/**
 * Runs a program to its end. Output goes through, or with `quiet` is collected.
 * A signal to us is handed on to every running program.
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options] `tick` is said again and again while the program runs, every 10 s if not told otherwise
 * @returns {Promise<Finished>} code 127 if the program could not be started
 */
export function run(file, args, options = {}) {
  handSignalsOn();
  return new Promise((resolve) => {
    const started = Date.now();
    let output = '';
    const child = spawn(file, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    running.add(child);
    const ticker = setInterval(
      () => {
        if (options.tick) say(`${options.tick}, ${Math.round((Date.now() - started) / 1000)} s`);
      },
      (options.tickEverySeconds ?? 10) * 1000,
    );
    /** @param {Finished} result */
    const finish = (result) => {
      clearInterval(ticker);
      running.delete(child);
      resolve(result);
    };
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.once('error', (error) => finish({ code: 127, output: error.message }));
    child.once('close', (code) => finish({ code: code ?? 130, output }));
  });
}

/**
 * Runs a JavaScript file with this Node.
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runNode(file, args, options) {
  return run(process.execPath, [file, ...args], options);
}

/**
 * Runs npm, the one that started us if there is one.
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js') ? runNode(cli, args, options) : run('npm', args, options);
}

function handSignalsOn() {
  if (watching) return;
  watching = true;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal's Ctrl-C has reached the programs already.
      endAll(signal === 'SIGINT' && process.stdin.isTTY ? undefined : signal);
    });
  }
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) endAll('SIGTERM');
  }, 1000).unref();
}

/**
 * Ends what is running, by force if it does not go in time; the command then ends by itself.
 * @param {NodeJS.Signals | undefined} signal undefined if the programs have had theirs
 */
function endAll(signal) {
  if (running.size === 0) process.exit(130);
  for (const child of running) {
    if (signal) child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS).unref();
  }
}
