import { useEffect } from 'react';
import { useIpc } from '../lib/ipc-context.tsx';
import type { Route } from './route.ts';

/** Tells main which session the person looks at: none while the window is in the background. */
export function useViewedSession(route: Route): void {
  const ipc = useIpc();
  const openId = route.page === 'session' ? route.sessionId : null;
  useEffect(() => {
    const tell = () => {
      const isSeen = document.visibilityState === 'visible' && document.hasFocus();
      const sessionId = isSeen ? openId : null;
      // Without it a session may only count as unread for too long.
      ipc.call('sessionList.view', { sessionId }).catch(() => undefined);
    };
    tell();
    window.addEventListener('focus', tell);
    window.addEventListener('blur', tell);
    document.addEventListener('visibilitychange', tell);
    return () => {
      window.removeEventListener('focus', tell);
      window.removeEventListener('blur', tell);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [ipc, openId]);
}
