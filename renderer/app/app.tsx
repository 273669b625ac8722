import { FileX2, PanelRight } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { Settings } from '../../shared/ipc/routes/settings.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../shared/texts/en/bench.ts';
import {
  ChatPage,
  preloadChatPage,
  SafeMarkdown,
  StartPage,
  type BenchCall,
} from '../features/chat/index.ts';
import { SessionQuestions, useAnswerDrafts } from '../features/elicitation/index.ts';
import { createSessionView, OpenSessionActions, sessionTitle } from '../features/sessions/index.ts';
import { useShortcut } from '../lib/actions/action-context.tsx';
import { useAppData, useAppDataStore } from '../lib/app-data-context.tsx';
import { followInstallLinks } from '../lib/install-links.ts';
import { useIpc } from '../lib/ipc-context.tsx';
import { useAction } from '../lib/use-action.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { BelowTopBar } from '../ui/top-bar.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Notices } from './notices.tsx';
import type { Route, RouteState } from './route.ts';
import { SessionPanel } from './session-panel.tsx';
import { Sidebar } from './sidebar.tsx';
import { useMedia } from './use-media.ts';
import { SystemActions } from './system-actions.tsx';
import { useAppActions } from './use-app-actions.ts';
import { useTheme } from './use-theme.ts';
import { useViewedSession } from './use-viewed-session.ts';

const BenchPage = lazy(() =>
  import('../features/bench/index.ts').then((page) => ({ default: page.BenchPage })),
);
const BenchView = lazy(() =>
  import('../features/bench/index.ts').then((page) => ({ default: page.BenchView })),
);
const Palette = lazy(() => import('./palette.tsx').then((view) => ({ default: view.Palette })));
const Inbox = lazy(() => import('./inbox.tsx').then((page) => ({ default: page.Inbox })));
const ServersPage = lazy(() =>
  import('../features/servers/index.ts').then((page) => ({ default: page.ServersPage })),
);
const SettingsPage = lazy(() =>
  import('../features/settings/index.ts').then((page) => ({ default: page.SettingsPage })),
);

export interface AppProps {
  readonly routes: StoreApi<RouteState>;
  /** Reads main's data again. */
  readonly onReload: () => Promise<void>;
}

/** The window: sidebar, page, panel. */
export function App({ routes, onReload }: AppProps) {
  const route = useStore(routes, (state) => state.route);
  const go = useCallback((next: Route) => routes.setState({ route: next }), [routes]);
  const layout = useLayout();
  useTheme();
  useReadyFlag();
  useAnswerDrafts();
  useWindowTitle(route);
  useViewedSession(route);
  const [sessionView] = useState(() => createSessionView());
  const ipc = useIpc();
  const isNew = useAppData((data) => data.settings.welcomed === false);
  const palette = useAppActions({ route, go, layout, sessionView, isOff: isNew });
  const panelKeys = useShortcut('panel.toggle');
  useEffect(
    // Main keeps what comes during the first steps, which end at the start page.
    () => (isNew ? undefined : followInstallLinks(ipc, () => go({ page: 'servers' }))),
    [ipc, go, isNew],
  );
  const hasPanel = route.page === 'session' || route.page === 'start';
  const panelButton = (
    <IconButton
      icon={PanelRight}
      label={layout.panelOpen ? text.app.hidePanel : text.app.showPanel}
      {...(panelKeys && { keys: panelKeys })}
      pressed={layout.panelOpen}
      onClick={layout.togglePanel}
    />
  );
  // The rest is not there then: nothing behind the steps takes a key or is read out.
  if (isNew) return <FirstSteps onOpen={() => go({ page: 'start' })} />;
  return (
    <BelowTopBar value={<Below route={route} onGo={go} onReload={onReload} />}>
      <div
        className={`relative flex h-full bg-surface ${hasPanel && layout.panelOpen && !layout.panelOverlays ? '[--caption-space:0px]' : ''}`}
      >
        <Sidebar
          view={sessionView}
          rail={layout.rail}
          route={route}
          onGo={go}
          onToggle={layout.toggleSidebar}
        />
        <main
          data-region="page"
          aria-label={text.app.page}
          className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface"
        >
          <Suspense fallback={null}>
            <Page route={route} onGo={go} actions={panelButton} />
          </Suspense>
        </main>
        {hasPanel && layout.panelOpen && (
          <SessionPanel
            key={route.page === 'session' ? route.sessionId : 'start'}
            sessionId={route.page === 'session' ? route.sessionId : undefined}
            overlay={layout.panelOverlays}
            onManage={(serverId) =>
              go({ page: 'servers', ...(serverId === undefined ? {} : { serverId }) })
            }
          />
        )}
      </div>
      {palette.isOpen && (
        <Suspense fallback={null}>
          <Palette route={route} onGo={go} onClose={palette.close} />
        </Suspense>
      )}
      <OpenSessionActions
        openId={route.page === 'session' ? route.sessionId : undefined}
        onOpen={(sessionId) => go({ page: 'session', sessionId })}
        onGone={() => go({ page: 'start' })}
      />
      <SystemActions />
      <Announcer />
    </BelowTopBar>
  );
}

