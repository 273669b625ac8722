import clsx from 'clsx';
import { ArrowDownLeft, ArrowUpRight, CircleAlert, Zap } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { TrafficEntry } from '../../../../shared/mcp/traffic.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { useListKey } from '../../../lib/actions/action-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import { formatBytes, formatExactClock, formatTook } from '../../../lib/format-size.ts';
import { otherHalf, outcomeWords, titleOf, type TrafficRow } from './traffic-rows.ts';

const words = benchTexts.traffic;
/** From this many on, only rows near the view are mounted. */
const MANY_ROWS = 80;
const columns =
  'grid grid-cols-[28px_minmax(0,1fr)_36px_84px] items-center gap-x-1.5 px-3 @[560px]:grid-cols-[96px_28px_minmax(0,1fr)_44px_84px_60px_60px]';
/** What a narrow table leaves out; it is in the detail. */
const wide = 'hidden @[560px]:block';

export interface TrafficTableProps {
  readonly rows: readonly TrafficRow[];
  readonly entries: readonly TrafficEntry[];
  readonly selected: number | undefined;
  readonly onSelect: (entry: TrafficEntry) => void;
}

/** One line a message, oldest first; the view stays at the end while the person is there. */
export function TrafficTable({ rows, entries, selected, onSelect }: TrafficTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const keyOf = useListKey();
  const last = rows.at(-1)?.entry.seq;
  useEffect(() => {
    const element = scroller.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = rows.findIndex((row) => row.entry.seq === selected);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
    if (next !== undefined) onSelect(next.entry);
  };
  return (
    <div
      className="@container flex min-h-0 min-w-0 flex-1 flex-col"
      role="table"
      aria-label={words.table}
    >
      <div
        role="rowgroup"
        className="thin-scroll flex-none overflow-y-hidden border-b border-line [scrollbar-gutter:stable]"
      >
        <div role="row" className={`${columns} h-7 text-small font-medium text-subtle`}>
          <span role="columnheader" className={wide}>
            {words.columns.time}
          </span>
          <span role="columnheader" className="sr-only">
            {words.columns.direction}
          </span>
          <span role="columnheader" className="col-start-2 @[560px]:col-start-3">
            {words.columns.method}
          </span>
          <span role="columnheader">{words.columns.id}</span>
          <span role="columnheader">{words.columns.outcome}</span>
          <span role="columnheader" className={`${wide} text-right`}>
            {words.columns.took}
          </span>
          <span role="columnheader" className={`${wide} text-right`}>
            {words.columns.size}
          </span>
        </div>
      </div>
      <div
        ref={scroller}
        role="rowgroup"
        tabIndex={0}
        aria-label={words.table}
        onKeyDown={move}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
        }}
        className="thin-scroll min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable] outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
      >
        <VirtualRows
          rows={rows}
          from={MANY_ROWS}
          keyOf={(row) => String(row.entry.seq)}
          render={(row) => (
            <MessageRow
              key={row.entry.seq}
              row={row}
              entries={entries}
              isSelected={row.entry.seq === selected}
              onSelect={() => onSelect(row.entry)}
            />
          )}
        />
      </div>
    </div>
  );
}

interface MessageRowProps {
  readonly row: TrafficRow;
  readonly entries: readonly TrafficEntry[];
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function MessageRow({ row, entries, isSelected, onSelect }: MessageRowProps) {
  const { entry, outcome, durationMs } = row;
  const { name, detail } = titleOf(entry);
  const end = outcome === 'error' ? otherHalf(entries, entry) : undefined;
  return (
    <div
      role="row"
      data-seq={entry.seq}
      aria-selected={isSelected}
      onClick={onSelect}
      className={clsx(
        columns,
        'h-9 cursor-default border-b border-line',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <span role="cell" className={`${wide} font-mono text-code text-subtle`}>
        {formatExactClock(entry.at)}
      </span>
      <span role="cell">
        <Direction entry={entry} />
      </span>
      <span role="cell" className="truncate font-mono text-code" title={`${name} ${detail}`}>
        {name} <span className={name === '' ? '' : 'text-muted'}>{detail.slice(0, 200)}</span>
      </span>
      <span role="cell" className="truncate text-subtle">
        {entry.kind === 'http' ? '' : String(entry.id ?? '')}
      </span>
      <span
        role="cell"
        className={clsx(
          'truncate',
          row.isError
            ? 'text-danger-text'
            : outcome === 'answered'
              ? 'text-success-text'
              : 'text-subtle',
        )}
      >
        {outcomeWords(row, end)}
      </span>
      <span role="cell" className={`${wide} text-right whitespace-nowrap text-subtle`}>
        {durationMs === undefined ? '' : formatTook(durationMs)}
      </span>
      <span role="cell" className={`${wide} text-right whitespace-nowrap text-subtle`}>
        {entry.kind === 'http' ? '' : formatBytes(entry.bytes)}
      </span>
    </div>
  );
}

/** The way of a message: out, in, or in without being asked for. */
export function Direction({ entry }: { readonly entry: TrafficEntry }) {
  if (entry.kind === 'http')
    return <Icon of={CircleAlert} size={14} className="text-danger-text" />;
  const isOut = entry.direction === 'out';
  const shape =
    !isOut && entry.kind === 'notification' ? Zap : isOut ? ArrowUpRight : ArrowDownLeft;
  return (
    <>
      <Icon
        of={shape}
        size={14}
        className={
          shape === ArrowUpRight
            ? 'text-info-text'
            : shape === Zap
              ? 'text-code-name'
              : 'text-success-text'
        }
      />
      <span className="sr-only">{isOut ? words.out : words.in}</span>
    </>
  );
}
