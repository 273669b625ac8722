import type { SDKMessage } from '../../../../shared/agent/messages.ts';

/** Joins text deltas of the same block that follow each other, so that one frame costs one step of the reducer. */
export function coalesceDeltas(messages: readonly SDKMessage[]): SDKMessage[] {
  const joined: SDKMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const merged = last === undefined ? undefined : join(last, message);
    if (merged === undefined) joined.push(message);
    else joined[joined.length - 1] = merged;
  }
  return joined;
}

function join(last: SDKMessage, next: SDKMessage): SDKMessage | undefined {
  if (last.type !== 'stream_event' || next.type !== 'stream_event') return undefined;
  const before = last.event;
  const after = next.event;
  if (before.type !== 'text_delta' && before.type !== 'thinking_delta') return undefined;
  if (after.type !== before.type) return undefined;
  if (after.message_uuid !== before.message_uuid || after.index !== before.index) return undefined;
  return { ...next, event: { ...after, text: before.text + after.text } };
}
