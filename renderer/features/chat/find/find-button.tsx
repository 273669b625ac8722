import { Search } from 'lucide-react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useShortcut } from '../../../lib/actions/action-context.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChat, useChatStore } from '../store/chat-context.tsx';

/** Opens and closes the bar that finds words in the session. */
export function FindButton() {
  const chat = useChatStore();
  const keys = useShortcut('session.find');
  const isFinding = useChat((state) => state.isFinding);
  return (
    <IconButton
      icon={Search}
      label={text.chat.find}
      {...(keys && { keys })}
      pressed={isFinding}
      onClick={() => chat.state.setState({ isFinding: !isFinding })}
    />
  );
}
