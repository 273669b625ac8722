import { app } from 'electron';
import { messageOf } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { DisposableStack } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';

/** Longest time that closing may take before the app ends anyway; the lifelines then end what is left. */
const QUIT_LIMIT_MS = 8_000;

/** Makes every way of quitting close what was opened, in reverse order, and then end. */
export function quitCleanly(opened: DisposableStack, clock: Clock, log: Log): void {
  let isClosing = false;
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
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
}

function describe(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(messageOf).join('; ');
  return messageOf(failure);
}
