// @ts-check
import { warn } from '../process/failure.mjs';
import { root } from '../process/paths.mjs';
import { run } from '../process/run.mjs';

/**
 * Opens the built app and waits until it has quit.
 * @param {import('./find-electron.mjs').Electron} electron
 * @param {{ env: NodeJS.ProcessEnv, args?: string[] }} options args go to the app
 * @returns {Promise<number>} its exit code
 */
export async function launchApp(electron, { env, args = [] }) {
  if (electron.args.includes('--no-sandbox')) {
    warn(
      'running as root, so Chromium runs without its sandbox; for real work start Parley as a user.',
    );
  }
  const clean = { ...env };
  // Inherited from an editor or another Electron, it would turn the app into plain Node.
  delete clean.ELECTRON_RUN_AS_NODE;
  const { code, output } = await run(electron.executablePath, [...electron.args, root, ...args], {
    env: clean,
  });
  if (code === 127) warn(`Electron could not be started: ${output || missingLibraryHint}`);
  return code;
}

const missingLibraryHint =
  'a system library is missing (named above); install it with your package manager and run the command again.';
