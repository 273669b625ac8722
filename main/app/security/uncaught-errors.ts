import process from 'node:process';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Log } from '../../lib/logger.ts';

/** Keeps the app up when something throws where nobody catches it: logs it and tells the person. */
export function handleUncaughtErrors(log: Log, tell: (reason: string) => void): void {
  const handle =
    (what: string) =>
    (failure: unknown): void => {
      try {
        log('error', what, {
          reason: messageOf(failure),
          stack: failure instanceof Error ? failure.stack : undefined,
        });
        tell(messageOf(failure));
      } catch {
        // A failure while a failure is told must not start over.
      }
    };
  process.on('uncaughtException', handle('Something threw and nobody caught it.'));
  process.on('unhandledRejection', handle('A promise failed and nobody caught it.'));
}
