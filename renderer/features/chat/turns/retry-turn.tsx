import type { ChatState } from '../store/chat-store.ts';
import { composerTexts } from '../../../../shared/texts/en/composer.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { useChat, useChatRegistry, useSessionId } from '../store/chat-context.tsx';
import { useTurnActions } from './turn-actions.tsx';

/** Asks the message of a turn again that failed, as long as nothing came after it: at once where nothing would go by that. */
export function RetryTurn({ endId }: { readonly endId: string }) {
  const actions = useTurnActions();
  const messageUuid = useChat((chat) => messageBefore(chat, endId));
  const isBare = useChat(
    ({ transcript: { order, items } }) =>
      messageUuid !== undefined &&
      order.slice(order.indexOf(messageUuid) + 1).every((id) => {
        const kind = items[id]?.kind;
        return kind === 'notice' || kind === 'turn-end';
      }),
  );
  const again = useAction(async () => {
    if (messageUuid !== undefined) await actions?.atOnce(messageUuid);
  });
  if (actions === undefined || actions.isBusy || messageUuid === undefined) return null;
  return (
    <>
      {again.error !== undefined && (
        <span role="alert" title={again.error.details} className="text-small text-danger-text">
          {words.rerunFailed} {again.error.sentence}
        </span>
      )}
      <Button
        size="small"
        busy={again.busy}
        onClick={() => (isBare ? void again.run() : actions.again(messageUuid))}
      >
        {words.retry}
      </Button>
    </>
  );
}

/** Has the model go on with a turn that was cut off, with what there is of it. Without a model the message is asked again. */
export function GoOn({ endId }: { readonly endId: string }) {
  const actions = useTurnActions();
  const sessionId = useSessionId();
  const isLast = useChat(({ transcript: { order } }) => order.at(-1) === endId);
  if (actions === undefined || actions.isBusy || !isLast || sessionId === undefined) return null;
  return (
    <>
      <RetryTurn endId={endId} />
      <GoOnButton sessionId={sessionId} />
    </>
  );
}

function GoOnButton({ sessionId }: { readonly sessionId: string }) {
  const registry = useChatRegistry();
  const isOffline = useAppData(
    ({ sessions, providers }) =>
      providers.find(
        ({ id }) => id === sessions.find((one) => one.id === sessionId)?.model.provider_id,
      )?.kind === 'offline',
  );
  const goOn = useAction(() => registry.send(sessionId, composerTexts.goOnMessage));
  if (isOffline) return null;
  return (
    <>
      {goOn.error !== undefined && (
        <span role="alert" title={goOn.error.details} className="text-small text-danger-text">
          {goOn.error.sentence}
        </span>
      )}
      <Button size="small" tone="primary" busy={goOn.busy} onClick={() => void goOn.run()}>
        {composerTexts.goOn}
      </Button>
    </>
  );
}

function messageBefore({ transcript: { order, items } }: ChatState, endId: string) {
  return order.at(-1) === endId ? order.findLast((id) => items[id]?.kind === 'user') : undefined;
}
