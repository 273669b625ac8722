import { ArrowDown, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { itemOf, type TranscriptItem } from '../../../../shared/agent/transcript.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { FoundMessage } from '../../../lib/found-message.ts';
import { useAction } from '../../../lib/use-action.ts';
import { FindBar } from '../find/find-bar.tsx';
import { useFoundMessage } from '../find/use-found-message.ts';
import { useChat, useChatStore, usePager } from '../store/chat-context.tsx';
import type { ChatState } from '../store/chat-store.ts';
import { DrawItem } from '../tools/draw-item.ts';
import { ToolCards } from '../tools/tool-card.tsx';
import { ActivityLine } from './activity-line.tsx';
import { copySelection } from './copy-selection.ts';
import { ItemRow, UserBubble } from './item-row.tsx';
import { OpenStates, useOpenStates } from './open-states.ts';
import { rowOfItem, transcriptRows, type TranscriptRow } from './transcript-rows.ts';
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx';

export interface TranscriptProps {
  /** Tool calls that wait for the person. */
  readonly waitingIds: readonly string[];
  /** Main is at work for this session, which the transcript may not show yet. */
  readonly busy: boolean;
  /** A message that was found elsewhere; another object shows it again. */
  readonly found?: FoundMessage | undefined;
}

/** The conversation: the newest messages, and pages of what comes before them as the person gets there. */
export function Transcript({ waitingIds, busy, found }: TranscriptProps) {
  const pending = useChat((chat) => chat.pending);
  const hasGap = useChat((chat) => chat.older.gap !== undefined);
  const place = useChat((chat) => chat.older.place);
  const [atEnd, setAtEnd] = useState(true);
  const list = useRef<VirtualListHandle>(null);
  const pager = usePager();
  const isStalled =
    useChat(endedWithRuntime) && !busy && pending.every(({ uuid }) => uuid !== undefined);
  const rows = useRows(waitingIds.length > 0, isStalled);
  const toEnd = useCallback(() => {
    pager.showLatest();
    list.current?.toEnd();
  }, [pager]);
  // Who sends a message wants to see it, wherever they have scrolled.
  const sending = pending.find(({ uuid }) => uuid === undefined)?.key;
  useEffect(() => {
    if (sending !== undefined) toEnd();
  }, [sending, toEnd]);
  const hasEarlier = useChat((chat) => chat.older.earlier !== undefined);
  const loading = useRef<'first' | 'last'>('first');
  const load = useAction((edge: 'first' | 'last') => {
    loading.current = edge;
    return edge === 'first' ? pager.loadEarlier() : pager.loadLater();
  });
  const toRow = useCallback((key: string) => list.current?.toRow(key), []);
  const jump = useJump(rows, toRow);
  const shown = useFoundMessage(found, pager, jump);
  const chat = useChatStore();
  const markedKey =
    shown.itemId === undefined
      ? undefined
      : rowOfItem(rows, shown.itemId, chat.state.getState())?.key;
  const openStates = useOpenStates();
  return (
    <OpenStates value={openStates}>
      <DrawItem value={drawStep}>
        <FindBar pager={pager} onShow={jump} />
        <div className="relative min-h-0 flex-1" onCopy={copySelection}>
          <VirtualList
            key={place}
            ref={list}
            rows={rows}
            keyOf={(row) => row.key}
            label={text.chat.transcript}
            onAtEnd={setAtEnd}
            hasMore={hasGap}
            isReading={load.busy}
            onNearEdge={(edge) => {
              // Both may be near: an edge without more must not keep the other from being read.
              const hasThere = edge === 'first' ? hasEarlier : hasGap;
              if (hasThere && load.error === undefined) void load.run(edge);
            }}
            render={(row) => (
              <Marked isMarked={row.key === markedKey}>
                <Row row={row} waitingIds={waitingIds} isStalled={isStalled} />
              </Marked>
            )}
          />
          {shown.problem !== undefined && (
            <div className="absolute inset-x-6 top-3 mx-auto max-w-(--reading)">
              <ErrorBox
                role="status"
                tone="info"
                sentence={shown.problem}
                actions={
                  <IconButton
                    icon={X}
                    size="small"
                    label={text.ui.dismiss}
                    onClick={shown.dismiss}
                  />
                }
              />
            </div>
          )}
          {load.error !== undefined && (
            <div className="absolute inset-x-6 top-3 mx-auto max-w-(--reading)">
              <ErrorBox
                role="alert"
                sentence={`${text.chat.pageFailed} ${load.error.sentence}`}
                details={load.error.details}
                actions={
                  <Button
                    size="small"
                    busy={load.busy}
                    onClick={() => void load.run(loading.current)}
                  >
                    {text.chat.tryAgain}
                  </Button>
                }
              />
            </div>
          )}
          {(!atEnd || hasGap) && (
            <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
              <Button
                size="small"
                icon={<Icon of={ArrowDown} size={14} />}
                className="appear pointer-events-auto !shadow-popover"
                onClick={toEnd}
              >
                {text.chat.jumpToLatest}
              </Button>
            </div>
          )}
        </div>
      </DrawItem>
    </OpenStates>
  );
}

/** A row that was jumped to stands out for a while. */
function Marked({
  isMarked,
  children,
}: {
  readonly isMarked: boolean;
  readonly children: ReactNode;
}) {
  return isMarked ? (
    <div
      data-marked=""
      className="rounded-control bg-warning-soft outline-6 outline-warning-soft high-contrast:outline-line-strong"
    >
      {children}
    </div>
  ) : (
    <div>{children}</div>
  );
}

/** A step of a sub-agent, drawn like what stands above it. */
function drawStep(item: TranscriptItem) {
  return item.kind === 'tool-call' ? (
    <ToolCards ids={[item.id]} waitingIds={[]} />
  ) : (
    <ItemRow id={item.id} />
  );
}

/** All rows of what is loaded. Where the newest messages do not follow the pages, these alone. */
function useRows(isWaiting: boolean, isStalled: boolean): readonly TranscriptRow[] {
  const order = useChat((chat) => chat.transcript.order);
  const older = useChat((chat) => chat.older);
  const running = useChat((chat) => chat.transcript.turn === 'running');
  const pending = useChat((chat) => chat.pending);
  const chat = useChatStore();
  const olderRows = useMemo(() => transcriptRows(older.order, (id) => older.items[id]), [older]);
  // An item never changes its kind, so the rows depend on the order alone.
  const newest = useMemo(
    () => transcriptRows(order, (id) => itemOf(chat.state.getState().transcript, id)),
    [order, chat],
  );
  return useMemo(() => {
    if (older.gap !== undefined) return olderRows;
    const extra: TranscriptRow[] = [];
    // While a turn runs they stand in the queue above the composer.
    if (!running) {
      for (const message of pending)
        extra.push({ kind: 'pending', key: `pending-${message.key}`, message });
    }
    if ((running || (pending.length > 0 && !isStalled)) && !isWaiting)
      extra.push({ kind: 'activity', key: 'activity' });
    return [...olderRows, ...newest, ...extra];
  }, [older, olderRows, newest, pending, running, isStalled, isWaiting]);
}

/** For so long a jump holds on to its item. */
const JUMP_MS = 3_000;

/** Goes to the row of an item, as soon as it is loaded. */
function useJump(
  rows: readonly TranscriptRow[],
  toRow: (key: string) => void,
): (itemId: string) => void {
  const chat = useChatStore();
  const wanted = useRef<{ readonly itemId: string; readonly until: number }>(undefined);
  const tryIt = useCallback(() => {
    if (wanted.current === undefined || wanted.current.until < performance.now()) return;
    const row = rowOfItem(rows, wanted.current.itemId, chat.state.getState());
    // Pages that come meanwhile beside it move it: then it is gone to again.
    if (row !== undefined) toRow(row.key);
  }, [rows, chat, toRow]);
  useEffect(tryIt, [tryIt]);
  return useCallback(
    (itemId) => {
      wanted.current = { itemId, until: performance.now() + JUMP_MS };
      tryIt();
    },
    [tryIt],
  );
}

/** The runtime is gone, and what had not reached it waits for the person. */
function endedWithRuntime({ transcript }: ChatState): boolean {
  const last = itemOf(transcript, transcript.order.at(-1) ?? '');
  return last?.kind === 'notice' && last.notice.subtype === 'runtime_exited';
}

interface RowProps extends Pick<TranscriptProps, 'waitingIds'> {
  readonly row: TranscriptRow;
  readonly isStalled: boolean;
}

function Row({ row, waitingIds, isStalled }: RowProps) {
  switch (row.kind) {
    case 'item':
      return <ItemRow id={row.id} />;
    case 'tools':
      return <ToolCards ids={row.ids} waitingIds={waitingIds} />;
    case 'pending':
      return (
        <UserBubble
          text={row.message.text}
          pending
          note={isStalled ? text.chat.queuedStill : undefined}
        />
      );
    case 'activity':
      return <ActivityLine />;
  }
}
