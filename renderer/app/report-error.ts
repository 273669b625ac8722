import type { Ipc } from '../lib/ipc.ts';

/** Writes an error of the window into main's log. Never throws: there is nobody left to tell. */
export function reportError(ipc: Ipc, error: unknown, componentStack?: string): void {
  const message = error instanceof Error ? error.message : String(error);
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
