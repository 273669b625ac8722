import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useChat, useChatStore } from '../store/chat-context.tsx';
import type { ChatState } from '../store/chat-store.ts';
import { ToolCards } from '../tools/tool-card.tsx';
import { ActivityLine } from './activity-line.tsx';
import { ItemRow, UserBubble } from './item-row.tsx';
import { transcriptRows, type TranscriptRow } from './transcript-rows.ts';
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx';

export interface TranscriptProps {
  /** Tool calls that wait for the person. */
  readonly waitingIds: readonly string[];
  /** Main is at work for this session, which the transcript may not show yet. */
  readonly busy: boolean;
}

/** The conversation. */
export function Transcript({ waitingIds, busy }: TranscriptProps) {
  const order = useChat((chat) => chat.transcript.order);
  const running = useChat((chat) => chat.transcript.turn === 'running');
  const pending = useChat((chat) => chat.pending);
  const [atEnd, setAtEnd] = useState(true);
  const list = useRef<VirtualListHandle>(null);
  const chat = useChatStore();
  // An item never changes its kind, so the rows depend on the order alone.
  const settled = useMemo(
    () => transcriptRows(order, chat.state.getState().transcript.items),
    [order, chat],
  );
  const isWaiting = waitingIds.length > 0;
  const isStalled =
    useChat(endedWithRuntime) && !busy && pending.every(({ uuid }) => uuid !== undefined);
  const rows = useMemo(() => {
    const extra: TranscriptRow[] = [];
    // While a turn runs they stand in the queue above the composer.
    if (!running) {
      for (const message of pending)
        extra.push({ kind: 'pending', key: `pending-${message.key}`, message });
    }
    if ((running || (pending.length > 0 && !isStalled)) && !isWaiting)
      extra.push({ kind: 'activity', key: 'activity' });
    return [...settled, ...extra];
  }, [settled, pending, running, isStalled, isWaiting]);
  // Who sends a message wants to see it, wherever they have scrolled.
  const sending = pending.find(({ uuid }) => uuid === undefined)?.key;
  useEffect(() => {
    if (sending !== undefined) list.current?.toEnd();
  }, [sending]);
  return (
    <div className="relative min-h-0 flex-1">
      <VirtualList
        ref={list}
        rows={rows}
        keyOf={(row) => row.key}
        label={text.chat.transcript}
        onAtEnd={setAtEnd}
        render={(row) => <Row row={row} waitingIds={waitingIds} isStalled={isStalled} />}
      />
      {!atEnd && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            size="small"
            icon={<Icon of={ArrowDown} size={14} />}
            className="appear pointer-events-auto !shadow-popover"
            onClick={() => list.current?.toEnd()}
          >
            {text.chat.jumpToLatest}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The runtime is gone, and what had not reached it waits for the person. */
function endedWithRuntime({ transcript }: ChatState): boolean {
  const last = transcript.items[transcript.order.at(-1) ?? ''];
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
