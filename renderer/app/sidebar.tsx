import {
  FlaskConical,
  Inbox,
  PanelLeft,
  Plus,
  Server,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActionId } from '../../shared/actions/action-list.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../shared/texts/en/bench.ts';
import { useInboxCount } from '../features/inbox/index.ts';
import { ArchivedRow, SessionSidebar, type SessionViewStore } from '../features/sessions/index.ts';
import { useShortcut } from '../lib/actions/action-context.tsx';
import { useAppData } from '../lib/app-data-context.tsx';
import type { AppData } from '../lib/app-data.ts';
import { serverGroup, type ServerGroup } from '../lib/server-groups.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ariaShortcut, isMac, Kbd } from '../ui/kbd.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import mark from '../../assets/icons/mark.svg';
import markDark from '../../assets/icons/mark-dark.svg';
import type { Route } from './route.ts';

export interface SidebarProps {
  readonly view: SessionViewStore;
  readonly rail: boolean;
  readonly route: Route;
  readonly onGo: (route: Route) => void;
  readonly onToggle: () => void;
}

/** The left side: pages and sessions; a rail of icons when there is little room. */
export function Sidebar({ view, rail, route, onGo, onToggle }: SidebarProps) {
  const keys = useShortcut('sidebar.toggle');
  const servers = useServerTrouble();
  const waiting = useInboxCount();
  const toggle = (
    <IconButton
      icon={PanelLeft}
      label={rail ? text.app.showSidebar : text.app.hideSidebar}
      {...(keys && { keys })}
      tooltipSide={rail ? 'right' : 'bottom'}
      onClick={onToggle}
    />
  );
  const openId = route.page === 'session' ? route.sessionId : undefined;
  if (rail)
    return <Rail route={route} onGo={onGo} toggle={toggle} servers={servers} waiting={waiting} />;
  return (
    <nav
      aria-label={text.app.sidebar}
      data-region="sidebar"
      className="flex w-(--sidebar) flex-none flex-col border-r border-line bg-chrome"
    >
      <div className="drag-region flex h-(--topbar) flex-none items-center gap-2 pr-2.5 pl-3.5">
        {isMac ? <span className="w-16" /> : <Brand />}
        <span className="flex-1" />
        {toggle}
      </div>
      <div className="flex flex-col gap-px px-2 pb-2">
        <PageRow
          icon={Plus}
          label={text.app.newSession}
          action="session.new"
          selected={route.page === 'start'}
          onClick={() => onGo({ page: 'start' })}
        />
        <PageRow
          icon={Inbox}
          label={text.app.inbox}
          action="inbox.open"
          meta={waiting === 0 ? undefined : <WaitingCount count={waiting} />}
          selected={route.page === 'inbox'}
          onClick={() => onGo({ page: 'inbox' })}
        />
        <PageRow
          icon={Server}
          label={text.app.servers}
          action="servers.open"
          meta={servers === undefined ? undefined : <ServerMark {...servers} />}
          selected={route.page === 'servers'}
          onClick={() => onGo({ page: 'servers' })}
        />
        <PageRow
          icon={FlaskConical}
          label={benchTexts.title}
          action="bench.open"
          selected={route.page === 'bench'}
          onClick={() => onGo({ page: 'bench' })}
        />
      </div>
      <SessionSidebar
        view={view}
        openId={openId}
        onOpen={(sessionId, found) => onGo({ page: 'session', sessionId, found })}
        onGone={() => onGo({ page: 'start' })}
      />
      <div className="flex-none border-t border-line p-2">
        <ArchivedRow view={view} />
        <PageRow
          icon={Settings}
          label={text.app.settings}
          action="settings.open"
          selected={route.page === 'settings'}
          onClick={() => onGo({ page: 'settings' })}
        />
      </div>
    </nav>
  );
}

function Brand() {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-[-0.01em]">
      <img src={mark} alt="" className="size-5 dark:hidden" />
      <img src={markDark} alt="" className="hidden size-5 dark:block" />
      {text.app.name}
    </span>
  );
}

interface PageRowProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly action: ActionId;
  readonly meta?: ReactNode;
  readonly selected: boolean;
  readonly onClick: () => void;
}

function PageRow({ icon, label, action, meta, selected, onClick }: PageRowProps) {
  const keys = useShortcut(action);
  return (
    <ListRow
      mark={<Icon of={icon} />}
      label={label}
      meta={meta ?? (keys !== undefined && <Kbd keys={keys} />)}
      aria-keyshortcuts={keys === undefined ? undefined : ariaShortcut(keys)}
      selected={selected}
      onClick={onClick}
    />
  );
}

