import type { BrowserWindow as Window } from 'electron';
import { BrowserWindow, app, dialog } from 'electron';
import { messageOf } from '../../shared/lib/errors.ts';
import { windowTexts } from '../../shared/texts/en/window.ts';
import type { Clock } from '../lib/clock.ts';
import type { DisposableStack } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import { argumentsToRestart } from './system/login-item.ts';

/** Longest time that closing may take before the app ends anyway; the lifelines then end what is left. */
const QUIT_LIMIT_MS = 8_000;

/** What becomes of the window when the person closes it. */
export interface ClosedWindow {
  /** The app goes on running. */
  readonly staysInTray: () => boolean;
  /** Puts it where the person can bring it back from. */
  readonly putAway: () => void;
}

export interface QuitControl {
  /** True once the app is on its way out. */
  readonly isClosing: () => boolean;
  /** Ends the app without a question and starts it anew: the person has agreed to it. */
  readonly restart: () => void;
  /** From now on the person is asked before the app ends in the middle of a turn (UI-18). */
  readonly askFirst: (
    work: { readonly busy: boolean },
    window: () => Window,
    closing: ClosedWindow,
  ) => void;
}

/**
 * Makes every way of quitting close what was opened, in reverse order, and then end. The person is asked first while a turn
 * runs; a signal of the system is obeyed without a question.
 */
export function quitCleanly(opened: DisposableStack, clock: Clock, log: Log): QuitControl {
  let isClosing = false;
  let isAgreed = false;
  let isAsking = false;
  let mustAsk = (): boolean => false;
  let ask = (): Promise<boolean> => Promise.resolve(true);
  const close = (): void => {
    isClosing = true;
    for (const window of BrowserWindow.getAllWindows()) window.hide();
    closeAll(opened, clock, log);
  };
  const askThenClose = async (): Promise<void> => {
    isAsking = true;
    isAgreed = await ask().finally(() => {
      isAsking = false;
    });
    if (isAgreed) app.quit();
  };
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isClosing || isAsking) return;
    if (isAgreed || !mustAsk()) close();
    else void askThenClose();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      isAgreed = true;
      isAsking = false;
      app.quit();
    });
  }
  return {
    isClosing: () => isClosing,
    restart: () => {
      isAgreed = true;
      app.relaunch({ args: [...argumentsToRestart(process.argv.slice(1))] });
      app.quit();
    },
    askFirst: (work, window, closing) => {
      mustAsk = () => work.busy;
      ask = () => askPerson(window());
      // The last window asks before it closes: afterwards there would be nothing to go back to.
      window().on('close', (event) => {
        if (isClosing || isAgreed) return;
        if (closing.staysInTray()) {
          event.preventDefault();
          closing.putAway();
          return;
        }
        if (!work.busy) return;
        event.preventDefault();
        app.quit();
      });
    },
  };
}

async function askPerson(window: Window): Promise<boolean> {
  // Nobody could answer, and there is nothing to go back to.
  if (window.isDestroyed()) return true;
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    buttons: [windowTexts.quitAnyway, windowTexts.keepRunning],
    defaultId: 1,
    cancelId: 1,
    message: windowTexts.quitWhileRunning,
    detail: windowTexts.quitWhileRunningDetail,
  });
  return response === 0;
}

function closeAll(opened: DisposableStack, clock: Clock, log: Log): void {
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
}

function describe(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(messageOf).join('; ');
  return messageOf(failure);
}
