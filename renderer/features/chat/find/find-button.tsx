import { Search } from 'lucide-react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChat, useChatStore } from '../store/chat-context.tsx';

/** Opens and closes the bar that finds words in the session. */
export function FindButton() {
  const chat = useChatStore();
  const isFinding = useChat((state) => state.isFinding);
  return (
    <IconButton
      icon={Search}
      label={text.chat.find}
      keys={['Mod', 'F']}
      pressed={isFinding}
      onClick={() => chat.state.setState({ isFinding: !isFinding })}
    />
  );
}