interface ServerTrouble {
  readonly status: 'failed' | 'running';
  readonly words: string;
}

/** What the servers want to say beside their row: some need the person, or some are connecting. */
function useServerTrouble(): ServerTrouble | undefined {
  const count = (group: ServerGroup) => (data: AppData) =>
    data.servers.filter((server) => serverGroup(server) === group).length;
  const needing = useAppData(count('need-you'));
  const connecting = useAppData(count('connecting'));
  if (needing > 0) return { status: 'failed', words: text.app.serversNeedYou(needing) };
  return connecting > 0
    ? { status: 'running', words: text.app.serversConnecting(connecting) }
    : undefined;
}

function ServerMark({ status, words }: ServerTrouble) {
  return (
    <span title={words}>
      <StatusMark status={status === 'failed' ? 'warning' : 'running'} label={words} />
    </span>
  );
}

function WaitingCount({ count }: { readonly count: number }) {
  return (
    <span
      title={text.app.inboxWaiting(count)}
      className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-full bg-warning-soft px-[5px] text-micro text-warning-text shadow-[inset_0_0_0_1px_var(--warning-border)]"
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{text.app.inboxWaiting(count)}</span>
    </span>
  );
}

interface RailProps extends Pick<SidebarProps, 'route' | 'onGo'> {
  readonly waiting: number;
  readonly toggle: ReactNode;
  readonly servers: ServerTrouble | undefined;
}

function Rail({ route, onGo, toggle, servers, waiting }: RailProps) {
  const newKeys = useShortcut('session.new');
  const inboxKeys = useShortcut('inbox.open');
  const settingsKeys = useShortcut('settings.open');
  return (
    <nav
      aria-label={text.app.sidebar}
      data-region="sidebar"
      className="flex w-14 flex-none flex-col items-center border-r border-line bg-chrome"
    >
      <div className="drag-region flex h-(--topbar) w-full flex-none items-center justify-center">
        {/* macOS has the window's buttons there. */}
        {!isMac && toggle}
      </div>
      <div className="flex flex-1 flex-col items-center gap-1">
        {isMac && toggle}
        <IconButton
          icon={Plus}
          label={text.app.newSession}
          {...(newKeys && { keys: newKeys })}
          tooltipSide="right"
          aria-current={route.page === 'start' ? 'page' : undefined}
          className="aria-[current=page]:bg-selected aria-[current=page]:text-text"
          onClick={() => onGo({ page: 'start' })}
        />
        <span className="relative">
          <IconButton
            icon={Inbox}
            label={
              waiting === 0
                ? text.app.inbox
                : `${text.app.inbox}: ${text.app.inboxWaiting(waiting)}`
            }
            {...(inboxKeys && { keys: inboxKeys })}
            tooltipSide="right"
            aria-current={route.page === 'inbox' ? 'page' : undefined}
            className="aria-[current=page]:bg-selected aria-[current=page]:text-text"
            onClick={() => onGo({ page: 'inbox' })}
          />
          {waiting > 0 && (
            <span className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-warning shadow-[0_0_0_2px_var(--surface-chrome)]" />
          )}
        </span>
        <span className="relative">
          <IconButton
            icon={Server}
            label={
              servers === undefined ? text.app.servers : `${text.app.servers}: ${servers.words}`
            }
            tooltipSide="right"
            aria-current={route.page === 'servers' ? 'page' : undefined}
            className="aria-[current=page]:bg-selected aria-[current=page]:text-text"
            onClick={() => onGo({ page: 'servers' })}
          />
          {servers?.status === 'failed' && (
            <span className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-warning shadow-[0_0_0_2px_var(--surface-chrome)]" />
          )}
        </span>
        <IconButton
          icon={FlaskConical}
          label={benchTexts.title}
          tooltipSide="right"
          aria-current={route.page === 'bench' ? 'page' : undefined}
          className="aria-[current=page]:bg-selected aria-[current=page]:text-text"
          onClick={() => onGo({ page: 'bench' })}
        />
      </div>
      <div className="pb-2">
        <IconButton
          icon={Settings}
          label={text.app.settings}
          {...(settingsKeys && { keys: settingsKeys })}
          tooltipSide="right"
          aria-current={route.page === 'settings' ? 'page' : undefined}
          className="aria-[current=page]:bg-selected aria-[current=page]:text-text"
          onClick={() => onGo({ page: 'settings' })}
        />
      </div>
    </nav>
  );
}
