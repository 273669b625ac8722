import { Clock, Pencil, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
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
import { addToDraft } from './drafts.ts';

/** Messages that wait for the end of the turn, above the composer: each can be changed, taken out, or sent at once. */
export function MessageQueue() {
  const running = useChat((chat) => chat.transcript.turn === 'running');
  const pending = useChat((chat) => chat.pending);
  const change = useQueueChange();
  const [edited, setEdited] = useState<string>();
  // What is being changed stays when its turn comes; its words are nowhere else.
  const isEdited = pending.some(({ uuid }) => uuid !== undefined && uuid === edited);
  const isShown = (running || isEdited) && pending.length > 0;
  const next = running ? pending.find(({ uuid }) => uuid !== undefined)?.uuid : undefined;
  useActionRun(
    'message.sendNow',
    next === undefined ? undefined : () => void change.run({ kind: 'send-now', uuid: next }),
  );
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
      {isShown && (
        <ul
          aria-label={text.chat.queue}
          className="thin-scroll mx-2.5 max-h-40 overflow-y-auto rounded-t-bubble border border-b-0 border-line bg-chrome"
        >
          {pending.map((message) => (
            <QueuedRow
              key={message.key}
              message={message}
              change={change}
              isEdited={message.uuid !== undefined && message.uuid === edited}
              onEdit={setEdited}
            />
          ))}
        </ul>
      )}
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
  readonly isEdited: boolean;
  readonly onEdit: (uuid: string | undefined) => void;
}

function QueuedRow({ message, change, isEdited, onEdit }: QueuedRowProps) {
  const { uuid } = message;
  const run = (next: Change) => void change.run(next);
  if (isEdited && uuid !== undefined) {
    return (
      <QueuedEditor
        before={message.text}
        busy={change.busy}
        onSave={(after) => change.run({ kind: 'edit', uuid, text: after })}
        onClose={() => onEdit(undefined)}
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
            onClick={() => onEdit(uuid)}
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
  readonly busy: boolean;
  /** Resolves to false when that could not be. */
  readonly onSave: (after: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Changes the words of a message that waits. When it is sent under their hands, what was typed becomes the draft. */
function QueuedEditor({ before, busy, onSave, onClose }: QueuedEditorProps) {
  const [value, setValue] = useState(before);
  const unsaved = useRef('');
  const sessionId = useSessionId();
  useEffect(
    () => () => {
      if (sessionId !== undefined && unsaved.current !== '') addToDraft(sessionId, unsaved.current);
    },
    [sessionId],
  );
  const trimmed = value.trim();
  const close = () => {
    unsaved.current = '';
    onClose();
  };
  const save = async () => {
    if (trimmed !== '' && (trimmed === before || (await onSave(trimmed)))) close();
  };
  return (
    <li className="flex items-end gap-2 py-1 pr-1.5 pl-3">
      <textarea
        autoFocus
        dir="auto"
        aria-label={words.queuedWords}
        rows={Math.min(value.split('\n').length, 4)}
        value={value}
        readOnly={busy}
        onChange={({ target }) => {
          setValue(target.value);
          unsaved.current = target.value.trim() === before ? '' : target.value.trim();
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') {
            event.stopPropagation();
            close();
          } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
            event.preventDefault();
            void save();
          }
        }}
        className="thin-scroll min-w-0 flex-1 resize-none rounded-control bg-field px-2 py-1 outline-none focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
      />
      <Button size="small" onClick={close}>
        {words.cancel}
      </Button>
      <Button
        size="small"
        tone="primary"
        busy={busy}
        disabled={trimmed === ''}
        onClick={() => void save()}
      >
        {words.saveQueued}
      </Button>
    </li>
  );
}
