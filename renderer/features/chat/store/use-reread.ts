import { useEffect } from 'react';
import { useChatRegistry } from './chat-context.tsx';

/** How often a session that another program writes to is read again, in ms. */
const EVERY_MS = 3_000;

/** Follows a session that another program holds: what it writes, and that it is done, such as a process that outlived its app. */
export function useReread(sessionId: string, isHeld: boolean): void {
  const registry = useChatRegistry();
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setInterval(() => void registry.reload(sessionId), EVERY_MS);
    return () => clearInterval(timer);
  }, [registry, sessionId, isHeld]);
}
