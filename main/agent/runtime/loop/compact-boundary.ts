import type {
  SDKMessage,
  SDKSystemMessage,
  SDKUserMessage,
} from '../../../../shared/agent/messages.ts';

type CompactBoundary = Extract<SDKSystemMessage, { subtype: 'compact_boundary' }>;

/** What the model is told instead of the messages before a boundary; undefined when nothing takes their place. */
export function summaryMessage(boundary: CompactBoundary): SDKUserMessage | undefined {
  if (boundary.summary === undefined) return undefined;
  return {
    type: 'user',
    uuid: boundary.uuid,
    session_id: boundary.session_id,
    parent_tool_use_id: null,
    message: {
      role: 'user',
      content: `The conversation so far was summed up to make room. The summary:\n\n${boundary.summary}\n\nGo on from there.`,
    },
  };
}

/** The messages that the model is still told of: from the last boundary on. */
export function sinceBoundary(messages: readonly SDKMessage[]): readonly SDKMessage[] {
  const index = messages.findLastIndex(
    (message) => message.type === 'system' && message.subtype === 'compact_boundary',
  );
  const boundary = messages[index];
  if (boundary?.type !== 'system' || boundary.subtype !== 'compact_boundary') return messages;
  const from = messages.findIndex((message) => message.uuid === boundary.kept_from);
  const summary = summaryMessage(boundary);
  return [
    ...(summary ? [summary] : []),
    ...(from === -1 || from > index ? [] : messages.slice(from, index).map(withoutUsage)),
    ...messages.slice(index + 1),
  ];
}

/** What a provider reported before messages were left out says nothing of the next request. */
export function withoutUsage<T extends SDKMessage>(message: T): T {
  return message.type === 'assistant'
    ? { ...message, message: { ...message.message, usage: {} } }
    : message;
}
