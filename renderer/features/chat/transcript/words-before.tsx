import { useEffect, useMemo, useState } from 'react';
import { itemOf } from '../../../../shared/agent/transcript.ts';
import { SafeMarkdown } from '../markdown/safe-markdown.tsx';
import { useChatRegistry } from '../store/chat-context.tsx';
import type { ChatState } from '../store/chat-store.ts';

export interface WordsBeforeProps {
  readonly sessionId: string;
  readonly toolUseId: string;
  readonly label: string;
}

/** What the agent said before it asked for a call; nothing where it said nothing. */
export function WordsBefore({ sessionId, toolUseId, label }: WordsBeforeProps) {
  const registry = useChatRegistry();
  const chat = useMemo(() => registry.open(sessionId), [registry, sessionId]);
  const [said, setSaid] = useState(() => wordsBefore(chat.state.getState(), toolUseId));
  useEffect(() => {
    const look = () => setSaid(wordsBefore(chat.state.getState(), toolUseId));
    look();
    return chat.state.subscribe(look);
  }, [chat, toolUseId]);
  if (said === '') return null;
  return (
    <div className="mb-3">
      <p className="mb-1 text-small text-subtle">{label}</p>
      <blockquote className="thin-scroll max-h-48 overflow-y-auto border-l-2 border-line-strong pl-3">
        <SafeMarkdown text={said} />
      </blockquote>
    </div>
  );
}

/** The last text between the person's message and the call. */
function wordsBefore({ transcript }: ChatState, toolUseId: string): string {
  const { order } = transcript;
  const at = order.indexOf(toolUseId);
  for (let index = (at === -1 ? order.length : at) - 1; index >= 0; index -= 1) {
    const item = itemOf(transcript, order[index] ?? '');
    if (item?.kind === 'text') return item.text;
    if (item?.kind === 'user') return '';
  }
  return '';
}
