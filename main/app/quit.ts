import { BrowserWindow, app } from 'electron';
import { messageOf } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { DisposableStack } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';

/** Longest time that closing may take before the app ends anyway; the lifelines then end what is left. */
const QUIT_LIMIT_MS = 8_000;

/**
 * Makes every way of quitting close what was opened, in reverse order, and then end. Returns a function that says whether
 * that is under way.
 */
export function quitCleanly(opened: DisposableStack, clock: Clock, log: Log): () => boolean {
  let isClosing = false;
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    for (const window of BrowserWindow.getAllWindows()) window.hide();
    const end = (): void => {
      app.exit(0);
    };
    clock.after(QUIT_LIMIT_MS, () => {
      log('error', 'Closing took too long; the app ends now.');
      end();
    });
    opened.dispose().then(end, (failure: unknown) => {
      log('error', 'Some parts could not be closed.', { reason: describe(failure) });
      end();
    });
  });
  return () => isClosing;
}

function describe(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(messageOf).join('; ');
  return messageOf(failure);
}
