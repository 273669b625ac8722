import type { Ipc } from '../lib/ipc.ts';

/** Writes an error of the window into main's log. Never throws: there is nobody left to tell. */
export function reportError(ipc: Ipc, error: unknown, componentStack?: string): void {
  const message = error instanceof Error ? error.message : String(error);
  // Chromium's way to say that a size changed while it was told of; nothing is wrong.
  if (message.startsWith('ResizeObserver loop')) return;
  const stack = [error instanceof Error ? error.stack : undefined, componentStack]
    .filter((part) => part !== undefined)
    .join('\n');
  ipc
    .call('app.reportError', {
      message: message.slice(0, 10_000),
      ...(stack === '' ? {} : { stack: stack.slice(0, 50_000) }),
    })
    .catch(() => undefined);
}
