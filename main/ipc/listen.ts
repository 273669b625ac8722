import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { ipcMain } from 'electron';
import { CALL_CHANNEL } from '../../shared/ipc/contract.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Caller } from './caller.ts';
import type { InputClock } from './input-clock.ts';
import type { Router } from './router.ts';
import { isAllowedSender } from './sender.ts';

export interface ListenOptions {
  readonly router: Router;
  readonly inputClock: InputClock;
  /** Origin that our page is served from, such as `scheme://host`. */
  readonly origin: string;
  /** Id of the window whose page these contents are; undefined for all others. */
  readonly windowIdOf: (contents: WebContents) => number | undefined;
  /** A signal that aborts when the page that is loaded now goes away. */
  readonly pageSignal: (contents: WebContents) => AbortSignal;
}

/** Connects the router to Electron. Disposing it ends all calls. */
export function listenForCalls(options: ListenOptions): Disposable {
  ipcMain.handle(CALL_CHANNEL, (event, route: unknown, input: unknown) =>
    options.router(route, input, callerOf(event, options)),
  );
  return {
    dispose: () => {
      ipcMain.removeHandler(CALL_CHANNEL);
    },
  };
}

function callerOf(event: IpcMainInvokeEvent, options: ListenOptions): Caller | undefined {
  const windowId = options.windowIdOf(event.sender);
  const frame = event.senderFrame;
  const sender = {
    windowId,
    isMainFrame: frame !== null && frame === event.sender.mainFrame,
    url: frame?.url ?? '',
  };
  if (windowId === undefined || !isAllowedSender(sender, options.origin)) return undefined;
  return {
    windowId,
    signal: options.pageSignal(event.sender),
    lastInputAt: options.inputClock.lastInputAt(event.sender),
  };
}
