import { useEffect, useState } from 'react';
import type { ActionId } from '../../shared/actions/action-list.ts';
import { useSessionOrder, type SessionViewStore } from '../features/sessions/index.ts';
import {
  useActionRegistry,
  useActionRun,
  usePossibleActions,
  waitsForDialog,
} from '../lib/actions/action-context.tsx';
import { useIpc } from '../lib/ipc-context.tsx';
import { moveRegion } from './regions.ts';
import type { Route } from './route.ts';

interface AppActionParts {
  readonly route: Route;
  readonly go: (route: Route) => void;
  readonly layout: {
    readonly rail: boolean;
    readonly toggleSidebar: () => void;
    readonly togglePanel: () => void;
  };
  readonly sessionView: SessionViewStore;
  /** Something else fills the window: nothing behind it takes a key. */
  readonly isOff: boolean;
}

/** What can be done wherever one is in the window. Gives the state of the palette. */
export function useAppActions(parts: AppActionParts): {
  readonly isOpen: boolean;
  readonly close: () => void;
} {
  const { go, layout, isOff } = parts;
  const [isOpen, setOpen] = useState(false);
  usePaletteAhead();
  useRunUnless(isOff, 'palette.open', () => setOpen(true));
  useRunUnless(isOff, 'session.new', () => {
    go({ page: 'start' });
    // The page may be there already, and its field drawn only now.
    requestAnimationFrame(focusComposer);
  });
  useRunUnless(isOff, 'inbox.open', () => go({ page: 'inbox' }));
  useRunUnless(isOff, 'servers.open', () => go({ page: 'servers' }));
  useRunUnless(isOff, 'bench.open', () => go({ page: 'bench' }));
  useRunUnless(isOff, 'settings.open', () => go({ page: 'settings' }));
  useRunUnless(isOff, 'shortcuts.open', () => go({ page: 'settings', section: 'shortcuts' }));
  useRunUnless(isOff, 'log.open', () => go({ page: 'settings', section: 'log' }));
  useRunUnless(isOff, 'server.add', () => go({ page: 'servers', adds: Date.now() }));
  useRunUnless(isOff, 'sidebar.toggle', layout.toggleSidebar);
  useRunUnless(isOff, 'panel.toggle', layout.togglePanel);
  useRunUnless(isOff, 'search.sessions', () => {
    if (layout.rail) layout.toggleSidebar();
    requestAnimationFrame(() => {
      // A narrow window has no room for the list: the palette finds sessions, too.
      if (!focusSessionSearch()) setOpen(true);
    });
  });
  useRunUnless(isOff, 'region.next', () => moveRegion(1));
  useRunUnless(isOff, 'region.previous', () => moveRegion(-1));
  useSessionSteps(parts);
  useMenus(go);
  return { isOpen, close: () => setOpen(false) };
}

/** Like useActionRun, as long as nothing else fills the window. */
function useRunUnless(isOff: boolean, id: ActionId, run: () => void): void {
  useActionRun(id, isOff ? undefined : run);
}

/** When the window has come to rest the palette is loaded, in ms: what is typed right after its keys must reach it. */
const REST_MS = 500;

function usePaletteAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failure is told when it is opened.
      import('./palette.tsx').catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
}

function useSessionSteps({ route, go, sessionView, isOff }: AppActionParts): void {
  const order = useSessionOrder(sessionView);
  const openId = route.page === 'session' ? route.sessionId : undefined;
  const open = (sessionId: string | undefined) => {
    if (sessionId !== undefined) go({ page: 'session', sessionId });
  };
  const step = (by: 1 | -1) => {
    const at = openId === undefined ? -1 : order.indexOf(openId);
    const next = at === -1 ? (by === 1 ? 0 : order.length - 1) : at + by + order.length;
    open(order[next % Math.max(1, order.length)]);
  };
  const isPossible = order.length > 0 && !isOff;
  useActionRun('session.next', isPossible ? () => step(1) : undefined);
  useActionRun('session.previous', isPossible ? () => step(-1) : undefined);
  useActionRun('session.nth', isPossible ? (digit = 1) => open(order[digit - 1]) : undefined);
}

/** Runs what is chosen in a menu or a notice of the system, and tells main what can be. */
function useMenus(go: (route: Route) => void): void {
  const ipc = useIpc();
  const registry = useActionRegistry();
  const possible = usePossibleActions();
  useEffect(
    () =>
      ipc.on('shell.run', ({ id }) => {
        if (!waitsForDialog(id)) registry.run(id);
      }),
    [ipc, registry],
  );
  useEffect(
    () =>
      ipc.on('inbox.show', ({ itemId, sessionId }) =>
        go(sessionId === undefined ? { page: 'inbox', itemId } : { page: 'session', sessionId }),
      ),
    [ipc, go],
  );
  useEffect(() => {
    // Without it the menus offer what does nothing.
    ipc.call('shell.setActions', { ids: [...possible] }).catch(() => undefined);
  }, [ipc, possible]);
}

function focusSessionSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-session-search]');
  field?.focus();
  return field !== null;
}

function focusComposer(): void {
  document.querySelector<HTMLElement>('main textarea')?.focus();
}
