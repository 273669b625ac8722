import type { TranscriptItem } from '../../../../shared/agent/transcript.ts';
import { loadedItem, type ChatState, type PendingMessage } from '../store/chat-store.ts';

/** What one row of the transcript shows; tool calls that follow each other are one row. */
export type TranscriptRow =
  | { readonly kind: 'item'; readonly key: string; readonly id: string }
  | { readonly kind: 'tools'; readonly key: string; readonly ids: readonly string[] }
  | { readonly kind: 'pending'; readonly key: string; readonly message: PendingMessage }
  | { readonly kind: 'activity'; readonly key: string };

export function transcriptRows(
  order: readonly string[],
  itemOf: (id: string) => TranscriptItem | undefined,
): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  for (const id of order) {
    const last = rows.at(-1);
    if (isRetry(itemOf(id)) && last?.kind === 'item' && isRetry(itemOf(last.id))) {
      // Of tries in a row the last says it all.
      rows[rows.length - 1] = { kind: 'item', key: id, id };
    } else if (itemOf(id)?.kind !== 'tool-call') rows.push({ kind: 'item', key: id, id });
    else if (last?.kind === 'tools') rows[rows.length - 1] = { ...last, ids: [...last.ids, id] };
    else rows.push({ kind: 'tools', key: id, ids: [id] });
  }
  return rows;
}

/** The row that shows an item: its own, or that of the call whose sub-agent it belongs to. */
export function rowOfItem(
  rows: readonly TranscriptRow[],
  itemId: string,
  chat: ChatState,
): TranscriptRow | undefined {
  const holds = (id: string): boolean => {
    if (id === itemId) return true;
    const item = loadedItem(chat, id);
    return item?.kind === 'tool-call' && item.children.some(holds);
  };
  return rows.find((row) =>
    row.kind === 'item' ? row.id === itemId : row.kind === 'tools' && row.ids.some(holds),
  );
}

function isRetry(item: TranscriptItem | undefined): boolean {
  return item?.kind === 'notice' && item.notice.subtype === 'api_retry';
}
