import { Clock } from 'lucide-react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useChat } from '../store/chat-context.tsx';

/** Messages that wait for the end of the turn, above the composer. */
export function MessageQueue() {
  const running = useChat((chat) => chat.transcript.turn === 'running');
  const pending = useChat((chat) => chat.pending);
  if (!running || pending.length === 0) return null;
  return (
    <ul
      aria-label={text.chat.queue}
      className="mx-2.5 max-h-32 overflow-y-auto rounded-t-bubble border border-b-0 border-line bg-chrome"
    >
      {pending.map((message) => (
        <li key={message.key} className="flex h-8 items-center gap-2 pr-3 pl-3">
          <Icon of={Clock} size={14} className="text-subtle" />
          <span className="min-w-0 flex-1 truncate">{message.text}</span>
          <span className="flex-none text-small text-subtle">{text.chat.queueNote}</span>
        </li>
      ))}
    </ul>
  );
}