interface PageProps {
  readonly route: Route;
  readonly onGo: (route: Route) => void;
  readonly actions: React.ReactNode;
}

function Page({ route, onGo, actions }: PageProps) {
  const openId = route.page === 'session' ? route.sessionId : undefined;
  const summary = useAppData((data) => data.sessions.find(({ id }) => id === openId));
  const isGone = useIsGone(openId, summary !== undefined);
  switch (route.page) {
    case 'start':
      return (
        <StartPage
          actions={actions}
          onStarted={(sessionId) => onGo({ page: 'session', sessionId })}
          onAddProvider={() => onGo({ page: 'settings', section: 'providers' })}
        />
      );
    case 'session':
      if (isGone) return <GonePage onNew={() => onGo({ page: 'start' })} />;
      return (
        <Suspense fallback={null}>
          <ChatPage
            key={route.sessionId}
            sessionId={route.sessionId}
            summary={summary}
            title={sessionTitle(summary)}
            actions={actions}
            found={route.found}
            onOpenInBench={(call) => void openInBench(call, onGo)}
            onOpenSession={(sessionId) => onGo({ page: 'session', sessionId })}
            onNewSession={() => onGo({ page: 'start' })}
            onOpenServer={(serverId) => onGo({ page: 'servers', serverId })}
          />
        </Suspense>
      );
    case 'inbox':
      return <Inbox onGo={onGo} itemId={route.itemId} />;
    case 'servers':
      return (
        <ServersPage
          serverId={route.serverId ?? null}
          adds={route.adds}
          renderBench={(server, view) => (
            <BenchView
              key={`${server.id} ${view}`}
              server={server}
              view={view}
              renderMarkdown={renderMarkdown}
            />
          )}
        />
      );
    case 'bench':
      return (
        <BenchPage
          opens={route}
          renderMarkdown={renderMarkdown}
          onOpenServers={(serverId) =>
            onGo({ page: 'servers', ...(serverId === undefined ? {} : { serverId }) })
          }
        />
      );
    case 'settings':
      return (
        <SettingsPage
          section={route.section}
          onSection={(section) => onGo({ page: 'settings', section })}
        />
      );
  }
}

/** Shows the bench with a call filled in. */
async function openInBench(
  { serverId, tool, input }: BenchCall,
  go: PageProps['onGo'],
): Promise<void> {
  const { prepareCall } = await import('../features/bench/index.ts');
  prepareCall(serverId, tool, input);
  go({ page: 'bench', serverId });
}

/** True when a session that was in the list is not there any more. One that main has not told of yet is none of those. */
function useIsGone(sessionId: string | undefined, isListed: boolean): boolean {
  const listed = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (isListed) listed.current = sessionId;
  }, [sessionId, isListed]);
  return sessionId !== undefined && !isListed && listed.current === sessionId;
}

