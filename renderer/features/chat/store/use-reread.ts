import { useEffect } from 'react';
import { useChatRegistry } from './chat-context.tsx';

/** How often a session that another program writes to is read again, in ms. */
const EVERY_MS = 3_000;

/**
 * Follows a session that another program holds: what it writes, and that it is done, such as a process that outlived its app.
 * `shownAsHeld`: what is shown was read while it was held, so it is read once more when the session is free.
 */
export function useReread(sessionId: string, isHeld: boolean, shownAsHeld: boolean): void {
  const registry = useChatRegistry();
  useEffect(() => {
    if (!isHeld) {
      if (shownAsHeld) void registry.reload(sessionId);
      return undefined;
    }
    const timer = setInterval(() => void registry.reload(sessionId), EVERY_MS);
    return () => clearInterval(timer);
  }, [registry, sessionId, isHeld, shownAsHeld]);
}
