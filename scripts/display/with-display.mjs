// @ts-check
import { say } from '../process/failure.mjs';
import { hasDisplay, startVirtualDisplay } from './virtual-display.mjs';

/**
 * Does something with an environment in which windows can be opened, and ends the virtual display
 * afterwards if one was needed.
 * @template T
 * @param {(env: NodeJS.ProcessEnv, isVirtual: boolean) => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withDisplay(action) {
  if (hasDisplay()) return action(process.env, false);
  const { display, stop } = await startVirtualDisplay();
  say(`no display here, using a virtual one (${display})`);
  try {
    return await action({ ...process.env, DISPLAY: display }, true);
  } finally {
    await stop();
  }
}
