import { itemOf } from '../../../../shared/agent/transcript.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { formatElapsed } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useChat } from '../store/chat-context.tsx';
import type { ChatState } from '../store/chat-store.ts';

/** What the turn that runs is doing, and for how long. */
export function ActivityLine() {
  const words = useChat(activityWords);
  const startedAt = useChat((chat) => chat.turnStartedAt);
  const now = useNow(1000);
  return (
    <p className="flex items-center gap-2 text-small text-subtle" data-activity>
      <Spinner />
      <span>
        {words}
        {startedAt !== undefined && ` · ${formatElapsed(now - startedAt)}`}
      </span>
    </p>
  );
}

/** One phrase; a server's progress or the runtime's own detail is shown where there is one. */
function activityWords({ transcript, activity }: ChatState): string {
  const last = itemOf(transcript, transcript.order.at(-1) ?? '');
  if (last?.kind === 'text' && last.streaming) return text.chat.writing;
  if (last?.kind === 'thinking' && last.streaming) return text.chat.thinking;
  if (last?.kind === 'tool-call' && last.state === 'running') {
    return text.chat.runningTool(last.title ?? last.toolName);
  }
  switch (activity?.status) {
    case 'waiting_for_servers':
      return activity.detail ?? text.chat.waitingForServers;
    case 'requesting':
      return text.chat.requesting;
    default:
      return text.chat.working;
  }
}
