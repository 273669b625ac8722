import { Braces, Download, Plus, Server } from 'lucide-react';
import { useEffect, useState } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../shared/texts/en/server-setup.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { PageDialogs, type OpenDialog } from './page-dialogs.tsx';
import type { RenderBench } from './bench-tabs.tsx';
import { ServerDetail } from './server-detail.tsx';
import { ServerList } from './server-list.tsx';
import { groupServers } from './server-view.ts';

const words = text.servers.page;

export interface ServersPageProps {
  /** A server to show, for example one that was pressed elsewhere. */
  readonly serverId?: string | null;
  /** Opens the dialog that adds one, once for each new value. */
  readonly adds?: number | undefined;
  /** Draws what the bench shows of a server. */
  readonly renderBench?: RenderBench;
}

/** All servers with their live state; one of them in detail; adding and changing them. Fills the page area. */
export function ServersPage({ serverId = null, adds, renderBench }: ServersPageProps) {
  const servers = useAppData((data) => data.servers);
  const status = useAppData((data) => data.status);
  const platform = useAppData((data) => data.info?.platform ?? 'linux');
  const [selectedId, setSelectedId] = useState<string | null>(serverId);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [showBuiltin, setShowBuiltin] = useState(serverId !== null);

  useEffect(() => {
    if (serverId !== null) setSelectedId(serverId);
  }, [serverId]);
  useEffect(() => {
    if (adds !== undefined) setDialog({ kind: 'add' });
  }, [adds]);
  const first = groupServers(servers, '', 0)[0]?.servers[0]?.id ?? null;
  const nothingSelected = selectedId === null;
  useEffect(() => {
    // Chosen once: a list that sorts anew must not change what is looked at.
    if (nothingSelected && first !== null) setSelectedId(first);
  }, [nothingSelected, first]);

  const selected = servers.find((server) => server.id === selectedId);
  const own = servers.some((server) => server.origin === 'user');
  const builtin = servers.find((server) => server.origin === 'builtin');
  const connected = servers.filter((server) => server.status === 'connected').length;
  const loading = status === 'loading' && servers.length === 0;
  // What could not be read is not empty; the shell says why and offers to try again.
  const unknown = status === 'failed' && servers.length === 0;
  const empty = !own && !showBuiltin && !loading && !unknown;
  const addButton = (
    <>
      <IconButton
        icon={Braces}
        label={serverSetupTexts.raw.open}
        onClick={() => setDialog({ kind: 'source' })}
      />
      <Button
        tone="quiet"
        icon={<Icon of={Download} size={14} />}
        onClick={() => setDialog({ kind: 'import' })}
      >
        {serverSetupTexts.import.open}
      </Button>
      <Button
        tone="primary"
        icon={<Icon of={Plus} size={14} />}
        onClick={() => setDialog({ kind: 'add' })}
      >
        {words.add}
      </Button>
    </>
  );

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TopBar
        title={words.title}
        {...(empty || loading || unknown
          ? {}
          : { note: words.connectedOf(connected, servers.length), actions: addButton })}
      />
      {unknown ? null : loading ? (
        <LoadingServers />
      ) : empty ? (
        <NoServers
          builtin={builtin}
          action={addButton}
          onOpen={(server) => {
            setSelectedId(server.id);
            setShowBuiltin(true);
          }}
        />
      ) : (
        <div className="flex min-h-0 flex-1">
          <ServerList servers={servers} selectedId={selectedId} onSelect={setSelectedId} />
          {selected === undefined ? (
            <p className="flex-1 p-5 text-muted">{words.selectHint}</p>
          ) : (
            <ServerDetail
              key={selected.id}
              server={selected}
              platform={platform}
              renderBench={renderBench}
              onEdit={() => setDialog({ kind: 'edit', serverId: selected.id })}
              onValues={() => setDialog({ kind: 'values', serverId: selected.id })}
              onRemoved={() => setSelectedId(null)}
            />
          )}
        </div>
      )}
      <PageDialogs
        dialog={dialog}
        servers={servers}
        platform={platform}
        onClose={() => setDialog(null)}
        onAdded={(id) => {
          setSelectedId(id);
          setShowBuiltin(true);
          setDialog(null);
        }}
      />
    </div>
  );
}

function LoadingServers() {
  return (
    <Loading label={words.loading}>
      <div className="flex w-68 flex-col gap-6 p-5">
        {['w-40', 'w-32', 'w-44', 'w-36'].map((width) => (
          <div key={width} className="flex flex-col gap-2.5">
            <Skeleton className={width} />
            <Skeleton className="w-24" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

interface NoServersProps {
  readonly builtin: ServerState | undefined;
  readonly action: React.ReactNode;
  readonly onOpen: (server: ServerState) => void;
}

/** Only what is built in is there: what belongs here, and the way to it. */
function NoServers({ builtin, action, onOpen }: NoServersProps) {
  const empty = text.servers.empty;
  return (
    <EmptyState
      icon={Server}
      title={empty.title}
      action={action}
      {...(builtin === undefined
        ? {}
        : {
            hint: (
              <>
                {empty.builtin(builtin.name)}{' '}
                <LinkButton size="small" onClick={() => onOpen(builtin)}>
                  {empty.openIt}
                </LinkButton>
              </>
            ),
          })}
    >
      {empty.body}
    </EmptyState>
  );
}
