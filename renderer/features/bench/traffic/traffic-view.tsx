import { Download, Lock, Pause, Play } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { BenchActions } from '../bench-actions.tsx';
import { SearchField } from '../search-field.tsx';
import { MessageDetail } from './message-detail.tsx';
import { isShown, trafficRows, type TrafficFilter } from './traffic-rows.ts';
import { TrafficTable } from './traffic-table.tsx';
import { useTraffic } from './use-traffic.ts';

const words = benchTexts.traffic;

export interface TrafficViewProps {
  readonly server: ServerState;
  readonly onOpenTool: ((tool: string, args: JsonObject) => void) | undefined;
}

/** Every message of a server in its order, each answer paired with its request. */
export function TrafficView({ server, onOpenTool }: TrafficViewProps) {
  const ipc = useIpc();
  const traffic = useTraffic(server.id);
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<TrafficFilter>('all');
  const [selected, setSelected] = useState<number | undefined>(undefined);
  const wanted = useDeferredValue(query.trim());
  const all = useMemo(() => trafficRows(traffic.entries), [traffic.entries]);
  const rows = useMemo(
    () => all.filter((row) => isShown(row, filter, wanted)),
    [all, filter, wanted],
  );
  const errors = all.filter(
    (row) => row.isError && (row.entry.kind === 'request' || row.entry.kind === 'http'),
  ).length;
  const entry = traffic.entries.find((one) => one.seq === selected);
  const exporting = useAction(async () => {
    const { saved } = await ipc.call('bench.exportTraffic', { serverId: server.id });
    if (saved) announce(words.exported);
  });
  const clearing = useAction(traffic.clear);
  const error = traffic.error ?? exporting.error ?? clearing.error;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <BenchActions>
        <Button
          busy={exporting.busy}
          icon={<Icon of={Download} size={14} />}
          onClick={() => void exporting.run()}
        >
          {words.export}
        </Button>
      </BenchActions>
      <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-2.5 gap-y-1.5 border-b border-line px-4 py-1.5">
        <SearchField
          label={words.search}
          value={query}
          onValueChange={setQuery}
          className="max-w-55 min-w-44 flex-[4]"
        />
        <SegmentedControl<TrafficFilter>
          label={words.filter}
          value={filter}
          onValueChange={setFilter}
          options={[
            { value: 'all', label: words.all },
            { value: 'requests', label: words.requests },
            { value: 'notifications', label: words.notifications },
            { value: 'errors', label: words.errors(errors) },
          ]}
        />
        <span className="min-w-0 flex-1" />
        <span className="flex items-center gap-1.5 text-small text-muted">
          <Icon of={Lock} size={12} />
          {words.redacted}
        </span>
        <Button
          tone="quiet"
          size="small"
          icon={<Icon of={traffic.isPaused ? Play : Pause} size={14} />}
          onClick={() => traffic.setPaused(!traffic.isPaused)}
        >
          {traffic.isPaused ? words.resume : words.pause}
        </Button>
        <Button tone="quiet" size="small" onClick={() => void clearing.run()}>
          {words.clear}
        </Button>
      </div>
      {error !== undefined && (
        <div className="px-4 py-2">
          <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
        </div>
      )}
      {traffic.isPaused && (
        <p role="status" className="border-b border-line bg-quiet px-4 py-1 text-small text-muted">
          {words.held(traffic.held)}
        </p>
      )}
      <div className="flex min-h-0 flex-1">
        {rows.length === 0 ? (
          <p className="p-4 text-muted">{all.length === 0 ? words.none : words.nothingFound}</p>
        ) : (
          <TrafficTable
            rows={rows}
            entries={traffic.entries}
            selected={selected}
            onSelect={(one) => setSelected(one.seq)}
          />
        )}
        {entry !== undefined && (
          <MessageDetail
            key={entry.seq}
            entry={entry}
            entries={traffic.entries}
            onOpenTool={onOpenTool}
          />
        )}
      </div>
    </div>
  );
}
