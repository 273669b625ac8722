import { Search, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { mostTools } from '../../../shared/agent/tool-limit.ts';
import { hintNames } from '../../../shared/mcp/hints.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../../shared/texts/en/permissions.ts';
import { useListKey } from '../../lib/actions/action-context.tsx';
import { useAppData } from '../../lib/app-data-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { ReviewToolDialog } from './review-tool-dialog.tsx';
import {
  isShown,
  matchesTool,
  toolEntries,
  type ToolEntry,
  type ToolFilter,
} from './tool-permissions.ts';
import { ToolRow, toolGrid } from './tool-row.tsx';
import { useToolActions } from './use-tool-actions.ts';

const words = text.servers.tools;
const permissions = permissionTexts.tools;
/** From this many on, only rows near the view are mounted. */
const MANY_ROWS = 100;

/** The tools of a server: what each declares about itself, whether it is asked for, and which are off. */
export function ToolsTab({ server }: { readonly server: ServerState }) {
  const given = useAppData((data) => data.permissions);
  const [query, setQuery] = useState('');
  const [chosen, setFilter] = useState<ToolFilter>('all');
  const [reviewed, setReviewed] = useState<string | undefined>(undefined);
  const wanted = useDeferredValue(query.trim());
  const entries = useMemo(() => toolEntries(server, given), [server, given]);
  const counts = {
    changed: entries.filter((entry) => entry.isChanged).length,
    off: entries.filter((entry) => !entry.isOn).length,
  };
  const shown = entries.filter(
    (entry) => isShown(entry, chosen) && (wanted === '' || matchesTool(entry, wanted)),
  );
  const { actions, trustHints, error, clearError } = useToolActions(server.id, setReviewed);
  const changed = new Set(entries.filter((one) => one.isChanged).map((one) => one.tool.name));

  if (entries.length === 0 && server.setAside.length === 0) {
    return (
      <p className="text-muted">
        {server.status === 'connected' ? words.none : words.notConnected}
      </p>
    );
  }
  return (
    <div className="@container flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchField value={query} onValueChange={setQuery} />
        <SegmentedControl<ToolFilter>
          label={permissions.show}
          value={chosen}
          onValueChange={setFilter}
          options={[
            { value: 'all', label: permissions.all(entries.length) },
            { value: 'changed', label: permissions.changed(counts.changed) },
            { value: 'off', label: permissions.off(counts.off) },
          ]}
        />
        <span role="status" className="text-small text-subtle">
          {wanted === '' ? '' : words.found(shown.length, entries.length)}
        </span>
        <span className="flex-1" />
        <Tooltip label={permissions.trustNote}>
          <span className="flex items-center gap-2 text-small text-muted">
            <span aria-hidden="true">{permissions.trustHints}</span>
            <Switch
              label={permissions.trustHints}
              checked={server.settings.trustHints}
              onCheckedChange={trustHints}
            />
          </span>
        </Tooltip>
      </div>
      {error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={error.sentence}
          details={error.details}
          actions={<LinkButton onClick={clearError}>{text.servers.page.dismiss}</LinkButton>}
        />
      )}
      {shown.length > 0 && (
        <ToolTable
          name={server.name}
          entries={shown}
          actions={{
            ...actions,
            // What changed is looked at before it is allowed.
            onPermission: (tool, permission) => {
              if (permission === 'allow' && changed.has(tool)) setReviewed(tool);
              else actions.onPermission(tool, permission);
            },
          }}
        />
      )}
      {shown.length === 0 && (
        <p className="py-2 text-muted">
          {wanted !== ''
            ? words.noMatch(wanted)
            : chosen === 'changed'
              ? permissions.noneChanged
              : permissions.noneOff}
        </p>
      )}
      <TooMany />
      <SetAside server={server} />
      {entries.length > 0 && <p className="text-small text-subtle">{permissions.footer}</p>}
      {reviewed !== undefined && (
        <ReviewToolDialog server={server} tool={reviewed} onClose={() => setReviewed(undefined)} />
      )}
    </div>
  );
}

