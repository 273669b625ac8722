import { Clock, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { useActionRun } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useChat, useChatStore, useSessionId } from '../store/chat-context.tsx';
import type { PendingMessage } from '../store/chat-store.ts';

/** Messages that wait for the end of the turn, above the composer: each can be changed, taken out, or sent at once. */
export function MessageQueue() {
  const running = useChat((chat) => chat.transcript.turn === 'running');
  const pending = useChat((chat) => chat.pending);
  const change = useQueueChange();
  const next = running ? pending.find(({ uuid }) => uuid !== undefined)?.uuid : undefined;
  useActionRun(
    'message.sendNow',
    next === undefined ? undefined : () => void change.run({ kind: 'send-now', uuid: next }),
  );
  if (!running || pending.length === 0) return null;
  return (
    <>
      {change.error !== undefined && (
        <ErrorBox
          role="alert"
          className="mb-2"
          sentence={`${words.queueFailed} ${change.error.sentence}`}
          details={change.error.details}
          actions={
            <IconButton icon={X} size="small" label={text.ui.dismiss} onClick={change.clearError} />
          }
        />
      )}
      <ul
        aria-label={text.chat.queue}
        className="thin-scroll mx-2.5 max-h-40 overflow-y-auto rounded-t-bubble border border-b-0 border-line bg-chrome"
      >
        {pending.map((message) => (
          <QueuedRow key={message.key} message={message} change={change} />
        ))}
      </ul>
    </>
  );
}

type Change =
  | { readonly kind: 'edit'; readonly uuid: string; readonly text: string }
  | { readonly kind: 'remove' | 'send-now'; readonly uuid: string };

/** Changes what waits, in main and then here. */
function useQueueChange() {
  const ipc = useIpc();
  const { state } = useChatStore();
  const sessionId = useSessionId();
  return useAction(async (change: Change) => {
    if (sessionId === undefined) return;
    const target = { sessionId, messageUuid: change.uuid };
    if (change.kind === 'edit')
      await ipc.call('turns.editQueued', { ...target, text: change.text });
    else if (change.kind === 'remove') await ipc.call('turns.removeQueued', target);
    else await ipc.call('turns.sendNow', target);
    state.setState(({ pending }) => ({ pending: changed(pending, change) }));
  });
}

function changed(pending: readonly PendingMessage[], change: Change): readonly PendingMessage[] {
  const isIt = ({ uuid }: PendingMessage) => uuid === change.uuid;
  switch (change.kind) {
    case 'edit':
      return pending.map((one) => (isIt(one) ? { ...one, text: change.text } : one));
    case 'remove':
      return pending.filter((one) => !isIt(one));
    case 'send-now':
      return [...pending.filter(isIt), ...pending.filter((one) => !isIt(one))];
  }
}

interface QueuedRowProps {
  readonly message: PendingMessage;
  readonly change: ReturnType<typeof useQueueChange>;
}

function QueuedRow({ message, change }: QueuedRowProps) {
  const [isEditing, setEditing] = useState(false);
  const { uuid } = message;
  const run = (next: Change) => void change.run(next);
  if (isEditing && uuid !== undefined) {
    return (
      <QueuedEditor
        before={message.text}
        onDone={(after) => {
          setEditing(false);
          if (after !== undefined) run({ kind: 'edit', uuid, text: after });
        }}
      />
    );
  }
  return (
    <li className="flex h-8 items-center gap-2 pr-1.5 pl-3">
      <Icon of={Clock} size={14} className="flex-none text-subtle" />
      <bdi className="min-w-0 flex-1 truncate" title={text.chat.queueNote}>
        {message.text}
      </bdi>
      {message.attached !== undefined && (
        <span className="flex-none text-small text-subtle">
          {words.withFiles(message.attached)}
        </span>
      )}
      {uuid !== undefined && (
        <>
          <LinkButton onClick={() => run({ kind: 'send-now', uuid })}>{words.sendNow}</LinkButton>
          <IconButton
            icon={Pencil}
            size="small"
            tooltipSide="top"
            label={words.editQueued}
            onClick={() => setEditing(true)}
          />
          <IconButton
            icon={X}
            size="small"
            tooltipSide="top"
            label={words.removeQueued}
            onClick={() => run({ kind: 'remove', uuid })}
          />
        </>
      )}
    </li>
  );
}

interface QueuedEditorProps {
  readonly before: string;
  /** Undefined: nothing was changed. */
  readonly onDone: (after: string | undefined) => void;
}

function QueuedEditor({ before, onDone }: QueuedEditorProps) {
  const [value, setValue] = useState(before);
  const trimmed = value.trim();
  const save = () => {
    if (trimmed !== '') onDone(trimmed === before ? undefined : trimmed);
  };
  return (
    <li className="flex items-end gap-2 py-1 pr-1.5 pl-3">
      <textarea
        autoFocus
        dir="auto"
        aria-label={words.queuedWords}
        rows={Math.min(value.split('\n').length, 4)}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') {
            event.stopPropagation();
            onDone(undefined);
          } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
            event.preventDefault();
            save();
          }
        }}
        className="thin-scroll min-w-0 flex-1 resize-none rounded-control bg-field px-2 py-1 outline-none focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
      />
      <Button size="small" onClick={() => onDone(undefined)}>
        {words.cancel}
      </Button>
      <Button size="small" tone="primary" disabled={trimmed === ''} onClick={save}>
        {words.saveQueued}
      </Button>
    </li>
  );
}
