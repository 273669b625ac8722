import { ArrowDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useChat, useChatStore } from '../store/chat-context.tsx';
import { ToolCards } from '../tools/tool-card.tsx';
import { ActivityLine } from './activity-line.tsx';
import { ItemRow, UserBubble } from './item-row.tsx';
import { transcriptRows, type TranscriptRow } from './transcript-rows.ts';
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx';

export interface TranscriptProps {
  /** Tool calls that wait for the person. */
  readonly waitingIds: readonly string[];
}

/** The conversation. */
export function Transcript({ waitingIds }: TranscriptProps) {
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
  const rows = useMemo(() => {
    const extra: TranscriptRow[] = [];
    // While a turn runs they stand in the queue above the composer.
    if (!running) {
      for (const message of pending)
        extra.push({ kind: 'pending', key: `p${String(message.key)}`, message });
    }
    if ((running || pending.length > 0) && !isWaiting)
      extra.push({ kind: 'activity', key: 'activity' });
    return [...settled, ...extra];
  }, [settled, pending, running, isWaiting]);
  return (
    <div className="relative min-h-0 flex-1">
      <VirtualList
        ref={list}
        rows={rows}
        keyOf={(row) => row.key}
        label={text.chat.transcript}
        onAtEnd={setAtEnd}
        render={(row) => <Row row={row} waitingIds={waitingIds} />}
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

function Row({
  row,
  waitingIds,
}: {
  readonly row: TranscriptRow;
  readonly waitingIds: readonly string[];
}) {
  switch (row.kind) {
    case 'item':
      return <ItemRow id={row.id} />;
    case 'tools':
      return <ToolCards ids={row.ids} waitingIds={waitingIds} />;
    case 'pending':
      return <UserBubble text={row.message.text} pending />;
    case 'activity':
      return <ActivityLine />;
  }
}