/** Before a request leaves tools out: how many are on, of all servers, where some provider takes fewer. */
function TooMany() {
  const servers = useAppData((data) => data.servers);
  const given = useAppData((data) => data.permissions);
  const least = useAppData((data) =>
    Math.min(...data.providers.map(({ kind }) => mostTools(kind) ?? Infinity)),
  );
  const on = useMemo(
    () => servers.flatMap((server) => toolEntries(server, given)).filter((one) => one.isOn),
    [servers, given],
  );
  if (on.length <= least) return null;
  return (
    <p role="note" className="rounded-control bg-warning-soft px-3 py-2 text-small">
      {permissions.tooMany(on.length, least)}
    </p>
  );
}

function SearchField({
  value,
  onValueChange,
}: {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}) {
  return (
    <div className="relative w-44">
      <Icon
        of={Search}
        size={14}
        className="pointer-events-none absolute top-[7px] left-[9px] text-subtle"
      />
      <input
        type="text"
        role="searchbox"
        aria-label={words.search}
        placeholder={words.search}
        value={value}
        spellCheck={false}
        onChange={(event) => onValueChange(event.target.value)}
        className="h-(--control) w-full rounded-control bg-quiet pr-2 pl-[29px] text-ui placeholder:text-subtle focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
      />
    </div>
  );
}

interface ToolTableProps {
  readonly name: string;
  readonly entries: readonly ToolEntry[];
  readonly actions: ReturnType<typeof useToolActions>['actions'];
}

function ToolTable({ name, entries, actions }: ToolTableProps) {
  const latest = useRef(actions);
  latest.current = actions;
  const keyOf = useListKey();
  // The same object for all renders, so that rows that did not change are not drawn again.
  const stable = useMemo<ToolTableProps['actions']>(
    () => ({
      onPermission: (...args) => latest.current.onPermission(...args),
      onEnabled: (...args) => latest.current.onEnabled(...args),
      onHint: (...args) => latest.current.onHint(...args),
      onResetHints: (...args) => latest.current.onResetHints(...args),
      onReview: (...args) => latest.current.onReview(...args),
    }),
    [],
  );
  return (
    <div
      role="table"
      aria-label={words.table(name)}
      aria-rowcount={entries.length + 1}
      onKeyDown={(event) => moveBetweenRows(event, keyOf(event))}
    >
      <div role="rowgroup">
        <div
          role="row"
          aria-rowindex={1}
          className={`${toolGrid} hidden h-7 items-center border-b border-line text-small font-medium text-subtle`}
        >
          {(['tool', ...hintNames] as const).map((column) => (
            <span key={column} role="columnheader">
              {words.columns[column]}
            </span>
          ))}
          <span role="columnheader">{permissions.permission}</span>
          <span role="columnheader">{permissions.on}</span>
        </div>
      </div>
      <div role="rowgroup">
        <VirtualRows
          rows={entries}
          keyOf={(entry) => entry.tool.name}
          from={MANY_ROWS}
          render={(entry, index) => (
            <ToolRow key={entry.tool.name} entry={entry} index={index} actions={stable} />
          )}
        />
      </div>
    </div>
  );
}

/** J and K go to the same control of the next and the previous row, so that a column is worked through without a mouse. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>, key: string): void {
  // An arrow itself scrolls.
  if (key === event.key || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const row = event.target.closest('[data-tool]');
  if (row === null) return;
  const column = [...row.querySelectorAll('button')].findIndex((one) => one === event.target);
  const rows = [...event.currentTarget.querySelectorAll('[data-tool]')];
  const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)];
  const buttons = next?.querySelectorAll<HTMLElement>('button');
  const goal = buttons?.[Math.min(column, buttons.length - 1)];
  if (goal === undefined) return;
  event.preventDefault();
  goal.focus();
}

function SetAside({ server }: { readonly server: ServerState }) {
  if (server.setAside.length === 0) return null;
  return (
    <section className="rounded-control bg-warning-soft px-3 py-2">
      <h3 className="flex items-center gap-1.5 font-medium">
        <Icon of={TriangleAlert} size={14} className="text-warning-text" />
        {words.setAside(server.setAside.length)}
      </h3>
      <p className="text-small text-muted">{words.setAsideNote}</p>
      <ul className="mt-1.5 flex flex-col gap-1">
        {server.setAside.map((tool, index) => (
          <li key={`${String(index)} ${tool.name}`} className="[overflow-wrap:anywhere]">
            <span className="font-mono text-code">{tool.name}</span>{' '}
            <span className="text-small text-muted">{tool.reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