function GonePage({ onNew }: { readonly onNew: () => void }) {
  return (
    <div role="alert" className="grid h-full place-items-center">
      <EmptyState
        icon={FileX2}
        title={text.sessions.goneTitle}
        action={<Button onClick={onNew}>{text.app.newSession}</Button>}
      >
        {text.sessions.goneBody}
      </EmptyState>
    </div>
  );
}

function renderMarkdown(markdown: string) {
  return (
    <Suspense fallback={null}>
      <SafeMarkdown text={markdown} />
    </Suspense>
  );
}

/** Notices, and the reason when main's data could not be read. */
function Below({
  route,
  onGo,
  onReload,
}: Pick<AppProps, 'onReload'> & Pick<PageProps, 'route' | 'onGo'>) {
  const failed = useAppData((data) => (data.status === 'failed' ? data.error : undefined));
  const again = useAction(onReload);
  return (
    <>
      {failed !== undefined && (
        <div className="flex-none border-b border-line px-3 py-2">
          <ErrorBox
            role="alert"
            sentence={`${text.failures.notLoaded} ${failed.sentence}`}
            details={failed.details}
            actions={
              <Button size="small" busy={again.busy} onClick={() => void again.run()}>
                {text.failures.tryAgain}
              </Button>
            }
          />
        </div>
      )}
      <Notices />
      {route.page === 'session' && (
        <Suspense fallback={null}>
          <SessionQuestions
            key={route.sessionId}
            sessionId={route.sessionId}
            onOpenServer={(serverId) => onGo({ page: 'servers', serverId })}
          />
        </Suspense>
      )}
    </>
  );
}

/** Tells tests and main that the first data is drawn. */
function useReadyFlag(): void {
  const ready = useAppData((data) => data.status !== 'loading');
  useEffect(() => {
    if (!ready) return undefined;
    document.documentElement.dataset['ready'] = 'true';
    const timer = window.setTimeout(() => void preloadChatPage(), 0);
    return () => window.clearTimeout(timer);
  }, [ready]);
}

function useWindowTitle(route: Route): void {
  const openId = route.page === 'session' ? route.sessionId : undefined;
  const session = useAppData((data) => data.sessions.find(({ id }) => id === openId));
  const page = pageName(route, sessionTitle(session));
  useEffect(() => {
    document.title = text.app.windowTitle(page);
  }, [page]);
}

function pageName(route: Route, title: string): string {
  switch (route.page) {
    case 'start':
      return text.app.newSession;
    case 'session':
      return title;
    case 'inbox':
      return text.app.inbox;
    case 'servers':
      return text.app.servers;
    case 'bench':
      return benchTexts.title;
    case 'settings':
      return text.app.settings;
  }
}

/** What is open at the sides: kept in the settings where there is room, for the moment where there is not. */
function useLayout() {
  const store = useAppDataStore();
  const ipc = useIpc();
  const sidebar = useAppData((data) => data.settings.sidebar);
  const panel = useAppData((data) => data.settings.panel);
  const isNarrow = useMedia('(max-width: 959px)');
  const panelOverlays = useMedia('(max-width: 1179px)');
  const [overlayOpen, setOverlayOpen] = useState(false);
  const set = useRef((patch: Partial<Settings>) => {
    store.setState(({ settings }) => ({ settings: { ...settings, ...patch } }));
    // What could not be kept holds until the window is closed; main's log has the reason.
    ipc.call('settings.set', patch).catch(() => undefined);
  });
  const rail = isNarrow || sidebar === 'rail';
  const panelOpen = panelOverlays ? overlayOpen : panel === 'open';
  return {
    rail,
    panelOpen,
    panelOverlays,
    toggleSidebar: () => {
      if (!isNarrow) set.current({ sidebar: rail ? 'open' : 'rail' });
    },
    togglePanel: () => {
      if (panelOverlays) setOverlayOpen(!overlayOpen);
      else set.current({ panel: panelOpen ? 'closed' : 'open' });
    },
  };
}
