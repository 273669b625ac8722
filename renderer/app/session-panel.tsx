import { Suspense, useMemo, useState, type ReactNode } from 'react';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { changeTexts } from '../../shared/texts/en/changes.ts';
import { composerTexts } from '../../shared/texts/en/composer.ts';
import { ChangedFiles, ChangesPanel, SessionMeter, useChanges } from '../features/chat/index.ts';
import { useAppData } from '../lib/app-data-context.tsx';
import { formatElapsed } from '../lib/format.ts';
import { SignInAction } from '../lib/sign-in-action.tsx';
import { useNow } from '../lib/use-now.ts';
import { LinkButton } from '../ui/button.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { StatusMark, type Status } from '../ui/status-mark.tsx';

export interface SessionPanelProps {
  /** The open session; absent where one is only about to begin. */
  readonly sessionId?: string | undefined;
  /** Lies over the page instead of beside it. */
  readonly overlay: boolean;
  readonly onManage: (serverId?: string) => void;
}

/** The right side: what this session can use and what it changed. Give it a key of the session. */
export function SessionPanel({ sessionId, overlay, onManage }: SessionPanelProps) {
  return (
    <aside
      aria-label={text.app.panel}
      data-region="panel"
      className={`flex w-(--panel) flex-none flex-col border-l border-line bg-surface ${overlay ? 'appear absolute inset-y-0 right-0 z-(--layer-panel) mt-(--topbar) border-t shadow-popover' : 'pt-[env(titlebar-area-height,0px)]'}`}
    >
      {sessionId === undefined ? (
        <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
          <Servers onManage={onManage} />
        </div>
      ) : (
        <SessionTabs sessionId={sessionId} onManage={onManage} />
      )}
    </aside>
  );
}

/** Changed files that the overview shows; all are behind the other tab. */
const FIRST_FILES = 5;

function SessionTabs({
  sessionId,
  onManage,
}: Pick<SessionPanelProps, 'onManage'> & { readonly sessionId: string }) {
  const [tab, setTab] = useState<'overview' | 'changes'>('overview');
  const folder = useAppData(
    (data) => data.sessions.find(({ id }) => id === sessionId)?.folder ?? null,
  );
  const changes = useChanges(sessionId);
  const { files = [], version } = changes;
  const review = () => setTab('changes');
  return (
    <Tabs
      label={text.app.panel}
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'overview', label: text.app.panelOverview },
        {
          value: 'changes',
          label: text.app.panelChanges,
          ...(files.length === 0 ? {} : { count: files.length }),
        },
      ]}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="h-(--topbar) flex-none items-end px-3.5"
    >
      <TabPanel value="overview" className="thin-scroll min-h-0 flex-1 overflow-y-auto">
        <section aria-label={composerTexts.context} className="px-3.5 py-3">
          <Suspense fallback={null}>
            <SessionMeter sessionId={sessionId} />
          </Suspense>
        </section>
        <Servers onManage={onManage} />
        {files.length > 0 && (
          <Section
            title={changeTexts.files}
            action={
              <LinkButton size="small" onClick={review}>
                {changeTexts.review}
              </LinkButton>
            }
          >
            <Suspense fallback={null}>
              <ChangedFiles
                sessionId={sessionId}
                folder={folder}
                files={files.slice(0, FIRST_FILES)}
                version={version}
                onOpen={review}
              />
            </Suspense>
          </Section>
        )}
      </TabPanel>
      <TabPanel
        value="changes"
        className="thin-scroll flex min-h-0 flex-1 flex-col overflow-y-auto data-[state=inactive]:hidden"
      >
        <Suspense fallback={null}>
          <ChangesPanel sessionId={sessionId} changes={changes} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

interface SectionProps {
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, action, children }: SectionProps) {
  return (
    <section
      aria-label={title}
      className="px-3.5 py-3 [&:not(:first-child)]:border-t [&:not(:first-child)]:border-line"
    >
      <div className="mb-2 flex min-h-5 items-center gap-1.5">
        <h2 className="text-small font-semibold">{title}</h2>
        <span className="flex-1" />
        {action}
      </div>
      {children}
    </section>
  );
}

function Servers({ onManage }: Pick<SessionPanelProps, 'onManage'>) {
  const all = useAppData((data) => data.servers);
  const servers = useMemo(() => all.filter(({ enabled }) => enabled), [all]);
  const now = useNow(
    1000,
    servers.some(({ status }) => status === 'connecting'),
  );
  return (
    <Section
      title={text.app.panelServers}
      action={
        <LinkButton size="small" onClick={() => onManage()}>
          {text.app.manage}
        </LinkButton>
      }
    >
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
    </Section>
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
