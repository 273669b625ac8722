import { useMemo } from 'react';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { composerTexts } from '../../shared/texts/en/composer.ts';
import { SessionMeter } from '../features/chat/index.ts';
import { useAppData } from '../lib/app-data-context.tsx';
import { formatElapsed } from '../lib/format.ts';
import { SignInAction } from '../lib/sign-in-action.tsx';
import { useNow } from '../lib/use-now.ts';
import { LinkButton } from '../ui/button.tsx';
import { StatusMark, type Status } from '../ui/status-mark.tsx';

export interface SessionPanelProps {
  /** Lies over the page instead of beside it. */
  readonly overlay: boolean;
  /** The session that is shown; absent on the page that begins one. */
  readonly sessionId?: string | undefined;
  readonly onManage: (serverId?: string) => void;
}

/** The right side: what this session can use. */
export function SessionPanel({ overlay, sessionId, onManage }: SessionPanelProps) {
  const all = useAppData((data) => data.servers);
  const servers = useMemo(() => all.filter(({ enabled }) => enabled), [all]);
  const now = useNow(
    1000,
    servers.some(({ status }) => status === 'connecting'),
  );
  return (
    <aside
      aria-label={text.app.panel}
      data-region="panel"
      className={`thin-scroll flex w-(--panel) flex-none flex-col overflow-y-auto border-l border-line bg-surface ${overlay ? 'appear absolute inset-y-0 right-0 z-(--layer-panel) mt-(--topbar) border-t shadow-popover' : 'pt-[env(titlebar-area-height,0px)]'}`}
    >
      {sessionId !== undefined && (
        <section aria-label={composerTexts.context} className="border-b border-line px-3.5 py-3">
          <SessionMeter sessionId={sessionId} />
        </section>
      )}
      <section aria-label={text.app.panelServers} className="px-3.5 py-3">
        <div className="mb-2 flex min-h-5 items-center gap-1.5">
          <h2 className="text-small font-semibold">{text.app.panelServers}</h2>
          <span className="flex-1" />
          <LinkButton size="small" onClick={() => onManage()}>
            {text.app.manage}
          </LinkButton>
        </div>
        {servers.length === 0 && <p className="text-small text-subtle">{text.app.noServers}</p>}
        <ul>
          {servers.map((server) => (
            <li key={server.id}>
              <ServerLine server={server} now={now} onOpen={() => onManage(server.id)} />
              {server.status === 'needs-auth' && (
                <div className="flex flex-wrap gap-x-2 pb-1 pl-6">
                  <SignInAction serverId={server.id} serverName={server.name} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}

const marks: Record<ServerState['status'], Status> = {
  pending: 'off',
  connecting: 'running',
  connected: 'ok',
  failed: 'warning',
  'needs-auth': 'key',
  disabled: 'off',
};
const tones: Record<ServerState['status'], string> = {
  pending: 'text-subtle',
  connecting: 'text-accent-text',
  connected: 'text-subtle',
  failed: 'text-warning-text',
  'needs-auth': 'text-warning-text',
  disabled: 'text-subtle',
};

interface ServerLineProps {
  readonly server: ServerState;
  readonly now: number;
  readonly onOpen: () => void;
}

function ServerLine({ server, now, onOpen }: ServerLineProps) {
  return (
    <button
      type="button"
      title={server.failure?.message}
      onClick={onOpen}
      className="-mx-1.5 flex min-h-7 w-[calc(100%+12px)] min-w-0 items-center gap-2 rounded-control px-1.5 hover:bg-hover"
    >
      <StatusMark status={marks[server.status]} label="" />
      <span className="min-w-0 flex-1 truncate">{server.name}</span>
      <span className={`flex-none text-small ${tones[server.status]}`}>
        {stateWords(server, now)}
      </span>
    </button>
  );
}

function stateWords(server: ServerState, now: number): string {
  if (server.status === 'connected') return text.app.toolCount(server.tools.length);
  if (server.status === 'connecting' && server.connectingSince !== undefined) {
    return text.app.connectingFor(formatElapsed(now - server.connectingSince));
  }
  return text.app.serverStatus[server.status];
}
