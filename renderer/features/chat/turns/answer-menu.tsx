import { Ellipsis, GitFork, RotateCcw } from 'lucide-react';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useChatStore } from '../store/chat-context.tsx';
import { loadedItem, type ChatState } from '../store/chat-store.ts';
import { useTurnActions } from './turn-actions.tsx';

/** What can be done with an answer of the conversation itself; seen when the pointer or the focus is on it. */
export function AnswerMenu({ id }: { readonly id: string }) {
  const actions = useTurnActions();
  const { state } = useChatStore();
  if (actions === undefined || !isOwn(state.getState(), id)) return null;
  // Found when it is wanted: what comes before an answer does not change, but finding it in every row would cost.
  const again = () => {
    const question = questionBefore(state.getState(), id);
    if (question !== undefined) actions.again(question);
  };
  return (
    <Menu
      align="end"
      label={words.answerActions}
      trigger={
        <IconButton
          icon={Ellipsis}
          size="small"
          label={words.answerActions}
          className="opacity-0 group-focus-within/answer:opacity-100 group-hover/answer:opacity-100 data-[state=open]:opacity-100"
        />
      }
    >
      <MenuItem icon={RotateCcw} label={words.regenerate} onSelect={again} />
      <MenuItem icon={GitFork} label={words.fork} onSelect={() => actions.fork(messageOf(id))} />
    </Menu>
  );
}

/** Steps of sub-agents are no turns. */
function isOwn({ transcript, older }: ChatState, id: string): boolean {
  return transcript.order.includes(id) || older.order.includes(id);
}

/** The message of the person that an answer belongs to. */
function questionBefore(chat: ChatState, id: string): string | undefined {
  const order = [...chat.older.order, ...chat.transcript.order];
  return order
    .slice(0, order.indexOf(id))
    .findLast((before) => loadedItem(chat, before)?.kind === 'user');
}

/** Its block is the last part of an item's id. */
function messageOf(itemId: string): string {
  return itemId.slice(0, itemId.lastIndexOf(':'));
}
