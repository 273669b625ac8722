import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SettingsSection } from '../features/settings/index.ts';
import type { FoundMessage } from '../lib/found-message.ts';
import { START_PAGE_HASH } from '../../shared/ipc/contract.ts';

/** The page that the window shows. */
export type Route =
  | { readonly page: 'start' }
  | {
      readonly page: 'session';
      readonly sessionId: string;
      /** What is to be shown in it. */
      readonly found?: FoundMessage | undefined;
    }
  | { readonly page: 'inbox'; readonly itemId?: string | undefined }
  | {
      readonly page: 'servers';
      readonly serverId?: string;
      /** When the person asked for the dialog that adds one, in epoch ms. */
      readonly adds?: number;
    }
  | {
      readonly page: 'bench';
      readonly serverId?: string;
      readonly tool?: string;
      readonly view?: 'traffic';
    }
  | { readonly page: 'settings'; readonly section?: SettingsSection };

export interface RouteState {
  readonly route: Route;
}

const storageKey = 'parley.route';

/** The route of this window; it survives a reload of the page, unless the address asks for the start page. */
export function createRouteStore(storage: Storage = sessionStorage): StoreApi<RouteState> {
  if (location.hash === START_PAGE_HASH) {
    storage.removeItem(storageKey);
    // The next reload is an ordinary one.
    history.replaceState(null, '', location.pathname);
  }
  const store = createStore<RouteState>(() => ({ route: readRoute(storage) }));
  store.subscribe(({ route }) => storage.setItem(storageKey, JSON.stringify(route)));
  return store;
}

function readRoute(storage: Storage): Route {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('page' in stored))
      return { page: 'start' };
    if (
      stored.page === 'session' &&
      'sessionId' in stored &&
      typeof stored.sessionId === 'string'
    ) {
      return { page: 'session', sessionId: stored.sessionId };
    }
    if (stored.page === 'inbox' || stored.page === 'bench') return { page: stored.page };
    if (stored.page === 'settings') {
      const section = 'section' in stored ? stored.section : undefined;
      return typeof section === 'string'
        ? { page: 'settings', section: section as SettingsSection }
        : { page: 'settings' };
    }
    if (stored.page === 'servers') return { page: 'servers' };
  } catch {
    // Not JSON: begin at the start page.
  }
  return { page: 'start' };
}
