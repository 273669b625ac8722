import { FlaskConical, Server } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { ActionsPlace } from './bench-actions.tsx';
import { BenchView, benchViews, type BenchViewName } from './bench-view.tsx';
import { memoryKeys } from './memory-keys.ts';
import { ServerPicker } from './server-picker.tsx';
import { remember, useRemembered } from './use-remembered.ts';

const words = benchTexts;

export interface BenchTarget {
  readonly serverId?: string;
  readonly tool?: string;
  readonly view?: BenchViewName;
}

export interface BenchPageProps {
  /** What to work with, for example a server that was pressed elsewhere; each new object is opened once. */
  readonly opens?: BenchTarget;
  readonly renderMarkdown: (text: string) => ReactNode;
  readonly onOpenServers: (serverId?: string) => void;
}

/** Tools, resources, prompts and traffic of one server, by hand. Fills the page area. */
export function BenchPage({ opens, renderMarkdown, onOpenServers }: BenchPageProps) {
  const servers = useAppData((data) => data.servers);
  const [chosenId, setChosenId] = useRemembered<string | undefined>(
    memoryKeys.server,
    () => undefined,
  );
  const [view, setView] = useRemembered<BenchViewName>(memoryKeys.view, () => 'tools');
  // How often something else was opened: then the view begins anew.
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (opens?.serverId === undefined) return;
    const { serverId, tool, view: wanted = tool === undefined ? undefined : 'tools' } = opens;
    setChosenId(serverId);
    if (tool !== undefined) remember(memoryKeys.tool(serverId), { tool, turn: 0 });
    if (wanted !== undefined) setView(wanted);
    setTurn((before) => before + 1);
  }, [opens, setChosenId, setView]);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const usable = servers.filter((server) => server.enabled);
  const server = serverFor(usable, [chosenId]);
  const views = (
    <SegmentedControl<BenchViewName>
      label={words.views.label}
      className="no-drag"
      value={view}
      onValueChange={setView}
      options={benchViews.map((value) => ({ value, label: words.views[value] }))}
    />
  );
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TopBar
        title={words.title}
        {...(server === undefined
          ? {}
          : {
              beside: <ServerPicker servers={usable} selected={server} onSelect={setChosenId} />,
              middle: views,
              actions: <div ref={setActions} className="flex items-center gap-2" />,
            })}
      />
      {server === undefined ? (
        <EmptyState
          icon={FlaskConical}
          title={words.none.title}
          action={
            <Button
              tone="primary"
              icon={<Icon of={Server} size={14} />}
              onClick={() => onOpenServers()}
            >
              {words.none.open}
            </Button>
          }
        >
          {words.none.body}
        </EmptyState>
      ) : server.status === 'connected' || view === 'traffic' ? (
        <ActionsPlace value={actions}>
          <BenchView
            key={`${server.id} ${String(turn)}`}
            server={server}
            view={view}
            renderMarkdown={renderMarkdown}
            onView={setView}
          />
        </ActionsPlace>
      ) : (
        <EmptyState
          icon={FlaskConical}
          title={words.notConnected(server.name)}
          action={<Button onClick={() => onOpenServers(server.id)}>{words.openServer}</Button>}
        >
          {server.failure?.message ?? text.servers.state[server.status]}
        </EmptyState>
      )}
    </div>
  );
}

/** The first of the wanted servers that is there, else one that is connected. */
function serverFor(
  servers: readonly ServerState[],
  wanted: readonly (string | undefined)[],
): ServerState | undefined {
  for (const id of wanted) {
    const found = servers.find((server) => server.id === id);
    if (found !== undefined) return found;
  }
  const connected = servers.filter((server) => server.status === 'connected');
  return connected.find((server) => server.origin === 'user') ?? connected[0] ?? servers[0];
}
