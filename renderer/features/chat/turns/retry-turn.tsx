import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { Button } from '../../../ui/button.tsx';
import { useChat } from '../store/chat-context.tsx';
import { useTurnActions } from './turn-actions.tsx';

/** Asks the message of a turn again that failed, as long as nothing came after it. */
export function RetryTurn({ endId }: { readonly endId: string }) {
  const actions = useTurnActions();
  const messageUuid = useChat(({ transcript: { order, items } }) =>
    order.at(-1) === endId ? order.findLast((id) => items[id]?.kind === 'user') : undefined,
  );
  if (actions === undefined || actions.isBusy || messageUuid === undefined) return null;
  return (
    <Button size="small" onClick={() => actions.again(messageUuid)}>
      {words.retry}
    </Button>
  );
}
