// @ts-check
import { spawn } from 'node:child_process';
import { say } from '../process/failure.mjs';
import { root } from '../process/paths.mjs';

const QUIET_MS = 500;

/** Runs the app and starts it afresh on demand; ends when the app is quit by the person. */
export class AppRestarter {
  /**
   * @param {import('./find-electron.mjs').Electron} electron
   * @param {NodeJS.ProcessEnv} env
   * @param {string[]} args for the app
   */
  constructor(electron, env, args) {
    this.electron = electron;
    this.env = env;
    this.args = args;
    /** @type {import('node:child_process').ChildProcess | undefined} */
    this.child = undefined;
    /** @type {NodeJS.Timeout | undefined} */
    this.timer = undefined;
    this.isStopping = false;
    /** @type {Promise<number>} exit code of the app once the person has quit it */
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /** Starts the app again once no further call has come for half a second. */
  restartSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restart(), QUIET_MS);
  }

  restart() {
    const previous = this.child;
    if (previous?.exitCode === null && previous.signalCode === null) {
      say('something was rebuilt, starting the app again');
      previous.removeAllListeners('exit');
      previous.once('exit', () => this.start());
      previous.kill('SIGTERM');
    } else {
      this.start();
    }
  }

  start() {
    if (this.isStopping) {
      this.end?.(130);
      return;
    }
    const { executablePath, args } = this.electron;
    this.child = spawn(executablePath, [...args, root, ...this.args], {
      stdio: 'inherit',
      env: this.env,
    });
    this.child.once('exit', (code) => this.end?.(code ?? 130));
  }

  /** Ends the app for good; `ended` settles when it is gone. */
  stop() {
    clearTimeout(this.timer);
    this.isStopping = true;
    if (this.child?.exitCode === null) this.child.kill('SIGTERM');
    else this.end?.(130);
  }
}
